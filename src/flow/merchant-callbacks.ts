import type { Presence } from '../checkout/poll-job.js';
import type { Clock } from '../clock/clock.js';
import { withDeadline } from '../clock/deadline.js';
import { MerchantError } from './errors.js';
import { requireNetwork } from './network.js';
import { isUid } from '../wire/uid.js';
import type { FlowSurroundings, ResolvedStatus, StatusQuestion } from './options.js';
import type { Price } from './state.js';

/** How long `prepare` and `resolveStatus` may take, in milliseconds. */
const PREPARE_PATIENCE = 30_000;
const RESOLVE_PATIENCE = 15_000;

/** One of the merchant's functions returned something unexpected. The message is for the developer. */
class Unexpected extends TypeError {}

/** Describes why one of the merchant's functions failed. */
const reasonOf = (error: unknown): string => (error instanceof Unexpected ? error.message : 'it failed');

/** Calls one of the merchant's functions. Throws `Unexpected` if the page has set something else. */
const called = <Question, Answer>(ask: (question: Question) => Answer, question: Question): Answer => {
  if (typeof ask === 'function') return ask(question);
  throw new Unexpected('it is no function');
};

/** Waits for the answer of one of the merchant's functions. Throws `Unexpected` if it takes too long. */
const withTimeout = <Answer>(
  ask: () => Answer | Promise<Answer>,
  milliseconds: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<Answer> =>
  withDeadline(async () => ask(), {
    clock,
    signal,
    milliseconds,
    late: () => new Unexpected(`no answer came within ${milliseconds / 1000} seconds`),
  });

const shown = (value: unknown): string =>
  (JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part)) ?? String(value)).slice(0, 100);

/** An attempt whose tracking id the merchant may choose, and how to wait for it. */
interface NamedAttempt {
  readonly attempt: number;
  readonly trackingId: string;
  readonly clock: Clock;
  readonly presence: Presence;
  readonly signal: AbortSignal;
}

/**
 * The tracking id of an attempt: the merchant's `prepare` may name it.
 *
 * @throws MerchantError `prepare_failed`, TransportError `network_unreachable`, or the signal's reason.
 */
export async function chooseTrackingId(
  prepare: FlowSurroundings['prepare'],
  { amount, currency }: Price,
  { attempt, trackingId, clock, presence, signal }: NamedAttempt,
): Promise<string> {
  if (!prepare) return trackingId;
  requireNetwork(presence);
  try {
    const prepared: unknown = await withTimeout(
      () => called(prepare, { attempt, amount, currency }),
      PREPARE_PATIENCE,
      clock,
      signal,
    );
    if (prepared === undefined || prepared === null) return trackingId;
    // Without the id there is no order, and money would move for nothing.
    const given = (prepared as { trackingId?: unknown }).trackingId;
    if (typeof given === 'string' && given.trim() !== '') return given;
    throw new Unexpected(`it returned ${shown(prepared)}`);
  } catch (error) {
    signal.throwIfAborted();
    // Without a network the merchant's server can't be asked, which is not the merchant's fault.
    requireNetwork(presence);
    throw new MerchantError(
      'prepare_failed',
      `Expected prepare to return {trackingId: "…"}, or nothing; ${reasonOf(error)}. Nothing was sent. ` +
        'Look at the cause, and at the server it asked.',
      error,
    );
  }
}

/**
 * Reads an amount as servers write it: a number, a BigInt, a text of digits, or null where the server names no amount. What can't be
 * read exactly stays as it is, and equals no sum.
 */
function minorUnits(amount: unknown): number | undefined {
  const isText = typeof amount === 'bigint' || typeof amount === 'string';
  return (isText && /^\d{1,15}$/.test(String(amount)) ? Number(amount) : (amount ?? undefined)) as number | undefined;
}

/**
 * Asks the merchant's server how an attempt ended, for when the gateway does not report it.
 *
 * @throws MerchantError `resolve_status_failed`, or the signal's reason.
 */
export async function resolveOutcome(
  resolveStatus: NonNullable<FlowSurroundings['resolveStatus']>,
  { trackingId, uid, startedAt, repeatedAt }: StatusQuestion,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<ResolvedStatus> {
  try {
    // A server that knows the tracking id should not get a uid that can't be one.
    const question = { trackingId, uid: uid !== undefined && isUid(uid) ? uid : undefined, startedAt, repeatedAt };
    const answer: unknown = await withTimeout(() => called(resolveStatus, question), RESOLVE_PATIENCE, clock, signal);
    const { outcome, amount, currency, redirectUrl } = Object(answer) as ResolvedStatus;
    if (['successful', 'failed', 'pending', 'unknown'].includes(outcome)) {
      return { outcome, amount: minorUnits(amount), currency: currency ?? undefined, redirectUrl };
    }
    throw new Unexpected(`it returned ${shown(answer)}`);
  } catch (error) {
    signal.throwIfAborted();
    throw new MerchantError(
      'resolve_status_failed',
      `Expected resolveStatus to return {outcome: "successful", "failed", "pending" or "unknown"}; ${reasonOf(error)}. ` +
        'It counts as unknown. Look at the cause.',
      error,
    );
  }
}

/** The sum that an answer must have. Minor units. */
export interface ExpectedSum {
  /** Undefined accepts any amount. */
  readonly amount: number | undefined;
  readonly currency: string;
}

const sumIn = ({ amount, currency }: Pick<ResolvedStatus, 'amount' | 'currency'>): string =>
  `amount ${shown(amount)} and currency ${shown(currency)}`;

/**
 * Whether an answer is about this sum; an answer about another sum is about another payment.
 *
 * @param whose The answer about an `attempt`, which is identified by its tracking id, may leave the sum out. For a `page`, only the
 *   sum connects the answer with it.
 */
export function hasSum(answer: ResolvedStatus, expected: ExpectedSum, whose: 'attempt' | 'page'): boolean {
  const fits = (name: keyof ExpectedSum): boolean =>
    expected[name] === undefined || answer[name] === expected[name] || (whose === 'attempt' && answer[name] === undefined);
  return fits('amount') && fits('currency');
}

/**
 * Refuses an answer about another sum (see `hasSum`).
 *
 * @throws MerchantError `resolve_status_mismatch`.
 */
export function requireSum(answer: ResolvedStatus, expected: ExpectedSum, whose: 'attempt' | 'page'): void {
  if (hasSum(answer, expected, whose)) return;
  throw new MerchantError(
    'resolve_status_mismatch',
    `Expected resolveStatus to return a payment with ${sumIn(expected)}, which is what ` +
      `${whose === 'page' ? 'this page asks for' : 'was sent'}; it returned ${sumIn(answer)}. Its answer does not count. ` +
      'Look at the transaction that your server found: it may be another order’s.',
  );
}
