import { sleep } from '../clock/clock.js';
import { KNOWN_LIMITS, PAYMENT_LIMITS, RESUMED_LIMITS } from '../checkout/poll-job.js';
import { CheckoutError } from '../http/error.js';
import { ownOnly } from '../http/parse-json.js';
import { type Answer, isAbout } from './answer.js';
import { askAgain } from './ask-again.js';
import { callOut, detached } from './call-out.js';
import { RedirectError, StorageError } from './errors.js';
import { requireSum, resolveOutcome } from './merchant.js';
import type { FlowSurroundings } from './options.js';
import type { TransferRecord } from './record.js';
import { settle } from './settle.js';
import { type Attempt, type Event, isUnderWay, isUnknown, type Outcome, type State, uidOf } from './state.js';

/** The reason of a wait that was given up with `cancel()`. */
export const CANCELED = /* @__PURE__ */ Symbol('canceled');

/** How long another tab's request may take, with its repeats, and how often to look; in milliseconds. */
const TAKES_TO_SEND = 50_000;
const LOOK_AGAIN = 300;

/** Follows an attempt whose request has left: job, 3-D Secure, outcome, and what is on record of it. */
export class Following {
  /** Thumbprint of the key that the attempt was sealed with. */
  key = '';
  /** Whether the request was sent more than once: then it may be the very one that it is called a duplicate of. */
  repeated = false;
  readonly #options: FlowSurroundings;
  readonly #readAnswer: (response: unknown) => Answer | undefined;
  readonly #state: () => State;
  readonly #dispatch: (event: Event) => void;
  #toldStorage = false;
  #asking: AbortController | undefined;

  constructor(
    options: FlowSurroundings,
    readAnswer: (response: unknown) => Answer | undefined,
    state: () => State,
    dispatch: (event: Event) => void,
  ) {
    this.#options = options;
    this.#readAnswer = readAnswer;
    this.#state = state;
    this.#dispatch = dispatch;
  }

  /** Writes where the attempt stands. */
  record(phase: Exclude<TransferRecord['phase'], 'ended'>): void {
    const state = this.#state();
    if (!isUnderWay(state) || this.#options.records.write(this.key, state.attempt, phase)) return;
    if (!this.#toldStorage) callOut(() => this.#options.report(new StorageError()));
    this.#toldStorage = true;
  }

  /** Takes back the record of a request that was refused whole; not one that another tab has written since. */
  withdraw(): void {
    const state = this.#state();
    if (!isUnderWay(state)) return;
    const { records } = this.#options;
    const { trackingId, startedAt } = state.attempt;
    const one = records.find(this.key, trackingId);
    if (one?.phase === 'sent' && one.started_at === startedAt) records.remove(this.key, trackingId);
  }

  /**
   * Follows an attempt whose request left earlier.
   *
   * @param known How it ended by the record.
   * @param elsewhere Whether another tab may be sending it at this moment.
   */
  async takeUp(
    attempt: Attempt,
    { signal, known, elsewhere }: {
      readonly signal: AbortSignal;
      readonly known: TransferRecord['outcome'];
      readonly elsewhere: boolean;
    },
  ): Promise<void> {
    this.stopAsking();
    this.repeated = false;
    this.#dispatch({ type: 'resumed', attempt });
    const told = elsewhere ? await this.#sentElsewhere(attempt, signal) : undefined;
    const { jobId = told?.job_id } = attempt;
    const ended = known ?? told?.outcome;
    if (jobId !== undefined) {
      if (attempt.jobId === undefined) this.#dispatch({ type: 'accepted', jobId });
      await this.toTheEnd(jobId, { signal, immediately: true, known: ended });
    } else {
      await this.end({ outcome: 'unknown', reason: signal.aborted ? 'canceled' : 'no_answer' }, signal, ended);
    }
  }

  /**
   * What is on record of an attempt that another tab has just sent: waits until the gateway has answered that one, for as
   * long as that may take.
   */
  async #sentElsewhere({ trackingId }: Attempt, signal: AbortSignal): Promise<TransferRecord | undefined> {
    const { records, clock } = this.#options;
    for (;;) {
      const one = records.find(this.key, trackingId);
      const isOpen = one?.phase === 'sent' && one.job_id === undefined && clock.now() - one.started_at < TAKES_TO_SEND;
      if (!isOpen || signal.aborted) return one;
      // Given up: the caller asks the signal.
      await sleep(clock, LOOK_AGAIN, signal).catch(() => undefined);
    }
  }

  /**
   * Polls the job until the attempt's outcome is known or can't be known any more, and ends it. Whatever goes wrong on
   * the way ends it as unknown.
   *
   * @param known How it ended by the record, for when the gateway has forgotten the job.
   */
  async toTheEnd(
    jobId: string,
    { signal, immediately, known }: {
      signal: AbortSignal;
      /** Whether the first poll goes out at once. */
      immediately: boolean;
      known: TransferRecord['outcome'];
    },
  ): Promise<void> {
    const { client, clock, random, presence } = this.#options;
    let result: Outcome = { outcome: 'unknown', reason: 'no_answer' };
    try {
      result = await settle(client, jobId, (response) => this.#readOwn(response), (answer) => this.#progress(answer), {
        clock, random, presence, signal, immediately, limits: known ? KNOWN_LIMITS : immediately ? RESUMED_LIMITS : PAYMENT_LIMITS,
      });
    } catch (error) {
      if (error !== CANCELED) throw error;
      result = { outcome: 'unknown', reason: 'canceled' };
    } finally {
      await this.end(result, signal, known);
    }
  }

