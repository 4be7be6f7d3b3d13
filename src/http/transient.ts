/**
 * Whether a status describes a temporary condition, so that the same request may succeed later: request timeout, too
 * early, too many requests (RFC 9110, 8470, 6585), and every server error.
 */
export const isTransient = (status: number): boolean => status >= 500 || [408, 425, 429].includes(status);
