import type { CardData, Subscription, Transaction } from '../../../src/merchant/index.js';

/** The item of an order; `renewal` is the price of a plan's later charges, in minor units. */
export type Item =
  | { readonly kind: 'transfer'; readonly recipient?: Pick<CardData, 'bin' | 'last_4'> | undefined }
  | { readonly kind: 'product'; readonly sku: string; readonly productId: string; readonly type: 'payment' | 'authorization' }
  | { readonly kind: 'plan'; readonly sku: string; readonly planId: string; readonly renewal: number };

/**
 * One order per attempt to pay, with a tracking_id for the gateway. A purchase on the gateway's pages (payment link, plan
 * page) becomes an order when the gateway reports it.
 */
export interface Order {
  readonly trackingId: string;
  readonly begun: 'in the shop' | 'on the payment page';
  /** The browser session that opened it, and the only one that sees it. Undefined until a buyer returns from the payment page. */
  readonly session: string | undefined;
  readonly openedAt: string;
  readonly item: Item;
  readonly currency: string;
  /** In minor units; undefined when the payer chooses it. For a plan, the first charge. */
  readonly amount: number | undefined;
}

/**
 * What a transaction or subscription means for its order. Deliver only after `pays`. A `charge` adds nothing to the state of
 * its subscription; one that is `early` arrived before the notification about the subscription's start.
 */
export type Verdict = 'pays' | 'declines' | 'waits' | 'early' | 'differs' | 'second' | 'charge' | 'stray';

/** The state of an order, from everything the gateway has reported to the shop's server. */
export type OrderState = 'open' | 'paid' | 'declined' | 'differs';

const typeOf = (item: Item): string => (item.kind === 'transfer' ? 'p2p' : item.kind === 'product' ? item.type : 'payment');

const differs = (name: string, came: string | boolean | null | undefined, expected: string | boolean | undefined): string[] =>
  came === expected ? [] : [`${name} is ${String(came ?? 'absent')}, not ${String(expected)}`];

/**
 * The differences between a transaction and the payment that the order requires.
 *
 * Anyone can edit the element's attributes in the page before paying: a genuine notification of another amount, or of another
 * product at the same price, does not pay this order.
 */
export function differences({ item, amount, currency }: Order, paid: Transaction, test: boolean): string[] {
  const amountIsRight = amount === undefined ? (paid.amount ?? 0) > 0 : paid.amount === amount;
  const recipient = item.kind === 'transfer' ? item.recipient : undefined;
  return [
    ...differs('type', paid.type, typeOf(item)),
    ...(item.kind === 'product' ? differs('product', paid.product_id, item.productId) : []),
    ...(amountIsRight ? [] : [`amount is ${paid.amount ?? 'absent'}, not ${amount ?? 'above 0'}`]),
    ...differs('currency', paid.currency, currency),
    ...((paid.test ?? false) === test ? [] : [`test is ${paid.test ?? 'absent'}, not ${test}`]),
    ...(recipient ? differs('recipient', masked(paid.recipient_card), masked(recipient)) : []),
  ];
}

const masked = (card: Pick<CardData, 'bin' | 'last_4'> | null | undefined): string | undefined =>
  card?.bin && card.last_4 ? `${card.bin}…${card.last_4}` : undefined;

/** The differences between a subscription and the one that the order requires: its plan, and its first charge. */
export function subscriptionDifferences(order: Order, subscription: Subscription, test: boolean): string[] {
  const { item } = order;
  if (item.kind !== 'plan') return ['it is a subscription, but the order is not'];
  const { plan, last_transaction: charge } = subscription;
  return [
    ...differs('plan', plan?.id, item.planId),
    ...(charge ? differences(order, charge, test) : differs('test', plan?.test ?? false, test)),
  ];
}

/** The state of an order with these verdicts. A payment outweighs everything else. */
export function stateOf(verdicts: readonly Verdict[]): OrderState {
  if (verdicts.includes('pays')) return 'paid';
  if (verdicts.includes('differs')) return 'differs';
  if (verdicts.includes('waits') || verdicts.includes('early')) return 'open';
  return verdicts.includes('declines') ? 'declined' : 'open';
}
