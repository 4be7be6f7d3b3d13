import type { Logger } from 'pino';
import type { Identifiers } from '../crypto/identifiers.js';
import type { Shop } from '../shop/shops.js';
import type { NotificationAttempt, NotificationRecord, Store } from '../store/store.js';
import type { Agenda } from '../time/agenda.js';
import type { Clock } from '../time/clock.js';
import { createSender, REFUSED, type SenderOptions } from './send-notification.js';

/** A notification to a merchant. */
export interface Announcement {
  readonly shopId: number;
  /** Uid of its transaction or id of its subscription. */
  readonly subject: string;
  /** Notifications of one queue arrive in order. Those about one subscription share a queue, named by its id. */
  readonly queue: string;
  /** The address from the request; null: the address of the shop. */
  readonly url: string | null;
  readonly body: unknown;
}

/**
 * Notifies merchants of final transactions (spec 6.1) and of changes of their subscriptions.
 *
 * Notifications about one subscription form a queue. Only its first one is on the agenda, so none overtakes another, whichever
 * process delivers it and however many attempts it takes. The next one follows once the first is delivered, refused or given
 * up. Queues don't wait for each other.
 */
export interface Notifications {
  /** Queues a notification, if there is an address for it. */
  announce(news: Announcement): Promise<void>;
  /** Makes one attempt to deliver a queued notification; a failure queues the next attempt. */
  deliver(id: string): Promise<void>;
  /**
   * Makes one more attempt at once, whatever the state. A failure changes only the list of attempts.
   *
   * @returns the changed notification; undefined when it does not exist.
   */
  resend(id: string): Promise<NotificationRecord | undefined>;
}

export interface NotificationDependencies extends SenderOptions {
  readonly clock: Clock;
  readonly store: Store;
  readonly log: Logger;
  readonly identifiers: Identifiers;
  readonly agenda: () => Agenda;
  readonly shops: ReadonlyMap<number, Shop>;
}

const SECOND = 1_000;
const DAY = 86_400 * SECOND;

/** Attempts until a delivery is given up: with the waits in between, more than a week. */
export const MAX_ATTEMPTS = 16;

/** Milliseconds from the n-th failed attempt to the next: 5 s, 15 s, 45 s, … at most a day. */
export const waitAfter = (tries: number): number => Math.min(5 * SECOND * 3 ** (tries - 1), DAY);

/** The state after an attempt from the agenda. A notification that was delivered by hand since stays delivered. */
const stateAfter = (result: number | string, { state, attempts }: NotificationRecord): NotificationRecord['state'] => {
  if (result === 200) return 'delivered';
  if (state !== 'waiting') return state;
  if (result === REFUSED) return 'refused';
  return attempts.length + 1 < MAX_ATTEMPTS ? 'waiting' : 'given up';
};

/** Creates notifications on a store and an agenda. */
export function createNotifications(dependencies: NotificationDependencies): Notifications {
  const { clock, store, log, identifiers, agenda, shops } = dependencies;
  const send = createSender(dependencies);

  /** Stores the result of an attempt. Once a notification no longer waits, the next one of its queue follows. */
  async function conclude(
    { id, queue }: NotificationRecord,
    attempt: NotificationAttempt,
    becomes: (current: NotificationRecord) => NotificationRecord['state'],
    within: Store,
  ): Promise<NotificationRecord | undefined> {
    const head = await within.notifications.head(queue);
    const record = await within.notifications.attempted(id, attempt, becomes);
    if (head?.id !== id || record?.state === 'waiting') return record;
    const next = await within.notifications.head(queue);
    if (next) await agenda().add('notify', next.id, clock.now(), within);
    return record;
  }

  return {
    async announce({ shopId, subject, queue, url: asked, body }) {
      const shop = shops.get(shopId);
      const url = asked ?? shop?.notificationUrl;
      if (!shop || !url) return;
      const id = identifiers.next();
      await store.atomically(async (kept) => {
        const head = await kept.notifications.head(queue);
        await kept.notifications.insert({
          id,
          shopId: shop.id,
          uid: subject,
          queue,
          url,
          body: JSON.stringify(body),
          state: 'waiting',
          attempts: [],
        });
        if (!head) await agenda().add('notify', id, clock.now(), kept);
      });
    },
    async deliver(id) {
      const notification = await store.notifications.byId(id);
      const shop = notification && shops.get(notification.shopId);
      if (notification?.state !== 'waiting' || !shop) return;
      const at = clock.now();
      const result = await send(notification, shop);
      const record = await store.atomically(async (kept) => {
        const after = await conclude(notification, { at, result }, (current) => stateAfter(result, current), kept);
        if (after?.state === 'waiting') await agenda().add('notify', id, clock.now() + waitAfter(after.attempts.length), kept);
        return after;
      });
      if (result === REFUSED) return;
      log.info(
        { notification: id, uid: notification.uid, result, tries: record?.attempts.length, state: record?.state },
        'notification sent',
      );
    },
    async resend(id) {
      const notification = await store.notifications.byId(id);
      const shop = notification && shops.get(notification.shopId);
      if (!notification || !shop) return undefined;
      const at = clock.now();
      const result = await send(notification, shop);
      const record = await store.atomically((kept) =>
        conclude(notification, { at, result }, (current) => (result === 200 ? 'delivered' : current.state), kept),
      );
      log.info({ notification: id, uid: notification.uid, result, state: record?.state }, 'notification sent by hand');
      return record;
    },
  };
}
