import type { Logger } from 'pino';
import type { Identifiers } from '../crypto/identifiers.js';
import type { Shop } from '../shop/shops.js';
import type { NotificationRecord } from '../store/store.js';
import { createQueue, type Attempt, type QueueDependencies } from './queue.js';
import { createSender, ADDRESS_REFUSED, type SenderOptions } from './send-notification.js';

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

/** Notifies merchants of final transactions (spec 6.1) and of changes of their subscriptions. */
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

export interface NotificationDependencies extends SenderOptions, QueueDependencies {
  readonly log: Logger;
  readonly identifiers: Identifiers;
  readonly shops: ReadonlyMap<number, Shop>;
}

const SECOND = 1_000;
const DAY = 86_400 * SECOND;

/** Attempts until a delivery is given up: with the waits in between, more than a week. */
export const MAX_ATTEMPTS = 16;

/** Milliseconds from the n-th failed attempt to the next: 5 s, 15 s, 45 s, … at most a day. */
export const waitAfter = (tries: number): number => Math.min(5 * SECOND * 3 ** (tries - 1), DAY);

const NOT_NOTIFIED =
  'no server is notified of this payment: it names no notification_url, and the shop has registered no address. To register ' +
  'yours, start the sandbox with --notification-url http://localhost:3000/notifications (and, for the way back from the ' +
  'gateway’s own pages, --shop-url http://localhost:3000/)';

/** The state after an attempt from the scheduler. A notification that was delivered by hand since stays delivered. */
const stateAfter = (result: number | string, { state, attempts }: NotificationRecord): NotificationRecord['state'] => {
  if (result === 200) return 'delivered';
  if (state !== 'waiting') return state;
  if (result === ADDRESS_REFUSED) return 'refused';
  return attempts.length + 1 < MAX_ATTEMPTS ? 'waiting' : 'given up';
};

/** Creates notifications on a store and a scheduler. */
export function createNotifications(dependencies: NotificationDependencies): Notifications {
  const { clock, store, log, identifiers, shops } = dependencies;
  const queue = createQueue(dependencies);
  const send = createSender(dependencies);
  const hinted = new Set<number>();

  /** Logs, once per shop, why the merchant's server gets no notification. */
  const hint = (shopId: number, subject: string): void => {
    if (hinted.has(shopId)) return;
    hinted.add(shopId);
    log.info({ shop: shopId, uid: subject }, NOT_NOTIFIED);
  };

  return {
    async announce({ shopId, subject, queue: name, url: asked, body }) {
      const url = asked ?? shops.get(shopId)?.notificationUrl;
      if (!shops.has(shopId)) return;
      if (!url) return hint(shopId, subject);
      await queue.add({
        id: identifiers.next(),
        shopId,
        uid: subject,
        queue: name,
        url,
        body: JSON.stringify(body),
        state: 'waiting',
        attempts: [],
      });
    },
    async deliver(id) {
      const notification = await store.notifications.byId(id);
      const shop = notification && shops.get(notification.shopId);
      if (notification?.state !== 'waiting' || !shop) return;
      const at = clock.now();
      const result = await send(notification, shop);
      const becomes: Attempt['becomes'] = (current) => stateAfter(result, current);
      const record = await queue.conclude(notification, { at, result, becomes, nextAfter: waitAfter });
      if (result === ADDRESS_REFUSED) return;
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
      const becomes: Attempt['becomes'] = ({ state }) => (result === 200 ? 'delivered' : state);
      const record = await queue.conclude(notification, { at, result, becomes });
      log.info({ notification: id, uid: notification.uid, result, state: record?.state }, 'notification sent by hand');
      return record;
    },
  };
}
