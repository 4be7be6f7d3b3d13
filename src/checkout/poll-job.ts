import { abortable, type Clock, sleep } from '../clock/clock.js';
import { CheckoutError } from '../http/error.js';
import { isTransient } from '../http/transient.js';
import type { Job } from '../wire/response/job.js';
import { JobError } from './errors.js';
import { GatewayError } from '../wire/response/gateway-error.js';
import type { Random } from './seal.js';

/** Whether the payer is present: polling waits while they are offline or the page is hidden. */
export interface Presence {
  readonly away: boolean;
  /** Whether there is certainly no network, so that a request can't leave now. */
  readonly offline?: boolean;
  /** Calls back whenever `away` changes; the returned function unsubscribes. */
  subscribe(callback: () => void): () => void;
}

/** A presence that is never away, for servers and tests. */
export const alwaysPresent: Presence = { away: false, subscribe: () => () => undefined };

// Jobs end within a second or two, or they take long. The gap grows slowly at first and faster from 10 s on: within a tenth of
// the best affine schedule, however the jobs' times are spread (test/checkout/polling-cost.test.ts), with few requests in a long wait.
const gapAfter = (elapsed: number): number => Math.min(500 + 0.04 * elapsed + 0.06 * Math.max(0, elapsed - 10_000), 10_000);

const gapAfterFailures = (failures: number): number => Math.min(1000 * 2 ** (failures - 1), 15_000);

/** The longest wait (ms) that a gateway may ask for: a payer is waiting. */
const LONGEST_WAIT = 60_000;

const overdue = (patience: number): JobError =>
  new JobError('job_overdue', `Expected the job to end within ${patience / 1000} seconds; it has not.`);

const isRefusal = (error: GatewayError): boolean => error.status >= 400 && !isTransient(error.status);

/** When to give up on a job. */
export interface PollLimits {
  /** How long the job may take, in milliseconds. */
  readonly patience: number;
  /**
   * How much longer (ms) polls without an answer go on: a machine that slept, or a payer who was away for longer than that, comes
   * back to a network that is not there yet.
   */
  readonly grace: number;
  /** Whether an answer says nothing about the job, and later ones may be no better. `judged`: it was a job, but without a result. */
  readonly isUnusable: (error: GatewayError, judged: boolean) => boolean;
  /** Polling stops after this many unusable answers in a row, over at least this time (ms). */
  readonly unusable: { readonly answers: number; readonly milliseconds: number };
}

/**
 * Limits for a payment. When a gateway has just accepted a job, not all of its servers may know it yet, and a proxy's error
 * page says nothing about it.
 */
export const PAYMENT_LIMITS: PollLimits = {
  patience: 15 * 60_000,
  grace: 30_000,
  isUnusable: (error, judged) => judged || isRefusal(error),
  unusable: { answers: 6, milliseconds: 60_000 },
};

/** Limits for a payment that is resumed: its job is old, so every server of the gateway knows it by now. */
export const RESUMED_LIMITS: PollLimits = { ...PAYMENT_LIMITS, unusable: { answers: 3, milliseconds: 10_000 } };

/** Limits for when the outcome is already known and only its details are missing. */
export const KNOWN_LIMITS: PollLimits = {
  patience: 10_000,
  grace: 0,
  isUnusable: () => true,
  unusable: { answers: 1, milliseconds: 0 },
};

/** Limits for a check: it moves no money, and can be repeated at once. */
export const CHECK_LIMITS: PollLimits = {
  patience: 22_000,
  grace: 0,
  isUnusable: ({ status }) => !isTransient(status),
  unusable: { answers: 3, milliseconds: 0 },
};

/** The shortest time (ms) from an answer to the poll that a payer's return leads to: they may return again and again. */
const SOONEST = 1000;

/**
 * Waits for a time and, while the payer is away, until they return. Their return ends the wait early.
 *
 * @param milliseconds Infinity for their next return alone.
 * @param soonest The shortest wait (ms) that their return leaves; the whole wait where the gateway asked for it.
 * @throws The signal's reason.
 */
