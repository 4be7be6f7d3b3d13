import { describe, expect, test } from 'vitest';
import { transfer } from '../merchant/notification.js';
import { openShop, SHOP_URL } from './open-shop.js';

const json = (value: unknown, status = 200): Response => Response.json(value, { status });

describe('an order', () => {
  test('gets a tracking id of its own each time', async () => {
    const shop = openShop();
    const [one, other] = [await shop.order(), await shop.order()];
    expect(one.trackingId).toMatch(/^order-\d+$/);
    expect(other.trackingId).not.toBe(one.trackingId);
  });

  test.each([[0], [-1], [1.5], ['100'], [null]])('is refused with the amount %j', async (amount) => {
    const response = await openShop().call('/api/orders', {
      method: 'POST', body: JSON.stringify({ amount }), headers: { origin: SHOP_URL },
    });
    expect(response.status).toBe(422);
  });

  test.each([['http://evil.example'], ['null'], [undefined]])('is refused from the origin %s', async (origin) => {
    const response = await openShop().call('/api/orders', { method: 'POST', body: '{}', headers: origin ? { origin } : {} });
    expect(response.status).toBe(403);
  });

  test('is refused in a body of more than 1 KiB', async () => {
    const response = await openShop().call('/api/orders', {
      method: 'POST', body: `{"amount":1,"x":"${'x'.repeat(1024)}"}`, headers: { origin: SHOP_URL },
    });
    expect(response.status).toBe(413);
  });

  test('is known to the session that opened it and to nobody else', async () => {
    const shop = openShop();
    const mine = await shop.order();
    const theirs = await shop.order();
    const seen = async (as?: string) =>
      ((await (await shop.call('/api/transfers', { as })).json()) as { orders: { trackingId: string }[] }).orders.map(
        ({ trackingId }) => trackingId,
      );
    expect(await seen(mine.as)).toEqual([mine.trackingId]);
    expect(await seen(theirs.as)).toEqual([theirs.trackingId]);
    expect(await seen()).toEqual([]);
  });

  test('keeps the session in a cookie no script reads', async () => {
    const cookie = (await openShop().call('/')).headers.get('set-cookie');
    expect(cookie).toMatch(/^shop_session=\d+; .*HttpOnly; SameSite=Lax$/);
  });
});

describe('the status of a transfer', () => {
  const status = async (shop: ReturnType<typeof openShop>, query: string, as?: string) => {
    const response = await shop.call(`/api/status?${query}`, { as });
    return { code: response.status, body: await response.json() };
  };

  test.each([
    ['successful', ['successful'], 'successful'],
    ['failed', ['failed'], 'failed'],
    ['unknown while it is not final', ['incomplete'], 'unknown'],
    ['unknown for a word it does not know', ['pending'], 'unknown'],
    ['unknown while the gateway knows of none', [], 'unknown'],
    ['successful when one of several is', ['failed', 'successful'], 'successful'],
    ['failed when all of several are', ['failed', 'failed'], 'failed'],
    ['unknown when one of several is open', ['failed', 'incomplete'], 'unknown'],
  ])('is %s', async (_, statuses, outcome) => {
    let trackingId = '';
    const shop = openShop({
      gateway: () => json({ transactions: statuses.map((word, uid) => transfer({ uid: String(uid), status: word, tracking_id: trackingId })) }),
    });
    const order = await shop.order();
    ({ trackingId } = order);
    expect(await status(shop, `tracking_id=${trackingId}`, order.as)).toEqual({ code: 200, body: { outcome } });
  });

  test('is asked of the gateway with the secret key, which the page never sees', async () => {
    const shop = openShop({ gateway: () => json({ transactions: [] }) });
    const order = await shop.order();
    await status(shop, `tracking_id=${order.trackingId}`, order.as);
    expect(shop.asked).toHaveLength(1);
    expect(shop.asked[0]!.url).toBe(`http://127.0.0.1:4010/v2/transactions/tracking_id/${order.trackingId}`);
    expect(shop.asked[0]!.headers.get('authorization')).toBe(`Basic ${btoa('361:sk_hidden_361')}`);
  });

  test('of one transaction alone is read like a list of one', async () => {
    let trackingId = '';
    const shop = openShop({ gateway: () => json({ transaction: transfer({ tracking_id: trackingId }) }) });
    const order = await shop.order();
    ({ trackingId } = order);
    expect((await status(shop, `tracking_id=${trackingId}`, order.as)).body).toEqual({ outcome: 'successful' });
  });

  test('pays the order when no notification came, once', async () => {
    let trackingId = '';
    const shop = openShop({ gateway: () => json({ transactions: [transfer({ test: true, tracking_id: trackingId })] }) });
    const order = await shop.order();
    ({ trackingId } = order);
    await status(shop, `tracking_id=${trackingId}`, order.as);
    await shop.notify({ tracking_id: trackingId });
    expect(await shop.standing(order)).toMatchObject({
      state: 'paid', transactions: [{ sources: ['status', 'notification'], verdict: 'pays', repeats: 0 }],
    });
  });

  test("of another order's transaction counts for nothing", async () => {
    const shop = openShop({ gateway: () => json({ transactions: [transfer({ tracking_id: 'other' })] }) });
    const order = await shop.order();
    expect((await status(shop, `tracking_id=${order.trackingId}`, order.as)).body).toEqual({ outcome: 'unknown' });
  });

  test.each([
    ['is down', () => { throw new TypeError('fetch failed'); }],
    ['answers 500', () => json({}, 500)],
    ['answers nonsense', () => new Response('<html>')],
    ['answers off the contract', () => json({ transactions: [{ uid: '1' }] })],
    ['refuses the secret key', () => json({ message: 'no' }, 401)],
  ])('is unknown when the gateway %s', async (_, gateway) => {
    const shop = openShop({ gateway });
    const order = await shop.order();
    expect(await status(shop, `tracking_id=${order.trackingId}`, order.as)).toEqual({ code: 200, body: { outcome: 'unknown' } });
    expect(shop.logged.join('\n')).toMatch(/^status query failed: /);
    expect(shop.logged.join('\n')).not.toContain('sk_hidden');
  });

  test("of another session's order is not told, and not asked for", async () => {
    const shop = openShop();
    const order = await shop.order();
    const other = await shop.order();
    expect((await status(shop, `tracking_id=${order.trackingId}`, other.as)).code).toBe(404);
    expect((await status(shop, `tracking_id=${order.trackingId}`)).code).toBe(404);
    expect((await status(shop, '')).code).toBe(404);
    expect(shop.asked).toEqual([]);
  });

  test('is told by uid to a payer who came back in another browser', async () => {
    const shop = openShop({ gateway: () => json({ transaction: transfer({ uid: 'u/1' }) }) });
    expect(await status(shop, 'uid=u%2F1')).toEqual({ code: 200, body: { outcome: 'successful' } });
    expect(shop.asked[0]!.url).toBe('http://127.0.0.1:4010/transactions/u%2F1');
  });

  test('by uid is unknown when the gateway speaks of another one', async () => {
    const shop = openShop({ gateway: () => json({ transaction: transfer({ uid: 'other' }) }) });
    expect((await status(shop, 'uid=mine')).body).toEqual({ outcome: 'unknown' });
  });
});

test('the API is never cached', async () => {
  expect((await openShop().call('/api/transfers')).headers.get('cache-control')).toBe('no-store');
});
