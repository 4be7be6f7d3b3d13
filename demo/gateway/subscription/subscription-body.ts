import type { GatewayUrls } from '../http/gateway-urls.js';
import { pagesOf } from '../payment/transaction-body.js';
import { planBody } from '../plan/plan-body.js';
import type { SubscriptionRecord } from '../store/record/subscription-record.js';
import type { Store, TransactionRecord } from '../store/store.js';
import { timestampOf } from '../time/clock.js';
import type { CancelLinks } from './cancel-links.js';
import { phaseOf } from './schedule.js';

export interface SubscriptionBodyDependencies {
  readonly store: Store;
  readonly urls: GatewayUrls;
  /** Undefined where only merchants read. */
  readonly cancelLinks?: CancelLinks;
}

/** A charge inside a subscription's body: as small as gateways of the family send it, without amount, currency and card. */
const lastTransaction = (record: TransactionRecord, checkout: string) => ({
  uid: record.uid,
  status: record.status,
  message: record.message,
  created_at: timestampOf(record.createdAt),
  ...(record.status === 'incomplete' && { redirect_url: pagesOf(record, checkout).redirect_url }),
});

/**
 * The body of a subscription, with the terms of its start.
 *
 * Only the merchant gets `token`, which charges the card; a payer's browser gets null. Only the payer gets `cancel_url`, the
 * page of a running subscription.
 */
export async function subscriptionBody(
  record: SubscriptionRecord,
  reader: 'payer' | 'merchant',
  { store, urls, cancelLinks }: SubscriptionBodyDependencies,
) {
  const last = await store.transactions.byUid(record.lastCharge?.uid ?? '');
  return {
    id: record.id,
    state: record.state,
    tracking_id: record.trackingId,
    customer: { id: record.customerId },
    plan: planBody(record.plan, urls),
    ...(reader === 'payer' && { cancel_url: phaseOf(record) === 'running' ? cancelLinks?.addressOf(record.id) : null }),
    token: reader === 'merchant' ? record.cardToken : null,
    redirect_url: last ? pagesOf(last, urls.checkout).redirect_url : null,
    last_transaction: last ? lastTransaction(last, urls.checkout) : null,
    // A paid trial counts only with `as_first_payment` (spec 2.8). Otherwise it pays for the days before the first cycle, and
    // the state `trial` shows that it is paid.
    paid_billing_cycles: record.paidCycles,
    number_failed_payment_attempts: record.failedAttempts,
    language: record.language,
    test: record.plan.test,
    return_url: record.returnUrl,
    notification_url: record.notificationUrl,
    created_at: timestampOf(record.createdAt),
    updated_at: timestampOf(record.updatedAt),
  };
}
