import { describe, expect, test } from 'vitest';
import type { MerchantClient } from '../../../src/merchant/index.js';
import { quiet } from '../../clock/manual-clock.js';
import { failureOf } from './open-client.js';
import { brokenLine, scripted, type Step } from './scripted-wire.js';
import { FOUND, REFUSED, PASSING, CHANGING } from './failing-calls.js';

/** Calls that change nothing. */
const READING: [string, (client: MerchantClient) => Promise<unknown>][] = [
  ['checkTransfer', (client) => client.checkTransfer({ amount: 1, currency: 'USD' })],
  ['getTransaction', (client) => client.getTransaction('u-1')],
  ['findTransactions', (client) => client.findTransactions('order-1')],
  ['getProduct', (client) => client.getProduct('prd_1')],
  ['listProducts', (client) => client.listProducts()],
  ['getPlan', (client) => client.getPlan('pln_1')],
  ['listPlans', (client) => client.listPlans()],
  ['getCustomer', (client) => client.getCustomer('cst_1')],
  ['listCustomers', (client) => client.listCustomers()],
];

describe('a call that changes nothing', () => {
  test.each(PASSING)('is retried after %s', async (_, failure) => {
    const { client, clock, sent } = scripted([failure, FOUND]);
    const asked = client.getTransaction('u-1');
    await quiet();
    expect(sent).toHaveLength(1);
    await clock.advance(500);
    expect(await asked).toMatchObject({ uid: 'u-1' });
    expect(sent).toHaveLength(2);
  });

  test.each(READING)('%s is tried three times, after 0.5 s and 1 s more, and then fails', async (_, call) => {
    const { client, clock, sent } = scripted([{ status: 503 }]);
    const failed = failureOf(call(client));
    await clock.advance(499);
    expect(sent).toHaveLength(1);
    await clock.advance(1);
    expect(sent).toHaveLength(2);
    await clock.advance(999);
    expect(sent).toHaveLength(2);
    await clock.advance(1);
    expect(sent).toHaveLength(3);
    expect(await failed).toMatchObject({ code: 'gateway_unavailable', party: 'gateway', status: 503 });
    await clock.advance(600_000);
    expect(sent).toHaveLength(3);
  });

  test('waits half as long at the lowest random value', async () => {
    const { client, clock, sent } = scripted([{ status: 503 }, FOUND], { random: () => 0.999_999 });
    const asked = client.getTransaction('u-1');
    await clock.advance(251);
    await asked;
    expect(sent).toHaveLength(2);
  });

  test.each([
    ['seconds', '7'],
    ['a date', 'Sat, 21 Nov 2026 10:00:07 GMT'],
  ])('respects Retry-After as %s', async (_, header) => {
    const { client, clock, sent } = scripted([{ status: 429, headers: { 'retry-after': header } }, FOUND]);
    const asked = client.getTransaction('u-1');
    await clock.advance(6_999);
    expect(sent).toHaveLength(1);
    await clock.advance(1);
    await asked;
    expect(sent).toHaveLength(2);
  });

  test('fails at once when asked to wait longer than 30 s, and reports how long', async () => {
    const { client, sent } = scripted([{ status: 429, headers: { 'retry-after': '31' } }, FOUND]);
    expect(await failureOf(client.getTransaction('u-1'))).toMatchObject({ code: 'rate_limited', retryAfter: 31_000 });
    expect(sent).toHaveLength(1);
  });

  test.each<[string, Step, string]>([
    ['400', { status: 400, body: { message: 'no' } }, 'request_refused'],
    ['401', { status: 401 }, 'credentials_refused'],
    ['404', { status: 404 }, 'not_found'],
    ['422', REFUSED, 'request_refused'],
    ['a redirect', { status: 302, headers: { location: 'https://elsewhere.example' } }, 'answer_off_contract'],
    ['nonsense', { status: 200, body: '<h1>Welcome</h1>' }, 'answer_off_contract'],
    ['a transaction without uid', { status: 200, body: { transaction: { status: 'successful' } } }, 'answer_off_contract'],
    [
      'the transaction of another uid',
      { status: 200, body: { transaction: { uid: 'u-2', status: 'failed' } } },
      'answer_off_contract',
    ],
  ])('is not retried after %s', async (_, answer, code) => {
    const { client, sent } = scripted([answer]);
    expect(await failureOf(client.getTransaction('u-1'))).toMatchObject({ code });
    expect(sent).toHaveLength(1);
  });

  test('ignores the body of a 5xx answer, even one that looks like a success', async () => {
    const { client, sent } = scripted([{ ...FOUND, status: 500 }], { retries: 0 });
    expect(await failureOf(client.getTransaction('u-1'))).toMatchObject({ code: 'gateway_unavailable', status: 500 });
    expect(sent).toHaveLength(1);
  });

  test('ignores a list that contains another tracking id', async () => {
    const transactions = [
      { uid: 'u-1', status: 'failed', tracking_id: 'order-1' },
      { uid: 'u-2', status: 'failed', tracking_id: 'order-2' },
    ];
    const { client } = scripted([{ status: 200, body: { transactions } }]);
    expect(await failureOf(client.findTransactions('order-1'))).toMatchObject({ code: 'answer_off_contract' });
  });

  test('reads a 404 as an empty list only with a gateway’s error body', async () => {
    const readable = scripted([{ status: 404, body: { message: 'not found' } }]);
    expect(await readable.client.findTransactions('order-1')).toEqual([]);
    const wrongAddress = scripted([{ status: 404, body: '<h1>nginx</h1>' }]);
    expect(await failureOf(wrongAddress.client.findTransactions('order-1'))).toMatchObject({ code: 'not_found' });
  });

  test('reads a single transaction as a list of one', async () => {
    const { client } = scripted([
      { status: 200, body: { transaction: { uid: 'u-1', status: 'failed', tracking_id: 'order-1' } } },
    ]);
    expect(await client.findTransactions('order-1')).toMatchObject([{ uid: 'u-1' }]);
  });
});

