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
  /** Writes a transaction as the synchronous endpoint answers it. */
  readonly answer: (record: TransactionRecord) => { readonly transaction: unknown };
  /** Undefined where only merchants read. */
  readonly cancelLinks?: CancelLinks;
}

/**
 * The body of a subscription, with the terms of its start.
 *
 * Only the merchant gets `token`, which charges the card; a payer's browser gets null. Only the payer gets `cancel_url`, the
 * page of a running subscription.
 */
export async function subscriptionBody(
  record: SubscriptionRecord,
  reader: 'payer' | 'merchant',
  { store, urls, answer, cancelLinks }: SubscriptionBodyDependencies,
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
    last_transaction: last ? answer(last).transaction : null,
    language: record.language,
    test: record.plan.test,
    return_url: record.returnUrl,
    notification_url: record.notificationUrl,
    created_at: timestampOf(record.createdAt),
    updated_at: timestampOf(record.updatedAt),
  };
}
