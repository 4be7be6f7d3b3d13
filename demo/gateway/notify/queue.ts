import type { NotificationAttempt, NotificationRecord, Store } from '../store/store.js';
import type { Scheduler } from '../time/scheduler.js';
import type { Clock } from '../time/clock.js';

export interface QueueDependencies {
  readonly clock: Clock;
  readonly store: Store;
  readonly scheduler: () => Scheduler;
}

/** The result of an attempt to deliver a notification, and the state that follows from it. */
export interface Attempt extends NotificationAttempt {
  /** The state of the notification after the attempt. */
  readonly becomes: (current: NotificationRecord) => NotificationRecord['state'];
  /** Milliseconds until the next attempt, if the notification still waits; absent when that is scheduled already. */
  readonly nextAfter?: (tries: number) => number;
}

/**
 * The queues of notifications. Only the first one of each queue is scheduled, so none overtakes another, whichever process
 * delivers it and however many attempts it takes. The next one follows once the first no longer waits. Queues don't wait for
 * each other.
 */
export interface Queue {
  add(notification: NotificationRecord): Promise<void>;
  /** Stores the result of an attempt; returns the changed notification. */
  conclude(notification: NotificationRecord, attempt: Attempt): Promise<NotificationRecord | undefined>;
}

/** Creates the queues in a store and on a scheduler. */
export function createQueue({ clock, store, scheduler }: QueueDependencies): Queue {
  return {
    add: (notification) =>
      store.atomically(async (kept) => {
        const head = await kept.notifications.head(notification.queue);
        await kept.notifications.insert(notification);
        if (!head) await scheduler().add('notify', notification.id, clock.now(), kept);
      }),
    conclude: ({ id, queue }, { becomes, nextAfter, ...attempt }) =>
      store.atomically(async (kept) => {
        const head = await kept.notifications.head(queue);
        const record = await kept.notifications.attempted(id, attempt, becomes);
        if (record?.state === 'waiting') {
          if (nextAfter) await scheduler().add('notify', id, clock.now() + nextAfter(record.attempts.length), kept);
        } else if (head?.id === id) {
          const next = await kept.notifications.head(queue);
          if (next) await scheduler().add('notify', next.id, clock.now(), kept);
        }
        return record;
      }),
  };
}
