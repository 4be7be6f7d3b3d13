import type { SubscriptionRecord } from '../store/record/subscription-record.js';
import type { Store } from '../store/store.js';
import type { Scheduler } from '../time/scheduler.js';
import { phaseOf } from './schedule.js';

export interface ChangeDependencies {
  readonly scheduler: () => Scheduler;
  /** Called when a subscription's state has changed, and at each renewal. */
  readonly changed: (record: SubscriptionRecord, before: SubscriptionRecord) => Promise<void>;
}

// A shop can do nothing about the steps before the end of the first charge, or about one more failed attempt.
const isNews = (record: SubscriptionRecord, before: SubscriptionRecord): boolean =>
  phaseOf(record) !== 'beginning' && (record.state !== before.state || record.activeTo !== before.activeTo);

/**
 * Changes a subscription, schedules its next charge, and reports a new state or a renewal, all within the transaction of `store`.
 *
 * @param step Returns the changed subscription; undefined when nothing changes.
 * @returns whether there was a change.
 */
export async function changeSubscription(
  id: string,
  store: Store,
  step: (current: SubscriptionRecord) => SubscriptionRecord | undefined,
  { scheduler, changed }: ChangeDependencies,
): Promise<boolean> {
  let before: SubscriptionRecord | undefined;
  const record = await store.subscriptions.update(id, (current) => {
    const next = step(current);
    before = next && current;
    return next;
  });
  if (!record || !before) return false;
  if (record.nextChargeAt !== null) await scheduler().add('charge subscription', id, record.nextChargeAt, store);
  if (isNews(record, before)) await changed(record, before);
  return true;
}
