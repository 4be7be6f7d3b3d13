import { sign } from 'node:crypto';
import type { Logger } from 'pino';
import { isLoopback } from '../../src/url/safe-url.js';
import type { Agenda } from './agenda.js';
import type { Clock } from './clock.js';
import type { Switches } from './faults/switches.js';
import type { Identifiers } from './identifiers.js';
import type { Shop } from './shops.js';
import type { NotificationRecord, Store } from './store/store.js';

/** What a merchant is told. */
export interface News {
  readonly shopId: number;
  /** Uid of the transaction or id of the subscription that it is about. */
  readonly subject: string;
  /** Where the request asked to be told; null: where the shop is told everything. */
  readonly url: string | null;
  readonly body: unknown;
}

/** Tells merchants how their transactions ended (spec 6.1), and what became of their subscriptions. */
export interface Notifications {
  /** Queues a notification, if anybody wants it. */
  announce(news: News): Promise<void>;
  /** Tries to deliver a queued notification, once; a failure queues the next try. */
  deliver(id: string): Promise<void>;
  /**
   * Tries once more, now and whatever became of it before; a failure changes nothing but the list of attempts.
   *
   * @returns the notification as it then is; undefined when there is none.
   */
  resend(id: string): Promise<NotificationRecord | undefined>;
}

export interface NotificationDependencies {
  readonly clock: Clock;
  readonly store: Store;
  readonly log: Logger;
  readonly identifiers: Identifiers;
  readonly agenda: () => Agenda;
  readonly shops: ReadonlyMap<number, Shop>;
  readonly fetch: typeof globalThis.fetch;
  /** Host names that are this machine, beside the loopback ones. */
  readonly ownHosts: readonly string[];
  /** Whether notifications may leave this machine. */
  readonly notifyAnywhere: boolean;
  readonly switches: Switches;
}

const SECOND = 1_000;
const DAY = 86_400 * SECOND;

/** A delivery is given up after this many tries: with the waits between them, more than a week. */
export const MOST_ATTEMPTS = 16;

// Real time, not the sandbox's: it bounds a socket, and a frozen clock must not hold one open.
const ANSWER_WITHIN = 10 * SECOND;

/** Milliseconds from the n-th failed try to the next: 5 s, 15 s, 45 s, … at most a day. */
export const waitAfter = (tries: number): number => Math.min(5 * SECOND * 3 ** (tries - 1), DAY);

const REFUSED = 'refused: not an address of this machine; start the sandbox with --notify-anywhere to allow it';

/** `Content-Signature`: base64 of RSA-SHA256 (PKCS #1 v1.5) over the raw body, by the shop's private key. */
export const signBody = (body: string, { privateKey }: Pick<Shop, 'privateKey'>): string =>
  sign('sha256', Buffer.from(body), privateKey).toString('base64');

const basic = ({ id, secretKey }: Shop): string => `Basic ${Buffer.from(`${id}:${secretKey}`).toString('base64')}`;

/** Notifications on a store and an agenda. */
export function createNotifications(dependencies: NotificationDependencies): Notifications {
  const { clock, store, log, identifiers, agenda, shops, fetch, ownHosts, notifyAnywhere, switches } = dependencies;
  const isOwn = (hostname: string): boolean => isLoopback(hostname) || ownHosts.includes(hostname);

  async function post({ url, body }: NotificationRecord, shop: Shop): Promise<number | string> {
    if (switches.meetNotification()) return 'no answer: the address is down by a fault that is switched on';
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: basic(shop),
          'content-signature': signBody(body, shop),
        },
        body,
        // A redirect could lead the notification off this machine.
        redirect: 'manual',
        signal: AbortSignal.timeout(ANSWER_WITHIN),
      });
      await response.body?.cancel();
      return response.status;
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      return `no answer: ${cause instanceof Error ? cause.message : 'unknown error'}`;
    }
  }

  const mayGo = (url: string): boolean => notifyAnywhere || isOwn(new URL(url).hostname);

  async function attempt(notification: NotificationRecord, shop: Shop): Promise<void> {
    const { id, uid, url, attempts } = notification;
    const at = clock.now();
    if (!mayGo(url)) {
      await store.notifications.attempted(id, { at, result: REFUSED }, 'refused');
      return;
    }
    const result = await post(notification, shop);
    const tries = attempts.length + 1;
    const state = result === 200 ? 'delivered' : tries < MOST_ATTEMPTS ? 'waiting' : 'given up';
    await store.atomically(async (kept) => {
      await kept.notifications.attempted(id, { at, result }, state);
      if (state === 'waiting') await agenda().add('notify', id, clock.now() + waitAfter(tries), kept);
    });
    log.info({ notification: id, uid, result, tries, state }, 'notification sent');
  }

  return {
    async announce({ shopId, subject, url: asked, body }) {
      const shop = shops.get(shopId);
      const url = asked ?? shop?.notificationUrl;
      if (!shop || !url) return;
      const id = identifiers.next();
      await store.atomically(async (kept) => {
        await kept.notifications.insert({
          id,
          shopId: shop.id,
          uid: subject,
          url,
          body: JSON.stringify(body),
          state: 'waiting',
          attempts: [],
        });
        await agenda().add('notify', id, clock.now(), kept);
      });
    },
    async deliver(id) {
      const notification = await store.notifications.byId(id);
      const shop = notification && shops.get(notification.shopId);
      if (notification?.state === 'waiting' && shop) await attempt(notification, shop);
    },
    async resend(id) {
      const notification = await store.notifications.byId(id);
      const shop = notification && shops.get(notification.shopId);
      if (!notification || !shop) return undefined;
      const at = clock.now();
      const result = mayGo(notification.url) ? await post(notification, shop) : REFUSED;
      const state = result === 200 ? 'delivered' : notification.state;
      await store.notifications.attempted(id, { at, result }, state);
      log.info({ notification: id, uid: notification.uid, result, state }, 'notification sent by hand');
      return store.notifications.byId(id);
    },
  };
}
