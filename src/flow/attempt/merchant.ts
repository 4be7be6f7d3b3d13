import type { Clock } from '../../clock/clock.js';
import { withDeadline } from '../../clock/deadline.js';
import { MerchantError } from '../errors.js';
import { isUid } from '../../wire/uid.js';
import type { FlowSurroundings, ResolvedStatus, StatusQuestion } from '../options.js';
import type { Price } from '../state.js';

/** How long the merchant's server may take to name an attempt, and to tell an outcome; in milliseconds. */
const PREPARE_PATIENCE = 30_000;
const RESOLVE_PATIENCE = 15_000;

/** What somebody else's function gave instead of what it should, for whoever wrote it. */
class Unexpected extends TypeError {}

/** How a function of the merchant's went wrong. */
const fault = (error: unknown): string => (error instanceof Unexpected ? error.message : 'it failed');

/** The answer of a function of the merchant's, or an error when none comes in time. */
const answerOf = <Answer>(ask: () => Answer | Promise<Answer>, milliseconds: number, clock: Clock, signal: AbortSignal): Promise<Answer> =>
  withDeadline(async () => ask(), {
    clock,
    signal,
    milliseconds,
    late: () => new Unexpected(`no answer came within ${milliseconds / 1000} seconds`),
  });

const shown = (value: unknown): string => (JSON.stringify(value) ?? String(value)).slice(0, 100);

/**
 * The tracking id of an attempt: the merchant's `prepare` may name it.
 *
 * @throws MerchantError `prepare_failed`, or the signal's reason.
 */
export async function nameAttempt(
  prepare: FlowSurroundings['prepare'],
  { amount, currency }: Price,
  { attempt, trackingId, clock, signal }: { attempt: number; trackingId: string; clock: Clock; signal: AbortSignal },
): Promise<string> {
  if (!prepare) return trackingId;
  try {
    const prepared: unknown = await answerOf(() => prepare({ attempt, amount, currency }), PREPARE_PATIENCE, clock, signal);
    if (prepared === undefined || prepared === null) return trackingId;
    // An order that was to be named and has no name is none: money would move for nothing.
    const given = (prepared as { trackingId?: unknown }).trackingId;
    if (typeof given === 'string' && given.trim() !== '') return given;
    throw new Unexpected(`it returned ${shown(prepared)}`);
  } catch (error) {
    signal.throwIfAborted();
    throw new MerchantError(
      'prepare_failed',
      `Expected prepare to return {trackingId: "…"}, or nothing; ${fault(error)}. Nothing was sent. ` +
        'Look at the cause, and at the server it asked.',
      error,
    );
  }
}

/**
 * How an attempt ended by the word of the merchant's server, for when the gateway does not tell.
 *
 * @throws MerchantError `resolve_status_failed`, or the signal's reason.
 */
export async function resolveOutcome(
  resolveStatus: NonNullable<FlowSurroundings['resolveStatus']>,
  { trackingId, uid, startedAt }: StatusQuestion,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<ResolvedStatus> {
  try {
    // What is no id would only confuse a server that knows the tracking id.
    const question = { trackingId, uid: uid !== undefined && isUid(uid) ? uid : undefined, startedAt };
    const answer: unknown = await answerOf(() => resolveStatus(question), RESOLVE_PATIENCE, clock, signal);
    const { outcome, amount, currency } = Object(answer) as ResolvedStatus;
    if (['successful', 'failed', 'unknown'].includes(outcome)) return { outcome, amount, currency };
    throw new Unexpected(`it returned ${shown(answer)}`);
  } catch (error) {
    signal.throwIfAborted();
    throw new MerchantError(
      'resolve_status_failed',
      `Expected resolveStatus to return {outcome: "successful", "failed" or "unknown"}; ${fault(error)}. ` +
        'It counts as unknown. Look at the cause.',
      error,
    );
  }
}

/** The sum that an answer has to be about. Minor units. */
export interface ExpectedSum {
  /** Undefined: any. */
  readonly amount: number | undefined;
  readonly currency: string;
}

const sumIn = ({ amount, currency }: Pick<ResolvedStatus, 'amount' | 'currency'>): string => `amount ${shown(amount)} and currency ${shown(currency)}`;

/**
 * Whether an answer is about this sum; one about another is about another payment.
 *
 * @param whose Of an attempt, which the server was asked about by its own tracking id, the answer may leave the sum out. What
 *   connects it with a page is the sum alone.
 */
export function hasSum(told: ResolvedStatus, expected: ExpectedSum, whose: 'attempt' | 'page'): boolean {
  const fits = (name: keyof ExpectedSum): boolean =>
    expected[name] === undefined || told[name] === expected[name] || (whose === 'attempt' && told[name] === undefined);
  return fits('amount') && fits('currency');
}

/**
 * Refuses an answer about another sum (see `hasSum`).
 *
 * @throws MerchantError `resolve_status_mismatch`.
 */
export function requireSum(told: ResolvedStatus, expected: ExpectedSum, whose: 'attempt' | 'page'): void {
  if (hasSum(told, expected, whose)) return;
  throw new MerchantError(
    'resolve_status_mismatch',
    `Expected resolveStatus to tell of a payment with ${sumIn(expected)}, which is what ` +
      `${whose === 'page' ? 'this page asks for' : 'was sent'}; it returned ${sumIn(told)}. Its answer does not count. ` +
      'Look at the transaction that your server found: it may be another order’s.',
  );
}
