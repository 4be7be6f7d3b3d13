import { sleep } from '../../clock/clock.js';
import { CheckoutError } from '../../http/error.js';
import type { Answer } from './answer.js';
import { askAgain } from './ask-again.js';
import { askJob } from './follow-job.js';
import { runCallback } from '../run-callback.js';
import { isLockTaken, sendingLock } from '../record/lock.js';
import { requireSum, resolveOutcome } from '../merchant-callbacks.js';
import { ownOnly } from '../../http/parse-json.js';
import type { FlowSurroundings, ResolvedStatus, StatusQuestion } from '../options.js';
import { lastSentAt, type PaymentRecord } from '../record/payment-record.js';
import { type Attempt, type Outcome, uidOf } from '../state.js';

/**
 * How long another tab's request may take, and how often to look for its answer; in milliseconds. Each copy has 30 s, so
 * the tab that sends it knows by then.
 */
const SENDING = 35_000;
const CHECK_AGAIN = 300;

/** How long a gateway accepts a seal, in milliseconds: until then, a copy of a request can still pay. */
const SEAL_LIFE = 15 * 60_000;

/** How many times in a row the sender must be missing: it writes its record a moment before it takes its lock. */
const MISSING = 4;

/** Finds out how an attempt ended if the gateway's answer did not reach this page. */
export class AttemptStatus {
  readonly #surroundings: FlowSurroundings;
  readonly #key: string;
  #asking: AbortController | undefined;

  /** @param key Thumbprint of the shop's key. */
  constructor(surroundings: FlowSurroundings, key: string) {
    this.#surroundings = surroundings;
    this.#key = key;
  }

