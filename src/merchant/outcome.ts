import { failedAsDuplicate } from '../wire/response/duplicate.js';
import type { Transaction } from '../wire/response/transaction.js';
import { isSubscriptionId } from '../wire/uid.js';

/** The outcome of an attempt, for an element; `amount` in minor units. Amount and currency are absent when unknown. */
export interface ResolvedOutcome {
  readonly outcome: 'successful' | 'failed' | 'unknown';
  readonly amount?: number;
  readonly currency?: string;
}

const UNKNOWN: ResolvedOutcome = { outcome: 'unknown' };

/** Whether a transaction is a test. A `test` that is neither true nor false counts as true. */
export const isTest = ({ test }: { readonly test?: unknown }): boolean => test !== false && test !== null && test !== undefined;

/** How far the page's estimate of the gateway's time may be off, in milliseconds: the gateway sends whole seconds. */
const TOLERANCE = 5000;

/** Whether a transaction may have been created before that time (ms). */
function isEarlier({ created_at: created }: Transaction, since: number | undefined): boolean {
  return since !== undefined && !(Date.parse(created ?? '') >= since - TOLERANCE);
}

function resolved(outcome: 'successful' | 'failed', transactions: readonly Transaction[]): ResolvedOutcome {
  const [{ amount, currency } = {}, ...others] = transactions;
  const agree = others.every((other) => other.amount === amount && other.currency === currency);
  return {
    outcome,
    ...(agree && typeof amount === 'number' && { amount }),
    ...(agree && typeof currency === 'string' && { currency }),
  };
}

/** Whether an id is that of a transaction, or of its subscription. Not every gateway names the subscription. */
const hasId = ({ uid, subscription_id: subscription }: Transaction, id: string): boolean =>
  uid === id || (isSubscriptionId(id) && (subscription ?? id) === id);

/** The attempt in question, as far as it is known. */
export interface AttemptInQuestion {
  /** When it began, in the gateway's time (ms): an earlier failure belongs to another attempt. */
  readonly since?: number | undefined;
  /** The gateway's id for it. */
  readonly uid?: string | undefined;
}

/**
 * The outcome of one attempt that the transactions with its tracking id prove.
 *
 * Successful when any of them is. Failed only when the attempt's own transaction failed; if its uid is unknown, only when
 * there is exactly one transaction and it failed: several show that the tracking id is used for more than one attempt, and
 * the attempt in question may not have a transaction yet. Everything else is unknown: an empty list, because the request
 * may still be on its way, and a uid that no transaction has.
 *
 * @param allowTest whether test transactions count. If not, they prove nothing.
 */
export function outcomeOf(
  transactions: readonly Transaction[],
  allowTest: boolean,
  { since, uid }: AttemptInQuestion = {},
): ResolvedOutcome {
  const own = uid === undefined ? transactions : transactions.filter((transaction) => hasId(transaction, uid));
  if (own.length === 0) return UNKNOWN;
  const counts = (transaction: Transaction): boolean => allowTest || !isTest(transaction);
  const paid = transactions.filter((transaction) => counts(transaction) && transaction.status === 'successful');
  if (paid.length > 0) return resolved('successful', paid);
  const [only] = own;
  const failed = own.length === 1 && only?.status === 'failed' && counts(only);
  return failed && !failedAsDuplicate(only) && !isEarlier(only, since) ? resolved('failed', [only]) : UNKNOWN;
}
