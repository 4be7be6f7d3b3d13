// The goods, the orders, and the answers to your page and the gateway.
import { randomUUID } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import {
  createNotificationHandler,
  createProductHandler,
  createStatusHandler,
  MerchantClient,
  reconcile,
} from 'checkout-elements/merchant';
import { ALLOW_TEST as test, GATEWAY_URL, PUBLIC_KEY, SECRET_KEY, SHOP_ID, SHOP_URL } from './settings.js';

const client = new MerchantClient({ shopId: SHOP_ID, secretKey: SECRET_KEY, gatewayUrl: GATEWAY_URL });

// A real shop creates its products once, and keeps their ids.
const price = { amount: 1250, currency: 'USD' };
const terms = { infinite: true, immortal: true, language: 'en', test };
const tea = await client.createProduct({ name: 'Green tea', description: 'Sencha, 100 g', ...price, ...terms });

// Your database; here in memory.
/** @typedef {{ session: string, payment: import('checkout-elements/merchant').ExpectedPayment, paidBy?: string }} Order */
/** @type {Map<string, Order>} */
const orders = new Map();
const sessionOf = (/** @type {Request} */ request) => parseCookie(request.headers.get('cookie') ?? '').session;
// Only https may carry it. On this machine it comes by http, where not every browser keeps a Secure cookie: Safari drops it.
const secure = !/^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(SHOP_URL);
const cookieOf = (/** @type {string} */ session) =>
  stringifySetCookie({ name: 'session', value: session, httpOnly: true, sameSite: 'lax', secure, path: '/' });

/** GET /api/tea: the element's `product`. */
export const product = createProductHandler({ client, id: tea.id });

/** POST /api/orders: an order for each attempt to pay. */
export function openOrder(/** @type {Request} */ request) {
  const [trackingId, session] = [randomUUID(), sessionOf(request) || randomUUID()];
  // A gateway may leave out the product. This shop sells only one, so no other can have been paid for at the same price.
  const payment = /** @type {const} */ ({ type: 'payment', productId: tea.id, acceptUnnamedProduct: true, ...price, test });
  orders.set(trackingId, { session, payment });
  return Response.json({ trackingId }, { headers: { 'set-cookie': cookieOf(session) } });
}

/** GET /api/status: how an order ended, for the browser that opened it. */
export const status = createStatusHandler({
  client,
  allowTest: test,
  authorize: (request, trackingId) => orders.get(trackingId)?.session === (sessionOf(request) || 'none'),
  report: console.error,
});

/** POST /api/notifications: what it proves to be paid is to deliver, and nothing else. */
export const notifications = createNotificationHandler({
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
