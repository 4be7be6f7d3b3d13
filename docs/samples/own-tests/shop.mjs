// The shop under test: tea, and a tea club. Yours has pages and a database of its own.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';
import {
  createNotificationHandler,
  createStatusHandler,
  firstChargeOf,
  MerchantClient,
  reconcile,
  toNode,
} from 'checkout-elements/merchant';

const { SHOP_ID = '', SECRET_KEY = '', PUBLIC_KEY = '', GATEWAY_URL = '', SHOP_URL = '', ALLOW_TEST } = process.env;
const test = ALLOW_TEST === 'yes';
const client = new MerchantClient({ shopId: SHOP_ID, secretKey: SECRET_KEY, gatewayUrl: GATEWAY_URL });
let price = 1250;
const tea = await client.createProduct({
  ...{ name: 'Tea', description: 'Green tea, 100 g', amount: price, currency: 'USD' },
  ...{ infinite: true, immortal: true, language: 'en', test },
});
const club = await client.createPlan({
  title: 'Tea club',
  ...{ currency: 'USD', language: 'en', test },
  plan: { amount: 1000, interval: 1, interval_unit: 'month' },
});

/** @typedef {{ session: string, amount?: number, paidBy?: string, charges: string[], review: string[], notes: string[] }} Order */
/** @type {Map<string, Order>} */
const orders = new Map();
const sessionOf = (/** @type {Request} */ request) => parseCookie(request.headers.get('cookie') ?? '').session;
// Only https may carry it. On this machine it comes by http, where not every browser keeps a Secure cookie: Safari drops it.
const secure = !/^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(SHOP_URL);
const cookieOf = (/** @type {string} */ session) =>
  stringifySetCookie({ name: 'session', value: session, httpOnly: true, sameSite: 'lax', secure, path: '/' });
const idOf = (/** @type {Request} */ request) => new URL(request.url).searchParams.get('id') ?? '';

function openOrder(/** @type {Request} */ request) {
  const [trackingId, session] = [randomUUID(), sessionOf(request) || randomUUID()];
  const isClub = new URL(request.url).searchParams.has('club');
  orders.set(trackingId, { session, ...(!isClub && { amount: price }), charges: [], review: [], notes: [] });
  return Response.json({ trackingId }, { headers: { 'set-cookie': cookieOf(session) } });
}

const notifications = createNotificationHandler({
  shopId: SHOP_ID,
  secretKey: SECRET_KEY,
  publicKey: PUBLIC_KEY,
  allowTest: test,
  onTransaction: (transaction) => {
    if (transaction.subscription_id) return; // a charge of the club: its subscription's notification says so
    const order = orders.get(transaction.tracking_id ?? '');
    if (order?.amount === undefined) return console.error(`Payment ${transaction.uid} belongs to no order.`);
    const payment = /** @type {const} */ ({ type: 'payment', amount: order.amount, currency: 'USD', test });
    const expected = { ...payment, productId: tea.id, acceptUnnamedProduct: true, paidBy: order.paidBy };
    const { verdict } = reconcile(expected, transaction);
    if (verdict === 'pays') order.paidBy = transaction.uid;
    else if (verdict === 'paid_twice' || verdict === 'differs') order.review.push(transaction.uid);
  },
  onSubscription: (subscription) => {
    const order = orders.get(subscription.tracking_id ?? '');
    if (!order || subscription.plan?.id !== club.id) return console.error(`Subscription ${subscription.id} belongs to no order.`);
    if (firstChargeOf(subscription) === 'successful') order.paidBy ??= subscription.id;
    const { last_transaction: last } = subscription;
    if (last?.status === 'successful' && !order.charges.includes(last.uid)) order.charges.push(last.uid);
  },
  report: (error) => console.error(String(error)),
});

const status = createStatusHandler({
  client,
  allowTest: test,
  authorize: (request, trackingId) => orders.get(trackingId)?.session === (sessionOf(request) || 'none'),
});

/** What the merchant sees in the back office. A real one asks who they are. */
const order = (/** @type {Request} */ request) => Response.json(orders.get(idOf(request)) ?? null);

async function changePrice(/** @type {Request} */ request) {
  price = Number(await request.text());
  await client.updateProduct(tea.id, { amount: price });
  return new Response();
}

/** A refund that somebody makes in the gateway's back office has to be noted here; `client.refund()` makes one from your server. */
async function note(/** @type {Request} */ request) {
  orders.get(idOf(request))?.notes.push(await request.text());
  return new Response();
}

const page = (/** @type {string} */ offer, /** @type {string} */ query) => () =>
  new Response(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Tea</title><link rel="icon" href="data:,">
<script type="module" src="${GATEWAY_URL}/product-pay.js"></script>
<product-pay ${offer} public-key="${PUBLIC_KEY}" notification-url="${SHOP_URL}/notifications"></product-pay>
<p id="outcome" role="status"></p>
<script type="module">
  const element = document.querySelector('product-pay');
  element.prepare = async () => (await fetch('/orders${query}', { method: 'POST' })).json();
  element.resolveStatus = async ({ trackingId, uid, startedAt, repeatedAt }) => {
    const asked = { tracking_id: trackingId, uid, started_at: startedAt, repeated_at: repeatedAt };
    const known = Object.entries(asked).filter(([, value]) => value);
    const answer = await fetch('/status?' + new URLSearchParams(known));
    if (answer.status === 404) return { outcome: 'unknown' };
    if (!answer.ok) throw new Error('The status could not be read: ' + answer.status);
    return answer.json();
  };
  element.addEventListener('checkout-outcome', ({ outcome, final, trackingId }) => {
    document.querySelector('#outcome').textContent = (final ? outcome : 'not known yet') + ' ' + trackingId;
  });
</script>`,
    { headers: { 'content-type': 'text/html; charset=utf-8' } },
  );

/** @type {Readonly<Record<string, import('checkout-elements/merchant').WebHandler>>} */
const routes = {
  'GET /': page(`confirm-url="${tea.confirm_url}"`, ''),
  'GET /club': page(`confirm-url="${club.confirm_url}"`, '?club'),
  'POST /orders': openOrder,
  'POST /notifications': notifications,
  'GET /status': status,
  'GET /office/order': order,
  'POST /office/price': changePrice,
  'POST /office/note': note,
};
// A body of more than 256 KB is answered with 413: `maxBytes` of toNode.
createServer(
  toNode((request) => {
    const handler = routes[`${request.method} ${new URL(request.url).pathname}`];
    return handler ? handler(request) : new Response('There is no such page.', { status: 404 });
  }),
).listen(Number(new URL(SHOP_URL).port || '3000'), '127.0.0.1');
