import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';
import {
  createNotificationHandler,
  createProductHandler,
  createStatusHandler,
  MerchantClient,
  reconcile,
  toNode,
} from 'checkout-elements/merchant';

const { SHOP_ID = '', SECRET_KEY = '', PUBLIC_KEY = '', GATEWAY_URL = '', SHOP_URL = '', ALLOW_TEST } = process.env;
// For the sandbox: never where you deliver anything of value.
const test = ALLOW_TEST === 'yes';
const client = new MerchantClient({ shopId: SHOP_ID, secretKey: SECRET_KEY, gatewayUrl: GATEWAY_URL });

// 1. What is for sale. A real shop creates it once, and keeps its id.
const price = { amount: 1250, currency: 'USD' };
const product = await client.createProduct({
  name: 'Tea',
  description: 'Green tea, 100 g',
  ...price,
  infinite: true,
  immortal: true,
  language: 'en',
  test,
});

// 2. Your database; here in memory. What an order expects comes from your records, not from the page.
/** @typedef {{ session: string, payment: import('checkout-elements/merchant').ExpectedPayment, paidBy?: string }} Order */
/** @type {Map<string, Order>} */
const orders = new Map();
const sessionOf = (/** @type {Request} */ request) => parseCookie(request.headers.get('cookie') ?? '').session;
// Only https may carry it. On this machine it comes by http, where not every browser keeps a Secure cookie: Safari drops it.
const secure = !/^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(SHOP_URL);
const cookieOf = (/** @type {string} */ session) =>
  stringifySetCookie({ name: 'session', value: session, httpOnly: true, sameSite: 'lax', secure, path: '/' });

/** An order for each attempt to pay: the page's `prepare` asks for it. */
function openOrder(/** @type {Request} */ request) {
  const [trackingId, session] = [randomUUID(), sessionOf(request) || randomUUID()];
  // A gateway may leave out the product. This shop sells only one, so no other can have been paid for at the same price.
  const payment = /** @type {const} */ ({ type: 'payment', productId: product.id, acceptUnnamedProduct: true, ...price, test });
  orders.set(trackingId, { session, payment });
  return Response.json({ trackingId }, { headers: { 'set-cookie': cookieOf(session) } });
}

// 3. Deliver when a verified notification matches the order.
const notifications = createNotificationHandler({
  shopId: SHOP_ID,
  secretKey: SECRET_KEY,
  publicKey: PUBLIC_KEY,
  allowTest: test,
  onTransaction: (transaction) => {
    const id = transaction.tracking_id ?? '';
    const order = orders.get(id);
    if (!order) return console.error(`Payment ${transaction.uid} belongs to no order.`);
    const { verdict } = reconcile({ ...order.payment, paidBy: order.paidBy }, transaction);
    if (verdict === 'pays') {
      // In a database: one statement that succeeds only once, and a row "to deliver" in the same transaction. A job ships
      // that row, and repeats until it succeeds: what fails here is not tried again, because the order is paid.
      order.paidBy = transaction.uid;
      console.log(`Order ${id} is paid: deliver the tea.`);
    } else if (verdict === 'paid_twice' || verdict === 'differs') {
      console.error(`Order ${id}: ${verdict}. Review payment ${transaction.uid}, and refund it.`);
    }
  },
});

// 4. How did it end? The page asks when the gateway's answer was lost.
const status = createStatusHandler({
  client,
  allowTest: test,
  authorize: (request, trackingId) => orders.get(trackingId)?.session === (sessionOf(request) || 'none'),
  report: console.error,
});

async function file(/** @type {string} */ name, /** @type {string} */ type) {
  const text = await readFile(new URL(name, import.meta.url), 'utf8');
  const filled = text.replaceAll(/\{\{(\w+)\}\}/g, (_, key) => ({ PUBLIC_KEY, GATEWAY_URL, SHOP_URL })[String(key)] ?? '');
  return new Response(filled, { headers: { 'content-type': `${type}; charset=utf-8` } });
}

/** @type {Readonly<Record<string, import('checkout-elements/merchant').WebHandler>>} */
const routes = {
  'GET /': () => file('index.html', 'text/html'),
  'GET /page.js': () => file('page.js', 'text/javascript'),
  'GET /product': createProductHandler({ client, id: product.id }),
  'POST /orders': openOrder,
  'POST /notifications': notifications,
  'GET /status': status,
};
/** @type {import('checkout-elements/merchant').WebHandler} */
const route = (request) => {
  const handler = routes[`${request.method} ${new URL(request.url).pathname}`];
  return handler ? handler(request) : new Response('There is no such page.', { status: 404 });
};
// A body of more than 256 KB is answered with 413: `maxBytes` of toNode. Another HOST than this machine's own serves the network, too.
const { HOST = '127.0.0.1', PORT = new URL(SHOP_URL).port || '3000' } = process.env;
createServer(toNode(route)).listen(Number(PORT), HOST, () => console.log(`The shop is at ${SHOP_URL}`));
