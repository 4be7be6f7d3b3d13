import { cardBody } from '../card/saved-card.js';
import type { GatewayUrls } from '../http/gateway-urls.js';
import { pagesOf } from '../payment/transaction-body.js';
import { planBody } from '../plan/plan-body.js';
import type { SubscriptionRecord } from '../store/record/subscription-record.js';
import type { Store, TransactionRecord } from '../store/store.js';
import { timestampOf } from '../time/clock.js';
import type { SubscriptionLinks } from './subscription-links.js';
import { nextBill, phaseOf } from './schedule.js';

export interface SubscriptionBodyDependencies {
  readonly store: Store;
  readonly urls: GatewayUrls;
  readonly subscriptionLinks: SubscriptionLinks;
}

const timeOrNull = (time: number | null): string | null => (time === null ? null : timestampOf(time));

/** Its plan. The family repeats here which fields the payer was asked for; spec 2.8 lists them nowhere. */
export function subscribedPlan(plan: SubscriptionRecord['plan'], urls: Parameters<typeof planBody>[1]) {
  const body = planBody(plan, urls);
  return { ...body, plan: { ...body.plan, visible_fields: ['email'] } };
}

/** A charge inside a subscription's body: as small as gateways of the family send it, without amount, currency and card. */
const lastTransaction = (record: TransactionRecord, checkout: string) => ({
  uid: record.uid,
  status: record.status,
  message: record.message,
  created_at: timestampOf(record.createdAt),
  ...(record.status === 'incomplete' && { redirect_url: pagesOf(record, checkout).redirect_url }),
});

/** Where the payer goes before the first charge is paid: the bank's page, or the one that asks for the card. */
function firstSteps(
  record: SubscriptionRecord,
  last: TransactionRecord | undefined,
  { urls, subscriptionLinks }: SubscriptionBodyDependencies,
) {
  if (last?.status === 'incomplete') return { redirect_url: pagesOf(last, urls.checkout).redirect_url };
  return record.cardToken === null
    ? { redirect_url: subscriptionLinks.checkoutOf(record.id), token: subscriptionLinks.paymentTokenOf(record.id) }
    : {};
}

/**
 * The body of a subscription, with the terms of its start and the fields of the family.
 *
 * Only the merchant gets the card's token, which charges the card. Only the payer gets `cancel_url`, the page of a running
 * subscription.
 */
export async function subscriptionBody(
  record: SubscriptionRecord,
  reader: 'payer' | 'merchant',
  dependencies: SubscriptionBodyDependencies,
) {
  const { store, urls, subscriptionLinks } = dependencies;
  const last = await store.transactions.byUid(record.lastCharge?.uid ?? '');
  const phase = phaseOf(record);
  const { cancelled } = record;
  return {
    id: record.id,
    state: record.state,
    tracking_id: record.trackingId,
    device_id: record.deviceId,
    created_at: timestampOf(record.createdAt),
    renew_at: phase === 'running' && nextBill(record) ? timeOrNull(record.nextChargeAt) : null,
    active_to: timeOrNull(record.activeTo),
    ...(cancelled && { cancel_reason: cancelled.reason, cancelled_at: timestampOf(cancelled.at) }),
    card: last ? { ...cardBody(last.source), token: reader === 'merchant' ? record.cardToken : null } : {},
    customer: record.customerId === null ? {} : { id: record.customerId },
    // A paid trial counts only with `as_first_payment` (spec 2.8). Otherwise it pays for the days before the first cycle, and
    // the state `trial` shows that it is paid.
    paid_billing_cycles: record.paidCycles,
    number_failed_payment_attempts: record.failedAttempts,
    additional_data: record.additionalData,
    plan: subscribedPlan(record.plan, urls),
    ...(phase === 'beginning' && firstSteps(record, last, dependencies)),
    ...(reader === 'payer' && { cancel_url: phase === 'running' ? subscriptionLinks.cancelOf(record.id) : null }),
    last_transaction: last ? lastTransaction(last, urls.checkout) : null,
  };
}
