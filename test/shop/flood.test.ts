import { describe, expect, test } from 'vitest';
import { transfer } from '../merchant/notification/notification.js';
import { openShop, SHOP_URL } from './open-shop.js';

type Shop = ReturnType<typeof openShop>;

interface Known {
  readonly orders: readonly {
    readonly trackingId: string;
    readonly state: string;
    readonly transactions: readonly { readonly uid: string }[];
  }[];
  readonly elsewhere: readonly unknown[];
  readonly strays: readonly unknown[];
  readonly more: { readonly orders: number; readonly elsewhere: number; readonly strays: number };
}
const known = async (shop: Shop, as?: string): Promise<Known> =>
  (await shop.call('/api/transfers', { as })).json() as Promise<Known>;

const open = (shop: Shop, as?: string): Promise<Response> =>
  shop.call('/api/orders', { method: 'POST', body: '{"amount":10000}', headers: { origin: SHOP_URL }, as });

/** A shop whose clock can be set. */
function shopWithClock(options: Parameters<typeof openShop>[0] = {}) {
  const time = { now: Date.parse('2026-11-21T10:42:00Z') };
  return { shop: openShop({ ...options, now: () => new Date(time.now) }), time };
}
const MINUTE_MS = 60_000;

describe('strangers who open orders', () => {
  test('do not push out another payer’s open one, which is then paid and shown to them', async () => {
    const { shop } = shopWithClock();
    const mine = await shop.order();
    for (let times = 0; times < 1000; times += 1) await open(shop);
    await shop.notify({ tracking_id: mine.trackingId });
    expect(await shop.statusOf(mine)).toMatchObject({ state: 'paid' });
    expect((await known(shop)).strays).toEqual([]);
  });

  test('are refused with Retry-After when no order may be dropped', async () => {
    const { shop, time } = shopWithClock({ maxOrders: 3 });
    const mine = await shop.order();
    await open(shop);
    await open(shop);
    const refused = await open(shop);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60']);
    expect(await shop.statusOf(mine)).toMatchObject({ state: 'open' });
    time.now += 30 * MINUTE_MS;
    expect((await open(shop)).status).toBe(201);
  });

  test('of one session lose their own oldest order: a session keeps fifty open ones', async () => {
    const { shop } = shopWithClock();
    const first = await shop.order();
    const opened = [first.trackingId];
    for (let times = 0; times < 51; times += 1) {
      opened.push(((await (await open(shop, first.as)).json()) as { trackingId: string }).trackingId);
    }
    expect((await known(shop, first.as)).orders.map(({ trackingId }) => trackingId)).toEqual(opened.slice(2).toReversed());
  });

  test('lose open orders, never paid ones, when one session opens order after order', async () => {
    const { shop } = shopWithClock();
    const first = await shop.order();
    await shop.notify({ tracking_id: first.trackingId });
    for (let times = 0; times < 60; times += 1) await open(shop, first.as);
    const { orders } = await known(shop, first.as);
    expect(orders).toHaveLength(51);
    expect(orders.at(-1)).toMatchObject({ trackingId: first.trackingId, state: 'paid' });
  });
});

test('opening many pages does not end other sessions', async () => {
  const shop = openShop();
  const mine = await shop.order();
  for (let times = 0; times < 10_000; times += 1) await shop.call('/bought');
  expect(await shop.statusOf(mine)).toMatchObject({ state: 'open' });
});

describe('lists are limited', () => {
  test('an order keeps the newest hundred of its transactions and counts the rest', async () => {
    const shop = openShop();
    const order = await shop.order();
    for (let uid = 0; uid < 130; uid += 1)
      await shop.notify({ tracking_id: order.trackingId, uid: `u-${uid}`, status: 'failed' });
    const { transactions, forgotten, state } = (await shop.statusOf(order)) as {
      transactions: { uid: string }[];
      forgotten: number;
      state: string;
    };
    expect(transactions.map(({ uid }) => uid)).toEqual(Array.from({ length: 100 }, (_, index) => `u-${index + 30}`));
    expect([forgotten, state]).toEqual([30, 'declined']);
  });

  test('the transaction that paid an order is kept whatever follows, so that nothing pays it again', async () => {
    const shop = openShop();
    const order = await shop.order();
    for (let uid = 0; uid < 120; uid += 1) await shop.notify({ tracking_id: order.trackingId, uid: `u-${uid}` });
    const { transactions, state } = (await shop.statusOf(order)) as {
      transactions: { uid: string; verdict: string }[];
      state: string;
    };
    expect(state).toBe('paid');
    expect(transactions).toHaveLength(100);
    expect(transactions.filter(({ verdict }) => verdict === 'pays')).toMatchObject([{ uid: 'u-0' }]);
  });

  test('a payment that differs from the order is not dropped for a hundred declines', async () => {
    const shop = openShop();
    const order = await shop.order({ amount: 10_000 });
    await shop.notify({ tracking_id: order.trackingId, uid: 'wrong', amount: 1 });
    for (let uid = 0; uid < 120; uid += 1)
      await shop.notify({ tracking_id: order.trackingId, uid: `u-${uid}`, status: 'failed' });
    expect(await shop.statusOf(order)).toMatchObject({ state: 'differs', forgotten: 21 });
  });

  test('of payments without an order the newest hundred are kept, and the rest is counted', async () => {
    const shop = openShop();
    for (let uid = 0; uid < 105; uid += 1) await shop.notify({ tracking_id: 'unknown', uid: `u-${uid}` });
    const { strays, more } = await known(shop);
    expect([strays.length, more]).toEqual([100, { orders: 0, elsewhere: 0, strays: 5 }]);
  });

  test('of payments without an order the newest hundred are kept, even after a hundred charges without their subscription', async () => {
    const shop = openShop();
    for (let uid = 0; uid < 100; uid += 1)
      await shop.notify({ tracking_id: null, uid: `c-${uid}`, subscription_id: `sbs_${uid}` });
    await shop.notify({ tracking_id: 'unknown' });
    expect((await known(shop)).strays.at(-1)).toMatchObject({ verdict: 'stray' });
  });

  test('a session sees its newest hundred orders, the number of others, and each by its tracking id', async () => {
    const shop = openShop();
    const first = await shop.order();
    await shop.notify({ tracking_id: first.trackingId });
    for (let times = 1; times < 103; times += 1) {
      const { trackingId } = (await (await open(shop, first.as)).json()) as { trackingId: string };
      await shop.notify({ tracking_id: trackingId, uid: `u-${times}` });
    }
    const { orders, more } = await known(shop, first.as);
    expect([orders.length, more.orders]).toEqual([100, 3]);
    expect(await shop.statusOf(first)).toMatchObject({ state: 'paid' });
  });

  test('everyone sees the newest hundred purchases on the payment page', async () => {
    const shop = openShop();
    for (let uid = 0; uid < 103; uid += 1) {
      await shop.notify(
        transfer({ uid: `u-${uid}`, type: 'payment', amount: 1850, product_id: 'prd_1', tracking_id: null, test: true }),
      );
    }
    const { elsewhere, more } = await known(shop);
    expect([elsewhere.length, more.elsewhere]).toEqual([100, 3]);
  });
});
