import { describe, expect, test } from 'vitest';
import { verifyNotification } from '../../../src/merchant/index.js';
import { notificationFor } from './notification.js';
import { shop, text, refusal } from './signing-shops.js';

describe('a subscription', () => {
  const subscription = (changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
    id: 'sbs_5f0c1d2e3a4b5c6d',
    state: 'active',
    event: 'renewed',
    tracking_id: 'order-2',
    customer: { id: 'cst_1' },
    plan: {
      id: 'pln_1',
      title: 'Tea',
      currency: 'USD',
      plan: { amount: 1000, interval: 1, interval_unit: 'month' },
      test: false,
    },
    last_transaction: { uid: '4107-1', status: 'successful', test: false },
    created_at: '2026-11-21T10:42:00Z',
    ...changes,
  });
  const verified = (body: Readonly<Record<string, unknown>>, allowTest = false) =>
    verifyNotification(notificationFor(shop, { body: JSON.stringify(body) }), { ...shop, allowTest });

  test('is returned with its event', async () => {
    await expect(verified(subscription())).resolves.toMatchObject({
      kind: 'subscription',
      event: 'renewed',
      subscription: { id: 'sbs_5f0c1d2e3a4b5c6d', state: 'active', tracking_id: 'order-2', last_transaction: { uid: '4107-1' } },
    });
  });

  test.each([
    ['wrapped, with the event inside', { subscription: subscription() }],
    ['wrapped, with the event beside it', { event: 'renewed', subscription: subscription({ event: undefined }) }],
  ])('is read %s', async (_, body) => {
    await expect(verified(body)).resolves.toMatchObject({
      kind: 'subscription',
      event: 'renewed',
      subscription: { state: 'active' },
    });
  });

  test.each<[string, Record<string, unknown>]>([
    ['a small transaction', { transaction: { uid: '4107-1' } }],
    ['a whole transaction', { transaction: { uid: '4107-1', status: 'successful', amount: 1000, currency: 'USD' } }],
    ['no transaction', { transaction: null }],
  ])('is not read as a payment when it has %s beside its id and state, wrapped or not', async (_, changes) => {
    for (const body of [subscription(changes), { subscription: subscription(), ...changes }]) {
      await expect(verified(body)).resolves.toMatchObject({ kind: 'subscription', subscription: { id: 'sbs_5f0c1d2e3a4b5c6d' } });
    }
  });

  test.each<[string, Record<string, unknown>]>([
    ['an id without a state', { id: 'job_1' }],
    ['a state without an id', { state: 'active' }],
    ['an empty id', { id: '', state: 'active' }],
    ['a subscription that is null', { subscription: null }],
  ])('is not what a payment becomes by %s', async (_, changes) => {
    const payment = { transaction: { uid: '4107-1', status: 'successful' }, ...changes };
    await expect(verified(payment)).resolves.toMatchObject({ kind: 'transaction', transaction: { uid: '4107-1' } });
  });

  test.each([
    ['beside its state', (charge: object) => subscription({ transaction: charge })],
    ['beside the subscription', (charge: object) => ({ transaction: charge, subscription: subscription() })],
    ['inside the subscription', (charge: object) => ({ subscription: subscription({ transaction: charge }) })],
  ])('comes with the whole transaction %s, which names it', async (_, bodyWith) => {
    const charge = { uid: '4107-1', status: 'successful', amount: 1000, currency: 'USD' };
    const id = 'sbs_5f0c1d2e3a4b5c6d';
    await expect(verified(bodyWith(charge))).resolves.toMatchObject({ transaction: { ...charge, subscription_id: id } });
    await expect(verified(bodyWith({ ...charge, subscription_id: 'sbs_2' }))).resolves.toMatchObject({
      transaction: { subscription_id: 'sbs_2' },
    });
    await expect(verified(bodyWith({ uid: '4107-1' }))).resolves.toMatchObject({ transaction: undefined });
  });

  test('is accepted with an event that is no text, which is left out', async () => {
    await expect(verified(subscription({ event: 5 }))).resolves.toMatchObject({ kind: 'subscription', event: undefined });
  });

  test('is accepted without an event, and in a state that this package does not know', async () => {
    const notification = await verified(subscription({ event: null, state: 'resting' }));
    expect(notification).toMatchObject({ kind: 'subscription', event: undefined, subscription: { state: 'resting' } });
  });

  test.each<[string, Record<string, unknown>]>([
    ['itself', { test: true }],
    ['its plan', { plan: { id: 'pln_1', test: true } }],
    ['its last transaction', { last_transaction: { uid: '1', status: 'successful', test: true } }],
    ['its last transaction’s malformed test', { last_transaction: { test: 'yes' } }],
    ['the transaction beside its state', { transaction: { uid: '1', test: true } }],
    ['its plan, beside a small transaction', { transaction: { uid: '1' }, plan: { id: 'pln_1', test: true } }],
  ])('is refused as a test by %s, wrapped or not, unless allowed', async (_, changes) => {
    for (const body of [subscription(changes), { subscription: subscription(changes) }]) {
      await expect(verified(body)).rejects.toMatchObject({ code: 'notification_is_test', status: 403 });
      await expect(verified(body, true)).resolves.toMatchObject({ kind: 'subscription' });
    }
  });
});

