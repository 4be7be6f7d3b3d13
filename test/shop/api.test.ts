import { describe, expect, test } from 'vitest';
import { transfer } from '../merchant/notification/notification.js';
import { openShop, SHOP_URL } from './open-shop.js';

/** The `transfer` of the tests of notifications is of 100.00 USD. */
const money = { amount: 10_000, currency: 'USD' };

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
      method: 'POST',
      body: JSON.stringify({ amount }),
      headers: { origin: SHOP_URL },
    });
    expect(response.status).toBe(422);
  });

  test.each([['http://evil.example'], ['null'], [undefined]])('is refused from the origin %s', async (origin) => {
    const response = await openShop().call('/api/orders', { method: 'POST', body: '{}', headers: origin ? { origin } : {} });
    expect(response.status).toBe(403);
  });

  test('is refused in a body of more than 1 KiB', async () => {
    const response = await openShop().call('/api/orders', {
      method: 'POST',
      body: `{"amount":1,"x":"${'x'.repeat(1024)}"}`,
      headers: { origin: SHOP_URL },
    });
    expect(response.status).toBe(413);
  });

  test('is visible only to the session that opened it', async () => {
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

  test('is seen by the one valid session of a request, whatever other cookies of that name there are', async () => {
    const shop = openShop();
    const mine = await shop.order();
    const forged = 'shop_session=7.forged';
    for (const as of [`${forged}; ${mine.as}`, `${mine.as}; ${forged}`, `a=b; ${forged}; ${mine.as}; shop_session=`])
      expect(await shop.statusOf({ ...mine, as })).toMatchObject({ trackingId: mine.trackingId });
    expect(await shop.statusOf({ ...mine, as: forged })).toBeUndefined();
  });

  test('keeps the session in a cookie no script reads', async () => {
    const cookie = (await openShop().call('/')).headers.get('set-cookie');
    expect(cookie).toMatch(/^shop_session=\d+\.[\w-]{43}; .*HttpOnly; SameSite=Lax$/);
  });

  test.each(['/', '/shop', '/bought?uid=u-1', '/after'])('begins one session on %s, not two', async (path) => {
    expect((await openShop().call(path)).headers.getSetCookie()).toHaveLength(1);
  });

  test.each([
    ['https://shop.example', true],
    ['http://shop.example', true],
    ['http://192.168.1.5:4020', true],
    ['https://127.0.0.1:4020', true],
    ['http://127.0.0.1:4020', false],
    ['http://localhost:4020', false],
    ['http://[::1]:4020', false],
  ])('keeps the session of %s to https: %s', async (shopUrl, isSecure) => {
    const { app } = openShop({ shopUrl });
    const cookie = (await app.request(`${shopUrl}/`)).headers.get('set-cookie');
    expect(cookie?.includes('; Secure')).toBe(isSecure);
    expect(cookie?.startsWith('__Host-shop_session=')).toBe(isSecure);
    expect(cookie).toMatch(/; Path=\/(;|$)/);
    expect(cookie).not.toMatch(/Domain/);
  });
});

describe('an order of a product or a plan', () => {
  test.each([[{ sku: 'yacht' }], [{ sku: 7 }], [{ sku: 'coffee', amount: 1 }]])('is refused as %j', async (body) => {
    const response = await openShop().call('/api/orders', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { origin: SHOP_URL },
    });
    expect(response.status).toBe(422);
  });
});

describe('an item for sale', () => {
  test("is public without the shop's own data", async () => {
    const shop = openShop({
      gateway: ({ url }) =>
        json(
          url.endsWith('/products/prd_1')
            ? {
                id: 'prd_1',
                name: 'Coffee',
                currency: 'USD',
                amount: 1850,
                additional_data: { margin: 7 },
                return_url: 'https://x.example',
              }
            : {},
        ),
    });
    const response = await shop.call('/api/products/coffee');
    expect([response.status, await response.json()]).toEqual([
      200,
      { id: 'prd_1', name: 'Coffee', currency: 'USD', amount: 1850 },
    ]);
  });

  test.each([['/api/products/yacht'], ['/api/products/prd_1'], ['/api/plans/coffee']])(
    'is not there under %s, and not asked for',
    async (path) => {
      const shop = openShop();
      expect((await shop.call(path)).status).toBe(404);
      expect(shop.asked).toEqual([]);
    },
  );
});

