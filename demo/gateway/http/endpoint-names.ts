import { endpoints } from '../../../src/wire/endpoints.js';

/** The names of spec 4's endpoints in faults, the request log and the API reference. */
export type EndpointName = keyof typeof endpoints;
export const ENDPOINT_NAMES = Object.keys(endpoints) as readonly EndpointName[];

const patterns = ENDPOINT_NAMES.map((name) => {
  const { method, path } = endpoints[name];
  // A developer's short form of `/v2/confirm_order/{id}/{shop_id}`.
  const stem = path.slice(0, path.includes('/{') ? path.indexOf('/{') : undefined);
  return { name, method, path, stem, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) };
});

/** The endpoint that serves a request; undefined for pages, files and unknown addresses. */
export const endpointOf = (method: string, path: string): EndpointName | undefined =>
  patterns.find((entry) => entry.method === method && entry.pattern.test(path))?.name;

/** The paths of spec 4, without repetition. */
export const ENDPOINT_PATHS: readonly string[] = [...new Set(patterns.map(({ path }) => path))];

/**
 * The endpoints that a text names: by name, or by a path with or without a method before it. The path may be the spec's, an
 * actual one, or, where no other matches, one without its ids. Empty when nothing matches.
 */
export function endpointsCalled(text: string): readonly EndpointName[] {
  const [, method, path = ''] = /^(?:([A-Z]+) )?(.*)$/.exec(text) ?? [];
  const meant = patterns.filter((entry) => method === undefined || entry.method === method);
  const named = meant.filter((entry) => text === entry.name || path === entry.path);
  const asked = named.length > 0 ? named : meant.filter(({ pattern }) => pattern.test(path));
  return (asked.length > 0 ? asked : meant.filter(({ stem }) => stem === path)).map(({ name }) => name);
}
