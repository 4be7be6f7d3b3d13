import { Hono } from 'hono';
import { NotificationError, verifyNotification, type VerifyNotificationOptions } from '../../../src/merchant/index.js';
import type { Ledger } from '../orders/ledger.js';

export interface NotificationsOptions extends VerifyNotificationOptions {
  readonly ledger: Ledger;
  readonly log: (line: string) => void;
}

/** Receives the gateway's notifications: 200 only once the ledger has the transaction, repetitions included. */
export function notifications({ ledger, log, ...verification }: NotificationsOptions): Hono {
  return new Hono().post('/', async (c) => {
    try {
      const notification = await verifyNotification(c.req.raw, verification);
      if (notification.kind === 'subscription') {
        const { status, verdict } = ledger.recordSubscription(notification.subscription);
        log(`notification: subscription ${status}, ${verdict}`);
        return c.text('Stored.');
      }
      const known = ledger.record(notification.transaction, 'notification');
      log(`notification: ${known.status}, ${known.verdict}${known.repeats > 0 ? `, received ${known.repeats + 1} times` : ''}`);
      return c.text('Stored.');
    } catch (error) {
      if (!(error instanceof NotificationError)) throw error;
      ledger.refuse(error);
      log(`notification refused: ${error.code}`);
      if (error.status === 401) c.header('WWW-Authenticate', 'Basic realm="notifications"');
      return c.text(error.message, error.status);
    }
  });
}
