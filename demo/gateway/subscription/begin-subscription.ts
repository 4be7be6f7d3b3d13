import { saveCard } from '../card/saved-card.js';
import type { Identifiers } from '../crypto/identifiers.js';
import type { Vault } from '../crypto/vault.js';
import type { Order, OrderResult } from '../order/for-sale.js';
import type { PlanRecord } from '../store/record/sale-records.js';
import type { SubscriptionRecord } from '../store/record/subscription-record.js';
import type { Store } from '../store/store.js';
import { customerOf } from './customer-of.js';
import { firstBill, withCharge } from './schedule.js';

/** Starts a subscription: saves the customer, their card, and the subscription with its first charge pending. */
export async function beginSubscription(
  { uid, shop, request, card, ip, language, at }: Order,
  plan: PlanRecord,
  store: Store,
  { vault, identifiers }: { readonly vault: Vault; readonly identifiers: Identifiers },
): Promise<OrderResult> {
  const id = `sbs_${identifiers.next()}`;
  const customer = { ...customerOf(request.customer, ip), id: `cst_${identifiers.next()}`, shopId: shop.id, createdAt: at };
  await store.customers.insert(customer);
  const record: SubscriptionRecord = {
    id,
    shopId: shop.id,
    state: 'pending',
    plan,
    customerId: customer.id,
    cardToken: await saveCard(card, shop.id, { store, vault, identifiers }),
    trackingId: request.tracking_id ?? null,
    returnUrl: request.return_url ?? shop.shopUrl ?? null,
    notificationUrl: request.notification_url ?? null,
    language,
    createdAt: at,
    updatedAt: at,
    firstUid: null,
    lastCharge: null,
    chargeCount: 0,
    everPaid: false,
    paidCycles: 0,
    anchorAt: at,
    nextChargeAt: null,
    failedAttempts: 0,
  };
  await store.subscriptions.insert(withCharge(record, firstBill(plan), uid, at));
  return { purchase: { kind: 'subscription', id }, work: { kind: 'subscription', id, uid } };
}
