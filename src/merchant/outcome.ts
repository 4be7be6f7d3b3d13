import { failedAsDuplicate } from '../wire/duplicate.js';
import type { Transaction } from '../wire/transaction.js';

/** What an element may be told of an attempt; `amount` in minor units. Both absent where the outcome is not known. */
export interface ResolvedOutcome {
  readonly outcome: 'successful' | 'failed' | 'unknown';
  readonly amount?: number;
  readonly currency?: string;
}

const UNKNOWN: ResolvedOutcome = { outcome: 'unknown' };

/** Whether a transaction moved real money. A `test` that is neither true nor false is taken for true. */
export const isTest = ({ test }: { readonly test?: unknown }): boolean =>
  test !== false && test !== null && test !== undefined;

/** How far the page's idea of the gateway's time may be off, in milliseconds: it is told in whole seconds. */
const TOLERANCE = 5000;

/** Whether a transaction may have been made before that time (ms). */
function isEarlier({ created_at: created }: Transaction, since: number | undefined): boolean {
  return since !== undefined && !(Date.parse(created ?? '') >= since - TOLERANCE);
}

function told(outcome: 'successful' | 'failed', of: readonly Transaction[]): ResolvedOutcome {
  const [{ amount, currency } = {}, ...others] = of;
  const agree = others.every((other) => other.amount === amount && other.currency === currency);
  return {
    outcome,
    ...(agree && typeof amount === 'number' && { amount }),
    ...(agree && typeof currency === 'string' && { currency }),
  };
}

/**
 * What the transactions of one attempt prove together.
 *
 * Successful when one of them is. Failed only when there is exactly one and it failed: several show that the tracking id
 * serves more than one attempt, and the one in question may be none of them yet. All else is unknown, an empty list too:
 * the request may still be on its way.
 *
 * @param allowTest whether test transactions count. Where they don't, they prove nothing.
 * @param since when the attempt in question began, by the gateway's time (ms): a failure before it was another attempt's.
 */
export function outcomeOf(transactions: readonly Transaction[], allowTest: boolean, since?: number): ResolvedOutcome {
  const counting = transactions.filter((transaction) => allowTest || !isTest(transaction));
  const paid = counting.filter(({ status }) => status === 'successful');
  if (paid.length > 0) return told('successful', paid);
  const [only] = transactions;
  const failed = transactions.length === 1 && only === counting[0] && only?.status === 'failed';
  return only && failed && !failedAsDuplicate(only) && !isEarlier(only, since) ? told('failed', [only]) : UNKNOWN;
}
