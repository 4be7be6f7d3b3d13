import { failedAsDuplicate } from '../wire/response/duplicate.js';
import type { Transaction } from '../wire/response/transaction.js';
import { isSubscriptionId } from '../wire/uid.js';

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

/** Whether a transaction is called so, or is a charge of the subscription that is. Not every gateway names that. */
const isCalled = ({ uid, subscription_id: subscription }: Transaction, name: string): boolean =>
  uid === name || (isSubscriptionId(name) && (subscription ?? name) === name);

/** Which attempt is in question, as far as that is known. */
export interface AttemptInQuestion {
  /** When it began, by the gateway's time (ms): a failure before it was another attempt's. */
  readonly since?: number | undefined;
  /** What the gateway calls it. */
  readonly uid?: string | undefined;
}

/**
 * What the transactions with one tracking id prove together of one attempt.
 *
 * Successful when one of them is. Failed only when the attempt's own transaction failed; where its uid is not known, when
 * there is exactly one and it failed: several show that the tracking id serves more than one attempt, and the one in
 * question may be none of them yet. All else is unknown: an empty list, because the request may still be on its way, and
 * a uid that none of them has.
 *
 * @param allowTest whether test transactions count. Where they don't, they prove nothing.
 */
export function outcomeOf(
  transactions: readonly Transaction[],
  allowTest: boolean,
  { since, uid }: AttemptInQuestion = {},
): ResolvedOutcome {
  const own = uid === undefined ? transactions : transactions.filter((transaction) => isCalled(transaction, uid));
  if (own.length === 0) return UNKNOWN;
  const counts = (transaction: Transaction): boolean => allowTest || !isTest(transaction);
  const paid = transactions.filter((transaction) => counts(transaction) && transaction.status === 'successful');
  if (paid.length > 0) return told('successful', paid);
  const [only] = own;
  const failed = own.length === 1 && only?.status === 'failed' && counts(only);
  return failed && !failedAsDuplicate(only) && !isEarlier(only, since) ? told('failed', [only]) : UNKNOWN;
}
