// Your server's answers to the page and the gateway: functions from Request to Response, for any framework.
import { randomUUID } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import { createNotificationHandler, createStatusHandler, MerchantClient, reconcile } from 'checkout-elements/merchant';

const { SHOP_ID = '', SECRET_KEY = '', PUBLIC_KEY = '', GATEWAY_URL = '', SHOP_URL = '', ALLOW_TEST } = process.env;
// For the sandbox: never where you deliver anything of value.
const test = ALLOW_TEST === 'yes';
const client = new MerchantClient({ shopId: SHOP_ID, secretKey: SECRET_KEY, gatewayUrl: GATEWAY_URL });

// Your database; here in memory.
/** @typedef {{ session: string, payment: import('checkout-elements/merchant').ExpectedPayment, paidBy?: string }} Order */
/** @type {Map<string, Order>} */
const orders = new Map();
const sessionOf = (/** @type {Request} */ request) => parseCookie(request.headers.get('cookie') ?? '').session;
// Only https may carry it. On this machine it comes by http, where not every browser keeps a Secure cookie: Safari drops it.
const secure = !/^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(SHOP_URL);
const cookieOf = (/** @type {string} */ session) =>
  stringifySetCookie({ name: 'session', value: session, httpOnly: true, sameSite: 'lax', secure, path: '/' });

/** An order for each attempt. The payer chooses the amount, and the payment must have that amount. */
async function openOrder(/** @type {Request} */ request) {
  const { amount } = Object(await request.json().catch(() => undefined));
  if (!Number.isSafeInteger(amount) || amount <= 0) return new Response('Expected an amount in minor units.', { status: 400 });
  const [trackingId, session] = [randomUUID(), sessionOf(request) || randomUUID()];
  orders.set(trackingId, { session, payment: { type: 'p2p', amount, currency: 'USD', test } });
  return Response.json({ trackingId }, { headers: { 'set-cookie': cookieOf(session) } });
}

const status = createStatusHandler({
  client,
  allowTest: test,
  authorize: (request, trackingId) => orders.get(trackingId)?.session === (sessionOf(request) || 'none'),
  report: console.error,
});

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
      console.log(`Transfer ${id} is paid.`);
    } else if (verdict === 'paid_twice' || verdict === 'differs') {
      console.error(`Transfer ${id}: ${verdict}. Review payment ${transaction.uid}, and refund it.`);
    }
  },
});

/** @type {Readonly<Record<string, import('checkout-elements/merchant').WebHandler>>} */
const routes = { 'POST /api/orders': openOrder, 'GET /api/status': status, 'POST /api/notifications': notifications };

/** @type {import('checkout-elements/merchant').WebHandler} */
export const answer = (request) => {
  const handler = routes[`${request.method} ${new URL(request.url).pathname}`];
  return handler ? handler(request) : new Response('There is no such page.', { status: 404 });
};
