import { safeUrl } from '../url/safe-url.js';
import { failedAsDuplicate } from '../wire/response/duplicate.js';
import { isFinal, type Transaction } from '../wire/response/transaction.js';
import { isSubscriptionId } from '../wire/uid.js';

/** The outcome of an attempt, for an element; `amount` in minor units. Amount and currency are absent when unknown. */
export interface ResolvedOutcome {
  /** `pending`: a transaction is not final, and none is paid. `unknown`: no transaction was found, or those found prove nothing. */
  readonly outcome: 'successful' | 'failed' | 'pending' | 'unknown';
  readonly amount?: number;
  readonly currency?: string;
  /** The bank's page, while a pending transaction waits for the payer to pass 3-D Secure there. */
  readonly redirectUrl?: string;
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

function resolved(outcome: 'successful' | 'failed' | 'pending', transactions: readonly Transaction[]): ResolvedOutcome {
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
  /**
   * Set when its request was sent more than once: whether a copy may still be accepted, or that time is over. The `uid` then
   * proves nothing: it may be that of a copy, while another one paid.
   */
  readonly copies?: 'possible' | 'over' | undefined;
}

/** The status query by tracking id lists the newest ten at most: an older one may be open or paid. */
const LISTED = 10;

/** The failed transactions that prove the failure of the attempt; empty when nothing does. */
function failuresOf(
  transactions: readonly Transaction[],
  own: readonly Transaction[],
  { since, copies }: AttemptInQuestion,
): readonly Transaction[] {
  if (transactions.length >= LISTED || transactions.some(({ status }) => status !== 'failed')) return [];
  if (own.some((transaction) => isEarlier(transaction, since))) return [];
  const failures = own.filter((transaction) => !failedAsDuplicate(transaction));
  // One attempt has one transaction, unless its request was sent several times. Of several others, none need be its own.
  if (copies === undefined) return own.length === 1 ? failures : [];
  return copies === 'over' && since !== undefined ? failures : [];
}

/** The outcome while a transaction is not final. */
function pendingOutcome(open: readonly Transaction[], own: readonly Transaction[]): ResolvedOutcome {
  const pages = [...own, ...open].flatMap((transaction) =>
    open.includes(transaction) && transaction.status === 'incomplete' ? (safeUrl(transaction.redirect_url)?.href ?? []) : [],
  );
  const [redirectUrl] = pages;
  return { ...resolved('pending', open), ...(redirectUrl !== undefined && { redirectUrl }) };
}

/**
 * The outcome of one attempt that the transactions with its tracking id prove.
 *
 * Successful when any of them is, else pending while any is not final. Failed only when all of them failed, and among them the
 * attempt's own; if its uid is unknown, only when there is exactly one: several show that the tracking id is used for more than
 * one attempt, and the attempt in question may not have a transaction yet. After a repeated request, only when no copy can be
 * accepted any more. Everything else is unknown: an empty list, because the request may still be on its way, and a uid that no
 * transaction has.
 *
 * @param allowTest whether test transactions count. If not, they prove nothing.
 */
export function outcomeOf(
  transactions: readonly Transaction[],
  allowTest: boolean,
  attempt: AttemptInQuestion = {},
): ResolvedOutcome {
  const uid = attempt.copies === undefined ? attempt.uid : undefined;
  const own = uid === undefined ? transactions : transactions.filter((transaction) => hasId(transaction, uid));
  if (own.length === 0) return UNKNOWN;
  const counts = (transaction: Transaction): boolean => allowTest || !isTest(transaction);
  const paid = transactions.filter((transaction) => counts(transaction) && transaction.status === 'successful');
  if (paid.length > 0) return resolved('successful', paid);
  const open = transactions.filter((transaction) => counts(transaction) && !isFinal(transaction));
  if (open.length > 0) return pendingOutcome(open, own);
  const failures = failuresOf(transactions, own, attempt);
  return failures.length > 0 && own.every(counts) ? resolved('failed', failures) : UNKNOWN;
}
