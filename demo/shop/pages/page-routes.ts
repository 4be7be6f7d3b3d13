import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { CheckoutError, type MerchantClient, UnknownOutcomeError } from '../../../src/merchant/index.js';
import type { Catalogue } from '../gateway/catalogue.js';
import type { TestCard } from '../gateway/sandbox-account.js';
import type { AfterPayment } from '../http/api.js';
import type { HeadersEnv } from '../http/response-headers.js';
import type { Sessions } from '../http/sessions.js';
import type { Ledger, OrderStatus } from '../orders/ledger.js';
import { AFTER_ACTIONS, type AfterAction, afterPage, openActions } from './after-page.js';
import { boughtPage, readCheckCount } from './bought-page.js';
import { readFieldsPlace } from './fields-place.js';
import { FRAMEWORKS, frameworkPage } from './framework-page.js';
import { goodsPage } from './goods-page.js';
import { icon } from './icon.js';
import { planPage, productPage, type SalePage } from './sale-page.js';
import { isThemeName, THEMES } from '../themes/themes.js';
import { styles } from './styles.js';
import { transferPage } from './transfer-page.js';

export interface PageOptions {
  readonly publicKey: string;
  readonly client: Pick<MerchantClient, 'getTransaction' | 'cancelSubscription' | AfterPayment>;
  readonly catalogue: Catalogue;
  readonly ledger: Ledger;
  readonly sessions: Sessions;
  readonly checkoutUrl: string;
  readonly baseUrl: string;
  readonly shopUrl: string;
  readonly currency: string;
  readonly cards: readonly TestCard[];
  /** How the elements show the bank's page. */
  readonly challenge: string;
  readonly test: boolean;
  /** A page's bundled script by name (`shop.js`); undefined when it is missing. */
  readonly browserScript: (name: string) => Promise<string | undefined>;
}

type Pages = Hono<HeadersEnv>;

const AMOUNT = /^[1-9]\d{0,8}$/;

function show(c: Context, { sessions }: PageOptions, content: ReturnType<typeof goodsPage>) {
  sessions.begin(c);
  c.header('Cache-Control', 'no-cache');
  return c.html(content);
}

function addTransferPages(pages: Pages, options: PageOptions): void {
  for (const path of ['/', '/fixed', '/return'] as const) {
    pages.get(path, (c) => {
      const given = c.req.query('amount') ?? (path === '/fixed' ? '10000' : undefined);
      if (given !== undefined && !AMOUNT.test(given)) {
        return c.text('amount: expected minor units, a whole number above 0 of up to 9 digits, as in /fixed?amount=10000', 400);
      }
      const amount = path === '/' || given === undefined ? undefined : Number(given);
      const theme = c.req.query('theme');
      const fields = readFieldsPlace(c.req.query('fields'));
      const named = isThemeName(theme) ? theme : undefined;
      return show(c, options, transferPage({ ...options, path, amount, fields, theme: named }));
    });
  }
}

function addSalePages(pages: Pages, options: PageOptions): void {
  const { catalogue } = options;
  const sale = (sku: string, c: Context): SalePage => ({ ...options, sku, fields: readFieldsPlace(c.req.query('fields')) });
  pages.get('/shop', (c) => show(c, options, goodsPage(options)));
  pages.get('/shop/:sku', (c, next) => {
    const sku = c.req.param('sku');
    const product = catalogue.products.get(sku);
    return product
      ? show(c, options, productPage(product, c.req.query('mode') === 'link' ? 'link' : 'auto', sale(sku, c)))
      : next();
  });
  pages.get('/plans/:sku', (c, next) => {
    const sku = c.req.param('sku');
    const plan = catalogue.plans.get(sku);
    return plan ? show(c, options, planPage(plan, c.req.query('in') === 'page' ? 'form' : 'page', sale(sku, c))) : next();
  });
}

/** The shop_url that is registered at the gateway. Its parameters are only a hint: the server asks the gateway. */
async function showBought(c: Context, options: PageOptions) {
  const { catalogue, client, ledger, sessions, checkoutUrl } = options;
  const session = sessions.begin(c);
  const { uid, id, checks, cancelled } = c.req.query();
  const readOrder = (): OrderStatus | undefined => ledger.claim(session, id ?? uid ?? '');
  let order = readOrder();
  if (uid && (!order || order.state === 'open')) {
    const found = await client.getTransaction(uid).catch(() => undefined);
    if (found) ledger.record(found, 'status');
    order = readOrder();
  }
  const sku = order?.item.kind === 'transfer' ? undefined : order?.item.sku;
  const name = sku && (catalogue.products.get(sku)?.name ?? catalogue.plans.get(sku)?.title);
  return show(
    c,
    options,
    boughtPage({
      order,
      name,
      named: { uid, id },
      checks: readCheckCount(checks),
      isCancelUnknown: cancelled === 'unknown',
      checkoutUrl,
    }),
  );
}

