import { expect, test } from 'vitest';
import { type Notification, verifyNotification } from '../../../src/merchant/index.js';
import { plainTransfer, Sandbox, type Delivery } from '../../gateway/sandbox.js';
import { Subscriber } from '../../gateway/subscriber.js';

/** How a merchant's server reads what the sandbox posted to it. */
async function read(sandbox: Sandbox, { url, headers, body }: Delivery, allowTest = false): Promise<Notification> {
  const { shop_id, secret_key, public_key } = await sandbox.shop('plain');
  return verifyNotification(new Request(url, { method: 'POST', headers, body }), {
    publicKey: public_key,
    shopId: String(shop_id),
    secretKey: secret_key,
    allowTest,
  });
}

test('a transfer is reported by a notification that can be verified', async () => {
  const sandbox = new Sandbox();
  const { uid } = await sandbox.transfer({ notification_url: 'http://127.0.0.1:4099/hook', tracking_id: 'order-1' });
  await sandbox.advance(1);
  const notifications = await Promise.all(sandbox.deliveries.map((delivery) => read(sandbox, delivery)));
  expect(notifications).toMatchObject([
    { kind: 'transaction', transaction: { uid, status: 'successful', tracking_id: 'order-1' } },
  ]);
});

test('a test transfer is reported, and refused unless tests are allowed', async () => {
  const sandbox = new Sandbox();
  await sandbox.transfer({ ...plainTransfer({ test: true }), notification_url: 'http://127.0.0.1:4099/hook' });
  await sandbox.advance(1);
  const [delivery] = sandbox.deliveries;
  await expect(read(sandbox, delivery!)).rejects.toMatchObject({ code: 'notification_is_test' });
  await expect(read(sandbox, delivery!, true)).resolves.toMatchObject({ transaction: { test: true } });
});

test.each([[false], [true]])(
  'a subscription is reported with its charge and its event; a test one (%s) counts only where allowed',
  async (isTest) => {
    const subscriber = new Subscriber();
    const { id } = await subscriber.subscribe({ test: isTest }, { tracking_id: 'order-2' });
    await subscriber.sandbox.advance(1);
    const { deliveries } = subscriber.sandbox;
    expect(deliveries).toHaveLength(2);
    for (const delivery of deliveries) {
      const strict = read(subscriber.sandbox, delivery);
      if (isTest) await expect(strict).rejects.toMatchObject({ code: 'notification_is_test' });
      else await expect(strict).resolves.toBeDefined();
    }
    const notifications = await Promise.all(deliveries.map((delivery) => read(subscriber.sandbox, delivery, true)));
    expect(notifications).toMatchObject([
      { kind: 'transaction', transaction: { status: 'successful', amount: 1000 } },
      {
        kind: 'subscription',
        event: 'created.subscription',
        subscription: { id, state: 'active', tracking_id: 'order-2', plan: { currency: 'USD' } },
      },
    ]);
  },
);

test('every charge of a subscription is reported separately, with the first order’s tracking id; the subscription at each renewal and change', async () => {
  const subscriber = Subscriber.at('2026-01-01T10:00:00Z', '4000500000000050');
  const trial = { amount: 100, interval: 3, interval_unit: 'day' };
  const { id } = await subscriber.subscribe({ trial }, { tracking_id: 'order-3' });
  await subscriber.until('2026-03-07T00:00:00Z');
  const notifications = await Promise.all(subscriber.sandbox.deliveries.map((delivery) => read(subscriber.sandbox, delivery)));
  const lines = notifications.map((each) =>
    each.kind === 'transaction'
      ? `${each.transaction.status} ${each.transaction.amount}`
      : `${each.subscription.state} with ${each.subscription.paid_billing_cycles} paid`,
  );
  // The card pays three times and is declined twice; spec 8: the attempts after a decline are made on the following days.
  expect(lines).toEqual([
    'successful 100',
    'trial with 0 paid',
    'successful 1000',
    'active with 1 paid',
    'successful 1000',
    'active with 2 paid',
    'failed 1000',
    'failed_attempt with 2 paid',
    'failed 1000',
    'successful 1000',
    'active with 3 paid',
  ]);
  const lasts = notifications.flatMap((each) => (each.kind === 'subscription' ? [each.subscription.last_transaction] : []));
  // As at real gateways: nothing that an order could be compared with.
  for (const last of lasts) expect(Object.keys(last ?? {}).toSorted()).toEqual(['created_at', 'message', 'status', 'uid']);
  const charges = notifications.flatMap((each) => (each.kind === 'transaction' ? [each.transaction] : []));
  expect(new Set(charges.map(({ uid }) => uid)).size).toBe(6);
  for (const charge of charges) expect(charge).toMatchObject({ tracking_id: 'order-3', subscription_id: id, type: 'payment' });
});
