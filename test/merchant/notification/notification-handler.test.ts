import { describe, expect, test, vi } from 'vitest';
import { createNotificationHandler, NotificationError, type NotificationHandlerOptions } from '../../../src/merchant/index.js';
import { makeShop, notificationFor, transfer } from './notification.js';

const shop = makeShop();
const subscribed = JSON.stringify({ id: 'sbs_1', event: 'activated', state: 'active', tracking_id: 'order-7' });

/** A handler with everything that its functions received. */
function open(changes: Partial<NotificationHandlerOptions> = {}) {
  const heard: unknown[] = [];
  const reported: unknown[] = [];
  const { shopId, secretKey, publicKey } = shop;
  const handle = createNotificationHandler({
    shopId,
    secretKey,
    publicKey,
    onTransaction: ({ uid }) => heard.push(uid),
    onSubscription: ({ id }, event) => heard.push([id, event]),
    report: (error) => reported.push(error),
    ...changes,
  });
  return { handle, heard, reported };
}

test('a transaction is passed to its function, and answered with 200 and no body', async () => {
  const { handle, heard, reported } = open();
  const response = await handle(notificationFor(shop));
  expect([response.status, await response.text()]).toEqual([200, '']);
  expect([heard, reported]).toEqual([['4107-310b0da80b'], []]);
});

test('a subscription is passed to its function with its event', async () => {
  const { handle, heard } = open();
  expect((await handle(notificationFor(shop, { body: subscribed }))).status).toBe(200);
  expect(heard).toEqual([['sbs_1', 'activated']]);
});

test('a transaction beside a subscription is passed on first, so that neither is lost', async () => {
  const { handle, heard } = open();
  const body = JSON.stringify({ transaction: transfer(), subscription: JSON.parse(subscribed) as unknown });
  expect((await handle(notificationFor(shop, { body }))).status).toBe(200);
  expect(heard).toEqual(['4107-310b0da80b', ['sbs_1', 'activated']]);
});

test('the answer waits for the function, so that 200 means stored', async () => {
  const order: string[] = [];
  const { handle } = open({
    onTransaction: async () => {
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
      order.push('stored');
    },
  });
  await handle(notificationFor(shop));
  order.push('answered');
  expect(order).toEqual(['stored', 'answered']);
});

describe('a refused notification', () => {
  test.each<[number, string, Parameters<typeof notificationFor>[1]]>([
    [401, 'notification_unauthorized', { headers: { authorization: undefined } }],
    [401, 'notification_signature_mismatch', { signed: 'something else' }],
    [403, 'notification_is_test', { body: JSON.stringify({ transaction: transfer({ test: true }) }) }],
    [400, 'notification_malformed', { body: '{}' }],
    [200, 'notification_unknown', { body: '{"token":"3241","order":{},"status":"error","message":"Token expired"}' }],
    [413, 'notification_too_large', { body: ' '.repeat(256 * 1024 + 1) }],
  ])('is answered with %i (%s), reported, and not passed on', async (status, code, parts) => {
    const { handle, heard, reported } = open();
    const response = await handle(notificationFor(shop, parts));
    expect(response.status).toBe(status);
    expect(response.headers.get('www-authenticate')).toBe(
      code === 'notification_unauthorized' ? 'Basic realm="notifications"' : null,
    );
    expect(heard).toEqual([]);
    const [error] = reported;
    expect(reported).toHaveLength(1);
    expect(error).toBeInstanceOf(NotificationError);
    expect((error as NotificationError).code).toBe(code);
    expect(await response.text()).toBe((error as NotificationError).message);
  });

  test('with another method is answered with 405', async () => {
    const { handle, reported } = open();
    const response = await handle(new Request('http://127.0.0.1:4020/notifications'));
    expect([response.status, response.headers.get('allow'), reported]).toEqual([405, 'POST', []]);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.text()).toBe('Expected POST; got GET.');
  });
});

describe('a failure of the shop', () => {
  const failure = new Error('The database at 10.0.0.5 does not answer.');

  test.each<[string, NotificationHandlerOptions['onTransaction']]>([
    [
      'throws',
      () => {
        throw failure;
      },
    ],
    ['rejects', () => Promise.reject(failure)],
  ])('whose function %s is reported, and answered with 500 so that the gateway delivers again', async (_, onTransaction) => {
    const { handle, reported } = open({ onTransaction });
    const response = await handle(notificationFor(shop));
    expect([response.status, reported]).toEqual([500, [failure]]);
    expect(await response.text()).toBe('The notification was not stored. Deliver it again.');
  });

  test('whose report throws too still gets an answer, and both errors go to the console', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const full = new Error('The log is full.');
    const { handle } = open({
      onTransaction: () => Promise.reject(failure),
      report: () => {
        throw full;
      },
    });
    expect((await handle(notificationFor(shop))).status).toBe(500);
    expect(logged.mock.calls).toEqual([[full, failure]]);
    logged.mockRestore();
  });

  test('without a function to report it goes to the console', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { handle } = open({ onTransaction: () => Promise.reject(failure), report: undefined });
    expect((await handle(notificationFor(shop))).status).toBe(500);
    expect(logged.mock.calls).toEqual([[failure]]);
    logged.mockRestore();
  });

  test('that has no function for subscriptions is not answered with 200: nothing is lost', async () => {
    const { handle, reported } = open({ onSubscription: undefined });
    expect((await handle(notificationFor(shop, { body: subscribed }))).status).toBe(500);
    expect(String(reported[0])).toMatch(
      /onSubscription: expected a function, .* Set it, or have the gateway send notifications of subscriptions to another address\.$/,
    );
  });

  test('that has another key is found when the first notification comes, and not answered with 200', async () => {
    const { handle, reported } = open({ publicKey: 'bm8ga2V5' });
    expect((await handle(notificationFor(shop))).status).toBe(500);
    expect(String(reported[0])).toContain('publicKey: expected an RSA public key');
  });

  test.each([
    ['publicKey', { publicKey: '' }],
    ['secretKey', { secretKey: '' }],
    ['onTransaction', { onTransaction: undefined as never }],
  ])('that leaves out %s is found at once', (name, changes) => {
    expect(() => open(changes)).toThrow(new RegExp(`^${name}: expected a .*; got .+\\.$`));
  });
});
