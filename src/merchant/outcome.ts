import { safeUrl } from '../url/safe-url.js';
import { failedAsDuplicate } from '../wire/response/duplicate.js';
import { isPlainFailure, roleOf, type Transaction } from '../wire/response/transaction.js';
import { isTest } from '../wire/response/values.js';
import { isSubscriptionId } from '../wire/uid.js';

/** The outcome of an attempt, for an element; `amount` in minor units. Amount and currency are absent when unknown. */
export interface ResolvedOutcome {
  /**
   * `pending`: none is paid, and one may have moved money: it is not final, was given back, contradicts itself, names a sum that can't be
   * read, or is of a type that this package doesn't know. `unknown`: no transaction was found, or those found prove nothing.
   */
  readonly outcome: 'successful' | 'failed' | 'pending' | 'unknown';
  readonly amount?: number;
  readonly currency?: string;
  /** The bank's page, while a pending transaction waits for the payer to pass 3-D Secure there. */
  readonly redirectUrl?: string;
}

const UNKNOWN: ResolvedOutcome = { outcome: 'unknown' };

/** How far the page's estimate of the gateway's time may be off, in milliseconds: the gateway sends whole seconds. */
const TOLERANCE = 5000;

/** Whether a transaction may have been created before that time (ms). */
function isEarlier({ created_at: created }: Transaction, since: number | undefined): boolean {
  return since !== undefined && !(Date.parse(created ?? '') >= since - TOLERANCE);
}

/** The outcome, with the sum of these payments where all of them name the same. */
function resolved(outcome: 'successful' | 'failed' | 'pending', payments: readonly Transaction[]): ResolvedOutcome {
  const [{ amount, currency } = {}, ...others] = payments;
  const agree = others.every((other) => other.amount === amount && other.currency === currency);
  return {
    outcome,
    ...(agree && Number.isSafeInteger(amount) && { amount: amount! }),
    ...(agree && typeof currency === 'string' && { currency }),
  };
}

/** Whether a payment names a sum that can't be read. Then it is another one than the order's, for all that is known. */
const isOfOddSum = ({ amount }: Transaction): boolean => (amount ?? undefined) !== undefined && !Number.isSafeInteger(amount);

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

/** The sum of these transactions, in minor units. One that can't be read is above every other. */
const sumOf = (transactions: readonly Transaction[]): number =>
  transactions.reduce((sum, { amount }) => sum + (Number.isSafeInteger(amount) ? amount! : Infinity), 0);

/** Whether a payment's money was released, or went back as a whole: it is neither paid, nor free to be paid again. */
function isGivenBack(payment: Transaction, transactions: readonly Transaction[]): boolean {
  const follow = transactions.filter((one) => !isPlainFailure(one));
  // A refund may name the capture. One that names nothing of this list may be about each of its payments.
  const paymentOf = ({ parent_uid: parent }: Transaction): string | undefined => {
    const followed = transactions.find(({ uid }) => uid === parent);
    return followed?.type === 'capture' ? (followed.parent_uid ?? undefined) : followed?.uid;
  };
  const followUps = follow.filter((one) => (paymentOf(one) ?? payment.uid) === payment.uid);
  const of = (type: string): Transaction[] => followUps.filter((one) => one.type === type);
  if (of('void').length + of('chargeback').length > 0) return true;
  const refunds = of('refund');
  const taken = of('capture').length > 0 ? of('capture') : [payment];
  return refunds.length > 0 && !(sumOf(refunds) < Math.min(sumOf(taken), sumOf([payment])));
}

/** The payment that was made first: later ones of the same order are renewals, or were made by mistake. */
function firstOf(paid: readonly Transaction[], isCut: boolean): readonly Transaction[] {
  const madeAt = ({ created_at: created }: Transaction): number => Date.parse(created ?? '');
  if (isCut || paid.some((one) => Number.isNaN(madeAt(one)))) return paid;
  return paid.toSorted((one, other) => madeAt(one) - madeAt(other)).slice(0, 1);
}