describe('time', () => {
  test('a call without an answer fails after 60 s', async () => {
    const { client, clock } = scripted(['silence'], { retries: 0 });
    const failed = failureOf(client.getTransaction('u-1'));
    await clock.advance(59_999);
    expect(clock.waits).toEqual([1]);
    await clock.advance(1);
    expect(await failed).toMatchObject({ code: 'network_timeout', party: 'network' });
  });

  test('a body that does not end fails after the timeout too', async () => {
    const endless = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => undefined) });
    const { client, clock } = scripted([], { retries: 0, timeout: 1_000, fetch: () => Promise.resolve(new Response(endless)) });
    const failed = failureOf(client.getTransaction('u-1'));
    await clock.advance(1_000);
    expect(await failed).toMatchObject({ code: 'network_timeout' });
  });

  test('no timer is left after an answer', async () => {
    const { client, clock } = scripted([FOUND]);
    await client.getTransaction('u-1');
    expect(clock.waits).toEqual([]);
  });

  test('an aborted signal ends the wait with its reason, between attempts too', async () => {
    const controller = new AbortController();
    const { client, clock, sent } = scripted([{ status: 503 }]);
    const failed = failureOf(client.getTransaction('u-1', { signal: controller.signal }));
    await quiet();
    controller.abort(new Error('the visitor left'));
    expect(await failed).toMatchObject({ message: 'the visitor left' });
    await clock.advance(600_000);
    expect(sent).toHaveLength(1);
  });

  test('an aborted transfer has an unknown outcome once it was sent, and is not sent when aborted before', async () => {
    const controller = new AbortController();
    const { client, sent } = scripted(['silence']);
    const { signal } = controller;
    const request = { amount: 1, currency: 'USD', description: 'x', tracking_id: 'order-1' };
    const failed = failureOf(client.createTransfer(request, { signal }));
    await quiet();
    controller.abort(new Error('shutting down'));
    expect(await failed).toMatchObject({ code: 'outcome_unknown', cause: { message: 'shutting down' } });
    expect(await failureOf(client.createTransfer(request, { signal }))).toMatchObject({ message: 'shutting down' });
    expect(sent).toHaveLength(1);
  });

  test('an answer of unlimited size is refused', async () => {
    const flood = new ReadableStream<Uint8Array>({ pull: (stream) => stream.enqueue(new Uint8Array(4 * 1024 * 1024).fill(32)) });
    const { client } = scripted([], { fetch: () => Promise.resolve(new Response(flood)) });
    expect(await failureOf(client.listProducts())).toMatchObject({ code: 'answer_too_large' });
  });
});

test('a request has all its headers, and follows no redirect', async () => {
  const { client, sent } = scripted([FOUND]);
  await client.getTransaction('u 1/2').catch(() => undefined);
  const { url, init } = sent[0]!;
  expect(url).toBe('https://gateway.example/transactions/u%201%2F2');
  expect(init).toMatchObject({ method: 'GET', redirect: 'manual', cache: 'no-store' });
  expect(init).not.toHaveProperty('body');
  // RFC 7617: base64 of 361:sk_hidden_361
  expect(init.headers).toEqual({ accept: 'application/json', authorization: 'Basic MzYxOnNrX2hpZGRlbl8zNjE=' });
  await client.listProducts().catch(() => undefined);
  expect(sent[1]?.url).toBe('https://api.gateway.example/products');
});

test('neither the client nor any of its errors shows the secret key', async () => {
  const { inspect } = await import('node:util');
  const { client } = scripted([brokenLine('ECONNRESET'), { status: 500 }, { status: 401 }, { status: 200 }, REFUSED], {
    retries: 0,
  });
  const shown: unknown[] = [client];
  for (const [, call] of [...READING, ...CHANGING]) shown.push(await failureOf(call(client)));
  for (const each of shown) {
    const text = `${inspect(each, { depth: 10, showHidden: true })} ${JSON.stringify(each)}`;
    expect(text).not.toMatch(/sk_hidden|MzYx/);
  }
});
