import type { Clock } from '../clock/clock.js';
import { withDeadline } from '../clock/deadline.js';
import { type Fetch, send, TransportError } from '../http/request.js';
import { readRetryAfter } from '../http/retry-after.js';
import { judgeUrl } from '../url/safe-url.js';
import { API_VERSION, type Endpoint, fillPath } from '../wire/endpoint.js';
import { readRefusal } from '../wire/response/refusal.js';
import { GatewayError } from './errors.js';
import { read } from './read.js';

/** What a checkout client speaks with. */
export interface ClientOptions {
  /** `{checkout_url}` of the spec: https (http on loopback), without a trailing slash. */
  readonly checkoutUrl: string;
  /** The shop's public key, sent as the Bearer credential (spec 5). */
  readonly publicKey: string;
  readonly fetch: Fetch;
  readonly clock: Clock;
}

/** How long an answer may take, in milliseconds. */
const PATIENCE = 30_000;

/** Calls the checkout endpoints of spec 4.1 (rows 2, 3, 4, 6 and 7). */
export class CheckoutClient {
  readonly #options: ClientOptions;
  #clockOffset = 0;

  /** @throws TypeError when the address is not one that card data may be sent to. */
  constructor(options: ClientOptions) {
    const verdict = judgeUrl(options.checkoutUrl);
    if ('problem' in verdict) {
      throw new TypeError(`checkoutUrl: expected the gateway's address; "${options.checkoutUrl}" is not one: ${verdict.problem}.`);
    }
    this.#options = options;
  }

  /** The gateway's time in milliseconds, as its last answer told it; the local clock's before any answer. */
  now(): number {
    return this.#options.clock.now() + this.#clockOffset;
  }

  /**
   * Makes one call. The body's form decides what the answer is, its status only then: gateways of this family
   * disagree on statuses more than on bodies.
   *
   * @param body The JSON text to send, so that a repeat can send the same bytes.
   * @throws TransportError, GatewayError, or the signal's reason.
   */
  async call<Response>(
    endpoint: Endpoint<Response>,
    { body, parameters, signal }: {
      body?: string;
      parameters?: Readonly<Record<string, string>>;
      signal?: AbortSignal | undefined;
    },
  ): Promise<Response> {
    const { checkoutUrl, publicKey, fetch, clock } = this.#options;
    const url = checkoutUrl + fillPath(endpoint.path, parameters);
    const headers = {
      Accept: 'application/json',
      Authorization: `Bearer ${publicKey}`,
      'X-Api-Version': API_VERSION,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    };
    const answer = await withDeadline((until) => send(fetch, { method: endpoint.method, url, headers, body, signal: until }), {
      clock,
      signal,
      milliseconds: PATIENCE,
      late: () => new TransportError('network_timeout', `Expected an answer from ${checkoutUrl} within 30 seconds; none came.`),
    });
    const date = Date.parse(answer.headers.get('Date') ?? '');
    if (Number.isFinite(date)) this.#clockOffset = date - clock.now();

    const { status } = answer;
    const told = status < 500 ? read(endpoint.response, answer.body) : undefined;
    if (told !== undefined) return told;
    const { code, message, body: refusal } = readRefusal(endpoint, status, answer.body, 'the public key');
    throw new GatewayError(code, message, status, refusal, readRetryAfter(answer.headers.get('Retry-After'), this.now()));
  }
}