  /**
   * The record of an attempt, as soon as the page that sends it (perhaps another tab) has its answer or is gone. Before that,
   * the outcome can't be called unknown.
   */
  async waitForSender({ id, trackingId }: Attempt, signal: AbortSignal): Promise<PaymentRecord | undefined> {
    const { records, clock, locks } = this.#surroundings;
    const began = clock.monotonic();
    let missing = 0;
    for (;;) {
      const one = records.find(this.#key, trackingId);
      if (one?.phase !== 'sent' || one.attempt !== id || signal.aborted) return one;
      const isSending = await isLockTaken(locks, sendingLock(this.#key, trackingId));
      // Without locks only the time decides. A wall clock that was set back must not extend it.
      const isOver = isSending === undefined && clock.now() - lastSentAt(one) >= SENDING;
      missing = isSending === false ? missing + 1 : 0;
      if (isOver || missing >= MISSING || clock.monotonic() - began >= 2 * SENDING) return records.find(this.#key, trackingId);
      // Canceled: the next look returns.
      await sleep(clock, CHECK_AGAIN, signal).catch(() => undefined);
    }
  }

  /**
   * Returns the outcome. The merchant's server is asked about one that is unknown, and about a failed transaction: a browser may
   * have sent the request twice, which no page sees, and then another transaction of the id may have paid.
   */
  async resolve(result: Outcome, attempt: Attempt, signal: AbortSignal, report = this.#surroundings.report): Promise<Outcome> {
    const { resolveStatus, clock } = this.#surroundings;
    const isOpen = result.outcome === 'unknown' || (result.outcome === 'failed' && result.transaction !== undefined);
    if (!isOpen || !resolveStatus || signal.aborted) return result;
    const unknown: Outcome = result.outcome === 'failed' ? { outcome: 'unknown', reason: 'no_answer' } : result;
    try {
      const answer = await resolveOutcome(resolveStatus, this.#questionAbout(attempt, result), { clock, signal });
      return this.#read(answer, attempt, result, unknown);
    } catch (error) {
      if (error instanceof CheckoutError) runCallback(() => report(error));
      return unknown;
    }
  }

  /** Of a request that was sent more than once, any uid may be the copy's. A failed transaction is not the one to look for. */
  #questionAbout(attempt: Attempt, result: Outcome): StatusQuestion {
    const { trackingId, uid = uidOf(result) } = attempt;
    const { startedAt, repeatedAt } = this.#gatewayTimes(attempt);
    const isAskedById = repeatedAt !== undefined || result.outcome === 'failed';
    return {
      trackingId,
      uid: isAskedById ? undefined : uid,
      startedAt: new Date(startedAt).toISOString(),
      ...(repeatedAt !== undefined && { repeatedAt: new Date(repeatedAt).toISOString() }),
    };
  }

  /**
   * When the request left, by the gateway's time (ms). The device's clock may have been set since then, forward or back. So the
   * difference of then counts, and for the last copy the later of both times: the less time has passed, the less a failure proves.
   */
  #gatewayTimes({ startedAt, repeatedAt, ahead }: Attempt): Pick<Attempt, 'startedAt' | 'repeatedAt'> {
    const now = this.#surroundings.client.ahead ?? 0;
    const then = ahead ?? now;
    return { startedAt: startedAt + then, repeatedAt: repeatedAt && repeatedAt + Math.max(then, now) };
  }

  #read(answer: ResolvedStatus, attempt: Attempt, result: Outcome, unknown: Outcome): Outcome {
    const { client, records, judgeRedirect } = this.#surroundings;
    const { outcome, redirectUrl } = answer;
    const { trackingId, startedAt } = attempt;
    const { repeatedAt } = this.#gatewayTimes(attempt);
    if (outcome === 'pending') {
      const verdict = redirectUrl === undefined ? undefined : judgeRedirect(redirectUrl);
      return verdict && 'url' in verdict ? ownOnly<Outcome>({ ...unknown, redirectUrl: verdict.url.href } as Outcome) : unknown;
    }
    if (outcome === 'unknown') return result;
    requireSum(answer, attempt, 'attempt');
    if (outcome === 'successful') return { outcome, transaction: unknown.transaction, subscription: unknown.subscription };
    // A copy may still be accepted, or an earlier attempt with the same id may have failed: the answer may be about that one.
    const mayBePaid = repeatedAt !== undefined && client.now() - repeatedAt < SEAL_LIFE;
    if (mayBePaid || records.hasFailed(this.#key, trackingId, startedAt)) return unknown;
    return { outcome, transaction: result.transaction, subscription: result.subscription };
  }

  /**
   * Goes on asking after an unknown outcome, until it is final or `stop()` is called: the gateway about the job, then the
   * merchant's server.
   *
   * @param attempt Returns the facts about the attempt that are known by then.
   * @param readAnswer Reads the job's response.
   * @returns the final outcome; undefined when stopped, or when there is no way to ask.
   */
  async keepAsking(
    unknown: Outcome & { outcome: 'unknown' },
    attempt: () => Attempt,
    readAnswer: (response: unknown) => Answer | undefined,
  ): Promise<Outcome | undefined> {
    const { resolveStatus, client, clock, presence } = this.#surroundings;
    const mayPoll = unknown.reason !== 'duplicate';
    if (!resolveStatus && !(mayPoll && attempt().jobId !== undefined)) return undefined;
    this.stop();
    const { signal } = (this.#asking = new AbortController());
    let final: Outcome | undefined;
    const askOnce = async (): Promise<boolean> => {
      const { jobId } = attempt();
      const reader = { readAnswer, isRepeated: () => attempt().repeatedAt !== undefined };
      const polled = mayPoll && jobId !== undefined ? await askJob(client, jobId, reader, signal) : undefined;
      const result = await this.resolve(polled ?? unknown, attempt(), signal, () => undefined);
      if (signal.aborted || result.outcome === 'unknown') return false;
      final = result;
      return true;
    };
    await askAgain(askOnce, { clock, presence, signal });
    return final;
  }

  /** Stops asking. */
  stop(): void {
    this.#asking?.abort();
    this.#asking = undefined;
  }
}
