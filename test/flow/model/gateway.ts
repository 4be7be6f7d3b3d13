// A model of charges at a hostile network, which knows the truth of every payment in simulated time: demo/scripted answers pages with
// real cards and has no truth to compare with, no network to lose what it answered, and no copies that a browser sends by itself.

import { type Clock, sleep } from '../../../src/clock/clock.js';
import { type Habit, refusedJob, refusedRequest } from '../../../demo/gateway/issuer/habit.js';
import { answer, errorBody, possible } from '../../../demo/scripted/script.js';
import { attemptIn } from './marked-cards.js';

/** What happens to the request of a transfer, on its way there or back. */
export const NETWORK_CONDITIONS = [
  'clear',
  'lost',
  'answer lost',
  'late',
  'silence',
  'silence after',
  '503',
  '503 after',
  'page after',
  // A browser sends a second copy by itself, and the answer is the gateway's to that copy.
  'copy answered',
  // A browser sends a second copy by itself, and the answer belongs to that copy.
  'copy 401',
  'copy 404',
  'copy 409',
  'copy 422 token',
  'copy 422 odd',
  'copy 422 limit',
  // Refused before anything was charged.
  'refused field',
  'refused form',
] as const;
export type NetworkCondition = (typeof NETWORK_CONDITIONS)[number];

/** How a poll is answered. */
export const JOB_CONDITIONS = ['clear', 'gone', 'page', '500', 'lost', 'another', 'unfinished'] as const;
export type JobCondition = (typeof JOB_CONDITIONS)[number];

/** How a payment ends at the bank, and after how many milliseconds. */
export const ENDS = [
  ['successful', 400],
  ['failed', 400],
  ['successful', 12_000],
  ['failed', 45_000],
  ['successful', 400_000],
] as const;
type End = (typeof ENDS)[number];

/** A payment that the gateway has made: the truth. */
export interface Charge {
  readonly trackingId: string;
  readonly token: string;
  readonly attempt: string;
  readonly jobId: string;
  /** Monotonic, and by the true wall clock. */
  readonly at: number;
  readonly wallAt: number;
  readonly ends: 'successful' | 'failed';
  readonly endsAt: number;
}

/** The job of a copy that the gateway accepted, and will refuse. */
interface CopyJob {
  readonly trackingId: string;
  readonly jobId: string;
  readonly first: Charge;
  readonly endsAt: number;
}

/** Spec 8 compares the card; some gateways compare the token in its place. All of them accept an `attempt` once. */
export type DuplicateRule = 'card' | 'token';

const DUPLICATE_WINDOW = 30_000;

/** How long after its POST the job of a refused copy ends, and for how long a job that ends twice has its first end; in milliseconds. */
const COPY_LASTS = 500;
const FIRST_END_LASTS = 4000;

/** The request of a transfer, as far as it is read. */
export interface Asked {
  readonly request: { readonly tracking_id: string; readonly credit_card: { readonly token: string } };
}

/** A gateway that records every charge, behind a hostile network. All transfers are of one amount between two cards. */
export class HostileGateway {
  readonly charges: Charge[] = [];
  /** Each `attempt` of which a browser sent a copy that no page saw, and whose copy has failed as an honest decline does. */
  readonly unseen = new Set<string>();
  network: NetworkCondition = 'clear';
  jobs: JobCondition = 'clear';
  end: End = ENDS[0];
  readonly #clock: Clock;
  readonly #rule: DuplicateRule;
  readonly #habit: Habit;
  readonly #copies: CopyJob[] = [];
  /** The true time (ms since 1970), whatever the payer's wall clock shows. */
  readonly time: () => number;

  constructor(clock: Clock, rule: DuplicateRule, habit: Habit) {
    this.#clock = clock;
    this.#rule = rule;
    this.#habit = habit;
    const began = clock.now() - clock.monotonic();
    this.time = () => began + clock.monotonic();
  }

