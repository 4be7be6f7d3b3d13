import type { Hono } from 'hono';
import { MerchantClient } from '../../src/merchant/index.js';
import type { Catalogue } from '../../demo/shop/gateway/catalogue.js';
import { createShop, type ShopOptions } from '../../demo/shop/shop.js';
import { makeShop, notificationFor, transfer, type SigningShop } from '../merchant/notification/notification.js';

/** The address of the shop under test. */
export const SHOP_URL = 'http://127.0.0.1:4020';

/** A shop with its keys, and a gateway that answers status queries by `gateway`. */
export interface OpenShop {
  readonly app: Pick<Hono, 'fetch' | 'request'>;
  readonly keys: SigningShop;
  readonly logged: string[];
  readonly asked: Request[];
  /** Calls the shop as the browser session `as` (a cookie), none by default. */
  call(path: string, init?: RequestInit & { readonly as?: string | undefined }): Promise<Response>;
  /** Opens an order in a session of its own. */
  order(body?: Readonly<Record<string, unknown>>): Promise<{ readonly trackingId: string; readonly as: string }>;
  /** Posts a signed notification of a transfer. */
  notify(changes: Readonly<Record<string, unknown>>): Promise<Response>;
  /** The order as the shop's page sees it. */
  statusOf(order: { readonly trackingId: string; readonly as: string }): Promise<Record<string, unknown>>;
}

/** The goods of the shop under test: coffee for 18.50, a bicycle's deposit of 150.00, a club for 10.00 after a trial of 1.00. */
const CATALOGUE: Catalogue = {
  products: new Map([
    [
      'coffee',
      {
        id: 'prd_1',
        name: 'Coffee',
        currency: 'USD',
        amount: 1850,
        transaction_type: 'payment',
        pay_url: 'http://127.0.0.1:4010/products/prd_1/pay',
        confirm_url: 'http://127.0.0.1:4010/v2/confirm_order/prd_1/1001',
      },
    ],
    ['bicycle', { id: 'prd_2', name: 'Bicycle', currency: 'USD', amount: 15_000, transaction_type: 'authorization' }],
  ]),
  plans: new Map([
    [
      'club',
      {
        id: 'pln_1',
        title: 'Club',
        currency: 'USD',
        plan: { amount: 1000, interval: 1, interval_unit: 'month' },
        trial: { amount: 100, interval: 3, interval_unit: 'day' },
      },
    ],
  ]),
};

// RSA keys take long to create, and no test changes one.
const keys = makeShop();

/** Opens an empty shop with counted ids and a clock that stands at 10:42. */
export function openShop(options: Partial<ShopOptions> & { readonly gateway?: (request: Request) => Response } = {}): OpenShop {
  const { gateway = () => new Response(null, { status: 404 }), ...rest } = options;
  const logged: string[] = [];
  const asked: Request[] = [];
  let ids = 0;
  const app = createShop({
    account: keys,
    client: new MerchantClient({
      ...keys,
      gatewayUrl: 'http://127.0.0.1:4010',
      baseUrl: 'http://127.0.0.1:4010',
      retries: 0,
      fetch: async (input, init) => {
        const request = new Request(input, init);
        asked.push(request);
        return gateway(request);
      },
    }),
    catalogue: CATALOGUE,
    checkoutUrl: 'http://127.0.0.1:4010',
    baseUrl: 'http://127.0.0.1:4010',
    shopUrl: SHOP_URL,
    cards: [{ number: '4200000000000000', label: 'Successful' }],
    browserScript: async () => 'export {};',
    now: () => new Date('2026-11-21T10:42:00Z'),
    newId: () => String((ids += 1)),
    log: (line) => logged.push(line),
    ...rest,
  });

  const call: OpenShop['call'] = async (path, { as, ...init } = {}) => {
    const headers = new Headers(init.headers);
    if (as) headers.set('cookie', as);
    return app.request(`${SHOP_URL}${path}`, { ...init, headers });
  };
  return {
    app,
    keys,
    logged,
    asked,
    call,
    async order(body = {}) {
      const headers = { 'content-type': 'application/json', origin: SHOP_URL };
      const response = await call('/api/orders', { method: 'POST', headers, body: JSON.stringify(body) });
      const { trackingId } = (await response.json()) as { trackingId: string };
      return { trackingId, as: response.headers.get('set-cookie')!.split(';')[0]! };
    },
    async notify(changes) {
      const body = JSON.stringify({ transaction: transfer({ test: true, ...changes }) });
      return app.request(notificationFor(keys, { body }));
    },
    async statusOf({ trackingId, as }) {
      const { orders } = (await (await call(`/api/transfers?tracking_id=${trackingId}`, { as })).json()) as {
        orders: Record<string, unknown>[];
      };
      return orders[0]!;
    },
  };
}
