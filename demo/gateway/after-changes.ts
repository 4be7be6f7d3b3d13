import type { GatewayUrls } from './http/gateway-urls.js';
import type { Emails } from './notify/emails.js';
import type { Notifications } from './notify/notifications.js';
import { putBackUnpaid } from './product/products.js';
import type { SubscriptionRecord } from './store/record/subscription-record.js';
import type { Store, TransactionRecord } from './store/store.js';
import { phaseOf } from './subscription/schedule.js';
import { subscriptionBody } from './subscription/subscription-body.js';
import type { SubscriptionLinks } from './subscription/subscription-links.js';
import type { Subscriptions } from './subscription/subscriptions.js';

export interface AfterChangeDependencies {
  readonly store: Store;
  readonly urls: GatewayUrls;
  readonly notifications: Notifications;
  readonly emails: Emails;
  readonly subscriptionLinks: SubscriptionLinks;
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

/** Call this when a capture, a void or a refund was made: notifies the merchant, where the payment's notifications went. */
export async function afterFollowUp(
  record: TransactionRecord,
  { notifications, answer }: Pick<AfterChangeDependencies, 'notifications' | 'answer'>,
): Promise<void> {
  const { uid, shopId, request } = record;
  await notifications.announce({ shopId, subject: uid, queue: uid, url: request.notification_url, body: answer(record) });
}

/** The family's free text about a change. Only the first one is known, `created.subscription`; the others follow its form. */
function eventOf({ state }: SubscriptionRecord, before: SubscriptionRecord): string {
  const isFirst = phaseOf(before) === 'beginning' && state !== 'expired';
  return `${isFirst ? 'created' : state === 'active' ? 'renewed' : state}.subscription`;
}

/** Call this when the state of a subscription has changed, and at each renewal: notifies the merchant, and the payer of its end. */
export async function afterSubscriptionChange(
  record: SubscriptionRecord,
  before: SubscriptionRecord,
  dependencies: AfterChangeDependencies,
): Promise<void> {
  const { id, shopId, notificationUrl: url } = record;
  const body = { ...(await subscriptionBody(record, 'merchant', dependencies)), event: eventOf(record, before) };
  await dependencies.notifications.announce({ shopId, subject: id, queue: id, url, body });
  await dependencies.emails.subscriptionEnded(record);
}