  /**
   * What is true of a tracking id now.
   *
   * @param since An attempt began then (ms since 1970): a failure before it belongs to another attempt.
   */
  truth(trackingId: string, since = 0): 'successful' | 'failed' | 'pending' | 'nothing' {
    const all = this.charges.filter((charge) => charge.trackingId === trackingId);
    const own = all.filter((charge) => charge.ends === 'successful' || charge.wallAt >= since);
    if (own.some((charge) => charge.ends === 'successful' && this.#hasEnded(charge))) return 'successful';
    if (own.some((charge) => !this.#hasEnded(charge))) return 'pending';
    return own.length > 0 ? 'failed' : 'nothing';
  }

  /** Answers a request. `sent`: called for each transfer's request that leaves a page. */
  async answer(url: string, body: string, sent: (request: Asked['request']) => void): Promise<Response> {
    const response = await this.#answer(url, body, sent);
    response.headers.set('date', new Date(this.time()).toUTCString());
    return response;
  }

  async #answer(url: string, body: string, sent: (request: Asked['request']) => void): Promise<Response> {
    const { pathname } = new URL(url);
    if (pathname.endsWith('verify-p2p')) return answer(200, { status: 'new', job_id: 'check' });
    if (pathname.endsWith('/check')) return answer(200, { status: 'done', job_id: 'check', response: possible() });
    if (!pathname.endsWith('p2p')) return this.#poll(pathname.split('/').at(-1) ?? '');
    const { request } = JSON.parse(body) as Asked;
    sent(request);
    return this.#post(request);
  }

  async #post(request: Asked['request']): Promise<Response> {
    const { network } = this;
    const dead = (): never => {
      throw new TypeError('Failed to fetch');
    };
    switch (network) {
      case 'clear':
        return this.#take(request);
      case 'lost':
        return dead();
      case 'answer lost':
        this.#take(request);
        return dead();
      case 'late':
        void sleep(this.#clock, 5000).then(() => this.#take(request));
        return dead();
      case 'silence after':
        this.#take(request);
        return new Promise(() => undefined);
      case 'silence':
        return new Promise(() => undefined);
      case 'copy answered':
        this.#take(request);
        if (this.#habit.refused === 'transaction') this.unseen.add(attemptIn(request.credit_card.token));
        return this.#take(request);
      case '503':
        return answer(503, errorBody({}));
      case 'refused field':
        return answer(422, errorBody({ currency: ['is unknown ISO 4217 Alpha-3 code'] }));
      case 'refused form':
        return answer(422, errorBody({ credit_card: { holder: ['is required'] } }));
      default:
        this.#take(request);
        return SECOND_ANSWERS[network]();
    }
  }

  /** Makes the payment, unless it is a repeat by the gateway's own rule. */
  #take({ tracking_id: trackingId, credit_card: { token } }: Asked['request']): Response {
    const now = this.#clock.monotonic();
    const attempt = attemptIn(token);
    const first = this.charges.find(
      (charge) => charge.attempt === attempt || (this.#rule === 'card' && now - charge.at < DUPLICATE_WINDOW),
    );
    if (first && this.#habit.refused === 'request') return answer(422, refusedRequest(this.#habit));
    const jobId = `job-${this.charges.length + this.#copies.length + 1}`;
    if (first) this.#copies.push({ trackingId, jobId, first, endsAt: now + COPY_LASTS });
    else {
      const [ends, after] = this.end;
      this.charges.push({ trackingId, token, attempt, jobId, at: now, wallAt: this.time(), ends, endsAt: now + after });
    }
    return answer(200, { status: 'new', job_id: jobId });
  }

  /** How the job of a copy ends, by the gateway's habit. */
  #pollCopy({ jobId, trackingId, first, endsAt }: CopyJob): Response {
    const { words, uid, refused } = this.#habit;
    const job = (status: string, response?: unknown): Response => answer(200, { status, job_id: jobId, response });
    if (this.#clock.monotonic() < endsAt) return job('new');
    if (refused === 'job') return job('failed', refusedJob(this.#habit));
    return job('done', {
      transaction: {
        uid: `uid-${uid === 'first' ? first.jobId : jobId}`,
        amount: 10_000,
        currency: 'USD',
        tracking_id: trackingId,
        status: 'failed',
        message: words,
      },
    });
  }

  async #poll(jobId: string): Promise<Response> {
    const charge = this.charges.find((one) => one.jobId === jobId);
    const { jobs } = this;
    if (jobs === 'lost') throw new TypeError('Failed to fetch');
    if (jobs === 'page') return answer(200, '<html>');
    if (jobs === '500') return answer(500, '');
    const copy = this.#copies.find((one) => one.jobId === jobId);
    if (copy && jobs !== 'gone') return this.#pollCopy(copy);
    if (jobs === 'gone' || !charge) return answer(404, errorBody({}, 'not_found'));
    if (jobs === 'unfinished')
      return answer(200, { status: 'failed', job_id: jobId, response: { message: 'later', finished: false } });
    const { trackingId, ends } = charge;
    if (!this.#hasEnded(charge) && jobs === 'clear') return answer(200, { status: 'new', job_id: jobId });
    if (this.#habit.jobsEndTwice && this.#clock.monotonic() < charge.endsAt + FIRST_END_LASTS)
      return answer(200, { status: 'failed', job_id: jobId, response: refusedJob({ words: 'No answer in time' }) });
    const reported =
      jobs === 'another' ? { tracking_id: 'another', status: 'successful' } : { tracking_id: trackingId, status: ends };
    return answer(200, {
      status: 'done',
      job_id: jobId,
      response: { transaction: { uid: `uid-${jobId}`, amount: 10_000, currency: 'USD', message: null, ...reported } },
    });
  }

  #hasEnded({ endsAt }: Charge): boolean {
    return this.#clock.monotonic() >= endsAt;
  }
}

const refusal = (status: number, errors: unknown, code?: string) => (): Response => answer(status, errorBody(errors, code));

/** The answers to a second copy of a request whose first copy was charged. */
const SECOND_ANSWERS = {
  '503 after': refusal(503, {}),
  'page after': () => answer(200, '<html>'),
  'copy 401': refusal(401, {}, 'unauthorized'),
  'copy 404': refusal(404, {}, 'not_found'),
  'copy 409': refusal(409, {}, 'conflict'),
  'copy 422 token': refusal(422, { credit_card: { token: ['was used'] } }),
  'copy 422 odd': refusal(422, { base: ['no se puede'] }, 'rejected'),
  'copy 422 limit': refusal(422, { amount: ['exceeds the daily limit'] }),
} as const;
