import { CheckoutError, type Party } from '../../http/error.js';
import type { Answer } from '../../http/request.js';
import { readRetryAfter } from '../../http/retry-after.js';
import type { Endpoint } from '../endpoint.js';
import { type ErrorBody, type FieldError, readErrorBody } from './error-body.js';

/** The kind of refusal. */
export type RefusalCode =
  | 'rate_limited'
  | 'gateway_unavailable'
  | 'credentials_refused'
  | 'not_found'
  | 'request_refused'
  | 'answer_off_contract';

/** Who asks the gateway: a page, or a server. */
export interface Asker {
  /** What authorizes its requests, as a noun. */
  readonly credentials: string;
  /** Which refusals the merchant can act on. */
  readonly merchant: readonly RefusalCode[];
}

/** A page asks for a payer, and what the payer typed may be refused. */
export const PAGE: Asker = { credentials: 'the public key', merchant: ['credentials_refused'] };

/** The gateway answered, but not with the expected response. */
export class GatewayError extends CheckoutError {
  override readonly name = 'GatewayError';
  readonly code: RefusalCode;
  readonly party: Party;
  /** HTTP status of the answer. */
  readonly status: number;
  /** The gateway's error body (spec 7), if it was readable. */
  readonly body: ErrorBody | undefined;
  /** How long the gateway asked to wait, in milliseconds. */
  readonly retryAfter: number | undefined;

  constructor(
    code: RefusalCode,
    message: string,
    answer: { readonly status: number; readonly body?: ErrorBody | undefined; readonly retryAfter?: number | undefined },
    { merchant }: Pick<Asker, 'merchant'> = PAGE,
  ) {
    super(message);
    this.code = code;
    this.party = merchant.includes(code) ? 'merchant' : 'gateway';
    this.status = answer.status;
    this.body = answer.body;
    this.retryAfter = answer.retryAfter;
  }

  /** Every parameter that the gateway refused, with all its messages; empty when it named none. */
  get fields(): readonly FieldError[] {
    return this.body?.fields ?? [];
  }
}

/**
 * Reads an answer that is not the endpoint's response.
 *
 * @param now milliseconds since 1970, to read a Retry-After that is a date.
 */
export function readRefusal(
  { method, path }: Pick<Endpoint<unknown>, 'method' | 'path'>,
  { status, headers, body: json }: Answer,
  now: number,
  asker: Asker = PAGE,
): GatewayError {
  const body = readErrorBody(json);
  const at = `${method} ${path} with status ${status}${body ? `: ${body.message.replace(/\.$/, '')}` : ''}.`;
  const of = (code: RefusalCode, message: string): GatewayError =>
    new GatewayError(code, message, { status, body, retryAfter: readRetryAfter(headers.get('Retry-After'), now) }, asker);

  if (status === 429) return of('rate_limited', `The gateway asked to slow down at ${at}`);
  if (status >= 500) return of('gateway_unavailable', `The gateway failed at ${at}`);
  if (status === 401 || status === 403) {
    const { credentials } = asker;
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
