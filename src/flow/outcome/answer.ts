import { parseBySchema } from '../../checkout/parse-by-schema.js';
import type { Subscription } from '../../wire/response/subscription.js';
import { isFinal, roleOf, saysMoneyMoved, type Transaction } from '../../wire/response/transaction.js';
import { transferResponse } from '../../wire/response/transfer.js';
import type { RecordStore } from '../record/record-store.js';
import type { Attempt } from '../state.js';

/** A gateway's answer about a payment it has accepted, for every kind of payment. */
export interface Answer {
  /** The transaction's uid, or the subscription's id. */
  readonly uid: string;
  /** Undefined while it can still change. `contradictory`: a failure that says itself that money moved. */
  readonly verdict: 'successful' | 'failed' | 'contradictory' | undefined;
  /** The address for 3-D Secure, as the gateway wrote it. */
  readonly redirectUrl: string | undefined;
  readonly transaction: Transaction | undefined;
  readonly subscription: Subscription | undefined;
  /** The sum that was asked for (minor units), as far as the answer names it. */
  readonly sum: { readonly amount?: number | null | undefined; readonly currency?: string | null | undefined };
}

/** Reads a transaction (spec 2.6). */
export function readTransaction(transaction: Transaction): Answer {
  const { uid, status, redirect_url: redirect, amount, currency } = transaction;
  const verdict = isFinal(transaction) ? (status as 'successful' | 'failed') : undefined;
  return {
    uid,
    verdict: verdict === 'failed' && saysMoneyMoved(transaction) ? 'contradictory' : verdict,
    // Finished transactions keep their redirect_url, and other statuses that are not final need no redirect.
    redirectUrl: (status === 'incomplete' && redirect) || undefined,
    transaction,
    subscription: undefined,
    sum: { amount, currency },
  };
}

/**
 * Reads the response of a transfer's or a product's job (spec 2.6).
 *
 * @returns undefined when it breaks the contract. A refund, a void or a saved card does: it is not a payment, so how it ended says
 * nothing about one.
 */
export function readPayment(response: unknown): Answer | undefined {
  const paid = parseBySchema(transferResponse, response);
  const role = paid && roleOf(paid.transaction);
  return role === 'payment' || role === 'unknown' ? readTransaction(paid!.transaction) : undefined;
}

/** Reads a job's response; undefined when it breaks the contract, or is about another payment. */
export function readAnswerAbout(
  attempt: Attempt,
  readAnswer: (response: unknown) => Answer | undefined,
  response: unknown,
): Answer | undefined {
  const answer = readAnswer(response);
  return answer && matchesAttempt(answer, attempt) ? answer : undefined;
}

/**
 * Whether an answer can be about an attempt: its tracking id, amount and currency are those that were sent (spec 2.6 repeats the
 * request). Properties that it leaves out prove nothing.
 */
export function matchesAttempt({ transaction, subscription, sum }: Answer, { trackingId, amount, currency }: Attempt): boolean {
  const named = subscription ?? transaction;
  const agree = (received: unknown, sent: unknown): boolean => (received ?? undefined) === undefined || received === sent;
  return agree(named?.tracking_id, trackingId) && agree(sum.amount, amount) && agree(sum.currency, currency);
}

/** Whether an answer names the sum of an attempt. */
export const namesSum = ({ sum }: Answer, { amount, currency }: Attempt): boolean =>
  sum.amount === amount && sum.currency === currency;

/**
 * Whether an answer has the uid of another attempt on record. A success under its uid is then that attempt's, and recorded as such. A
 * failure is nobody's: gateways refuse a copy with the uid of the first request.
 */
export function isOthers(records: RecordStore, { id, trackingId }: Attempt, { uid, verdict }: Answer): boolean {
  const namesake = records.withUid(uid).find((one) => one.id !== id);
  if (namesake && verdict === 'successful' && namesake.kind === records.kind && namesake.trackingId === trackingId) {
    records.settle(namesake, 'successful', uid);
  }
  return namesake !== undefined;
}
