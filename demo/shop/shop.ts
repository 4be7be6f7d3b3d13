import { type Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { Catalogue } from './gateway/catalogue.js';
import type { Account, TestCard } from './gateway/sandbox-account.js';
import { api, type ApiOptions } from './http/api.js';
import { notifications } from './http/notifications.js';
import { type HeadersEnv, ownAddress, responseHeaders } from './http/response-headers.js';
import { Sessions } from './http/sessions.js';
import { Ledger, type OrderStanding } from './orders/ledger.js';
import { wantedById } from './orders/order-terms.js';
import { boughtPage, looksOf } from './pages/bought-page.js';
import { WAYS, wayPage } from './pages/framework-page.js';
import { shelfPage } from './pages/goods-page.js';
import { icon } from './pages/icon.js';
import { planPage, productPage, type SalePage } from './pages/sale-page.js';
import { styles } from './pages/styles.js';
import { transferPage, type TransferPage } from './pages/transfer-page.js';

export interface ShopOptions {
  readonly account: Account;
  readonly client: ApiOptions['client'];
  /** What is sold; without it, money is sent only. */
  readonly catalogue?: Catalogue;
  readonly checkoutUrl: string;
  readonly baseUrl: string;
  /** Where this shop is reached, without trailing slash. */
  readonly shopUrl: string;
  readonly cards: readonly TestCard[];
  /** Whether transfers are between test cards; true unless said. */
  readonly test?: boolean;
  /** A page's bundled script by its name, `shop.js`; undefined when it is not there. */
  readonly browserScript: (name: string) => Promise<string | undefined>;
  /** How many orders the books hold. */
  readonly mostOrders?: number;
  readonly now?: () => Date;
  readonly newId?: () => string;
  readonly log?: (line: string) => void;
}

const CURRENCY = 'USD';
const AMOUNT = /^[1-9]\d{0,8}$/;

/** A merchant's shop, `Request → Response`: pages to send money from, and a server that learns what became of it. */
export function createShop(options: ShopOptions): Pick<Hono, 'fetch' | 'request'> {
  const { account, client, checkoutUrl, baseUrl, shopUrl, cards, test = true, browserScript } = options;
  const catalogue = options.catalogue ?? { products: new Map(), plans: new Map() };
  const newId = options.newId ?? (() => crypto.randomUUID());
  const log = options.log ?? (() => undefined);
  const sells = (id: string) => wantedById(catalogue, id);
  const { mostOrders, now = () => new Date() } = options;
  const ledger = new Ledger({ test, sells, newId, now, mostOrders });
  const sessions = new Sessions(shopUrl, newId);

  const page = (path: TransferPage['path'], amount?: number) =>
    transferPage({ path, amount, currency: CURRENCY, checkoutUrl, shopUrl, publicKey: account.publicKey, test, cards });

  const app = new Hono<HeadersEnv>();
  app.use(responseHeaders(checkoutUrl, baseUrl), ownAddress(shopUrl));

  for (const path of ['/', '/fixed', '/return'] as const) {
    app.get(path, (c) => {
      const given = c.req.query('amount') ?? (path === '/fixed' ? '10000' : undefined);
      if (given !== undefined && !AMOUNT.test(given)) {
        return c.text('amount: expected minor units, a whole number above 0 of up to 9 digits, as in /fixed?amount=10000', 400);
      }
      sessions.begin(c);
      c.header('Cache-Control', 'no-cache');
      return c.html(page(path, path === '/' || given === undefined ? undefined : Number(given)));
    });
  }

  const sale = (sku: string): SalePage => ({
    sku, checkoutUrl, baseUrl, shopUrl, publicKey: account.publicKey, cards,
  });
  const show = (c: Context, content: ReturnType<typeof shelfPage>) => {
    sessions.begin(c);
    c.header('Cache-Control', 'no-cache');
    return c.html(content);
  };
  app.get('/shop', (c) => show(c, shelfPage({ catalogue, checkoutUrl })));
  app.get('/shop/:sku', (c, next) => {
    const sku = c.req.param('sku');
    const product = catalogue.products.get(sku);
    return product ? show(c, productPage(product, c.req.query('mode') === 'link' ? 'link' : 'auto', sale(sku))) : next();
  });
  app.get('/plans/:sku', (c, next) => {
    const sku = c.req.param('sku');
    const plan = catalogue.plans.get(sku);
    return plan ? show(c, planPage(plan, c.req.query('in') === 'page' ? 'form' : 'page', sale(sku))) : next();
  });

  // The shop_url that is registered at the gateway. What its address tells is a hint, and whom it names is asked.
  app.get('/bought', async (c) => {
    const session = sessions.begin(c);
    const { uid, id, look } = c.req.query();
    const standing = (): OrderStanding | undefined => ledger.claim(session, id ?? uid ?? '');
    let order = standing();
    if (uid && (!order || order.state === 'open')) {
      const found = await client.getTransaction(uid).catch(() => undefined);
      if (found) ledger.record(found, 'status');
      order = standing();
    }
    const sku = order?.item.kind === 'transfer' ? undefined : order?.item.sku;
    const name = sku && (catalogue.products.get(sku)?.name ?? catalogue.plans.get(sku)?.title);
    return show(c, boughtPage({ order, name, named: { uid, id }, looks: looksOf(look), checkoutUrl }));
  });

  app.get('/shop.css', (c) => c.body(styles, 200, { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'no-cache' }));
  app.get('/icon.svg', (c) => c.body(icon, 200, { 'Content-Type': 'image/svg+xml' }));
  const sendScript = async (c: Context, name: string): Promise<Response> => {
    const script = await browserScript(`${name}.js`);
    if (script === undefined) return c.text(`assets/${name}.js is not beside the server: bundle ${name}.client.ts.`, 404);
    return c.body(script, 200, { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' });
  };
  app.get('/shop.js', (c) => sendScript(c, 'shop'));
  for (const [way, { name, scriptSource }] of WAYS) {
    app.get(`/with/${way}.js`, (c) => sendScript(c, way));
    app.get(`/with/${way}`, (c) => {
      if (scriptSource) c.set('scriptSource', scriptSource);
      return show(c, wayPage({ way, name, sku: 'coffee', publicKey: account.publicKey, shopUrl, checkoutUrl }));
    });
  }

  app.route('/api', api({ client, catalogue, ledger, sessions, shopUrl, currency: CURRENCY, test, log }));
  app.route('/notifications', notifications({ ...account, allowTest: test, ledger, log }));

  app.notFound((c) => c.text('There is no such page in this shop.', 404));
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    log(`${c.req.method} ${c.req.path}: ${error.message}`);
    return c.text('The shop failed to answer.', 500);
  });
  return app;
}
