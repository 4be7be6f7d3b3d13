import { describe, expect, test } from 'vitest';
import { makeShop, notificationFor, transfer } from '../merchant/notification/notification.js';
import { openShop } from './open-shop.js';

interface Known {
  readonly refused: { readonly code: string; readonly message: string }[];
  readonly strays: readonly unknown[];
}
const known = async (shop: ReturnType<typeof openShop>): Promise<Known> =>
  (await shop.call('/api/transfers')).json() as Promise<Known>;

describe('a genuine notification', () => {
  test('pays the order with its tracking_id', async () => {
    const shop = openShop();
    const order = await shop.order();
    expect((await shop.notify({ tracking_id: order.trackingId })).status).toBe(200);
    expect(await shop.statusOf(order)).toMatchObject({
      state: 'paid',
      transactions: [{ uid: '4107-310b0da80b', status: 'successful', verdict: 'pays', sources: ['notification'], amount: 10000 }],
    });
  });

  test('has no second effect when it comes again, and is answered 200 so that it stops', async () => {
    const shop = openShop();
    const order = await shop.order();
    for (let times = 0; times < 3; times += 1) {
      expect((await shop.notify({ tracking_id: order.trackingId })).status).toBe(200);
    }
    expect(await shop.statusOf(order)).toMatchObject({ state: 'paid', transactions: [{ repeats: 2, verdict: 'pays' }] });
  });

  test('of a second transaction marks it for a refund instead of paying twice', async () => {
    const shop = openShop();
    const order = await shop.order();
    await shop.notify({ tracking_id: order.trackingId, uid: 'a' });
    await shop.notify({ tracking_id: order.trackingId, uid: 'b' });
    expect(await shop.statusOf(order)).toMatchObject({
      state: 'paid',
      transactions: [
        { uid: 'a', verdict: 'pays' },
        { uid: 'b', verdict: 'second' },
      ],
    });
  });

  test('of a decline leaves the order unpaid', async () => {
    const shop = openShop();
    const order = await shop.order();
    await shop.notify({ tracking_id: order.trackingId, status: 'failed' });
    expect(await shop.statusOf(order)).toMatchObject({ state: 'declined', transactions: [{ verdict: 'declines' }] });
  });

  test('of a status that is not final keeps the order open until a final one comes', async () => {
    const shop = openShop();
    const order = await shop.order();
    await shop.notify({ tracking_id: order.trackingId, status: 'incomplete' });
    expect(await shop.statusOf(order)).toMatchObject({ state: 'open' });
    await shop.notify({ tracking_id: order.trackingId, status: 'successful' });
    expect(await shop.statusOf(order)).toMatchObject({ state: 'paid', transactions: [{ status: 'successful' }] });
  });

  test('that arrives late does not reopen what is final', async () => {
    const shop = openShop();
    const order = await shop.order();
    await shop.notify({ tracking_id: order.trackingId, status: 'successful' });
    await shop.notify({ tracking_id: order.trackingId, status: 'incomplete' });
    expect(await shop.statusOf(order)).toMatchObject({
      state: 'paid',
      transactions: [{ status: 'successful', differences: [] }],
    });
  });

  test('that contradicts a final status changes nothing and stays visible', async () => {
    const shop = openShop();
    const order = await shop.order();
    await shop.notify({ tracking_id: order.trackingId, status: 'failed' });
    await shop.notify({ tracking_id: order.trackingId, status: 'successful' });
    expect(await shop.statusOf(order)).toMatchObject({
      state: 'declined',
      transactions: [{ status: 'failed', differences: ['later reported as successful'] }],
    });
  });

  test('without an order of the shop is stored separately', async () => {
    const shop = openShop();
    expect((await shop.notify({ tracking_id: 'somebody-else' })).status).toBe(200);
    const { strays } = await known(shop);
    // Every page sees them, so they must identify no payment.
    expect(strays).toEqual([
      { heardAt: '2026-11-21T10:42:00.000Z', kind: 'transaction', status: 'successful', verdict: 'stray' },
    ]);
  });
});

describe('an order is paid only by the payment that it expects', () => {
  test.each([
    ['another amount', { amount: 1 }, 'amount is 1, not 10000'],
    ['another currency', { currency: 'UZS' }, 'currency is UZS, not USD'],
    ['another type', { type: 'payment' }, 'type is payment, not p2p'],
    ['real money in a test shop', { test: false }, 'test is false, not true'],
    ['no amount', { amount: null }, 'amount is absent, not 10000'],
  ])('not by %s', async (_, changes, difference) => {
    const shop = openShop();
    const order = await shop.order({ amount: 10_000 });
    expect((await shop.notify({ tracking_id: order.trackingId, ...changes })).status).toBe(200);
    expect(await shop.statusOf(order)).toMatchObject({
      state: 'differs',
      transactions: [{ verdict: 'differs', differences: [difference] }],
    });
  });

  test('the right payment after a wrong one pays the order', async () => {
    const shop = openShop();
    const order = await shop.order({ amount: 10_000 });
    await shop.notify({ tracking_id: order.trackingId, uid: 'a', amount: 1 });
    await shop.notify({ tracking_id: order.trackingId, uid: 'b' });
    expect(await shop.statusOf(order)).toMatchObject({ state: 'paid' });
  });
});

