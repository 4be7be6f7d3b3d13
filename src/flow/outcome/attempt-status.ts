import { sleep } from '../../clock/clock.js';
import { CheckoutError } from '../../http/error.js';
import type { Answer } from './answer.js';
import { askAgain } from './ask-again.js';
import { askJob } from './follow-job.js';
import { runCallback } from '../run-callback.js';
import { isLockTaken, sendingLock } from '../record/lock.js';
import { requireSum, resolveOutcome } from '../merchant-callbacks.js';
import type { FlowSurroundings } from '../options.js';
import type { PaymentRecord } from '../record/payment-record.js';
import { type Attempt, type Outcome, uidOf } from '../state.js';

/**
 * How long another tab's request may take, and how often to look for its answer; in milliseconds. Each copy has 30 s, so
 * the tab that sends it knows by then.
 */
const SENDING = 35_000;
const CHECK_AGAIN = 300;

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
  async waitForSender({ trackingId }: Attempt, signal: AbortSignal): Promise<PaymentRecord | undefined> {
    const { records, clock, locks } = this.#surroundings;
    const began = clock.monotonic();
    let missing = 0;
    for (;;) {
      const one = records.find(this.#key, trackingId);
      if (one?.phase !== 'sent' || one.job_id !== undefined || signal.aborted) return one;
      const isSending = await isLockTaken(locks, sendingLock(this.#key, trackingId));
      // Without locks only the time decides. A wall clock that was set back must not extend it.
      const isOver = isSending === undefined && clock.now() - one.started_at >= SENDING;
      missing = isSending === false ? missing + 1 : 0;
      if (isOver || missing >= MISSING || clock.monotonic() - began >= 2 * SENDING) return records.find(this.#key, trackingId);
      // Canceled: the next look returns.
      await sleep(clock, CHECK_AGAIN, signal).catch(() => undefined);
    }
  }

  /** Returns the outcome. If it is unknown, asks the merchant's server. */
  async resolve(result: Outcome, attempt: Attempt, signal: AbortSignal, report = this.#surroundings.report): Promise<Outcome> {
    const { resolveStatus, clock, client, records } = this.#surroundings;
    if (result.outcome !== 'unknown' || !resolveStatus || signal.aborted) return result;
    try {
      const { trackingId, uid = uidOf(result), startedAt } = attempt;
      const question = { trackingId, uid, startedAt: new Date(startedAt + client.now() - clock.now()).toISOString() };
      const answer = await resolveOutcome(resolveStatus, question, { clock, signal });
      const { outcome } = answer;
      // If an earlier attempt with the same id failed, the answer may be about that one.
      const isEarlier = outcome === 'failed' && records.hasFailed(this.#key, trackingId, startedAt);
      if (outcome === 'unknown' || isEarlier) return result;
      requireSum(answer, attempt, 'attempt');
      return { outcome, transaction: result.transaction, subscription: result.subscription };
    } catch (error) {
      if (error instanceof CheckoutError) runCallback(() => report(error));
      return result;
    }
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
    const mayPoll = !['canceled', 'duplicate'].includes(unknown.reason);
    if (!resolveStatus && !(mayPoll && attempt().jobId !== undefined)) return undefined;
    this.stop();
    const { signal } = (this.#asking = new AbortController());
    let final: Outcome | undefined;
    const askOnce = async (): Promise<boolean> => {
      const { jobId } = attempt();
      const polled = mayPoll && jobId !== undefined ? await askJob(client, jobId, readAnswer, signal) : undefined;
      const result = polled ?? (await this.resolve(unknown, attempt(), signal, () => undefined));
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
