import { Hono } from 'hono';
import { createNotificationHandler, NotificationError, type VerifyNotificationOptions } from '../../../src/merchant/index.js';
import type { Catalogue } from '../gateway/catalogue.js';
import type { Ledger } from '../orders/ledger.js';

export interface NotificationsOptions extends VerifyNotificationOptions {
  readonly ledger: Ledger;
  readonly catalogue: Catalogue;
  readonly log: (line: string) => void;
}

/** Receives the gateway's notifications: 200 only once the ledger has the transaction, repetitions included. */
export function notifications({ ledger, catalogue, log, ...verification }: NotificationsOptions): Hono {
  const handlerFor = (productId?: string) =>
    createNotificationHandler({
      ...verification,
      onTransaction: (transaction) => {
        const { status, verdict, repeats } = ledger.record(transaction, 'notification', productId);
        log(`notification: ${status}, ${verdict}${repeats > 0 ? `, received ${repeats + 1} times` : ''}`);
      },
      onSubscription: (subscription) => {
        const { status, verdict } = ledger.recordSubscription(subscription);
        log(`notification: subscription ${status}, ${verdict}`);
      },
      report: (error) => {
        // News that no shop acts on is not a refusal.
        if (error instanceof NotificationError && error.code === 'notification_unknown')
          return log(`notification: ${error.code}`);
        if (error instanceof NotificationError) ledger.refuse(error);
        log(
          error instanceof NotificationError
            ? `notification refused: ${error.code}`
            : `notification not stored: ${String(error)}`,
        );
      },
    });
  const handle = handlerFor();
  return (
    new Hono()
      .post('/', (c) => handle(c.req.raw))
      // The notification_url of a product: the payments of its link name neither an order nor the product.
      .post('/:sku', (c) => handlerFor(catalogue.products.get(c.req.param('sku'))?.id)(c.req.raw))
  );
}
