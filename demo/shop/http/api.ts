import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as z from 'zod/mini';
import {
  createPlanHandler, createProductHandler, createStatusHandler, type MerchantClient,
} from '../../../src/merchant/index.js';
import type { Catalogue } from '../gateway/catalogue.js';
import type { Ledger } from '../orders/ledger.js';
import { wantedOf, type Wanted } from '../orders/order-terms.js';
import type { Sessions } from './sessions.js';

export interface ApiOptions {
  readonly client: Pick<MerchantClient, 'findTransactions' | 'getTransaction' | 'getProduct' | 'getPlan'>;
  readonly catalogue: Catalogue;
  readonly ledger: Ledger;
  readonly sessions: Sessions;
  readonly shopUrl: string;
  readonly currency: string;
  readonly test: boolean;
  readonly log: (line: string) => void;
}

/** How long a list is told to a page, which asks for it every few seconds; of the rest it learns how many. */
const MOST_TOLD = 100;

const newOrder = z.union([
  z.strictObject({ sku: z.string() }),
  z.object({ amount: z.optional(z.int().check(z.positive())), sku: z.optional(z.undefined()) }),
]);

/** What the shop's own pages ask of its server. */
export function api(options: ApiOptions): Hono {
  const { client, catalogue, ledger, sessions, shopUrl, currency, test, log } = options;
  const app = new Hono();

  app.use(async (c, next) => {
    await next();
    if (!c.res.headers.has('cache-control')) c.header('Cache-Control', 'no-store');
  });

  // What is asked for is the shop's own word, never the page's: a price comes from the catalogue, and the amount of a
  // transfer is what the payer was shown. It is written down before anybody pays, and everything the gateway says later
  // is held against it.
  const asked = (order: z.infer<typeof newOrder>): Wanted | undefined =>
    order.sku === undefined ? { item: { kind: 'transfer' }, amount: order.amount, currency } : wantedOf(catalogue, order.sku);

  app.post('/orders', bodyLimit({ maxSize: 1024 }), async (c) => {
    if (c.req.header('origin') !== new URL(shopUrl).origin) return c.json({ message: 'Orders come from this shop only.' }, 403);
    const order = newOrder.safeParse(await c.req.json().catch(() => undefined));
    if (!order.success) {
      return c.json({ message: 'Expected amount (a whole number of minor units above 0), sku (what is sold), or neither.' }, 422);
    }
    const wanted = asked(order.data);
    if (!wanted) return c.json({ message: 'sku: this shop sells no such thing.' }, 422);
    const opened = ledger.openOrder(sessions.begin(c), wanted);
    if (opened) return c.json({ trackingId: opened.trackingId }, 201);
    c.header('Retry-After', '60');
    return c.json({ message: 'Too many orders are open at this shop. Nothing was paid; try again in a minute.' }, 503);
  });

  app.get('/transfers', (c) => {
    const wanted = c.req.query('tracking_id');
    const orders = ledger.ordersOf(sessions.of(c)).filter(({ trackingId }) => !wanted || trackingId === wanted);
    // Of payments for no order of this shop nobody's page learns more than that there are some: they may be anybody's.
    const strays = ledger.strays.kept.map(({ heardAt, kind, status, verdict }) => ({ heardAt, kind, status, verdict }));
    const { elsewhere, refusals: refused } = ledger;
    const beyond = (list: readonly unknown[]): number => Math.max(0, list.length - MOST_TOLD);
    return c.json({
      orders: orders.slice(0, MOST_TOLD),
      elsewhere: elsewhere.slice(0, MOST_TOLD),
      strays,
      refused,
      more: { orders: beyond(orders), elsewhere: beyond(elsewhere), strays: ledger.strays.forgotten },
    });
  });

  // The answer for an element that no longer knows. What the gateway says on the way goes into the books.
  const tellStatus = createStatusHandler({
    client: {
      async findTransactions(trackingId, call) {
        const found = await client.findTransactions(trackingId, call);
        for (const transaction of found) ledger.record(transaction, 'status');
        return found;
      },
      async getTransaction(uid, call) {
        const found = await client.getTransaction(uid, call);
        ledger.record(found, 'status');
        return found;
      },
    },
    // Whichever way it is asked about: a stranger's paid uid in the address makes nobody's order paid.
    authorize: (request, trackingId) => ledger.owns(sessions.ofRequest(request), trackingId),
    allowTest: test,
    report: (error) => log(`status query failed: ${error instanceof Error ? error.message : 'no reason given'}`),
  });
  app.get('/status', (c) => tellStatus(c.req.raw));

  // What an element on a page elsewhere shows of what is sold.
  const skuOf = (request: Request): string => new URL(request.url).pathname.split('/').at(-1) ?? '';
  const report = (error: unknown): void => log(`offer not told: ${error instanceof Error ? error.message : 'no reason given'}`);
  const tellProduct = createProductHandler({ client, id: (request) => catalogue.products.get(skuOf(request))?.id, report });
  const tellPlan = createPlanHandler({ client, id: (request) => catalogue.plans.get(skuOf(request))?.id, report });
  app.get('/products/:sku', (c) => tellProduct(c.req.raw));
  app.get('/plans/:sku', (c) => tellPlan(c.req.raw));

  return app;
}
