import { saveCard } from '../card/saved-card.js';
import type { Identifiers } from '../crypto/identifiers.js';
import type { Vault } from '../crypto/vault.js';
import type { Order, OrderResult } from '../order/for-sale.js';
import type { Shop } from '../shop/shops.js';
import type { PlanRecord } from '../store/record/sale-records.js';
import type { SubscriptionRecord } from '../store/record/subscription-record.js';
import type { Store } from '../store/store.js';
import { customerOf } from './customer-of.js';
import { firstBill, isUnpaid, withCharge } from './schedule.js';

export interface BeginDependencies {
  readonly vault: Vault;
  readonly identifiers: Identifiers;
}

/** The merchant's or the payer's part of a new subscription. */
export type NewSubscription = Pick<
  SubscriptionRecord,
  'customerId' | 'trackingId' | 'deviceId' | 'additionalData' | 'returnUrl' | 'notificationUrl' | 'language'
>;

/** A subscription without a card and a charge. */
export const newSubscription = (
  given: NewSubscription,
  plan: PlanRecord,
  shop: Pick<Shop, 'id' | 'shopUrl'>,
  { id, at }: { readonly id: string; readonly at: number },
): SubscriptionRecord => ({
  ...given,
  returnUrl: given.returnUrl ?? shop.shopUrl ?? null,
  id,
  shopId: shop.id,
  state: 'pending',
  plan,
  cardToken: null,
  createdAt: at,
  updatedAt: at,
  firstUid: null,
  lastCharge: null,
  chargeCount: 0,
  everPaid: false,
  paidCycles: 0,
  anchorAt: at,
  nextChargeAt: null,
  activeTo: null,
  failedAttempts: 0,
  cancelled: null,
});

/** Saves the card of an order, and its customer unless the subscription has one. */
async function saveBuyer(
  { shop, request, card, ip, at }: Order,
  customerId: string | null,
  store: Store,
  { vault, identifiers }: BeginDependencies,
): Promise<{ readonly customerId: string; readonly cardToken: string }> {
  const cardToken = await saveCard(card, shop.id, { store, vault, identifiers });
  if (customerId !== null) return { customerId, cardToken };
  const id = identifiers.next('cst');
  await store.customers.insert({ ...customerOf(request.customer, ip), id, shopId: shop.id, createdAt: at });
  return { customerId: id, cardToken };
}

const resultOf = (id: string, uid: string): OrderResult => ({
  purchase: { kind: 'subscription', id },
  work: { kind: 'subscription', id, uid },
});

/** Starts a subscription with an order of its plan: saves it with its first charge pending. */
export async function beginSubscription(
  order: Order,
  plan: PlanRecord,
  store: Store,
  dependencies: BeginDependencies,
): Promise<OrderResult> {
  const { uid, shop, request, language, at } = order;
  const buyer = await saveBuyer(order, null, store, dependencies);
  const given = {
    ...buyer,
    trackingId: request.tracking_id ?? null,
    deviceId: request.customer?.device_id ?? null,
    additionalData: {},
    returnUrl: request.return_url ?? null,
    notificationUrl: request.notification_url ?? null,
    language,
  };
  const record = { ...newSubscription(given, plan, shop, { id: dependencies.identifiers.next('sbs'), at }), ...buyer };
  await store.subscriptions.insert(withCharge(record, firstBill(plan), uid, at));
  return resultOf(record.id, uid);
}

/**
 * Starts a subscription that the merchant has created, with an order of its own.
 *
 * @returns undefined when another order has started it, or its payment token has expired.
 */
export async function startSubscription(
  order: Order,
  { id, customerId }: SubscriptionRecord,
  store: Store,
  dependencies: BeginDependencies,
): Promise<OrderResult | undefined> {
  const buyer = await saveBuyer(order, customerId, store, dependencies);
  const record = await store.subscriptions.update(id, (current) => {
    if (!isUnpaid(current)) return undefined;
    const trackingId = current.trackingId ?? order.request.tracking_id ?? null;
    const started: SubscriptionRecord = { ...current, ...buyer, trackingId, state: 'pending' };
    return withCharge(started, firstBill(current.plan), order.uid, order.at);
  });
  return record?.lastCharge?.uid === order.uid ? resultOf(id, order.uid) : undefined;
}
