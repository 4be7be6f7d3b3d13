/** The origin without its port: `http://localhost` of `http://localhost:4020`. */
const bareOrigin = (origin: string): string => origin.replace(/:\d+$/, '');

/**
 * Whether a page of this origin may embed the frame.
 *
 * @param parents Origins, each compared as a whole. One that ends in `:*` matches every port of its host, as in a content
 * security policy.
 */
export const isParent = (origin: string, parents: readonly string[]): boolean =>
  /^https?:\/\//.test(origin) &&
  parents.some((parent) => (parent.endsWith(':*') ? parent.slice(0, -2) === bareOrigin(origin) : parent === origin));
