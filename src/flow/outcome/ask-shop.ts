import type { Clock } from '../../clock/clock.js';
import { CheckoutError } from '../../http/error.js';
import { isUid } from '../../wire/uid.js';
import { MerchantError } from '../errors.js';
import { called, reasonOf, shown, Unexpected, withTimeout } from '../merchant-callbacks.js';
import type { FlowSurroundings, ResolvedStatus, StatusQuestion } from '../options.js';
import { runCallback } from '../run-callback.js';

/** How long `resolveStatus` may take, in milliseconds. */
const PATIENCE = 15_000;

interface Rule {
  /** The answers that need the sum. */
  readonly needsSum: readonly ResolvedStatus['outcome'][];
  readonly whose: Whose;
  /** Whether a success without a whole sum still asks the payer: it must not be the same as silence. */
  readonly keepsSumless?: boolean;
}

const FINAL = ['successful', 'failed'] as const;

/** What the merchant's server is asked about, and what its answer has to say before it counts. */
const RULES = {
  /** An attempt on record. The server finds it by an id that no page but this one knows. */
  attempt: { needsSum: FINAL, whose: 'attempt' },
  /** The form's order, of which nothing is on record here. Its failure only lets the payer go on, so it needs no sum. */
  order: { needsSum: ['successful'], whose: 'page', keepsSumless: true },
  /** The payment that the page's address names, and anyone can write an address. */
  address: { needsSum: FINAL, whose: 'page' },
  /** An attempt on record that can't be read, and so has no sum. */
  unreadable: { needsSum: [], whose: 'attempt' },
} satisfies Readonly<Record<string, Rule>>;

/** The question what became of a payment. */
export interface Question extends StatusQuestion {
  readonly about: keyof typeof RULES;
}

/**
 * Reads an amount as servers write it: a number, a BigInt, a text of digits, or null where the server names no amount. What can't be
 * read exactly stays as it is, and equals no sum.
 */
function minorUnits(amount: unknown): number | undefined {
  const isText = typeof amount === 'bigint' || typeof amount === 'string';
  return (isText && /^\d{1,15}$/.test(String(amount)) ? Number(amount) : (amount ?? undefined)) as number | undefined;
}

/** @throws MerchantError `resolve_status_failed`, or the signal's reason. */
async function ask(
  resolveStatus: NonNullable<FlowSurroundings['resolveStatus']>,
  { trackingId, uid, startedAt, repeatedAt }: StatusQuestion,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<ResolvedStatus> {
  try {
    // A server that knows the tracking id should not get a uid that can't be one.
    const question = { trackingId, uid: uid !== undefined && isUid(uid) ? uid : undefined, startedAt, repeatedAt };
    const answer: unknown = await withTimeout(() => called(resolveStatus, question), PATIENCE, clock, signal);
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
        'It counts as unknown. Correct the function, or what your server answers to it.',
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
 * Whose sum it is. The answer about an `attempt`, which is identified by its tracking id, may leave the sum out. For a `page`, only the sum
 * connects the answer with it.
 */
type Whose = 'attempt' | 'page';

/** Whether an answer is about this sum; an answer about another sum is about another payment. */
export function hasSum(answer: ResolvedStatus, expected: ExpectedSum, whose: Whose): boolean {
  const fits = (name: keyof ExpectedSum): boolean =>
    expected[name] === undefined || answer[name] === expected[name] || (whose === 'attempt' && answer[name] === undefined);
  return fits('amount') && fits('currency');
}

/** The error about an answer with another sum; undefined for the right one. */
function mismatch(answer: ResolvedStatus, expected: ExpectedSum, whose: Whose): MerchantError | undefined {
  if (hasSum(answer, expected, whose)) return undefined;
  return new MerchantError(
    'resolve_status_mismatch',
    `Expected resolveStatus to return a payment with ${sumIn(expected)}, which is what ` +
      `${whose === 'page' ? 'this page asks for' : 'was sent'}; it returned ${sumIn(answer)}. Its answer does not count. ` +
      'Look at the transaction that your server found: it may be another order’s.',
  );
}

/**
 * Asks the merchant's server what became of a payment.
 *
 * @param expected Returns the sum that the answer must have, or undefined if the page has no sum yet. It is called once the answer is here,
 *   because the page may have changed its sum since the question.
 * @param report Called with the error of an answer that does not count.
 * @returns undefined when nothing was said that counts.
 */
export async function askShop(
  { resolveStatus, clock, trace }: Pick<FlowSurroundings, 'resolveStatus' | 'clock' | 'trace'>,
  { about, ...question }: Question,
  expected: () => ExpectedSum | undefined,
  { signal, report }: { readonly signal: AbortSignal; readonly report: (error: CheckoutError) => void },
): Promise<ResolvedStatus | undefined> {
  if (!resolveStatus) return undefined;
  const { needsSum, whose, keepsSumless }: Rule = RULES[about];
  try {
    const answer = await ask(resolveStatus, question, { clock, signal });
    const { outcome } = answer;
    trace?.add(`resolveStatus: ${outcome}`);
    if (!needsSum.includes(outcome)) return answer;
    const sum = expected();
    const wrong = sum && mismatch(answer, sum, whose);
    if (!wrong) return sum && answer;
    runCallback(() => report(wrong));
    return keepsSumless && outcome === 'successful' && hasSum(answer, sum, 'attempt') ? answer : undefined;
  } catch (error) {
    if (error instanceof CheckoutError) runCallback(() => report(error));
    return undefined;
  }
}
