import type { Clock } from '../clock/clock.js';
import { type Fetch, send, TransportError } from '../http/request.js';
import { readRetryAfter } from '../http/retry-after.js';
import { judgeUrl } from '../url/safe-url.js';
import { API_VERSION, type Endpoint, fillPath } from '../wire/endpoint.js';
import { readErrorBody } from '../wire/error-body.js';
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
    { method, path, response }: Endpoint<Response>,
    { body, parameters, signal }: {
      body?: string;
      parameters?: Readonly<Record<string, string>>;
      signal?: AbortSignal | undefined;
    },
  ): Promise<Response> {
    const { checkoutUrl, publicKey, fetch, clock } = this.#options;
    const url = checkoutUrl + fillPath(path, parameters);
    const controller = new AbortController();
    const end = (): void => controller.abort(signal?.reason);
    if (signal?.aborted) end();
    signal?.addEventListener('abort', end, { once: true });
    const cancelDeadline = clock.after(PATIENCE, () =>
      controller.abort(
        new TransportError('network_timeout', `Expected an answer from ${checkoutUrl} within 30 seconds; none came.`),
      ),
    );
    try {
      const answer = await send(fetch, {
        method,
        url,
        headers: {
          Accept: 'application/json',
          Authorization: `Bearer ${publicKey}`,
          'X-Api-Version': API_VERSION,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        body,
        signal: controller.signal,
      });
      const date = Date.parse(answer.headers.get('Date') ?? '');
      if (Number.isFinite(date)) this.#clockOffset = date - clock.now();

      const { status } = answer;
      if (status < 500) {
        const told = read(response, answer.body);
        if (told !== undefined) return told;
      }
      throw this.#error(status, answer.body, readRetryAfter(answer.headers.get('Retry-After'), this.now()), path);
    } finally {
      cancelDeadline();
      signal?.removeEventListener('abort', end);
    }
  }

  #error(status: number, body: unknown, retryAfter: number | undefined, path: string): GatewayError {
    const refusal = readErrorBody(body);
    const said = `${path} with status ${status}${refusal ? `: ${refusal.message.replace(/\.$/, '')}` : ''}`;
    if (status === 429) {
      return new GatewayError('rate_limited', `The gateway asked to slow down at ${said}`, status, refusal, retryAfter);
    }
    if (status >= 500) {
      return new GatewayError('gateway_unavailable', `The gateway failed at ${said}`, status, refusal, retryAfter);
    }
    if (status === 401 || status === 403) {
      return new GatewayError(
        'credentials_refused',
        `The gateway refused the public key at ${said}. Check that the key and the checkout address are the same shop's.`,
        status,
        refusal,
      );
    }
    if (refusal) return new GatewayError('request_refused', `The gateway refused ${said}`, status, refusal, retryAfter);
    return new GatewayError(
      'answer_off_contract',
      `Expected the answer that the gateway's contract describes; got something else from ${said}. ` +
        'Check the checkout address, and the gateway.',
      status,
    );
  }
}
