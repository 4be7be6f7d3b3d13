import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as z from 'zod/mini';
import { outcomeOf, type GatewayStatus, type Outcome } from './gateway-status.js';
import type { Ledger } from './ledger.js';
import { beginSession, sessionOf } from './session.js';

export interface ApiOptions {
  readonly ledger: Ledger;
  readonly gatewayStatus: GatewayStatus;
  readonly shopUrl: string;
  readonly currency: string;
  readonly newId: () => string;
  readonly log: (line: string) => void;
}

const newOrder = z.object({ amount: z.optional(z.int().check(z.positive())) });

/** What the shop's own pages ask of its server. */
export function api({ ledger, gatewayStatus, shopUrl, currency, newId, log }: ApiOptions): Hono {
  const app = new Hono();

  app.use(async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
  });

  // The order is what the shop asks for. It is written down here, before anybody pays, and everything the gateway says
  // later is held against it.
  app.post('/orders', bodyLimit({ maxSize: 1024 }), async (c) => {
    if (c.req.header('origin') !== new URL(shopUrl).origin) return c.json({ message: 'Orders come from this shop only.' }, 403);
    const order = newOrder.safeParse(await c.req.json().catch(() => undefined));
    if (!order.success) return c.json({ message: 'amount: expected a whole number of minor units above 0, or none.' }, 422);
    const session = beginSession(c, shopUrl, newId);
    const { trackingId } = ledger.openOrder(session, { amount: order.data.amount, currency });
    return c.json({ trackingId }, 201);
  });

  app.get('/transfers', (c) => {
    const wanted = c.req.query('tracking_id');
    const orders = ledger.ordersOf(sessionOf(c)).filter(({ trackingId }) => !wanted || trackingId === wanted);
    return c.json({ orders, strays: ledger.strays, refused: ledger.refusals });
  });

  // The answer for an element that no longer knows: nothing but the outcome leaves.
  app.get('/status', async (c) => {
    const trackingId = c.req.query('tracking_id');
    const uid = c.req.query('uid');
    if (trackingId ? !ledger.owns(sessionOf(c), trackingId) : !uid) {
      return c.json({ message: 'Expected the tracking_id of an order of this session, or a uid.' }, 404);
    }
    let outcome: Outcome = 'unknown';
    try {
      // A payer can come back in another browser, without session and record, with nothing but the uid in the address.
      const found = trackingId ? await gatewayStatus.byTrackingId(trackingId) : await gatewayStatus.byUid(uid!);
      for (const transaction of found) ledger.record(transaction, 'status');
      outcome = outcomeOf(found);
    } catch (error) {
      log(`status query failed: ${error instanceof Error ? error.message : 'no reason given'}`);
    }
    return c.json({ outcome });
  });

  return app;
}
