import type * as z from 'zod/mini';

/** Which of the three addresses of the spec's first page an endpoint lives on. */
export type Host = 'gateway' | 'checkout' | 'base';

/**
 * One row of the tables in spec 4: where a call goes, who may make it, and what comes back.
 *
 * The request's schema is not part of it: a browser sends but never validates a request, and would carry the bytes
 * for nothing. `endpoints.ts` joins the two for servers and tests.
 */
export interface Endpoint<Response> {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly host: Host;
  /** Path below the host's address; `{name}` stands for a path parameter. */
  readonly path: string;
  /** `basic`: shop id and secret key. `bearer`: public key and `X-Api-Version: 2` (spec 5). */
  readonly authorization: 'basic' | 'bearer';
  readonly response: z.ZodMiniType<Response>;
}

/** Spec 9: what requests to `{checkout_url}` carry in `X-Api-Version`. */
export const API_VERSION = '2';

/** Whether a text can be a step of a path: `.` and `..` lead to another address, and no address holds a lone surrogate. */
export const isPathStep = (text: string): boolean => /^(?!\.{1,2}$)\P{Cs}+$/u.test(text);

/**
 * Fills the path of an endpoint.
 *
 * @throws TypeError when a parameter is missing, or can't be a step of a path.
 */
export function fillPath(path: string, parameters: Readonly<Record<string, string>> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    if (!value || !isPathStep(value)) {
      throw new TypeError(
        `The path ${path} needs a value for {${name}}; got ${value ? 'one that no address can hold' : 'none'}.`,
      );
    }
    return encodeURIComponent(value);
  });
}