describe('an order of a product', () => {
  const coffee = { type: 'payment', amount: 1850, recipient_card: null, product_id: 'prd_1' };

  test('is paid by a payment of its price', async () => {
    const shop = openShop();
    const order = await shop.order({ sku: 'coffee' });
    await shop.notify({ tracking_id: order.trackingId, ...coffee });
    expect(await shop.statusOf(order)).toMatchObject({ state: 'paid' });
  });

  test('is paid by a payment that names no product: the price is of this product alone', async () => {
    const shop = openShop();
    const order = await shop.order({ sku: 'coffee' });
    await shop.notify({ tracking_id: order.trackingId, ...coffee, product_id: undefined });
    expect(await shop.statusOf(order)).toMatchObject({ state: 'paid' });
  });

  test.each([
    ['a transfer of the same amount', { type: 'p2p' }, 'type is p2p, not payment'],
    ['funds that are only held', { type: 'authorization' }, 'type is authorization, not payment'],
    ['a price the payer made up', { amount: 1 }, 'amount is 1, not 1850'],
    ['test money in a shop for real money', { test: false }, 'test is false, not true'],
    ['another product at the same price', { product_id: 'prd_2' }, 'product is prd_2, not prd_1'],
    [
      'the charge of a subscription at the same price',
      { product_id: undefined, subscription_id: 'sbs_1' },
      'product is sbs_1, not prd_1',
    ],
  ])('not by %s', async (_, changes, difference) => {
    const shop = openShop();
    const order = await shop.order({ sku: 'coffee' });
    await shop.notify({ tracking_id: order.trackingId, ...coffee, ...changes });
    expect(await shop.statusOf(order)).toMatchObject({ state: 'differs', transactions: [{ differences: [difference] }] });
  });
});

describe('a notification that is not genuine', () => {
  test.each([
    [
      'forged by another key',
      (shop: ReturnType<typeof openShop>) =>
        notificationFor({ ...makeShop(), shopId: shop.keys.shopId, secretKey: shop.keys.secretKey }),
      401,
      'notification_signature_mismatch',
    ],
    [
      'without credentials',
      (shop: ReturnType<typeof openShop>) => notificationFor(shop.keys, { headers: { authorization: undefined } }),
      401,
      'notification_unauthorized',
    ],
    [
      'without signature',
      (shop: ReturnType<typeof openShop>) => notificationFor(shop.keys, { headers: { 'content-signature': undefined } }),
      401,
      'notification_unsigned',
    ],
    [
      'that holds no transaction',
      (shop: ReturnType<typeof openShop>) => notificationFor(shop.keys, { body: '{}' }),
      400,
      'notification_malformed',
    ],
    [
      'of more than 256 KiB',
      (shop: ReturnType<typeof openShop>) => notificationFor(shop.keys, { body: ' '.repeat(262_145) }),
      413,
      'notification_too_large',
    ],
  ] as const)('%s is refused, shown as refused, and pays nothing', async (_, make, status, code) => {
    const shop = openShop();
    const order = await shop.order();
    expect((await shop.app.request(make(shop))).status).toBe(status);
    expect(await known(shop)).toMatchObject({ refused: [{ code }], strays: [] });
    expect(await shop.statusOf(order)).toMatchObject({ state: 'open', transactions: [] });
    expect(shop.logged).toEqual([`notification refused: ${code}`]);
  });

  test('is not what the shop calls the news of an expired token: it is answered with 200, and only logged', async () => {
    const shop = openShop();
    const body = JSON.stringify({ token: '3241', order: {}, status: 'error', message: 'Token expired' });
    expect((await shop.app.request(notificationFor(shop.keys, { body }))).status).toBe(200);
    expect(await known(shop)).toMatchObject({ refused: [], strays: [] });
    expect(shop.logged).toEqual(['notification: notification_unknown']);
  });

  test('is asked for Basic credentials when it has none (RFC 9110, 11.6.1)', async () => {
    const shop = openShop();
    const response = await shop.app.request(notificationFor(shop.keys, { headers: { authorization: undefined } }));
    expect(response.headers.get('www-authenticate')).toMatch(/^Basic /);
  });

  test('of a test card is refused in a shop for real money', async () => {
    const shop = openShop({ test: false });
    const order = await shop.order();
    expect((await shop.notify({ tracking_id: order.trackingId })).status).toBe(403);
    expect(await known(shop)).toMatchObject({ refused: [{ code: 'notification_is_test' }] });
    expect(await shop.statusOf(order)).toMatchObject({ state: 'open' });
  });

  test('is kept only with its reason, and only the last twenty are kept', async () => {
    const shop = openShop();
    for (let times = 0; times < 25; times += 1) {
      const body = JSON.stringify({ transaction: transfer({ description: 'stolen' }) });
      await shop.app.request(notificationFor(shop.keys, { body, headers: { authorization: 'Basic stolen' } }));
    }
    const { refused } = await known(shop);
    expect(refused).toHaveLength(20);
    expect(JSON.stringify(refused)).not.toContain('stolen');
  });
});

test('notifications are posted only', async () => {
  expect((await openShop().call('/notifications')).status).toBe(404);
});
