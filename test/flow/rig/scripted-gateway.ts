import type { Fetch } from '../../../src/http/request.js';
import type { Clock } from '../../../src/clock/clock.js';

type Json = Record<string, unknown>;

/** The answer to a request: a body with status 200, at once or later, a whole response, a network error, or nothing ever. */
export type Reply = Json | Promise<Json | Response> | Response | Error | 'silence';

/** A request as it reached the gateway. */
export interface Arrived {
  /** An order counts as a transfer, because it moves the money. */
  readonly kind: 'check' | 'transfer' | 'job';
  readonly path: string;
  readonly jobId: string | undefined;
  readonly at: number;
  /** The text of the body. */
  readonly text: string;
  readonly headers: Record<string, string>;
}

/** An answer with a status and, unless a text is given, a JSON body. */
export const answer = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });

/** Spec 7.1, an error body. */
export const errorBody = (errors: unknown, code = 'invalid_params', message = 'The request is not valid.'): Json => ({
  error_code: code,
  message,
  errors,
});

export const accepted = (jobId = 'job-transfer'): Json => ({ status: 'new', job_id: jobId });
export const done = (response: unknown): Json => ({ status: 'done', job_id: 'job-transfer', response });

/** Spec 2.6, the required fields. */
export const transaction = (status: string, more: Json = {}): Json => ({
  transaction: { uid: 'uid-1', status, amount: 10_000, currency: 'USD', message: null, ...more },
});

export const possible = (commission: Json = { minimum: 0.7, percent: 1.5, currency: 'USD' }, more: Json = {}): Json => ({
  status: 'successful',
  message: 'Transfer is possible',
  commission,
  test: true,
  ...more,
});

/**
 * A gateway that answers as a test scripts it, request by request. The last reply of a list is repeated.
 * Without a script, every check is possible and every transfer successful.
 */
export class ScriptedGateway {
  readonly arrived: Arrived[] = [];
  readonly replies: { check: Reply[]; checkJob: Reply[]; transfer: Reply[]; job: Reply[] } = {
    check: [accepted('job-check')],
    checkJob: [{ status: 'done', job_id: 'job-check', response: possible() }],
    transfer: [accepted()],
    job: [done(transaction('successful'))],
  };
  /** Called as a request leaves. */
  onRequest: (arrived: Arrived) => void = () => undefined;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  of(kind: Arrived['kind']): Arrived[] {
    return this.arrived.filter((each) => each.kind === kind);
  }

  readonly fetch: Fetch = async (url, init) => {
    const { pathname } = new URL(url);
    const kind = pathname.endsWith('verify-p2p') ? 'check' : /p2p$|confirm_order/.test(pathname) ? 'transfer' : 'job';
    const jobId = kind === 'job' ? decodeURIComponent(pathname.split('/').at(-1)!) : undefined;
    const arrived: Arrived = {
      kind,
      path: pathname,
      jobId,
      at: this.#clock.now(),
      text: typeof init.body === 'string' ? init.body : '',
      headers: init.headers as Record<string, string>,
    };
    this.arrived.push(arrived);
    this.onRequest(arrived);
    const list = this.replies[jobId === 'job-check' ? 'checkJob' : kind];
    const reply = list.length > 1 ? list.shift()! : list[0]!;
    if (reply instanceof Error) throw reply;
    if (reply instanceof Promise) {
      const come = await reply;
      return come instanceof Response ? come : answer(200, come);
    }
    if (reply === 'silence') {
      return new Promise((_, reject) => {
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
      });
    }
    return reply instanceof Response ? reply.clone() : answer(200, reply);
  };
}
