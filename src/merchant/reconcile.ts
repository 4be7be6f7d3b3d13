import { type CardData, isPlainFailure, roleOf, type Transaction } from '../wire/response/transaction.js';
import { isTest } from '../wire/response/values.js';

/** The payment that an order expects: from your own records, never from the page. */
export interface ExpectedPayment {
  /** `p2p` for a transfer; `payment` or `authorization` for a product. */
  readonly type: 'p2p' | 'payment' | 'authorization';
  /** Minor units; undefined when the payer chooses the amount. */
  readonly amount: number | undefined;
  /** ISO 4217 code. */
  readonly currency: string;
  /** The product's id; absent: the order is not for a product. */
  readonly productId?: string | undefined;
  /**
   * Whether a payment that names no product may pay for this one; false when absent, and then it `differs`. Many gateways never
   * name the product. The risk: payers can edit the page, and may have paid for another product or plan of yours with the same
   * price, type and currency. Accept it if you sell nothing else at that price, or if that does no harm.
   */
  readonly acceptUnnamedProduct?: boolean | undefined;
  /** Whether the payment is a test; false when absent. */
  readonly test?: boolean | undefined;
  /** The recipient of a transfer, if your server chose the card. */
  readonly recipient?: Pick<CardData, 'bin' | 'last_4'> | undefined;
  /** The uid of the transaction that has paid for the order; undefined while it is unpaid. */
  readonly paidBy?: string | null | undefined;
}

/** A field of a transaction that is not what the order expects. */
export interface Difference {
  readonly field: 'type' | 'product_id' | 'amount' | 'currency' | 'test' | 'recipient_card';
  /** `absent`: the gateway did not name it, which proves neither the right value nor a wrong one. */
  readonly kind: 'different' | 'absent';
  /** Undefined for an amount that the payer chooses, which has to be above 0. */
  readonly expected: string | number | boolean | undefined;
  readonly got: string | number | boolean | undefined;
}

/** The meaning of a transaction for its order. */
export type Reconciliation =
  /** It pays for the order: book that, and what is to deliver, in one transaction that succeeds only once. */
  | { readonly verdict: 'pays' }
  /** It has paid for the order before: its notification has arrived again. */
  | { readonly verdict: 'repeated' }
  /** Real money, for an order that another transaction has paid for: review it, and refund it. */
  | { readonly verdict: 'paid_twice' }
  /** Not the payment that the order expects. Its money may be real: review it, and deliver nothing. */
  | { readonly verdict: 'differs'; readonly differences: readonly Difference[] }
  /** It failed: no money moved. The order stays as it is. */
  | { readonly verdict: 'declined' }
  /** It is not final, or is a failure that says itself that money moved (a time of payment, a bank part that was successful). */
  | { readonly verdict: 'pending' }
  /**
   * No payment, but a capture, a void, a refund or a chargeback of the one with this uid, if the gateway names it. It pays for
   * nothing, and takes nothing back in your records: the order was paid, and what to do now is yours to say.
   */
  | { readonly verdict: 'follows'; readonly paymentUid: string | undefined };

type Value = Difference['got'] | null;

const wrong = (field: Difference['field'], expected: Value, got: Value): Difference => ({
  field,
  kind: (got ?? undefined) === undefined ? 'absent' : 'different',
  expected: expected ?? undefined,
  got: got ?? undefined,
});

const difference = (field: Difference['field'], expected: Value, got: Value): Difference[] =>
  (expected ?? undefined) === (got ?? undefined) ? [] : [wrong(field, expected, got)];

function productDifference({ productId, acceptUnnamedProduct }: ExpectedPayment, transaction: Transaction): Difference[] {
  // A charge of a subscription names what it pays for, and that is not a product, nor an order without one.
  const got = transaction.product_id || transaction.subscription_id || undefined;
  return got === undefined && acceptUnnamedProduct === true ? [] : difference('product_id', productId, got);
}

const masked = (card: ExpectedPayment['recipient'] | null): string | undefined =>
  card?.bin && card.last_4 ? `${card.bin}…${card.last_4}` : undefined;

function differencesOf(order: ExpectedPayment, transaction: Transaction): Difference[] {
  const { type, amount, currency, test = false, recipient } = order;
  const { amount: paid } = transaction;
  const isAmountChosen = amount === undefined && Number.isSafeInteger(paid) && paid! > 0;
  return [
    ...difference('type', type, transaction.type),
    ...productDifference(order, transaction),
    // Unlike the other fields, an absent amount is wrong even where none is expected.
    ...(isAmountChosen || (amount !== undefined && paid === amount) ? [] : [wrong('amount', amount, paid)]),
    ...difference('currency', currency, transaction.currency),
    ...(isTest(transaction) === test ? [] : [wrong('test', test, transaction.test ?? false)]),
    ...(recipient ? difference('recipient_card', masked(recipient) ?? 'unknown', masked(transaction.recipient_card)) : []),
  ];
}

/**
 * Compares a transaction, from a verified notification or a status query, with the order that it names.
 *
 * A genuine notification alone proves nothing about your order: the payer can edit the page, and pay another amount, for
 * another product, or with a test card. Later notifications never undo a payment, not even that of a refund.
 *
 * @example
 * const { verdict } = reconcile({ type: 'payment', amount: 450, currency: 'USD', paidBy: order.paidBy }, transaction);
 * if (verdict === 'pays') deliver(order.id);
 * else if (verdict === 'paid_twice' || verdict === 'differs') review(transaction.uid);
 *
 * @param order what your server expects; for a payment link, the order that you create by the address that was notified.
 */
export function reconcile(order: ExpectedPayment, transaction: Transaction): Reconciliation {
  if (order.paidBy === transaction.uid) return { verdict: 'repeated' };
  if (isPlainFailure(transaction)) return { verdict: 'declined' };
  if (transaction.status !== 'successful') return { verdict: 'pending' };
  if (roleOf(transaction) === 'follow-up') return { verdict: 'follows', paymentUid: transaction.parent_uid ?? undefined };
  const differences = differencesOf(order, transaction);
  if (differences.length > 0) return { verdict: 'differs', differences };
  return { verdict: order.paidBy ? 'paid_twice' : 'pays' };
}
