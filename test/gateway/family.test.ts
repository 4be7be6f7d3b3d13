import { describe, expect, test } from 'vitest';
import { leastProduct, Merchant } from './merchant.js';
import { plainCheck, Sandbox } from './sandbox.js';
import { Subscriber } from './subscriber.js';

// What gateways of the family do, beside the spec: from their public clients and documents.

describe('addresses', () => {
  test.each(['payments', 'authorizations', 'credits', 'tokenizations'])(
    'POST /transactions/%s is not found, and says what is served',
    async (type) => {
      const { status, body } = await new Sandbox().post(`/transactions/${type}`, {});
      expect([status, body.error_code]).toEqual([404, 'not_served']);
      expect(body.message).toContain(`does not serve POST /transactions/${type}`);
    },
  );
});

describe('a product’s own addresses', () => {
  const product = async (changes: object) => {
    const merchant = new Merchant();
    const body = await merchant.product({ ...changes, return_url: 'https://shop.example/back' });
    return { merchant, body };
  };

  test('its payments are notified to its notification_url', async () => {
    const subscriber = new Subscriber();
    const { body } = await subscriber.merchant.send(
      'POST',
      '/products',
      leastProduct({ notification_url: 'http://127.0.0.1:4099/notifications?sku=tea' }),
    );
    await subscriber.order(body.id, { notification_url: undefined });
    await subscriber.sandbox.advance(1);
    const [delivery] = subscriber.sandbox.deliveries;
    expect(delivery?.url).toBe('http://127.0.0.1:4099/notifications?sku=tea');
    expect(JSON.parse(delivery?.body ?? '').transaction).not.toHaveProperty('product_id');
  });

  test('its page leads to success_url or fail_url, each after its outcome, and otherwise to return_url', async () => {
    const { merchant, body } = await product({
      success_url: 'https://shop.example/paid',
      fail_url: 'https://shop.example/unpaid',
    });
    const { text } = (await merchant.sandbox.ask(`/products/${body.id}/pay`)).body;
    expect(text).toContain(
      'data-successful="https://shop.example/paid" data-failed="https://shop.example/unpaid" data-unknown="https://shop.example/back"',
    );
    // The bank returns the payer to this page, which then knows the outcome.
    expect(text).not.toContain('return-url=');
  });
});

describe('values', () => {
  test('times have milliseconds where the sandbox is set to send them, in answers and notifications', async () => {
    const sandbox = new Sandbox({ milliseconds: true });
    const { created_at, paid_at, updated_at, expired_at } = await sandbox.transfer({
      notification_url: 'http://127.0.0.1:4099/n',
      expired_at: '2026-11-22T10:00:00+03:00',
    });
    expect([created_at, paid_at, updated_at]).toEqual(Array.from({ length: 3 }, () => '2026-11-21T10:00:00.000Z'));
    expect(expired_at).toBe('2026-11-22T10:00:00+03:00');
    await sandbox.advance(0);
    expect(JSON.parse(sandbox.deliveries[0]?.body ?? '').transaction.created_at).toBe('2026-11-21T10:00:00.000Z');
  });
});

test('a fault wraps refusals, and leaves other answers as they are', async () => {
  const sandbox = new Sandbox();
  await sandbox.console('/sandbox/faults', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'wrapped_errors' }),
  });
  const refused = await sandbox.post('/p2p-restrictions', plainCheck({ amount: 'x' }));
  expect([refused.status, refused.body]).toEqual([
    422,
    { response: { message: 'Amount must be an integer', errors: { amount: ['must be an integer'] } } },
  ]);
  expect((await sandbox.post('/p2p-restrictions', plainCheck())).body.status).toBe('successful');
});
