import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as z from 'zod/mini';
import {
  createPlanHandler,
  createProductHandler,
  createStatusHandler,
  type MerchantClient,
} from '../../../src/merchant/index.js';
import type { Catalogue } from '../gateway/catalogue.js';
import type { Ledger } from '../orders/ledger.js';
import { termsOfSku } from '../orders/order-terms.js';
import type { Sessions } from './sessions.js';

/** What the shop does after a payment. */
export type AfterPayment = 'capture' | 'void' | 'refund';

export interface ApiOptions {
  readonly client: Pick<
    MerchantClient,
    'findTransactions' | 'getTransaction' | 'getProduct' | 'getPlan' | 'cancelSubscription' | AfterPayment
  >;
  readonly catalogue: Catalogue;
  readonly ledger: Ledger;
  readonly sessions: Sessions;
  readonly shopUrl: string;
  readonly currency: string;
  readonly test: boolean;
  readonly log: (line: string) => void;
}

/** The maximum number of entries that a page gets of a list, which it polls. Of the others it gets only the number. */
const MAX_LISTED = 100;

const newOrder = z.union([
  z.strictObject({ sku: z.string() }),
  z.object({ amount: z.optional(z.int().check(z.positive())), sku: z.optional(z.undefined()) }),
]);

/** The client's address; empty where no server tells it. */
const addressOf = ({ env }: Context): string => {
  const { incoming } = (env ?? {}) as { readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } } };
  return incoming?.socket?.remoteAddress ?? '';
};

const textOf = (error: unknown): string => (error instanceof Error ? error.message : 'no reason given');

/**
 * Opens an order before the payment. Its terms are the shop's own: prices come from the catalogue, and the amount of a
 * transfer is the one that the payer saw. Everything that the gateway reports later is compared with them.
 */
async function openOrder(c: Context, { catalogue, ledger, sessions, shopUrl, currency }: ApiOptions): Promise<Response> {
  if (c.req.header('origin') !== new URL(shopUrl).origin) return c.json({ message: 'Only this shop may place orders.' }, 403);
  const { success, data: order } = newOrder.safeParse(await c.req.json().catch(() => undefined));
  if (!success) {
    return c.json(
      { message: 'Expected amount (a whole number of minor units above 0), sku (an item of this shop), or neither.' },
      422,
    );
  }
  const terms =
    order.sku === undefined
      ? ({ item: { kind: 'transfer' }, amount: order.amount, currency } as const)
      : termsOfSku(catalogue, order.sku);
  if (!terms) return c.json({ message: 'sku: this shop does not sell it.' }, 422);
  // A browser has the session from the page; a client without one could open any number, each in a session of its own.
  const stranger = sessions.of(c) === undefined ? addressOf(c) : undefined;
  const opened = ledger.openOrder(sessions.begin(c), terms, stranger);
  if (opened) return c.json({ trackingId: opened.trackingId }, 201);
  const { retryAfter } = ledger;
  c.header('Retry-After', String(retryAfter));
  const minutes = Math.ceil(retryAfter / 60);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return c.json({ message: `Too many orders are open at this shop. Nothing was paid; try again in ${wait}.` }, 503);
}

function listOrders(c: Context, { ledger, sessions }: ApiOptions): Response {
  const wanted = c.req.query('tracking_id');
  const orders = ledger.ordersOf(sessions.of(c)).filter(({ trackingId }) => !wanted || trackingId === wanted);
  // Payments without an order may belong to anyone, so a page sees no details of them.
  const strays = ledger.strays.kept.map(({ heardAt, kind, status, verdict }) => ({ heardAt, kind, status, verdict }));
  const { elsewhere, refusals: refused } = ledger;
  const beyond = (list: readonly unknown[]): number => Math.max(0, list.length - MAX_LISTED);
  return c.json({
    orders: orders.slice(0, MAX_LISTED),
    elsewhere: elsewhere.slice(0, MAX_LISTED),
    strays,
    refused,
    more: { orders: beyond(orders), elsewhere: beyond(elsewhere), strays: ledger.strays.forgotten },
  });
}

/** Answers `resolveStatus` of an element, and records what the gateway reports. */
const statusHandler = ({ client, ledger, sessions, test, log }: ApiOptions) =>
  createStatusHandler({
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
    // Also for a uid: another payer's uid in the address must not make an order paid.
    authorize: (request, trackingId) => ledger.owns(sessions.ofRequest(request), trackingId),
    allowTest: test,
    report: (error) => log(`status query failed: ${textOf(error)}`),
  });

/** The API of the shop for its own pages. */
export function api(options: ApiOptions): Hono {
  const { client, catalogue, log } = options;
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    if (!c.res.headers.has('cache-control')) c.header('Cache-Control', 'no-store');
  });
  app.post('/orders', bodyLimit({ maxSize: 1024 }), (c) => openOrder(c, options));
  app.get('/transfers', (c) => listOrders(c, options));
  const answerStatus = statusHandler(options);
  app.get('/status', (c) => answerStatus(c.req.raw));

  const skuOf = (request: Request): string => new URL(request.url).pathname.split('/').at(-1) ?? '';
  const report = (error: unknown): void => log(`offer failed: ${textOf(error)}`);
  const answerProduct = createProductHandler({ client, id: (request) => catalogue.products.get(skuOf(request))?.id, report });
  const answerPlan = createPlanHandler({ client, id: (request) => catalogue.plans.get(skuOf(request))?.id, report });
  app.get('/products/:sku', (c) => answerProduct(c.req.raw));
  app.get('/plans/:sku', (c) => answerPlan(c.req.raw));
  return app;
}
