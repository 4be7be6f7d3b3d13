import type { Subscription } from '../../wire/response/subscription.js';
import { isFinal, type Transaction } from '../../wire/response/transaction.js';
import type { Attempt } from '../state.js';

/** What a gateway says of a payment it has taken, whatever kind of payment it is. */
export interface Answer {
  /** The transaction's uid, or the subscription's id. */
  readonly uid: string;
  /** Undefined: it can still change. */
  readonly verdict: 'successful' | 'failed' | undefined;
  /** Where the payer has to go for 3-D Secure, as the gateway wrote it. */
  readonly redirectUrl: string | undefined;
  readonly transaction: Transaction | undefined;
  readonly subscription: Subscription | undefined;
}

/** What a transaction says (spec 2.6). */
export function answerOf(transaction: Transaction): Answer {
  const { uid, status, redirect_url: redirect } = transaction;
  return {
    uid,
    verdict: isFinal(transaction) ? (status as 'successful' | 'failed') : undefined,
    // Finished transactions keep their redirect_url, and other words for "not final" ask for nothing.
    redirectUrl: (status === 'incomplete' && redirect) || undefined,
    transaction,
    subscription: undefined,
  };
}

/** Reads what a job brought; undefined where it is off the contract, or about another payment, however genuine. */
export function readAnswerAbout(
  attempt: Attempt, readAnswer: (response: unknown) => Answer | undefined, response: unknown,
): Answer | undefined {
  const answer = readAnswer(response);
  return answer && isAbout(answer, attempt) ? answer : undefined;
}

/**
 * Whether an answer can be about an attempt: what it says of tracking id, amount and currency is what was sent (spec 2.6
 * repeats the request). What it leaves out proves nothing either way.
 */
export function isAbout({ transaction, subscription }: Answer, { trackingId, amount, currency }: Attempt): boolean {
  const told = subscription ?? transaction;
  const agree = (said: unknown, sent: unknown): boolean => (said ?? undefined) === undefined || said === sent;
  // The last charge of a subscription may be a later one, at another price.
  const price = subscription ? undefined : transaction;
  return agree(told?.tracking_id, trackingId) && agree(price?.amount, amount) && agree(price?.currency, currency);
}