/** Ends a subscription of this session's customer. What they have paid for stays theirs. */
async function cancel(c: Context, { client, ledger, sessions, shopUrl }: PageOptions) {
  // Another site must not press the button for them.
  if (c.req.header('origin') !== new URL(shopUrl).origin) return c.text('Only this shop’s own page may cancel.', 403);
  const { id: given } = await c.req.parseBody();
  const id = typeof given === 'string' ? given : '';
  if (ledger.claim(sessions.begin(c), id)?.item.kind !== 'plan') return c.text('This is not your subscription.', 404);
  try {
    ledger.recordSubscription(await client.cancelSubscription(id, "Customer's request"));
  } catch (error) {
    // It may have ended in the meantime. The page shows what is known, and the notification what became of it.
    if (!(error instanceof CheckoutError)) throw error;
    return c.redirect(`/bought?id=${encodeURIComponent(id)}&cancelled=unknown`, 303);
  }
  return c.redirect(`/bought?id=${encodeURIComponent(id)}`, 303);
}

const showAfter = (c: Context, options: PageOptions) => {
  const { catalogue, ledger, sessions, checkoutUrl } = options;
  const nameOf = ({ item }: OrderStatus) =>
    item.kind === 'product' ? (catalogue.products.get(item.sku)?.name ?? undefined) : undefined;
  const orders = ledger.ordersOf(sessions.begin(c));
  return show(c, options, afterPage({ orders, nameOf, result: c.req.query('result'), checkoutUrl }));
};

/** Releases, collects or refunds the money of this session's order. Totals make the second press of a button harmless. */
async function followUp(c: Context, action: AfterAction, { client, ledger, sessions, shopUrl }: PageOptions) {
  if (c.req.header('origin') !== new URL(shopUrl).origin) return c.text('Only this shop’s own page may do this.', 403);
  const { order: given } = await c.req.parseBody();
  const order = ledger.ordersOf(sessions.begin(c)).find(({ trackingId }) => trackingId === given);
  const uid = order && openActions(order)[action];
  if (!order || uid === undefined) return c.text('There is no such order of yours, or nothing to do about it.', 404);
  const total = order.transactions.find((one) => one.uid === uid)?.amount ?? 0;
  try {
    const made = await {
      void: () => client.void(uid),
      capture: () => client.capture(uid, { total }),
      refund: () => client.refund(uid, { total, reason: 'Customer’s request' }),
    }[AFTER_ACTIONS[action]]();
    ledger.record(made, 'status');
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error;
    return c.redirect(`/after?result=${error instanceof UnknownOutcomeError ? 'unknown' : 'refused'}`, 303);
  }
  return c.redirect('/after', 303);
}

function addAssets(pages: Pages, options: PageOptions): void {
  const sendScript = async (c: Context, name: string): Promise<Response> => {
    const script = await options.browserScript(`${name}.js`);
    if (script === undefined) return c.text(`assets/${name}.js is missing beside the server: bundle ${name}.client.ts.`, 404);
    return c.body(script, 200, { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' });
  };
  const sendStyles = (c: Context, text: string): Response =>
    c.body(text, 200, { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'no-cache' });
  pages.get('/shop.css', (c) => sendStyles(c, styles));
  for (const [name, { page, elements }] of Object.entries(THEMES)) {
    pages.get(`/themes/${name}.css`, (c) => sendStyles(c, page + elements));
  }
  pages.get('/icon.svg', (c) => c.body(icon, 200, { 'Content-Type': 'image/svg+xml' }));
  for (const name of ['shop', 'bought', 'events']) pages.get(`/${name}.js`, (c) => sendScript(c, name));
  for (const [way, { name, scriptSource }] of FRAMEWORKS) {
    pages.get(`/with/${way}.js`, (c) => sendScript(c, way));
    pages.get(`/with/${way}`, (c, next) => {
      const sku = 'coffee';
      const product = options.catalogue.products.get(sku);
      if (!product) return next();
      if (scriptSource) c.set('scriptSource', scriptSource);
      return show(
        c,
        options,
        frameworkPage({ ...options, way, name, sku, product, fields: readFieldsPlace(c.req.query('fields')) }),
      );
    });
  }
}

/** The pages of the shop with their scripts and styles. */
export function pageRoutes(options: PageOptions): Pages {
  const pages: Pages = new Hono();
  addTransferPages(pages, options);
  addSalePages(pages, options);
  pages.get('/bought', (c) => showBought(c, options));
  pages.post('/bought/cancel', (c) => cancel(c, options));
  pages.get('/after', (c) => showAfter(c, options));
  for (const action of Object.keys(AFTER_ACTIONS) as AfterAction[])
    pages.post(`/after/${action}`, bodyLimit({ maxSize: 1024 }), (c) => followUp(c, action, options));
  addAssets(pages, options);
  return pages;
}