describe('the news that a payment token has expired', () => {
  const expired = { token: '3241', order: { amount: 1000, currency: 'USD' }, status: 'error', message: 'Token expired' };

  test.each<[string, Record<string, unknown>]>([
    ['as gateways send it', {}],
    ['with an empty transaction', { transaction: null }],
    ['for a test', { test: true, order: { test: true } }],
  ])('is nothing to act on, and answered with 200 so that it is not sent again: %s', async (_, changes) => {
    const error = await refusal(notificationFor(shop, { body: JSON.stringify({ ...expired, ...changes }) }));
    expect(error).toMatchObject({ code: 'notification_unknown', status: 200, party: 'gateway' });
    expect(error.message).not.toContain('3241');
  });

  test.each<[string, Record<string, unknown>]>([
    ['that says that it was paid', { status: 'successful' }],
    ['with a uid', { uid: '4107-1' }],
    ['with a transaction that can’t be read', { transaction: { uid: '4107-1' } }],
    ['with a subscription that can’t be read', { subscription: {} }],
    ['with an id', { id: 'sbs_1' }],
    ['with a state', { state: 'active' }],
    ['without a token', { token: undefined }],
    ['that lists a paid transaction', { transactions: [{ uid: '4107-1', status: 'successful' }] }],
    ['with a payment under a name of its own', { order: { amount: 1000, payment: { status: 'successful' } } }],
    ['with a time of payment', { order: { paid_at: '2026-11-21T10:42:00Z' } }],
  ])('is not what a body %s becomes: it may be a payment, and has to come again', async (_, changes) => {
    const error = await refusal(notificationFor(shop, { body: JSON.stringify({ ...expired, ...changes }) }));
    expect(error).toMatchObject({ code: 'notification_malformed', status: 400 });
  });
});

describe('a body that does not match the contract', () => {
  test.each([
    ['is not JSON', 'transaction=1', 'not JSON'],
    ['is empty', '', 'not JSON'],
    ['is not UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 'not JSON'],
    ['is null', 'null', 'its root'],
    ['has no transaction', '{"payment":{"uid":"1"}}', 'transaction'],
    ['is a list with a transaction', '[{"transaction":{"uid":"1","status":"successful"}}]', 'its root'],
    ['is a subscription without a state', '{"id":"sbs_1","event":"renewed"}', 'problems at state.'],
    ['wraps a subscription without an id', '{"subscription":{"state":"active"}}', 'problems at subscription.id.'],
    ['has a transaction without uid and status', '{"transaction":{}}', 'transaction.uid, transaction.status.'],
    ['wraps no subscription', '{"subscription":null}', 'subscription.its root'],
    ['has a transaction without a uid', '{"transaction":{"status":"successful"}}', 'transaction.uid'],
    ['has a transaction without a status', '{"transaction":{"uid":"1"}}', 'transaction.status'],
  ])('is refused when it %s', async (_, body, got) => {
    const error = await refusal(notificationFor(shop, { body }));
    expect(error).toMatchObject({ code: 'notification_malformed', status: 400, party: 'gateway' });
    expect(error.message).toContain(got);
  });

  const LIMIT = 262_144;
  const padded = (bytes: number): string => text().padEnd(bytes, ' ');

  test('is refused above 256 KiB, whatever its signature', async () => {
    const error = await refusal(notificationFor(shop, { body: padded(LIMIT + 1) }));
    expect(error).toMatchObject({ code: 'notification_too_large', status: 413 });
  });

  test('is accepted at 256 KiB', async () => {
    await expect(verifyNotification(notificationFor(shop, { body: padded(LIMIT) }), shop)).resolves.toBeDefined();
  });

  test('is refused by its Content-Length before a byte is read', async () => {
    const request = notificationFor(shop, { headers: { 'content-length': String(LIMIT + 1) } });
    expect(await refusal(request)).toMatchObject({ code: 'notification_too_large' });
    expect(request.bodyUsed).toBe(false);
  });

  test('is accepted in several chunks, whose bytes are the signed ones in order', async () => {
    const request = notificationFor(shop);
    const bytes = new Uint8Array(await request.clone().arrayBuffer());
    const chunks = [bytes.slice(0, 7), bytes.slice(7, 8), bytes.slice(8)];
    const body = new ReadableStream({
      pull: (controller) => (chunks[0] ? controller.enqueue(chunks.shift()) : controller.close()),
    });
    const init = { method: 'POST', headers: request.headers, body, duplex: 'half' };
    await expect(verifyNotification(new Request(request.url, init), shop)).resolves.toMatchObject({ kind: 'transaction' });
  });

  test('is accepted with a Content-Length of exactly 256 KiB', async () => {
    const headers = { 'content-length': String(256 * 1024) };
    await expect(verifyNotification(notificationFor(shop, { headers }), shop)).resolves.toMatchObject({ kind: 'transaction' });
  });

  test('is refused when it is missing, whatever its signature', async () => {
    const { url, headers } = notificationFor(shop, { body: '' });
    expect(await refusal(new Request(url, { method: 'POST', headers }))).toMatchObject({ code: 'notification_malformed' });
  });

  test('is not read beyond the limit when it never ends', async () => {
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 65_536;
        controller.enqueue(new Uint8Array(65_536));
      },
    });
    const { url, headers } = notificationFor(shop);
    // Node requires `duplex` with a stream; the DOM's type does not have it.
    const init = { method: 'POST', headers, body: endless, duplex: 'half' };
    expect(await refusal(new Request(url, init))).toMatchObject({ code: 'notification_too_large' });
    expect(pulled).toBeLessThan(LIMIT * 3);
  });

  test('is recognized as interrupted when the connection ends in its middle', async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.error(new Error('reset'));
      },
    });
    const { url, headers } = notificationFor(shop);
    const init = { method: 'POST', headers, body: broken, duplex: 'half' };
    expect(await refusal(new Request(url, init))).toMatchObject({
      code: 'notification_interrupted',
      party: 'network',
      message: expect.stringMatching(/^Expected a complete notification; .* The gateway will deliver it again\.$/) as unknown,
      cause: new Error('reset'),
    });
  });
});
