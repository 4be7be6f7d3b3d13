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

/** The session that a page of the shop gave a browser. */
const ownSession = async (shop: Shop): Promise<string> => (await shop.call('/')).headers.get('set-cookie')!.split(';')[0]!;

describe('strangers who open orders', () => {
  test('do not push out another payer’s open one, which is then paid and shown to them', async () => {
    const { shop } = shopWithClock();
    const mine = await shop.order();
    for (let times = 0; times < 1000; times += 1) await open(shop);
    await shop.notify({ tracking_id: mine.trackingId });
    expect(await shop.statusOf(mine)).toMatchObject({ state: 'paid' });
    expect((await known(shop)).strays).toEqual([]);
  });

  test('push out their own oldest one first: all orders without a session are of the client’s address', async () => {
    const { shop } = shopWithClock({ maxOrders: 3 });
    const mine = await ownSession(shop);
    const others = [await shop.order(), await shop.order()];
    const [gone, kept] = others;
    expect((await open(shop, mine)).status).toBe(201);
    expect((await open(shop)).status).toBe(201);
    expect([await shop.statusOf(gone!), (await shop.statusOf(kept!))?.['state']]).toEqual([undefined, 'open']);
    expect((await known(shop, mine)).orders).toHaveLength(1);
    // And so on, whatever the number: the session's only order stays.
    for (let times = 0; times < 20; times += 1) expect((await open(shop)).status).toBe(201);
    expect((await known(shop, mine)).orders).toHaveLength(1);
  });

  test('are refused when no order may be dropped, until the oldest can no longer be in flight', async () => {
    const { shop, time } = shopWithClock({ maxOrders: 3 });
    const sessions = [await ownSession(shop), await ownSession(shop), await ownSession(shop), await ownSession(shop)];
    for (const session of sessions.slice(0, 3)) expect((await open(shop, session)).status).toBe(201);
    time.now += 10 * MINUTE_MS;
    const refused = await open(shop, sessions[3]);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1200']);
    expect(await refused.json()).toEqual({
      message: 'Too many orders are open at this shop. Nothing was paid; try again in 20 minutes.',
    });
    time.now += 19.5 * MINUTE_MS;
    expect(await (await open(shop, sessions[3])).json()).toMatchObject({ message: expect.stringMatching(/in a minute\.$/) });
    time.now += 0.5 * MINUTE_MS;
    expect((await open(shop, sessions[3])).status).toBe(201);
  });
});

test('opening many pages does not end other sessions', async () => {
  const shop = openShop();
  const mine = await shop.order();
  for (let times = 0; times < 10_000; times += 1) await shop.call('/bought');
  expect(await shop.statusOf(mine)).toMatchObject({ state: 'open' });
});
