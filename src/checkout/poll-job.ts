import { abortable, type Clock, sleep } from '../clock/clock.js';
import { CheckoutError } from '../http/error.js';
import type { Job } from '../wire/job.js';
import { GatewayError, JobError } from './errors.js';
import type { Random } from './seal.js';

/** Whether anybody is there to be told: offline, or on a hidden page, polling waits. */
export interface Presence {
  readonly away: boolean;
  /** For sure without a network: what would be sent now can't leave. */
  readonly offline?: boolean;
  /** Calls back whenever `away` changes; the returned function ends that. */
  subscribe(callback: () => void): () => void;
}

/** A presence that never goes away, for servers and tests. */
export const alwaysPresent: Presence = { away: false, subscribe: () => () => undefined };

/** How long a job is polled before its outcome counts as unknown, in milliseconds. */
export const POLL_PATIENCE = 15 * 60_000;

// Jobs end within a second or two, or they take long: the gap grows with the time already waited, which stays close to
// the best schedule for both at a few requests each.
const gapAfter = (elapsed: number): number => Math.min(500 + elapsed / 10, 10_000);

const gapAfterFailures = (failures: number): number => Math.min(1000 * 2 ** (failures - 1), 15_000);

const overdue = (): JobError =>
  new JobError('job_overdue', 'Expected the job to end within 15 minutes; it has not.');

/** A gateway that has just accepted a job may not know it everywhere yet: one refusal proves nothing. */
const REFUSALS_BELIEVED = 3;

const isRefusal = (error: unknown): boolean =>
  error instanceof GatewayError && error.status >= 400 && error.status < 500 && ![408, 425, 429].includes(error.status);

/** Waits, and not only while away; ends early when the payer comes back, unless the gateway asked for the wait. */
async function pause(
  clock: Clock,
  milliseconds: number,
  asked: boolean,
  presence: Presence,
  signal: AbortSignal,
): Promise<void> {
  const early = new AbortController();
  const end = (): void => early.abort(signal.reason);
  let wasAway = presence.away;
  let comeBack: () => void = () => undefined;
  const unsubscribe = presence.subscribe(() => {
    if (!presence.away) {
      comeBack();
      if (wasAway && !asked) early.abort();
    }
    wasAway = presence.away;
  });
  signal.addEventListener('abort', end, { once: true });
  try {
    if (asked || !presence.away) await sleep(clock, milliseconds, early.signal).catch(() => undefined);
    if (presence.away && !signal.aborted) {
      await abortable(
        new Promise<void>((resolve) => {
          comeBack = resolve;
        }),
        signal,
      );
    }
    signal.throwIfAborted();
  } finally {
    signal.removeEventListener('abort', end);
    unsubscribe();
  }
}

/**
 * Polls a job (spec 2.4) until `judge` accepts an answer.
 *
 * Answered polls follow a nearly affine schedule (0.5 s plus a tenth of the time waited, 10 s at most); failures in a
 * row double from 1 s to 15 s; `Retry-After` is obeyed. Nothing is asked while the payer is away, and at once when he
 * is back.
 *
 * @param ask Makes one poll.
 * @param judge Returns the result an answer holds, or undefined to go on.
 * @throws JobError `job_lost` when the gateway keeps refusing, `job_overdue` when patience is over; the signal's reason.
 */
export async function pollJob<Result>(
  ask: () => Promise<Job>,
  judge: (job: Job) => Result | undefined,
  { clock, random, presence, signal, immediately = false }: {
    readonly clock: Clock;
    readonly random: Random;
    readonly presence: Presence;
    readonly signal: AbortSignal;
    /** Whether the first poll goes out at once: after a return, the job is old. */
    readonly immediately?: boolean;
  },
): Promise<Result> {
  const started = clock.now();
  let failures = 0;
  let refusals = 0;
  let gap = immediately ? 0 : gapAfter(0);
  let asked = 0;
  for (;;) {
    signal.throwIfAborted();
    const left = started + POLL_PATIENCE - clock.now();
    const notBefore = clock.now() + asked;
    // Told not to ask again before patience is over: wait no longer than that.
    const wait = asked > left ? left : Math.max(asked, gap * (0.95 + random.fraction() / 10));
    if (wait > 0 || presence.away) await pause(clock, wait, asked > 0, presence, signal);
    if (clock.now() < notBefore) throw overdue();
    asked = 0;
    try {
      const result = judge(await ask());
      if (result !== undefined) return result;
      failures = 0;
      refusals = 0;
      gap = gapAfter(clock.now() - started);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof CheckoutError)) throw error;
      refusals = isRefusal(error) ? refusals + 1 : 0;
      if (refusals >= REFUSALS_BELIEVED) {
        throw new JobError('job_lost', `Expected the state of a job; the gateway does not tell it. ${error.message}`);
      }
      failures += 1;
      gap = gapAfterFailures(failures);
      asked = (error instanceof GatewayError && error.retryAfter) || 0;
    }
    // Judged after a poll, never before one: whoever comes back after an hour is told what the gateway says now.
    if (clock.now() - started > POLL_PATIENCE) throw overdue();
  }
}
