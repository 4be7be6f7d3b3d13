import type { Transaction } from '../../src/merchant/index.js';

/** What the shop asked for: one order per attempt to pay, known to the gateway by its tracking_id. */
export interface Order {
  readonly trackingId: string;
  /** The browser session that opened it; nobody else is told about it. */
  readonly session: string;
  readonly openedAt: string;
  readonly currency: string;
  /** In minor units; undefined where the payer decides. */
  readonly amount: number | undefined;
}

/** What a transaction means for its order. Only `pays` lets anything leave the house. */
export type Verdict = 'pays' | 'declines' | 'waits' | 'differs' | 'second' | 'stray';

/** Where an order stands, by all that the gateway told the shop's server. */
export type OrderState = 'open' | 'paid' | 'declined' | 'differs';

/**
 * In what a transaction is not the transfer that the order asked for.
 *
 * Whoever opens the page can edit the element's attributes before paying: a genuine notification of another amount is
 * no payment of this order.
 */
export function differences(order: Order, paid: Transaction, test: boolean): string[] {
  const amountIsRight = order.amount === undefined ? (paid.amount ?? 0) > 0 : paid.amount === order.amount;
  return [
    ...(paid.type === 'p2p' ? [] : [`type is ${paid.type ?? 'absent'}, not p2p`]),
    ...(amountIsRight ? [] : [`amount is ${paid.amount ?? 'absent'}, not ${order.amount ?? 'above 0'}`]),
    ...(paid.currency === order.currency ? [] : [`currency is ${paid.currency ?? 'absent'}, not ${order.currency}`]),
    ...((paid.test ?? false) === test ? [] : [`test is ${paid.test ?? 'absent'}, not ${test}`]),
  ];
}

/** Where an order stands when these are the verdicts on its transactions. A payment outweighs everything else. */
export function stateOf(verdicts: readonly Verdict[]): OrderState {
  if (verdicts.includes('pays')) return 'paid';
  if (verdicts.includes('differs')) return 'differs';
  if (verdicts.includes('waits')) return 'open';
  return verdicts.includes('declines') ? 'declined' : 'open';
}