describe('the status of a transfer', () => {
  const status = async (shop: ReturnType<typeof openShop>, query: string, as?: string) => {
    const response = await shop.call(`/api/status?${query}`, { as });
    return { code: response.status, body: await response.json() };
  };

  test.each([
    ['successful', ['successful'], 'successful'],
    ['failed', ['failed'], 'failed'],
    ['pending while it is not final', ['incomplete'], 'pending'],
    ['pending for a status that it does not know', ['on hold'], 'pending'],
    ['unknown while the gateway has no transaction', [], 'unknown'],
    ['successful when one of several is', ['failed', 'successful'], 'successful'],
    ['unknown when all of several failed: the one in question may be missing', ['failed', 'failed'], 'unknown'],
    ['pending when one of several is open', ['failed', 'incomplete'], 'pending'],
  ])('is %s', async (_, statuses, outcome) => {
    let trackingId = '';
    const shop = openShop({
      gateway: () =>
        json({
          transactions: statuses.map((word, uid) => transfer({ uid: String(uid), status: word, tracking_id: trackingId })),
        }),
    });
    const order = await shop.order();
    ({ trackingId } = order);
    expect(await status(shop, `tracking_id=${trackingId}&uid=0`, order.as)).toEqual({
      code: 200,
      body: outcome === 'unknown' ? { outcome } : { outcome, ...money },
    });
  });

  test('is asked of the gateway with the secret key, which the page never sees', async () => {
    const shop = openShop({ gateway: () => json({ transactions: [] }) });
    const order = await shop.order();
    await status(shop, `tracking_id=${order.trackingId}`, order.as);
    expect(shop.asked).toHaveLength(1);
    expect(shop.asked[0]!.url).toBe(`http://127.0.0.1:4010/v2/transactions/tracking_id/${order.trackingId}`);
    expect(shop.asked[0]!.headers.get('authorization')).toBe(`Basic ${btoa('361:sk_hidden_361')}`);
  });

  test('pays the order when no notification came, once', async () => {
    let trackingId = '';
    const shop = openShop({ gateway: () => json({ transactions: [transfer({ test: true, tracking_id: trackingId })] }) });
    const order = await shop.order();
    ({ trackingId } = order);
    await status(shop, `tracking_id=${trackingId}`, order.as);
    await shop.notify({ tracking_id: trackingId });
    expect(await shop.statusOf(order)).toMatchObject({
      state: 'paid',
      transactions: [{ sources: ['status', 'notification'], verdict: 'pays', repeats: 0 }],
    });
  });

  test("from another order's transaction is no answer", async () => {
    const shop = openShop({ gateway: () => json({ transactions: [transfer({ tracking_id: 'other' })] }) });
    const order = await shop.order();
    expect((await status(shop, `tracking_id=${order.trackingId}`, order.as)).body).toEqual({ message: expect.any(String) });
  });

  test("of another session's order is not shown, nor requested from the gateway", async () => {
    const shop = openShop();
    const order = await shop.order();
    const other = await shop.order();
    expect((await status(shop, `tracking_id=${order.trackingId}`, other.as)).code).toBe(404);
    expect((await status(shop, `tracking_id=${order.trackingId}`)).code).toBe(404);
    expect((await status(shop, '')).code).toBe(400);
    expect(shop.asked).toEqual([]);
  });

  test('is shown by uid to the session with the order', async () => {
    let trackingId = '';
    const shop = openShop({ gateway: () => json({ transaction: transfer({ uid: 'u-1', tracking_id: trackingId }) }) });
    const order = await shop.order();
    ({ trackingId } = order);
    expect(await status(shop, 'uid=u-1', order.as)).toEqual({ code: 200, body: { outcome: 'successful', ...money } });
    expect(shop.asked[0]!.url).toBe('http://127.0.0.1:4010/transactions/u-1');
  });

  test('is not shown to others who know the uid', async () => {
    let trackingId = '';
    const shop = openShop({ gateway: () => json({ transaction: transfer({ uid: 'u-1', tracking_id: trackingId }) }) });
    const order = await shop.order();
    ({ trackingId } = order);
    const stranger = await shop.order();
    expect((await status(shop, 'uid=u-1', stranger.as)).code).toBe(404);
    expect((await status(shop, 'uid=u-1')).code).toBe(404);
  });
});

test('the API is never cached', async () => {
  expect((await openShop().call('/api/transfers')).headers.get('cache-control')).toBe('no-store');
});
