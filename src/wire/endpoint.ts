import type * as z from 'zod/mini';

/** Which of the three addresses on the spec's first page an endpoint belongs to. */
export type Host = 'gateway' | 'checkout' | 'base';

/**
 * One row of the tables in spec 4: where a call goes, who may make it, and what it returns.
 *
 * It does not include the schema of the request: a browser sends requests but never validates them, so those bytes would be
 * useless there. `endpoints.ts` combines the two for servers and tests.
 */
export interface Endpoint<Response> {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly host: Host;
  /** The path below the host's address; `{name}` is a path parameter. */
  readonly path: string;
  /** `basic`: shop id and secret key. `bearer`: public key and `X-Api-Version: 2` (spec 5). */
  readonly authorization: 'basic' | 'bearer';
  readonly response: z.ZodMiniType<Response>;
}

/** Spec 9: the value of `X-Api-Version` in requests to `{checkout_url}`. */
export const API_VERSION = '2';

/** What can be a segment of a path: `.` and `..` change the address, a lone surrogate can't be encoded, and an id has no line break. */
export const PATH_STEP = /^(?!\.{1,2}$)[^\p{Cs}\p{Cc}]+$/u;
export const isPathStep = (text: string): boolean => PATH_STEP.test(text);

/**
 * Fills the path of an endpoint.
 *
 * @throws TypeError when a parameter is missing, or can't be a path segment.
 */
export function fillPath(path: string, parameters: Readonly<Record<string, string>> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    if (!value || !isPathStep(value)) {
      throw new TypeError(
        `The path ${path} needs a value for {${name}}; got ${value ? 'one that no address can contain' : 'none'}.`,
      );
    }
    return encodeURIComponent(value);
  });
}
