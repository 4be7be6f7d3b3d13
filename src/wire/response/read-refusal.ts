import type { Endpoint } from '../endpoint.js';
import { type ErrorBody, readErrorBody } from './error-body.js';

/** The kind of refusal. */
export type RefusalCode =
  | 'rate_limited'
  | 'gateway_unavailable'
  | 'credentials_refused'
  | 'not_found'
  | 'request_refused'
  | 'answer_off_contract';

/** An answer other than the endpoint's response. */
export interface Refusal {
  readonly code: RefusalCode;
  /** For the developer: what was expected, what came, and how to fix it. */
  readonly message: string;
  /** The gateway's error body (spec 7), if it was readable. */
  readonly body: ErrorBody | undefined;
}

/**
 * Reads an answer that is not the endpoint's response.
 *
 * @param credentials What authorized the request, as a noun: "the public key".
 */
export function readRefusal(
  { method, path }: Pick<Endpoint<unknown>, 'method' | 'path'>,
  status: number,
  json: unknown,
  credentials: string,
): Refusal {
  const body = readErrorBody(json);
  const at = `${method} ${path} with status ${status}${body ? `: ${body.message.replace(/\.$/, '')}` : ''}.`;
  const of = (code: RefusalCode, message: string): Refusal => ({ code, message, body });

  if (status === 429) return of('rate_limited', `The gateway asked to slow down at ${at}`);
  if (status >= 500) return of('gateway_unavailable', `The gateway failed at ${at}`);
  if (status === 401 || status === 403) {
    return of(
      'credentials_refused',
      `The gateway refused ${credentials} at ${at} Check that ${credentials} and the address belong to the same shop.`,
    );
  }
  // Spec 7.2 does not define the body of a 404; if the path has no id, the host's address is wrong.
  if (status === 404 && (body || path.includes('{'))) {
    return of('not_found', `The gateway found nothing at ${at} Check the id, that it belongs to this shop, and the address.`);
  }
  // An answer with, for example, an unreadable fee has a message too, but is not a refusal.
  if (body && (status >= 400 || body.code || body.fields.length > 0)) return of('request_refused', `The gateway refused ${at}`);
  return of(
    'answer_off_contract',
    `Expected the answer that the gateway's contract describes; got something else from ${at} Check the address and the gateway.`,
  );
}
