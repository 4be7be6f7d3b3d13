import { describe, expect, test } from 'vitest';
import { notificationFor, transfer } from '../merchant/notification/notification.js';
import { openShop } from './open-shop.js';

const CLUB = {
  id: 'pln_1',
  title: 'Club',
  currency: 'USD',
  test: true,
  plan: { amount: 1000, interval: 1, interval_unit: 'month' },
};

/** A charge inside a subscription, as gateways send it. */
const last = (status = 'successful', uid = 'charge-1') => ({ uid, status, message: 'Paid', created_at: '2026-11-21T10:00:00Z' });

describe('an order of a plan', () => {
  const club = (trackingId: string, changes: Readonly<Record<string, unknown>> = {}) => ({
    id: 'sbs_1',
    event: 'subscription.updated',
    state: 'trial',
    tracking_id: trackingId,
    customer: { id: 'cst_1' },
    plan: CLUB,
    last_transaction: last(),
    ...changes,
  });
  const notify = async (shop: ReturnType<typeof openShop>, body: unknown): Promise<number> =>
    (await shop.app.request(notificationFor(shop.keys, { body: JSON.stringify(body) }))).status;

  test('is paid when its trial began', async () => {
    const shop = openShop();
    const order = await shop.order({ sku: 'club' });
    expect(await notify(shop, club(order.trackingId))).toBe(200);
    expect(await shop.statusOf(order)).toMatchObject({
      state: 'paid',
      transactions: [{ kind: 'subscription', uid: 'sbs_1', status: 'trial', verdict: 'pays' }],
    });
  });

  test('waits while the payer is at the bank, and is declined when the first charge was', async () => {
    const shop = openShop();
    const order = await shop.order({ sku: 'club' });
    await notify(shop, club(order.trackingId, { state: 'redirecting', last_transaction: null }));
    expect(await shop.statusOf(order)).toMatchObject({ state: 'open' });
    await notify(shop, club(order.trackingId, { state: 'failed', paid_billing_cycles: 0, last_transaction: last('failed') }));
    expect(await shop.statusOf(order)).toMatchObject({ state: 'declined' });
  });

  test.each([
    // No subscription runs without its first charge; the last one may be another.
    ['active', 'failed'],
    ['active', 'incomplete'],
    ['failed_attempt', 'failed'],
    ['rescuing', 'failed'],
    // Something was paid before it ended: a paid trial need not count as a cycle.
    ['failed', 'successful'],
    ['error', 'successful'],
    ['canceled', 'successful'],
    ['expired', 'successful'],
  ])('is paid by a subscription that is %s with a charge that is %s', async (state, status) => {
    const shop = openShop();
    const order = await shop.order({ sku: 'club' });
    await notify(shop, club(order.trackingId, { state, last_transaction: last(status) }));
    expect(await shop.statusOf(order)).toMatchObject({ state: 'paid' });
  });

  test.each(['failed', 'error', 'canceled'])('is paid by a subscription that is %s after a paid cycle', async (state) => {
    const shop = openShop();
    const order = await shop.order({ sku: 'club' });
    await notify(shop, club(order.trackingId, { state, paid_billing_cycles: 2, last_transaction: last('failed') }));
    expect(await shop.statusOf(order)).toMatchObject({ state: 'paid' });
  });

  test('includes the renewals that name only their subscription', async () => {
    const shop = openShop();
    const order = await shop.order({ sku: 'club' });
    await notify(shop, club(order.trackingId));
    await shop.notify({ uid: 'charge-2', type: 'payment', amount: 1000, tracking_id: null, subscription_id: 'sbs_1' });
    expect(await shop.statusOf(order)).toMatchObject({
      transactions: [{ uid: 'sbs_1' }, { uid: 'charge-2', verdict: 'charge' }],
    });
  });

  test('stays paid when later charges cost something else, fail, or end it', async () => {
    const shop = openShop();
    const order = await shop.order({ sku: 'club' });
    await notify(shop, club(order.trackingId));
    const later = transfer({
      type: 'payment',
      amount: 1000,
      test: true,
      status: 'failed',
      uid: 'charge-2',
      tracking_id: order.trackingId,
    });
    await notify(shop, club(order.trackingId, { state: 'failed_attempt', last_transaction: last('failed', 'charge-2') }));
    await notify(shop, { transaction: later });
    await notify(shop, club(order.trackingId, { state: 'canceled', last_transaction: last('failed', 'charge-2') }));
    expect(await shop.statusOf(order)).toMatchObject({
      state: 'paid',
      transactions: [
        { kind: 'subscription', status: 'canceled', verdict: 'pays' },
        { kind: 'transaction', verdict: 'charge' },
      ],
    });
  });
});