  /** Ends the attempt; of what the gateway does not tell, the merchant's server may have been told. */
  async end(result: Outcome, signal: AbortSignal, known?: TransferRecord['outcome']): Promise<void> {
    const state = this.#state();
    if (!isUnderWay(state)) return;
    // An outcome without transaction or subscription inherits none.
    const own = ownOnly(result);
    const isOwnRepeat = this.repeated && own.outcome === 'unknown' && own.reason === 'duplicate';
    const asked = await this.#ask(state.attempt, isOwnRepeat ? { ...own, reason: 'no_answer' } : own, signal);
    const final = ownOnly<Outcome>(known && asked.outcome === 'unknown' ? { outcome: known, transaction: undefined } : asked);
    this.#conclude(state.attempt, final);
    if (final.outcome === 'unknown') detached(this.#askLater());
  }

  /** Asks no more how an attempt of unknown outcome ended. */
  stopAsking(): void {
    this.#asking?.abort(CANCELED);
  }

  #conclude(attempt: Attempt, result: Outcome): void {
    const { records, cards } = this.#options;
    const { outcome } = result;
    if (outcome !== 'unknown') records.write(this.key, { ...attempt, uid: uidOf(result) ?? attempt.uid }, 'ended', outcome);
    this.#dispatch({ type: 'ended', result });
    cards.clear(outcome === 'successful' ? 'all' : 'verification_value');
  }

  /** The gateway may have told the merchant's server meanwhile: whoever waits before the page learns it by himself. */
  async #askLater(): Promise<void> {
    const { clock, presence, resolveStatus } = this.#options;
    if (!resolveStatus) return;
    this.stopAsking();
    const { signal } = (this.#asking = new AbortController());
    const ask = async (): Promise<boolean> => {
      const state = this.#state();
      if (!isUnknown(state)) return true;
      const result = await this.#ask(state.attempt, state.result, signal, () => undefined);
      if (signal.aborted || result.outcome === 'unknown') return signal.aborted;
      this.#conclude(state.attempt, ownOnly<Outcome>(result));
      return true;
    };
    await askAgain(ask, { clock, presence, signal });
  }

  /** Reads an answer; one about another payment is none, however genuine. */
  #readOwn(response: unknown): Answer | undefined {
    const answer = this.#readAnswer(response);
    const state = this.#state();
    return answer && isUnderWay(state) && isAbout(answer, state.attempt) ? answer : undefined;
  }

  /** Sends the payer to 3-D Secure. @returns the outcome when he may not be sent there. */
  #progress({ uid, redirectUrl: redirect, transaction, subscription }: Answer): Outcome | undefined {
    const { judgeRedirect, leave, report } = this.#options;
    const before = this.#state();
    this.#dispatch({ type: 'identified', uid });
    const state = this.#state();
    if (!redirect) {
      if (state !== before) this.record('accepted');
      return undefined;
    }
    const verdict = judgeRedirect(redirect);
    if ('problem' in verdict) {
      callOut(() => report(new RedirectError(verdict.problem)));
      return { outcome: 'unknown', reason: 'redirect_refused', transaction, subscription };
    }
    const redirectUrl = verdict.url.href;
    if (state.step === 'transferring') {
      this.#dispatch({ type: 'challenged', transaction, redirectUrl });
      // Before leaving: the page that comes back must know what it was in the middle of.
      this.record('authentication');
      // Where leaving fails, the page shows the address as a link.
      callOut(() => leave(redirectUrl, state.attempt));
    } else if (state.step === 'settling' && state.redirectUrl === undefined) {
      // He came back without having finished there; he may want to.
      this.#dispatch({ type: 'returned', redirectUrl });
      this.record('authentication');
    }
    return undefined;
  }

  /** What the merchant's server says of an attempt, where the gateway does not tell. */
  async #ask(attempt: Attempt, result: Outcome, signal: AbortSignal, report = this.#options.report): Promise<Outcome> {
    const { resolveStatus, clock, client, records } = this.#options;
    if (result.outcome !== 'unknown' || !resolveStatus || signal.aborted) return result;
    try {
      const { trackingId, uid = uidOf(result), startedAt } = attempt;
      const question = { trackingId, uid, startedAt: new Date(startedAt + client.now() - clock.now()).toISOString() };
      const told = await resolveOutcome(resolveStatus, question, { clock, signal });
      const { outcome } = told;
      // By an id under which an earlier attempt has failed, it may be that one's end which is told.
      const isEarlier = outcome === 'failed' && records.hasFailed(this.key, trackingId, startedAt);
      if (outcome === 'unknown' || isEarlier) return result;
      requireSum(told, attempt, 'attempt');
      return { outcome, transaction: result.transaction, subscription: result.subscription };
    } catch (error) {
      if (error instanceof CheckoutError) callOut(() => report(error));
      return result;
    }
  }
}
