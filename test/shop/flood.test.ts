import { describe, expect, test } from 'vitest';
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
});

test('opening many pages does not end other sessions', async () => {
  const shop = openShop();
  const mine = await shop.order();
  for (let times = 0; times < 10_000; times += 1) await shop.call('/bought');
  expect(await shop.statusOf(mine)).toMatchObject({ state: 'open' });
});
