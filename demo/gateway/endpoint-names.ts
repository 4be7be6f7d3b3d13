import { endpoints } from '../../src/wire/endpoints.js';

/** What the endpoints of spec 4 are called here: in fault switches, the request log and the API reference. */
export type EndpointName = keyof typeof endpoints;
export const ENDPOINT_NAMES = Object.keys(endpoints) as readonly EndpointName[];

const patterns = ENDPOINT_NAMES.map((name) => {
  const { method, path } = endpoints[name];
  return { name, method, path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) };
});

/** The endpoint that serves a request; undefined for pages, files and addresses that are none. */
export const endpointOf = (method: string, path: string): EndpointName | undefined =>
  patterns.find((entry) => entry.method === method && entry.pattern.test(path))?.name;

/** The endpoints that a developer means by a name or a path of the spec; none when there is no such thing. */
export const endpointsCalled = (text: string): readonly EndpointName[] =>
  patterns.filter(({ name, method, path }) => text === name || text === path || text === `${method} ${path}`).map(({ name }) => name);
