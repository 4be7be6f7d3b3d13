import { describe, expect, test } from 'vitest';
import { notificationFor, transfer } from '../merchant/notification/notification.js';
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

describe('a notification that is not genuine', () => {
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
