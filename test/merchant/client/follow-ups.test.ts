import { describe, expect, test } from 'vitest';
import {
  FollowUpError,
  MerchantClient,
  outcomeOf,
  reconcile,
  type Transaction,
  type UnknownOutcomeError,
} from '../../../src/merchant/index.js';
import { Buyer } from '../../gateway/buyer.js';
import { API, Sandbox } from '../../gateway/sandbox.js';
import { failureOf } from './open-client.js';
import { scripted, type Step } from './scripted-wire.js';

/** A paid or held order, and a client of its shop over a line that a test can break. */
async function paidOrder(type: 'payment' | 'authorization' = 'payment', order: Record<string, unknown> = {}) {
  const sandbox = new Sandbox();
  const buyer = await Buyer.of({ transaction_type: type, amount: '2500' }, sandbox);
  const { uid } = await buyer.pay({ tracking_id: 'order-1', ...order });
  const { shop_id, secret_key } = await sandbox.shop('sealed');
  const line = { losesAnswers: false, posts: [] as string[] };
  const client = new MerchantClient({
    shopId: String(shop_id),
    secretKey: secret_key,
    gatewayUrl: API,
    fetch: async (url, init) => {
      const response = await sandbox.fetch(url.slice(API.length), init);
      if (init.method !== 'POST') return response;
      line.posts.push(`${url.slice(API.length)} ${init.body as string}`);
      if (line.losesAnswers) throw new TypeError('fetch failed');
      return response;
    },
  });
  return { client, uid: uid as string, line, listed: () => client.findTransactions('order-1'), sandbox };
}

const reason = 'Sent back';

test('a refund in parts is made by its total, and each only once', async () => {
  const { client, uid, line } = await paidOrder();
  const first = await client.refund(uid, { total: 1000, reason });
  expect(first).toMatchObject({ type: 'refund', status: 'successful', amount: 1000, parent_uid: uid, reason });
  expect(await client.refund(uid, { total: 1000, reason })).toEqual(first);
  expect(await client.refund(uid, { total: 2500, reason })).toMatchObject({ amount: 1500 });
  expect(line.posts).toEqual([
    `/transactions/refunds {"request":{"parent_uid":"${uid}","amount":1000,"reason":"Sent back"}}`,
    `/transactions/refunds {"request":{"parent_uid":"${uid}","amount":1500,"reason":"Sent back"}}`,
  ]);
});

test('a refund whose answer was lost has an unknown outcome, and asking for it again refunds nothing twice', async () => {
  const { client, uid, line, listed } = await paidOrder();
  line.losesAnswers = true;
  expect(await failureOf(client.refund(uid, { total: 1000, reason }))).toMatchObject({
    code: 'outcome_unknown',
    trackingId: 'order-1',
    message: expect.stringContaining('Call refund() again with the same sum'),
  });
  line.losesAnswers = false;
  expect(await client.refund(uid, { total: 1000, reason })).toMatchObject({ amount: 1000, status: 'successful' });
  expect(line.posts).toHaveLength(1);
  expect((await listed()).filter(({ type }) => type === 'refund')).toHaveLength(1);
});

test('equal refunds at once are one', async () => {
  const { client, uid, line } = await paidOrder();
  const made = await Promise.all(Array.from({ length: 5 }, () => client.refund(uid, { total: 700, reason })));
  expect(new Set(made.map((one) => one.uid)).size).toBe(1);
  expect(line.posts).toHaveLength(1);
});

test('a call that fails keeps no other from its turn', async () => {
  const { client, uid } = await paidOrder();
  const [refused, made] = await Promise.allSettled([
    client.refund(uid, { total: 9999, reason }),
    client.refund(uid, { total: 100, reason }),
  ]);
  expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'request_refused', fields: [{ path: ['amount'] }] } });
  expect(made).toMatchObject({ status: 'fulfilled', value: { amount: 100 } });
});

test('a capture in parts, and the refund of one', async () => {
  const { client, uid } = await paidOrder('authorization');
  const first = await client.capture(uid, { total: 1000 });
  expect(first).toMatchObject({ type: 'capture', amount: 1000, parent_uid: uid });
  expect(await client.capture(uid, { total: 1000 })).toEqual(first);
  expect(await client.capture(uid, { total: 1800 })).toMatchObject({ amount: 800 });
  expect(await client.refund(first.uid, { total: 1000, reason })).toMatchObject({ amount: 1000, parent_uid: first.uid });
  expect(await failureOf(client.void(uid))).toMatchObject({ code: 'request_refused', fields: [{ path: ['parent_uid'] }] });
});

test('a void releases the whole sum, once, whatever became of the first answer', async () => {
  const { client, uid, line } = await paidOrder('authorization');
  line.losesAnswers = true;
  expect(await failureOf(client.void(uid))).toMatchObject({ code: 'outcome_unknown' });
  line.losesAnswers = false;
  expect(await client.void(uid)).toMatchObject({ type: 'void', amount: 2500, parent_uid: uid });
  expect(line.posts).toHaveLength(1);
});

test('what was given back is no unpaid order: neither to outcomeOf nor to reconcile', async () => {
  const { client, uid, listed } = await paidOrder();
  const order = { type: 'payment', amount: 2500, currency: 'USD', acceptUnnamedProduct: true } as const;
  await client.refund(uid, { total: 2499, reason });
  expect(outcomeOf(await listed(), false)).toEqual({ outcome: 'successful', amount: 2500, currency: 'USD' });
  const refund = await client.refund(uid, { total: 2500, reason });
  expect(outcomeOf(await listed(), false).outcome).toBe('pending');
  expect(reconcile({ ...order, paidBy: uid }, refund)).toEqual({ verdict: 'follows', paymentUid: uid });
});

