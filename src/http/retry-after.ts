/** Parses `Retry-After`, seconds or a date (RFC 9110, 10.2.3), as milliseconds from `now`; undefined when it is neither. */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  if (!header) return undefined;
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}
