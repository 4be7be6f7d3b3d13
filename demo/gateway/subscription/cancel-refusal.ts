import { Refusal } from '../http/error-response.js';
import type { SubscriptionRecord } from '../store/record/subscription-record.js';
import { phaseOf } from './schedule.js';

/** 409: a subscription that can't be cancelled, because it is over or has not begun. */
export function notRunning(subscription: Pick<SubscriptionRecord, 'id' | 'state'>): Refusal {
  const { id, state } = subscription;
  return phaseOf(subscription) === 'over'
    ? new Refusal({ status: 409, code: 'subscription_ended', message: `Subscription ${id} has ended already: it is ${state}.` })
    : new Refusal({
        status: 409, code: 'subscription_not_begun',
        message: `The first payment of subscription ${id} is still under way: it is ${state}. Cancel it once that has ended.`,
      });
}
