import { endpoints } from '../../../src/wire/endpoints.js';

/** What the endpoints of spec 4 are called here: in fault switches, the request log and the API reference. */
export type EndpointName = keyof typeof endpoints;
export const ENDPOINT_NAMES = Object.keys(endpoints) as readonly EndpointName[];

const patterns = ENDPOINT_NAMES.map((name) => {
  const { method, path } = endpoints[name];
  // What a developer calls `/v2/confirm_order/{id}/{shop_id}` in short.
  const stem = path.slice(0, path.includes('/{') ? path.indexOf('/{') : undefined);
  return { name, method, path, stem, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) };
});

/** The endpoint that serves a request; undefined for pages, files and addresses that are none. */
export const endpointOf = (method: string, path: string): EndpointName | undefined =>
  patterns.find((entry) => entry.method === method && entry.pattern.test(path))?.name;

/** The endpoints' paths as spec 4 writes them, each once. */
export const ENDPOINT_PATHS: readonly string[] = [...new Set(patterns.map(({ path }) => path))];

/**
 * The endpoints that a developer means: by a name, by a path of the spec, by an address as it is asked, with a method before
 * it or without; by a path without its ids where no other is spelt so. None when there is no such thing.
 */
export function endpointsCalled(text: string): readonly EndpointName[] {
  const [, method, path = ''] = /^(?:([A-Z]+) )?(.*)$/.exec(text) ?? [];
  const meant = patterns.filter((entry) => method === undefined || entry.method === method);
  const named = meant.filter((entry) => text === entry.name || path === entry.path);
  const asked = named.length > 0 ? named : meant.filter(({ pattern }) => pattern.test(path));
  return (asked.length > 0 ? asked : meant.filter(({ stem }) => stem === path)).map(({ name }) => name);
}
