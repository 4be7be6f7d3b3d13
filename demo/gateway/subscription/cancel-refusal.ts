import { Refusal } from '../http/error-response.js';
import type { SubscriptionRecord } from '../store/record/subscription-record.js';
import { phaseOf } from './schedule.js';

/** 409: a subscription that can't be cancelled, because it has ended or has not started. */
export function notRunning(subscription: Pick<SubscriptionRecord, 'id' | 'state'>): Refusal {
  const { id, state } = subscription;
  return phaseOf(subscription) === 'over'
    ? new Refusal({ status: 409, code: 'subscription_ended', message: `Subscription ${id} has already ended: it is ${state}.` })
    : new Refusal({
        status: 409,
        code: 'subscription_not_begun',
        message: `The first payment of subscription ${id} is not finished: it is ${state}. Cancel the subscription afterwards.`,
      });
}
