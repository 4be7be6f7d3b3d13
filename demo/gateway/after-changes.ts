import type { GatewayUrls } from './http/gateway-urls.js';
import type { Emails } from './notify/emails.js';
import type { Notifications } from './notify/notifications.js';
import { putBackUnpaid } from './product/products.js';
import type { SubscriptionRecord } from './store/record/subscription-record.js';
import type { Store, TransactionRecord } from './store/store.js';
import { subscriptionBody } from './subscription/subscription-body.js';
import type { Subscriptions } from './subscription/subscriptions.js';

export interface AfterChangeDependencies {
  readonly store: Store;
  readonly urls: GatewayUrls;
  readonly notifications: Notifications;
  readonly emails: Emails;
  /** The synchronous endpoint's response for a transaction. */
  readonly answer: (record: TransactionRecord) => { readonly transaction: unknown };
}

/**
 * Call this when a payment has ended: returns an unpaid item to the stock, notifies payer and merchant, and updates its
 * subscription.
 */
export async function afterPayment(
  record: TransactionRecord,
  { store, emails, notifications, subscriptions, answer }: AfterChangeDependencies & { readonly subscriptions: Subscriptions },
): Promise<void> {
  const { uid, shopId, request, purchase } = record;
  const queue = purchase?.kind === 'subscription' ? purchase.id : uid;
  await putBackUnpaid(record, store);
  await emails.paymentEnded(record);
  await notifications.announce({ shopId, subject: uid, queue, url: request.notification_url, body: answer(record) });
  await subscriptions.follow(record);
}

/** Call this when the state of a subscription has changed: notifies the merchant, and the payer if it was cancelled. */
export async function afterSubscriptionChange(record: SubscriptionRecord, dependencies: AfterChangeDependencies): Promise<void> {
  const { id, shopId, notificationUrl: url } = record;
  const body = { ...(await subscriptionBody(record, 'merchant', dependencies)), event: record.state };
  await dependencies.notifications.announce({ shopId, subject: id, queue: id, url, body });
  if (record.state === 'canceled') await dependencies.emails.subscriptionCancelled(record);
}
