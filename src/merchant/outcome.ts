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
 */
export function outcomeOf(transactions: readonly Transaction[], allowTest: boolean): ResolvedOutcome {
  const counting = transactions.filter((transaction) => allowTest || !isTest(transaction));
  const paid = counting.filter(({ status }) => status === 'successful');
  if (paid.length > 0) return told('successful', paid);
  const [only] = transactions;
  const failed = transactions.length === 1 && only === counting[0] && only?.status === 'failed';
  return only && failed && !failedAsDuplicate(only) ? told('failed', [only]) : UNKNOWN;
}
