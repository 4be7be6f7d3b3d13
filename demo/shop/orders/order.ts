import {
  type CardData,
  type Difference,
  type ExpectedPayment,
  isTest,
  reconcile,
  type Reconciliation,
  type Subscription,
  type Transaction,
} from '../../../src/merchant/index.js';

/** The item of an order. */
export type Item =
  | { readonly kind: 'transfer'; readonly recipient?: Pick<CardData, 'bin' | 'last_4'> | undefined }
  | { readonly kind: 'product'; readonly sku: string; readonly productId: string; readonly type: 'payment' | 'authorization' }
  | { readonly kind: 'plan'; readonly sku: string; readonly planId: string };

/**
 * One order per attempt to pay, with a tracking_id for the gateway. A purchase on the gateway's pages (payment link, plan
 * page) becomes an order when the gateway reports it.
 */
export interface Order {
  readonly trackingId: string;
  readonly begun: 'in the shop' | 'on the payment page';
  /** The browser session that opened it, and the only one that sees it. Undefined until a buyer returns from the payment page. */
  readonly session: string | undefined;
  /** The address of the client that opened it, if that sent no session. */
  readonly stranger?: string | undefined;
  readonly openedAt: string;
  readonly item: Item;
  readonly currency: string;
  /** In minor units; undefined when the payer chooses it. For a plan, the first charge. */
  readonly amount: number | undefined;
}

/**
 * What a transaction or subscription means for its order. Deliver only after `pays`. A `charge` adds nothing to the state of
 * its subscription, and what `follows` a payment (a refund, for example) nothing to its order's; one that is `early` arrived before the notification about the subscription's start.
 */
export type Verdict = 'pays' | 'declines' | 'waits' | 'early' | 'differs' | 'second' | 'charge' | 'follows' | 'stray';

/** The state of an order, from everything the gateway has reported to the shop's server. */
export type OrderState = 'open' | 'paid' | 'declined' | 'differs';

const typeOf = (item: Item): ExpectedPayment['type'] =>
  item.kind === 'transfer' ? 'p2p' : item.kind === 'product' ? item.type : 'payment';

const expectedOf = ({ item, amount, currency }: Order, test: boolean, paidBy?: string): ExpectedPayment => ({
  type: typeOf(item),
  amount,
  currency,
  test,
  paidBy,
  // A gateway may leave out the product. No two products of this shop have the same price, so the amount tells them apart.
  ...(item.kind === 'product' && { productId: item.productId, acceptUnnamedProduct: true }),
  ...(item.kind === 'transfer' && { recipient: item.recipient }),
});

const NAMES: Readonly<Partial<Record<Difference['field'], string>>> = { product_id: 'product', recipient_card: 'recipient' };

const inWords = ({ field, expected, got }: Difference): string =>
  `${NAMES[field] ?? field} is ${got ?? 'absent'}, not ${expected ?? 'above 0'}`;

const VERDICTS = {
  pays: 'pays',
  repeated: 'pays',
  paid_twice: 'second',
  differs: 'differs',
  declined: 'declines',
  pending: 'waits',
  follows: 'follows',
} as const satisfies Record<Reconciliation['verdict'], Verdict>;

/**
 * What a transaction means for its order, and the differences between the two.
 *
 * @param paidBy the uid of the transaction that has paid for the order.
 */
export function judgeTransaction(
  order: Order,
  transaction: Transaction,
  { test, paidBy }: { readonly test: boolean; readonly paidBy?: string | undefined },
): { readonly verdict: Verdict; readonly differences: readonly string[] } {
  const judged = reconcile(expectedOf(order, test, paidBy), transaction);
  return { verdict: VERDICTS[judged.verdict], differences: judged.verdict === 'differs' ? judged.differences.map(inWords) : [] };
}

/** The differences between a subscription and the one that the order requires: its plan, which has the prices. */
export function subscriptionDifferences(order: Order, subscription: Subscription, test: boolean): readonly string[] {
  const { item } = order;
  if (item.kind !== 'plan') return ['it is a subscription, but the order is not'];
  const { plan } = subscription;
  return [
    ...(plan?.id === item.planId ? [] : [`plan is ${plan?.id ?? 'absent'}, not ${item.planId}`]),
    ...(isTest(plan ?? {}) !== test ? [`test is ${plan?.test ?? false}, not ${test}`] : []),
  ];
}

/** The state of an order with these verdicts. A payment outweighs everything else. */
export function stateOf(verdicts: readonly Verdict[]): OrderState {
  if (verdicts.includes('pays')) return 'paid';
  if (verdicts.includes('differs')) return 'differs';
  if (verdicts.includes('waits') || verdicts.includes('early')) return 'open';
  return verdicts.includes('declines') ? 'declined' : 'open';
}