test('a transfer can’t be refunded, and the error says so', async () => {
  const sandbox = new Sandbox();
  const { uid } = await sandbox.transfer({ tracking_id: 'order-1' });
  const { shop_id, secret_key } = await sandbox.shop('plain');
  const client = new MerchantClient({
    shopId: String(shop_id),
    secretKey: secret_key,
    gatewayUrl: API,
    fetch: (url, init) => sandbox.fetch(url.slice(API.length), init),
  });
  expect(await failureOf(client.refund(uid, { total: 1, reason }))).toMatchObject({
    code: 'request_refused',
    message: expect.stringContaining("transfers can't be refunded"),
  });
});

describe('nothing is sent', () => {
  const payment = { uid: 'u-1', status: 'successful', type: 'payment', tracking_id: 'order-1', amount: 2500, currency: 'USD' };
  const refund = { ...payment, uid: 'u-2', type: 'refund', parent_uid: 'u-1', amount: 500 };
  const answers = (listed: readonly Partial<Transaction>[], one: Partial<Transaction> = payment): Step[] => [
    { status: 200, body: { transaction: one } },
    { status: 200, body: { transactions: listed } },
    new Error('A request too many.'),
  ];

  test.each<[string, readonly Partial<Transaction>[], Partial<Transaction> | undefined]>([
    ['the list has ten, and may be cut', [payment, ...Array.from({ length: 9 }, () => refund)], payment],
    ['the list has not the payment itself', [refund], payment],
    ['a refund names no payment', [payment, { ...refund, parent_uid: null }], payment],
    ['the sum of a refund can’t be read', [payment, { ...refund, amount: undefined }], payment],
    ['a refund failed, and says itself that money moved', [payment, { ...refund, status: 'failed', paid_at: 'today' }], payment],
    ['the payment has no tracking id', [], { ...payment, tracking_id: null }],
  ])('where the gateway can’t say how much was refunded: %s', async (_, listed, one) => {
    const { client, sent } = scripted(answers(listed, one));
    const error = await failureOf(client.refund('u-1', { total: 1000, reason }));
    expect(error).toBeInstanceOf(FollowUpError);
    expect(error).toMatchObject({ code: 'total_unknown', party: 'gateway' });
    expect(sent.every(({ init }) => init.method === 'GET')).toBe(true);
  });

  test('where more was refunded before', async () => {
    const { client, sent } = scripted(answers([refund, payment]));
    expect(await failureOf(client.refund('u-1', { total: 499, reason }))).toMatchObject({
      code: 'total_exceeded',
      party: 'merchant',
    });
    expect(sent).toHaveLength(2);
  });

  test('while one of that sum is not final', async () => {
    const { client } = scripted(answers([{ ...refund, status: 'pending' }, payment]));
    expect(await client.refund('u-1', { total: 500, reason })).toMatchObject({ uid: 'u-2', status: 'pending' });
  });

  test.each<[string, object]>([
    ['no sum', {}],
    ['half a cent', { total: 0.5 }],
    ['a sum of nothing', { total: 0 }],
    ['a sum as text', { total: '100' }],
    ['a sum that was made before', { total: 100, before: 100 }],
    ['half a cent before', { total: 100, before: 0.5 }],
    ['no reason', { total: 100, reason: ' ' }],
  ])('with %s', async (_, wanted) => {
    const { client, sent } = scripted([{ status: 200 }]);
    expect(await failureOf(client.refund('u-1', { reason, ...wanted } as never))).toBeInstanceOf(TypeError);
    expect(sent).toEqual([]);
  });
});

test('what failed, and what is about another payment, was not made', async () => {
  const payment = { uid: 'u-1', status: 'successful', type: 'payment', tracking_id: 'order-1', amount: 2500, currency: 'USD' };
  const refund = { ...payment, type: 'refund', amount: 500 };
  const listed = [
    { ...refund, uid: 'u-2', parent_uid: 'u-1', status: 'failed' },
    { ...refund, uid: 'u-3', parent_uid: 'u-9' },
    payment,
  ];
  const { client, sent } = scripted([
    { status: 200, body: { transaction: payment } },
    { status: 200, body: { transactions: listed } },
    { status: 200, body: { transaction: { ...refund, uid: 'u-4', parent_uid: 'u-1' } } },
  ]);
  expect(await client.refund('u-1', { total: 500, reason })).toMatchObject({ uid: 'u-4' });
  expect(sent.at(-1)?.init.body).toContain('"amount":500');
});

test('with the sum that the shop knows, the gateway’s list is not asked', async () => {
  const payment = { uid: 'u-1', status: 'successful', type: 'payment', amount: 2500 };
  const made = { ...payment, uid: 'u-2', type: 'refund', parent_uid: 'u-1', amount: 700 };
  const { client, sent } = scripted([
    { status: 200, body: { transaction: payment } },
    { status: 200, body: { transaction: made } },
  ]);
  await client.refund('u-1', { total: 1000, before: 300, reason });
  expect(sent.map(({ init }) => init.method)).toEqual(['GET', 'POST']);
  expect(sent[1]?.init.body).toContain('"amount":700');
});

test('after a lost answer with the sum that the shop knows, the error doesn’t say that the same call is safe', async () => {
  const { client, uid, line } = await paidOrder();
  line.losesAnswers = true;
  const { code, message } = (await failureOf(client.refund(uid, { total: 1000, before: 300, reason }))) as UnknownOutcomeError;
  expect(code).toBe('outcome_unknown');
  expect(message).not.toContain('again with the same sum');
  expect(message).toContain('add it to `before`');
});
