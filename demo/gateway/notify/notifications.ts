import type { Logger } from 'pino';
import { isSubscriptionId } from '../../../src/wire/uid.js';
import type { Identifiers } from '../crypto/identifiers.js';
import type { WriteBody } from '../http/write-body.js';
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
  readonly random: (size: number) => Uint8Array;
  readonly write: WriteBody;
}

/** How a service of the family repeats its notifications. */
export interface Retries {
  /** After the first attempt. */
  readonly count: number;
  /** Seconds before the n-th retry; `dice` from 0 to 29. */
  readonly wait: (n: number, dice: number) => number;
}

/** The family's two formulas: about 36 hours for a transaction, 25 days for a subscription. */
export const RETRIES: Readonly<Record<'transaction' | 'subscription', Retries>> = {
  transaction: { count: 15, wait: (n, dice) => Math.floor(2.12 * n) ** 3 + dice * (n + 1) },
  subscription: { count: 25, wait: (n, dice) => n ** 4 + 15 + dice * (n + 1) },
};

/** The retries of a notification about a transaction or a subscription. */
export const retriesOf = ({ uid }: Pick<NotificationRecord, 'uid'>): Retries =>
  RETRIES[isSubscriptionId(uid) ? 'subscription' : 'transaction'];

const NOT_NOTIFIED =
  'no server is notified of this payment: it names no notification_url, and the shop has registered no address. To register ' +
  'yours, start the sandbox with --notification-url http://localhost:3000/notifications (and, for the way back from the ' +
  'gateway’s own pages, --shop-url http://localhost:3000/)';

/** The state after an attempt from the scheduler. A notification that was delivered by hand since stays delivered. */
const stateAfter = (result: number | string, notification: NotificationRecord): NotificationRecord['state'] => {
  const { state, attempts } = notification;
  if (result === 200) return 'delivered';
  if (state !== 'waiting') return state;
  if (result === ADDRESS_REFUSED) return 'refused';
  return attempts.length < retriesOf(notification).count ? 'waiting' : 'given up';
};

/** Creates notifications on a store and a scheduler. */
export function createNotifications(dependencies: NotificationDependencies): Notifications {
  const { clock, store, log, identifiers, shops, random, write } = dependencies;
  const dice = (): number => random(1)[0]! % 30;
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
        body: write(body),
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
      const nextAfter = (tries: number): number => 1000 * retriesOf(notification).wait(tries, dice());
      const record = await queue.conclude(notification, { at, result, becomes, nextAfter });
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
