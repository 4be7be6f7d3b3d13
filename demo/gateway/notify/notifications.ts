import { sign } from 'node:crypto';
import type { Logger } from 'pino';
import { isLoopback } from '../../../src/url/safe-url.js';
import type { Agenda } from '../time/agenda.js';
import type { Clock } from '../time/clock.js';
import type { Switches } from '../faults/switches.js';
import type { Identifiers } from '../crypto/identifiers.js';
import type { Shop } from '../shop/shops.js';
import type { NotificationAttempt, NotificationRecord, Store } from '../store/store.js';

/** What a merchant is told. */
export interface News {
  readonly shopId: number;
  /** Uid of the transaction or id of the subscription that it is about. */
  readonly subject: string;
  /** What of one queue is announced first arrives first: all that concerns one subscription is in one, by its id. */
  readonly queue: string;
  /** Where the request asked to be told; null: where the shop is told everything. */
  readonly url: string | null;
  readonly body: unknown;
}

/**
 * Tells merchants how their transactions ended (spec 6.1), and what became of their subscriptions.
 *
 * All that concerns one subscription stands in one queue: only its first is on the agenda, so none overtakes another,
 * whichever process delivers it and however often it has to be tried. The next one follows when the first was delivered,
 * refused or given up. Queues don't wait for each other.
 */
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

/** What becomes of a notification by a try that the agenda made; what was delivered by hand meanwhile stays so. */
const stateAfter = (result: number | string, { state, attempts }: NotificationRecord): NotificationRecord['state'] => {
  if (result === 200) return 'delivered';
  if (state !== 'waiting') return state;
  if (result === REFUSED) return 'refused';
  return attempts.length + 1 < MOST_ATTEMPTS ? 'waiting' : 'given up';
};

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

  const send = async (notification: NotificationRecord, shop: Shop): Promise<number | string> =>
    mayGo(notification.url) ? post(notification, shop) : REFUSED;

  /** Keeps what came of a try. A notification that no longer waits makes room for the next one of its queue. */
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
          id, shopId: shop.id, uid: subject, queue, url, body: JSON.stringify(body), state: 'waiting', attempts: [],
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
      log.info({ notification: id, uid: notification.uid, result, tries: record?.attempts.length, state: record?.state }, 'notification sent');
    },
    async resend(id) {
      const notification = await store.notifications.byId(id);
      const shop = notification && shops.get(notification.shopId);
      if (!notification || !shop) return undefined;
      const at = clock.now();
      const result = await send(notification, shop);
      const record = await store.atomically((kept) =>
        conclude(notification, { at, result }, (current) => (result === 200 ? 'delivered' : current.state), kept));
      log.info({ notification: id, uid: notification.uid, result, state: record?.state }, 'notification sent by hand');
      return record;
    },
  };
}