/** The failed payments that prove the failure of the attempt; empty when nothing does. */
function failuresOf(
  payments: readonly Transaction[],
  own: readonly Transaction[],
  { since, uid, copies }: AttemptInQuestion,
): readonly Transaction[] {
  if (!payments.every(isPlainFailure) || own.some((payment) => isEarlier(payment, since))) return [];
  const failures = own.filter((payment) => !failedAsDuplicate(payment) && !isOfOddSum(payment));
  if (copies !== undefined) return copies === 'over' && since !== undefined ? failures : [];
  // One attempt has one transaction. Of several others, none need be its own, and an only one may be an earlier attempt's,
  // unless the time or the uid says which it is.
  const isNamed = since !== undefined || (uid !== undefined && payments.length === 1);
  return isNamed && own.length === 1 ? failures : [];
}

/** The outcome while a transaction may have moved money. */
function pendingOutcome(open: readonly Transaction[], own: readonly Transaction[]): ResolvedOutcome {
  const payments = open.filter((one) => roleOf(one) === 'payment');
  const pages = [...own, ...payments].flatMap((transaction) =>
    payments.includes(transaction) && transaction.status === 'incomplete' ? (safeUrl(transaction.redirect_url)?.href ?? []) : [],
  );
  const [redirectUrl] = pages;
  return { ...resolved('pending', payments), ...(redirectUrl !== undefined && { redirectUrl }) };
}

/**
 * The outcome of one attempt that the transactions with its tracking id prove.
 *
 * Successful when a payment is, and was not given back (a void, refunds of the whole sum, a chargeback): the sum is that of the first one.
 * Else pending while anything may have moved money: a payment that is not final, or was given back, a failure that contradicts itself, a
 * type that is not known. Failed only when all payments failed, and the attempt's own is certainly among them: by its uid, if there is no
 * other; else by the time. Several without the uid show that the tracking id is used for more than one attempt, and the attempt in
 * question may not have a transaction yet. After a repeated request, only when no copy can be accepted any more. Everything else is
 * unknown: an empty list, because the request may still be on its way, and failures without the attempt's uid among them.
 *
 * @example
 * const { outcome } = outcomeOf(await client.findTransactions(trackingId), false);
 *
 * @param allowTest whether test transactions count. If not, they prove nothing.
 */
export function outcomeOf(
  transactions: readonly Transaction[],
  allowTest: boolean,
  attempt: AttemptInQuestion = {},
): ResolvedOutcome {
  const uid = attempt.copies === undefined ? attempt.uid : undefined;
  const listed = transactions.filter((one) => roleOf(one) !== 'none');
  const ofUid = uid === undefined ? listed : listed.filter((transaction) => hasId(transaction, uid));
  // Another subscription of the order pays for another plan.
  if (ofUid.length === 0 && uid !== undefined && isSubscriptionId(uid)) return UNKNOWN;
  const isCut = transactions.length >= LISTED;
  const counts = (transaction: Transaction): boolean => allowTest || !isTest(transaction);
  const counted = listed.filter(counts);
  const payments = listed.filter((one) => roleOf(one) === 'payment');
  const paid = payments.filter(
    (one) => counts(one) && one.status === 'successful' && !isOfOddSum(one) && !isGivenBack(one, counted),
  );
  if (paid.length > 0) return resolved('successful', firstOf(paid, isCut));
  const open = counted.filter((transaction) => !isPlainFailure(transaction));
  if (open.length > 0) return pendingOutcome(open, ofUid);
  const ownPayments = ofUid.filter((one) => payments.includes(one));
  const failures = isCut ? [] : failuresOf(payments, ownPayments, { ...attempt, uid });
  return failures.length > 0 && ownPayments.every(counts) ? resolved('failed', failures) : UNKNOWN;
}