export async function pause(
  milliseconds: number,
  {
    clock,
    soonest,
    presence,
    signal,
  }: {
    readonly clock: Clock;
    readonly soonest: number;
    readonly presence: Presence;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const early = new AbortController();
  const end = (): void => early.abort(signal.reason);
  let wasAway = presence.away;
  let comeBack: () => void = () => undefined;
  const unsubscribe = presence.subscribe(() => {
    if (!presence.away) {
      comeBack();
      if (wasAway) early.abort();
    }
    wasAway = presence.away;
  });
  signal.addEventListener('abort', end);
  try {
    const least = Math.min(milliseconds, soonest);
    await sleep(clock, least, signal).catch(() => undefined);
    const rest = milliseconds - least;
    if (rest === Infinity) await abortable(new Promise(() => undefined), early.signal).catch(() => undefined);
    else if (rest > 0) await sleep(clock, rest, early.signal).catch(() => undefined);
    if (presence.away) {
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

/** What the answers so far mean for the next poll. All times are in milliseconds since `started`. */
class PollSchedule {
  readonly #limits: PollLimits;
  #gap: number;
  #failures = 0;
  #unusable = { answers: 0, since: 0 };
  /** How long the gateway asked to wait; 0 when it did not. */
  asked = 0;

  constructor(limits: PollLimits, gap: number) {
    this.#limits = limits;
    this.#gap = gap;
  }

  /** How long to wait; `fraction`, from 0 to 1, spreads the polls of many payers. */
  wait(fraction: number): number {
    return Math.max(this.asked, this.#gap * (0.95 + fraction / 10));
  }

  /** The job is not done yet. */
  proceed(elapsed: number): void {
    this.#failures = this.#unusable.answers = this.asked = 0;
    this.#gap = gapAfter(elapsed);
  }

  /** @throws JobError or the error itself, when the answers have been unusable for too long. */
  fail(error: CheckoutError, judged: boolean, elapsed: number): void {
    const answer = error instanceof GatewayError ? error : undefined;
    const { isUnusable, unusable } = this.#limits;
    const { answers, since } = this.#unusable;
    if (answer && isUnusable(answer, judged)) {
      this.#unusable = { answers: answers + 1, since: answers > 0 ? since : elapsed };
      if (answers + 1 >= unusable.answers && elapsed - this.#unusable.since >= unusable.milliseconds) {
        throw isRefusal(answer)
          ? new JobError('job_lost', `Expected the state of a job; the gateway refused it. ${error.message}`)
          : error;
      }
    } else this.#unusable.answers = 0;
    this.#failures += 1;
    this.#gap = gapAfterFailures(this.#failures);
    this.asked = Math.min(answer?.retryAfter ?? 0, LONGEST_WAIT);
  }
}

/**
 * Polls a job (spec 2.4) until `judge` accepts an answer.
 *
 * After an answer, the gap is 0.5 s plus 4 % of the time waited so far and another 6 % of what is beyond 10 s, at most 10 s;
 * after consecutive failures it doubles from 1 s to 15 s; `Retry-After` is respected, up to a minute. Polling pauses while the payer is away,
 * and continues at once when they return.
 *
 * @example
 * const answer = await pollJob(
 *   () => checkout.job(jobId),
 *   ({ status, response }) => (status === 'done' ? response : undefined),
 *   { presence: alwaysPresent, clock: systemClock, random: systemRandom, signal: AbortSignal.timeout(60_000) },
 * );
 *
 * @param ask Makes one poll.
 * @param judge Returns the result of an answer, or undefined to continue; throws a GatewayError for one that does not match
 *   the contract.
 * @throws JobError `job_lost` when the gateway keeps refusing, `job_overdue` when the time is up; GatewayError when its
 *   answers keep breaking the contract; the signal's reason.
 */
export async function pollJob<Result>(
  ask: () => Promise<Job>,
  judge: (job: Job) => Result | undefined,
  {
    clock,
    random,
    presence,
    signal,
    limits = PAYMENT_LIMITS,
    immediately = false,
    started = clock.monotonic(),
  }: {
    readonly clock: Clock;
    readonly random: Random;
    readonly presence: Presence;
    readonly signal: AbortSignal;
    readonly limits?: PollLimits;
    /** Whether to poll at once: after the payer's return the job is old. */
    readonly immediately?: boolean;
    /** When `limits.patience` began, by the monotonic clock; now when absent. */
    readonly started?: number;
  },
): Promise<Result> {
  const { patience } = limits;
  const elapsed = (): number => clock.monotonic() - started;
  const schedule = new PollSchedule(limits, immediately ? 0 : gapAfter(0));
  /** When the limit was found to be over. */
  let over: number | undefined;
  for (;;) {
    signal.throwIfAborted();
    const { asked } = schedule;
    const notBefore = elapsed() + asked;
    // Never beyond the limit: then comes the last poll, unless the gateway asked to wait longer.
    const wait = Math.min(schedule.wait(random.fraction()), over === undefined ? patience - elapsed() : Infinity);
    if (wait > 0 || presence.away) await pause(wait, { clock, soonest: asked > 0 ? wait : SOONEST, presence, signal });
    if (elapsed() < notBefore) throw overdue(patience);
    let judged = false;
    let isAnswered = true;
    try {
      const job = await ask();
      judged = true;
      const result = judge(job);
      if (result !== undefined) return result;
      schedule.proceed(elapsed());
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof CheckoutError)) throw error;
      schedule.fail(error, judged, elapsed());
      isAnswered = error instanceof GatewayError;
    }
    // Checked after a poll, never before it: a payer who returns after an hour sees the gateway's current answer.
    if (elapsed() < patience) continue;
    over ??= elapsed();
    if (isAnswered || elapsed() - over >= limits.grace) throw overdue(patience);
  }
}
