// The shop's page for what follows a payment, against the sandbox: deposits and refunds of the session's own orders.
import { expect, test } from 'vitest';
import { MerchantClient } from '../../src/merchant/index.js';
import { Buyer } from '../gateway/buyer.js';
import { API, Sandbox } from '../gateway/sandbox.js';
import { openShop, SHOP_URL } from './open-shop.js';

async function boughtAt(type: 'payment' | 'authorization') {
  const sandbox = new Sandbox();
  const buyer = await Buyer.of({ transaction_type: type, amount: '15000', test: true }, sandbox);
  const { shop_id, secret_key } = await sandbox.shop('sealed');
  const posts: string[] = [];
  const line = { losesAnswers: false };
  const client = new MerchantClient({
    shopId: String(shop_id),
    secretKey: secret_key,
    gatewayUrl: API,
    fetch: async (url, init) => {
      const response = await sandbox.fetch(url.slice(API.length), init);
      if (init.method === 'POST') posts.push(new URL(url).pathname);
      if (init.method === 'POST' && line.losesAnswers) throw new TypeError('fetch failed');
      return response;
    },
  });
  const { id } = buyer.product as { id: string };
  const goods = { id, name: 'Bicycle', currency: 'USD', amount: 15_000, transaction_type: type };
  const shop = openShop({ client, catalogue: { products: new Map([['bicycle', goods]]), plans: new Map() } });
  const order = await shop.order({ sku: 'bicycle' });
  const payment = await buyer.pay({ tracking_id: order.trackingId });
  // The shop asks the gateway, as its page does.
  await shop.call(`/api/status?tracking_id=${order.trackingId}`, { as: order.as });
  const press = (action: string, as: string | null = order.as, origin = SHOP_URL, trackingId = order.trackingId) =>
    shop.call(`/after/${action}`, {
      method: 'POST',
      as: as ?? undefined,
      headers: { origin },
      body: new URLSearchParams({ order: trackingId }),
    });
  const page = async () => (await (await shop.call('/after', { as: order.as })).text()).replaceAll('\u00a0', ' ');
  return { sandbox, shop, order, payment, press, page, posts, line, buyer };
}

test('a deposit is released once, and the order stays paid', async () => {
  const { press, page, posts, shop, order, payment } = await boughtAt('authorization');
  expect(await page()).toMatch(/Release the deposit.*Keep the deposit/s);
  expect((await press('release')).headers.get('location')).toBe('/after');
  expect(await page()).toContain('Released: 150.00 USD');
  expect(await page()).not.toContain('<button>');
  expect((await press('release')).status).toBe(404);
  expect(posts).toEqual(['/transactions/voids']);
  expect(await shop.statusOf(order)).toMatchObject({
    state: 'paid',
    transactions: [
      { uid: payment['uid'], verdict: 'pays' },
      { type: 'void', verdict: 'follows' },
    ],
  });
});

test('a deposit is kept, and then refunded', async () => {
  const { press, page } = await boughtAt('authorization');
  await press('collect');
  expect(await page()).toContain('Collected: 150.00 USD');
  expect(await page()).not.toContain('Release the deposit');
  await press('refund');
  expect(await page()).toContain('Refunded: 150.00 USD');
  expect(await page()).not.toContain('<button>');
});

test('a refund whose answer was lost is not made twice by the second press', async () => {
  const { press, page, posts, line, shop, order } = await boughtAt('payment');
  line.losesAnswers = true;
  expect((await press('refund')).headers.get('location')).toBe('/after?result=unknown');
  expect(await (await shop.call('/after?result=unknown', { as: order.as })).text()).toContain(
    'Press again in a minute: nothing is done twice.',
  );
  line.losesAnswers = false;
  await press('refund');
  expect(await page()).toContain('Refunded: 150.00 USD');
  expect(posts).toEqual(['/transactions/refunds']);
});

test('what the gateway refuses is not said to be unknown', async () => {
  const { press, shop, order, payment, buyer, posts } = await boughtAt('authorization');
  // From the gateway's console, and the shop has not heard of it.
  await buyer.merchant.send('POST', '/transactions/voids', { request: { parent_uid: payment['uid'], amount: 15_000 } });
  expect((await press('collect')).headers.get('location')).toBe('/after?result=refused');
  const html = await (await shop.call('/after?result=refused', { as: order.as })).text();
  expect(html).toContain('The gateway did not do that.');
  expect(html).not.toContain('We don’t know yet');
  expect(posts).toEqual(['/transactions/captures']);
});

test('only the order’s own session may, from the shop’s own page, and only what can be done', async () => {
  const { press, posts, shop, order } = await boughtAt('payment');
  const stranger = await shop.order({ sku: 'bicycle' });
  const answers = [
    press('refund', null),
    press('refund', stranger.as),
    press('refund', stranger.as, SHOP_URL, stranger.trackingId),
    press('release'),
    press('collect'),
    press('refund', order.as, 'https://evil.example'),
  ];
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 403]);
  expect(await shop.call('/after', { as: stranger.as }).then((response) => response.text())).toContain('Nothing is paid yet');
  expect(posts).toEqual([]);
});

test('a refund that only its notification reports belongs to its payment’s order, and opens no other', async () => {
  const shop = openShop();
  await shop.notify({ tracking_id: 'not-ours', uid: 'p-1', type: 'payment', amount: 1850, product_id: 'prd_1' });
  await shop.notify({ tracking_id: null, uid: 'r-1', type: 'refund', parent_uid: 'p-1', amount: 1850, product_id: 'prd_1' });
  const state = (await (await shop.call('/api/transfers')).json()) as { elsewhere: unknown[]; strays: unknown[] };
  expect(state).toMatchObject({ elsewhere: [{ sku: 'coffee', state: 'paid' }], strays: [] });
});
