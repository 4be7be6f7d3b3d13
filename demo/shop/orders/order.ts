import type { CardData, Subscription, Transaction } from '../../../src/merchant/index.js';

/** What an order is for; `renewal` is what every charge of a plan costs after the first, in minor units. */
export type Item =
  | { readonly kind: 'transfer'; readonly recipient?: Pick<CardData, 'bin' | 'last_4'> | undefined }
  | { readonly kind: 'product'; readonly sku: string; readonly productId: string; readonly type: 'payment' | 'authorization' }
  | { readonly kind: 'plan'; readonly sku: string; readonly planId: string; readonly renewal: number };

/**
 * What the shop asked for: one order per attempt to pay, known to the gateway by its tracking_id. What was bought on a
 * page of the gateway's (payment link, plan page) becomes an order when the gateway tells of it.
 */
export interface Order {
  readonly trackingId: string;
  readonly begun: 'in the shop' | 'on the payment page';
  /** The browser session that opened it; nobody else is told about it. Undefined: nobody has come back with it yet. */
  readonly session: string | undefined;
  readonly openedAt: string;
  readonly item: Item;
  readonly currency: string;
  /** In minor units; undefined where the payer decides. Of a plan its first charge. */
  readonly amount: number | undefined;
}

/**
 * What a transaction or subscription means for its order. Only `pays` lets anything leave the house; a `charge` of a
 * subscription says nothing that the subscription itself doesn't; what is `early` tells of something later than a
 * subscription's beginning, which the shop has not heard of.
 */
export type Verdict = 'pays' | 'declines' | 'waits' | 'early' | 'differs' | 'second' | 'charge' | 'stray';

/** Where an order stands, by all that the gateway told the shop's server. */
export type OrderState = 'open' | 'paid' | 'declined' | 'differs';

const typeOf = (item: Item): string => (item.kind === 'transfer' ? 'p2p' : item.kind === 'product' ? item.type : 'payment');

const differs = (name: string, came: string | boolean | null | undefined, expected: string | boolean | undefined): string[] =>
  came === expected ? [] : [`${name} is ${String(came ?? 'absent')}, not ${String(expected)}`];

/**
 * In what a transaction is not the payment that the order asked for.
 *
 * Whoever opens the page can edit the element's attributes before paying: a genuine notification of another amount, or
 * of another product at the same price, is no payment of this order.
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

/** In what a subscription is not the one that the order asked for: its plan, and what its first charge cost. */
export function subscriptionDifferences(order: Order, told: Subscription, test: boolean): string[] {
  const { item } = order;
  if (item.kind !== 'plan') return ['it is a subscription, which the order is not'];
  const { plan, last_transaction: charge } = told;
  return [
    ...differs('plan', plan?.id, item.planId),
    ...(charge ? differences(order, charge, test) : differs('test', plan?.test ?? false, test)),
  ];
}

/** Where an order stands when these are the verdicts on its transactions. A payment outweighs everything else. */
export function stateOf(verdicts: readonly Verdict[]): OrderState {
  if (verdicts.includes('pays')) return 'paid';
  if (verdicts.includes('differs')) return 'differs';
  if (verdicts.includes('waits') || verdicts.includes('early')) return 'open';
  return verdicts.includes('declines') ? 'declined' : 'open';
}
