import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { Account } from './gateway/sandbox-account.js';
import { api, type ApiOptions } from './http/api.js';
import { createFieldsResponse } from './http/fields.js';
import { notifications } from './http/notifications.js';
import { type HeadersEnv, ownAddress, responseHeaders } from './http/response-headers.js';
import { Sessions } from './http/sessions.js';
import { Ledger } from './orders/ledger.js';
import { termsOfItem } from './orders/order-terms.js';
import { pageRoutes, type PageOptions } from './pages/page-routes.js';

export interface ShopOptions extends Pick<PageOptions, 'checkoutUrl' | 'baseUrl' | 'cards' | 'browserScript'> {
  readonly account: Account;
  readonly client: ApiOptions['client'];
  /** The goods; absent: the shop only sends money. */
  readonly catalogue?: PageOptions['catalogue'];
  /** The shop's address, without a trailing slash. */
  readonly shopUrl: string;
  /** How the elements show the bank's page, as in their attribute `challenge`; default `auto`, in a dialog. */
  readonly challenge?: string;
  /** Whether payments are tests; default true. */
  readonly test?: boolean;
  /** Maximum number of orders in the ledger. */
  readonly maxOrders?: number;
  readonly now?: () => Date;
  readonly newId?: () => string;
  readonly log?: (line: string) => void;
}

const CURRENCY = 'USD';

/** A merchant's shop, `Request → Response`: pages for payments, and a server that receives their results. */
export function createShop(options: ShopOptions): Pick<Hono, 'fetch' | 'request'> {
  const { account, client, checkoutUrl, baseUrl, shopUrl, test = true, maxOrders, now = () => new Date() } = options;
  const { challenge = 'auto' } = options;
  const catalogue = options.catalogue ?? { products: new Map(), plans: new Map() };
  const newId = options.newId ?? (() => crypto.randomUUID());
  const log = options.log ?? (() => undefined);
  const ledger = new Ledger({ test, sells: (id) => termsOfItem(catalogue, id), newId, now, maxOrders });
  const shared = { client, catalogue, ledger, sessions: new Sessions(shopUrl, newId), shopUrl, currency: CURRENCY, test };

  const app = new Hono<HeadersEnv>();
  app.use(ownAddress(shopUrl));
  // With headers of its own.
  app.get('/fields/', createFieldsResponse({ ...options, publicKey: account.publicKey }));
  app.use(responseHeaders(checkoutUrl, baseUrl));
  app.route('/', pageRoutes({ ...options, ...shared, challenge, publicKey: account.publicKey }));
  app.route('/api', api({ ...shared, log }));
  app.route('/notifications', notifications({ ...account, allowTest: test, ledger, catalogue, log }));
  app.notFound((c) => c.text('This shop has no such page.', 404));
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    log(`${c.req.method} ${c.req.path}: ${error.message}`);
    return c.text('The shop failed to respond.', 500);
  });
  return app;
}
