import type { Fetch } from '../../src/http/request.js';

type Json = Record<string, unknown>;

/** What a page asks a gateway for. An order counts as a transfer, because it moves the money. */
export type Kind = 'offer' | 'check' | 'checkJob' | 'transfer' | 'job';

/**
 * The answer to a request: a body with status 200, at once or later, a whole response, a network error, or nothing ever. A
 * function makes it from the request; `itself` is the gateway's own answer.
 */
export type Reply =
  | Json
  | Promise<Json | Response>
  | Response
  | Error
  | 'silence'
  | ((request: Arrived, itself: () => Promise<Response>) => Reply);

/** A request as it reached the gateway. */
export interface Arrived {
  readonly kind: 'offer' | 'check' | 'transfer' | 'job';
  readonly path: string;
  readonly url: string;
  readonly method: string;
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
/** A job that is done. The script adds the id that was asked for. */
export const done = (response: unknown): Json => ({ status: 'done', response });

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

/** The jobs of checks have ids with this word, so that their polls can be told from those of payments. */
const isOfCheck = (jobId: string | undefined): boolean => jobId?.includes('check') ?? false;

function read(url: string, init: RequestInit, at: number): Arrived {
  const { pathname } = new URL(url);
  const method = init.method ?? 'GET';
  const confirms = pathname.includes('/confirm_order/');
  const pays = pathname.endsWith('/p2p') || (confirms && method === 'POST');
  const kind = pathname.endsWith('verify-p2p') ? 'check' : pays ? 'transfer' : confirms ? 'offer' : 'job';
  return {
    kind,
    path: pathname,
    url,
    method,
    jobId: kind === 'job' ? decodeURIComponent(pathname.split('/').at(-1)!) : undefined,
    at,
    text: typeof init.body === 'string' ? init.body : '',
    headers: init.headers as Record<string, string>,
  };
}

const never = (signal: AbortSignal | null | undefined): Promise<Response> =>
  new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason as Error);
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
  });

/** A `fetch` that keeps every request, and answers it as a script says. */
export class Script {
  readonly arrived: Arrived[] = [];
  /** The replies to each kind of request, in order; the last one is repeated. Without any, the gateway answers itself. */
  readonly replies: Record<Kind, Reply[]> = { offer: [], check: [], checkJob: [], transfer: [], job: [] };
  /** Called as a request leaves. */
  onRequest: (arrived: Arrived) => void = () => undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Whether pages may read the gateway's `Date`, and how far its clock is ahead (ms); not every gateway exposes it. */
  date: { readonly ahead: number } | undefined;

  constructor(now: () => number) {
    this.now = now;
  }

  /** The requests of one kind so far. */
  of(kind: Arrived['kind']): Arrived[] {
    return this.arrived.filter((each) => each.kind === kind);
  }

  /** The paths of all POSTs so far. */
  get posts(): string[] {
    return this.arrived.filter(({ method }) => method === 'POST').map(({ path }) => path);
  }

  readonly fetch: Fetch = async (url, init) => {
    const arrived = read(url, init, this.now());
    this.arrived.push(arrived);
    this.onRequest(arrived);
    const list = this.replies[isOfCheck(arrived.jobId) ? 'checkJob' : arrived.kind];
    let reply = list.length > 1 ? list.shift() : list[0];
    const itself = (): Promise<Response> => this.itself(arrived);
    if (reply === undefined) return itself();
    while (typeof reply === 'function') reply = reply(arrived, itself);
    if (reply instanceof Error) throw reply;
    if (reply === 'silence') return never(init.signal);
    const come = await reply;
    const response =
      come instanceof Response ? come.clone() : answer(200, arrived.jobId ? { job_id: arrived.jobId, ...come } : come);
    if (this.date && !response.headers.has('date')) {
      response.headers.set('date', new Date(this.now() + this.date.ahead).toUTCString());
    }
    return response;
  };

  /** The answer to a request that nothing is scripted for. */
  protected itself({ path }: Arrived): Promise<Response> {
    return Promise.reject(new Error(`Nothing is scripted for ${path}.`));
  }
}
