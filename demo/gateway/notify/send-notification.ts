import { sign } from 'node:crypto';
import { isLoopback } from '../../../src/url/safe-url.js';
import type { ActiveFaults } from '../faults/active-faults.js';
import type { Shop } from '../shop/shops.js';
import type { NotificationRecord } from '../store/store.js';

export interface SenderOptions {
  readonly fetch: typeof globalThis.fetch;
  /** Host names that are this machine, beside the loopback ones. */
  readonly ownHosts: readonly string[];
  /** Whether notifications may leave this machine. */
  readonly notifyAnywhere: boolean;
  readonly activeFaults: ActiveFaults;
}

// Real time, not the sandbox's: a frozen clock must not keep a socket open.
const ANSWER_WITHIN = 10_000;

/** The result of an attempt at an address that the sandbox may not call. */
export const ADDRESS_REFUSED =
  'refused: the address is not on this machine; start the sandbox with --notify-anywhere to allow it';

/** `Content-Signature`: base64 of RSA-SHA256 (PKCS #1 v1.5) over the raw body, by the shop's private key. */
const signBody = (body: string, { privateKey }: Shop): string => sign('sha256', Buffer.from(body), privateKey).toString('base64');

const basic = ({ id, secretKey }: Shop): string => `Basic ${Buffer.from(`${id}:${secretKey}`).toString('base64')}`;

/** Makes one attempt to deliver a notification; returns the HTTP status, or the reason why there was no answer. */
export type Send = (notification: NotificationRecord, shop: Shop) => Promise<number | string>;

/** Creates the function that delivers notifications. */
export function createSender({ fetch, ownHosts, notifyAnywhere, activeFaults }: SenderOptions): Send {
  async function post({ url, body }: NotificationRecord, shop: Shop): Promise<number | string> {
    if (activeFaults.meetNotification()) return 'no answer: an active fault takes the address down';
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

  return async (notification, shop) => {
    const { hostname } = new URL(notification.url);
    const isAllowed = notifyAnywhere || isLoopback(hostname) || ownHosts.includes(hostname);
    return isAllowed ? post(notification, shop) : ADDRESS_REFUSED;
  };
}
