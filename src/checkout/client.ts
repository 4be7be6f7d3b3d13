import type { Clock } from '../clock/clock.js';
import { withDeadline } from '../clock/deadline.js';
import { type Fetch, send, TransportError } from '../http/request.js';
import { judgeUrl } from '../url/safe-url.js';
import { API_VERSION, type Endpoint, fillPath } from '../wire/endpoint.js';
import { type Job, jobEndpoint } from '../wire/response/job.js';
import { GatewayError, readRefusal } from '../wire/response/gateway-error.js';
import { parseBySchema } from './parse-by-schema.js';

/** Options of a checkout client. */
export interface ClientOptions {
  /** `{checkout_url}` of the spec: https (http on loopback), without a trailing slash. */
  readonly checkoutUrl: string;
  /** The shop's public key, sent as the Bearer credential (spec 5). */
  readonly publicKey: string;
  readonly fetch: Fetch;
  readonly clock: Clock;
}

/** What a call sends. */
export interface CallRequest {
  /** The JSON text to send: as text, so that a retry can send identical bytes. */
  readonly body?: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** How far two times may differ that agree, in milliseconds: gateways name whole seconds, and answers take a while. */
const AGREES = 60_000;

/** A time that an answer named (ms since 1970), and what the device's clocks said then. */
interface NamedTime {
  readonly date: number;
  readonly wall: number;
  readonly monotonic: number;
}

/** How long an answer may take, in milliseconds. */
const TIMEOUT = 30_000;

/**
 * Calls the checkout endpoints of spec 4.1 (rows 2, 3, 4, 6 and 7).
 *
 * @example
 * const client = new CheckoutClient({
 *   checkoutUrl: 'https://checkout.gateway.example',
 *   publicKey,
 *   fetch: (url, init) => fetch(url, init),
 *   clock: systemClock,
 * });
 * const job = await client.job(jobId);
 */
export class CheckoutClient {
  readonly #options: ClientOptions;
  /** The last time that an answer named, and the last one that is certain. */
  #last: NamedTime | undefined;
  #certain: NamedTime | undefined;
  /** Called after each call, with its method and path, and the kind of its answer: no body, no key, no text of the gateway. */
  trace: ((line: string) => void) | undefined;

  /** @throws TypeError when card data may not be sent to the address. */
  constructor(options: ClientOptions) {
    const verdict = judgeUrl(options.checkoutUrl);
    if ('problem' in verdict) {
      throw new TypeError(
        `checkoutUrl: expected the gateway's address; "${options.checkoutUrl}" is not one: ${verdict.problem}.`,
      );
    }
    this.#options = options;
  }

  /** The gateway's time in milliseconds, according to its last answer, as it judges seals by; before any answer, the local time. */
  now(): number {
    const { wall, date } = this.#last ?? { wall: 0, date: 0 };
    return this.#options.clock.now() + date - wall;
  }

  /**
   * How far the gateway's time is ahead of the local time, in milliseconds; undefined while it is not certain. A time is certain that two
   * agree on: an answer and the one before it, an earlier certain one, or the device. One server of several may be days off, or a cache.
   *
   * Any step by which the device's clock was set back since that answer is counted, as the monotonic clock shows it. That clock may stop
   * while the machine sleeps; then a time that is written down comes out as it was, never too early.
   */
  get ahead(): number | undefined {
    return this.#certain && this.#certain.date - this.#certain.wall - Math.min(0, this.#setSince(this.#certain));
  }

  /** The same, but with any step by which the clock was set ahead: what counts an age by it never comes out too old. */
  get leastAhead(): number | undefined {
    return this.#certain && this.#certain.date - this.#certain.wall - Math.max(0, this.#setSince(this.#certain));
  }

  /** How far the device's clock was set ahead since a time was named (ms); below 0 if it was set back. */
  #setSince({ wall, monotonic }: NamedTime): number {
    const { clock } = this.#options;
    return clock.now() - wall - (clock.monotonic() - monotonic);
  }

  /**
   * The state of a job (spec 4.1 row 4). An answer about another job is off the contract: servers and proxies mix answers up.
   *
   * @throws TransportError, GatewayError, or the signal's reason.
   */
  async job(jobId: string, signal?: AbortSignal): Promise<Job> {
    const job = await this.call(jobEndpoint, { parameters: { job_id: jobId }, signal });
    const { job_id: named } = job;
    // A number is the same id as its text.
    if (named === undefined || named === null || named === jobId || (typeof named === 'number' && String(named) === jobId))
      return job;
    throw new GatewayError('answer_off_contract', 'Expected the state of the job that was asked about; got another job’s.', {
      status: 200,
    });
  }

  /**
   * Makes one call. The form of the body decides what the answer means, and its status only after that: gateways of this
   * family differ more in statuses than in bodies.
   *
   * @throws TransportError, GatewayError, or the signal's reason.
   */
  async call<Response>(endpoint: Endpoint<Response>, request: CallRequest): Promise<Response> {
    const name = `${endpoint.method} ${fillPath(endpoint.path, request.parameters)}`;
    try {
      const response = await this.#call(endpoint, request);
      const { status } = Object(response) as { status?: unknown };
      this.trace?.(`${name}: ${typeof status === 'string' && /^[a-z_]{1,20}$/.test(status) ? status : 'answered'}`);
      return response;
    } catch (error) {
      const kind =
        error instanceof GatewayError
          ? `${error.status} ${error.code}`
          : error instanceof TransportError
            ? error.code
            : 'given up';
      this.trace?.(`${name}: ${kind}`);
      throw error;
    }
  }

  /** Takes the time that an answer names (ms since 1970). */
  #hear(date: number): void {
    if (!Number.isFinite(date)) return;
    const { clock } = this.#options;
    const named: NamedTime = { date, wall: clock.now(), monotonic: clock.monotonic() };
    const agrees = (other?: NamedTime): boolean =>
      other !== undefined && Math.abs(date - other.date - (named.monotonic - other.monotonic)) <= AGREES;
    if (Math.abs(date - named.wall) <= AGREES || agrees(this.#last) || agrees(this.#certain)) this.#certain = named;
    this.#last = named;
  }

  async #call<Response>(endpoint: Endpoint<Response>, { body, parameters, signal }: CallRequest): Promise<Response> {
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
      milliseconds: TIMEOUT,
      late: () => new TransportError('network_timeout', `Expected an answer from ${checkoutUrl} within 30 seconds; got none.`),
    });
    this.#hear(Date.parse(answer.headers.get('Date') ?? ''));

    const { status } = answer;
    const response = status < 500 ? parseBySchema(endpoint.response, answer.body) : undefined;
    if (response !== undefined) return response;
    throw readRefusal(endpoint, answer, this.now());
  }
}
