import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SANDBOX_SHOPS } from '../../../demo/gateway/shop/shops.js';
import { MerchantClient } from '../../../src/merchant/index.js';
import { failureOf } from '../../merchant/client/open-client.js';
import { createDatabase } from '../database.js';
import { orderOf, pans } from '../many-buyers.js';
import { startProgram, type Started } from '../program.js';
import { postgresUrl } from '../stores.js';

// Captures, voids and refunds over HTTP: of one process, or on a server of three, which serve the requests by turns.

type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any
type Kind = 'capture' | 'void' | 'refund';

const PRICE = 2500;
const certified = SANDBOX_SHOPS.find(({ pciCertified }) => pciCertified)!;
const secret = `Basic ${Buffer.from(`${certified.id}:${certified.secretKey}`).toString('base64')}`;

let processes: readonly Started[];
let bearer: string;
let turn = 0;
beforeAll(async () => {
  const data = postgresUrl === undefined ? 'memory' : await createDatabase(postgresUrl);
  const start = () => startProgram(['--port', '0', '--data', data]);
  const first = await start();
  processes = [first, ...(postgresUrl === undefined ? [] : await Promise.all([start(), start()]))];
  const shops = (await (await fetch(`${first.urls.console_url}/sandbox/shops`)).json()) as Json[];
  bearer = `Bearer ${shops.find(({ shop_id }) => shop_id === certified.id)?.['public_key']}`;
}, 240_000);
afterAll(async () => {
  for (const { end } of processes) await end('SIGTERM');
});

/** Asks the process whose turn it is. */
async function ask(path: string, body?: Json, authorization = secret): Promise<{ status: number; body: Json }> {
  turn += 1;
  const { urls } = processes[turn % processes.length]!;
  const response = await fetch(urls.gateway_url + path, {
    headers: { authorization, 'x-api-version': '2', 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Json };
}

const cards = pans(200).values();

/** Sells something, and pays or reserves its price. */
async function sold(transaction_type: 'payment' | 'authorization'): Promise<{ uid: string; trackingId: string }> {
  const { body: product } = await ask('/products', {
    name: 'Deposit',
    description: 'For a bicycle',
    currency: 'USD',
    amount: String(PRICE),
    infinite: true,
    immortal: true,
    transaction_type,
  });
  const path = new URL(product['confirm_url'] as string).pathname;
  const trackingId = `order-${product['id']}`;
  const order = await ask(path, { request: orderOf(cards.next().value!, { tracking_id: trackingId }) }, bearer);
  let job: Json = {};
  await expect
    .poll(async () => (job = (await ask(`/ctp/api/async/jobs/${order.body['job_id']}`, undefined, bearer)).body)['status'], {
      timeout: 60_000,
    })
    .toBe('done');
  expect(job['response'].transaction).toMatchObject({ status: 'successful', type: transaction_type });
  return { uid: job['response'].transaction.uid, trackingId };
}

const follow = (kind: Kind, parent_uid: string, amount: number) =>
  ask(`/transactions/${kind}s`, { request: { parent_uid, amount, ...(kind === 'refund' && { reason: 'Sent back' }) } });

/** What the gateway lists of one kind, summed. */
async function listed(trackingId: string, kind: Kind): Promise<number> {
  const { body } = await ask(`/v2/transactions/tracking_id/${trackingId}`);
  return (body['transactions'] as Json[]).filter(({ type }) => type === kind).reduce((sum, one) => sum + one['amount'], 0);
}

describe('one after the other', () => {
  // `refund of capture` is about the last capture.
  test.each<['payment' | 'authorization', string]>([
    ['payment', 'refund 2500: 200, refund 1: 422'],
    ['payment', 'refund 2501: 422, refund 2500: 200'],
    ['payment', 'refund 1: 200, refund 2499: 200, refund 1: 422'],
    ['payment', 'refund 1000: 200, refund 1501: 422, refund 1500: 200'],
    ['payment', 'refund 0: 422, refund -1: 422, refund 0.5: 422'],
    ['payment', 'capture 1: 422, void 2500: 422, refund 2500: 200, void 2500: 422'],
    ['authorization', 'capture 2500: 200, capture 1: 422'],
    ['authorization', 'capture 2501: 422, capture 1000: 200, capture 1501: 422, capture 1500: 200'],
    ['authorization', 'capture 0: 422, capture -1: 422, capture 0.5: 422'],
    ['authorization', 'refund 1: 422, refund 2500: 422, void 2500: 200'],
    ['authorization', 'void 2499: 422, void 2501: 422, void 2500: 200, void 2500: 422'],
    ['authorization', 'void 2500: 200, capture 1: 422, refund 1: 422'],
    ['authorization', 'capture 1: 200, void 2500: 422, void 2499: 422, capture 2499: 200'],
    ['authorization', 'capture 1000: 200, refund of capture 1001: 422, refund of capture 1000: 200, refund of capture 1: 422'],
    ['authorization', 'capture 1000: 200, refund of capture 1000: 200, capture 1500: 200, refund of capture 1500: 200'],
    ['authorization', 'capture 1000: 200, refund of capture 400: 200, refund of capture 600: 200, capture 1501: 422'],
  ])('of the %s of 2500: %s', async (type, steps) => {
    const { uid } = await sold(type);
    let captured = '';
    for (const step of steps.split(', ')) {
      const [, kind, of, amount, status] = /^(\w+)( of capture)? ([-\d.]+): (\d+)$/.exec(step) ?? [];
      const made = await follow(kind as Kind, of ? captured : uid, Number(amount));
      expect([step, made.status]).toEqual([step, Number(status)]);
      if (kind === 'capture' && made.status === 200) captured = made.body['transaction'].uid;
    }
  });
});

describe('an amount that is no whole number of minor units', () => {
  const parents: Partial<Record<Kind, ReturnType<typeof sold>>> = {};
  const kinds = ['capture', 'void', 'refund'] as const;
  const sums = ['"2500"', '""', 'null', 'true', '[2500]', '{}', '0.1', '1e30'];

  test.each(kinds.flatMap((kind) => sums.map((sum) => [kind, sum] as const)))('%s of %s', async (kind, sum) => {
    const { uid, trackingId } = await (parents[kind] ??= sold(kind === 'refund' ? 'payment' : 'authorization'));
    const answer = await follow(kind, uid, JSON.parse(sum) as number);
    expect([answer.status, Object.keys(answer.body['errors'])]).toEqual([422, ['amount']]);
    expect(await listed(trackingId, kind)).toBe(0);
  });
});

describe('at once', () => {
  const statuses = async (asked: readonly Promise<{ status: number }>[]) =>
    (await Promise.all(asked)).map(({ status }) => status).toSorted((one, other) => one - other);

  test.each<['payment' | 'authorization', Kind, amount: number, times: number, made: number]>([
    ['payment', 'refund', 2500, 2, 1],
    ['payment', 'refund', 1251, 2, 1],
    ['payment', 'refund', 1250, 3, 2],
    ['payment', 'refund', 500, 9, 5],
    ['authorization', 'capture', 2500, 2, 1],
    ['authorization', 'capture', 1000, 6, 2],
    ['authorization', 'void', 2500, 4, 1],
  ])('of the %s, %s of %i, %i times: %i are made', async (type, kind, amount, times, made) => {
    const { uid, trackingId } = await sold(type);
    const answers = await statuses(Array.from({ length: times }, () => follow(kind, uid, amount)));
    expect(answers).toEqual(Array.from({ length: times }, (_, index) => (index < made ? 200 : 422)));
    expect(await listed(trackingId, kind)).toBe(made * amount);
  });

  test('a capture and a void: one of them is made', async () => {
    const { uid, trackingId } = await sold('authorization');
    expect(await statuses([follow('capture', uid, PRICE), follow('void', uid, PRICE)])).toEqual([200, 422]);
    expect((await listed(trackingId, 'capture')) + (await listed(trackingId, 'void'))).toBe(PRICE);
  });
});

describe('by the client', () => {
  /** A merchant's server, which talks to one process; `lost` is the number of answers to its POSTs that it doesn't get. */
  function server(index: number, lost = 0): MerchantClient {
    let missing = lost;
    return new MerchantClient({
      shopId: String(certified.id),
      secretKey: certified.secretKey,
      gatewayUrl: processes[index % processes.length]!.urls.gateway_url,
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        if (init.method !== 'POST' || missing === 0) return response;
        missing -= 1;
        throw new TypeError('fetch failed');
      },
    });
  }

  test.each<['payment' | 'authorization', Kind]>([
    ['payment', 'refund'],
    ['authorization', 'capture'],
    ['authorization', 'void'],
  ])('of the %s, a %s whose answer was lost is unknown, and made once by whichever server asks again', async (type, kind) => {
    const { uid, trackingId } = await sold(type);
    const make = (client: MerchantClient) =>
      kind === 'void' ? client.void(uid) : client[kind](uid, { total: PRICE, reason: 'Sent back' });
    expect(await failureOf(make(server(0, 1)))).toMatchObject({ code: 'outcome_unknown', trackingId });
    for (const index of [1, 2, 0])
      expect(await make(server(index))).toMatchObject({ type: kind, amount: PRICE, parent_uid: uid, status: 'successful' });
    expect(await listed(trackingId, kind)).toBe(PRICE);
  });

  test.each<Json>([
    { kind: 'closed_after' },
    { kind: 'closed_before' },
    { kind: 'truncated' },
    { kind: 'invalid_json' },
    { kind: 'wrong_schema' },
    { kind: 'html' },
    { kind: 'server_error', committed: true },
    { kind: 'server_error', committed: false },
    { kind: 'rate_limited' },
  ])('after the fault %j a refund is unknown, and the same call makes it once', async (fault) => {
    const { uid, trackingId } = await sold('payment');
    const [{ urls }] = processes as [Started];
    const faults = { headers: { 'content-type': 'application/json' }, method: 'POST' };
    await fetch(`${urls.console_url}/sandbox/faults`, {
      ...faults,
      body: JSON.stringify({ ...fault, endpoint: 'refunds', requests: 1 }),
    });
    const refund = () => server(0).refund(uid, { total: 1000, reason: 'Sent back' });
    expect(await failureOf(refund())).toMatchObject({ code: 'outcome_unknown' });
    expect(await refund()).toMatchObject({ type: 'refund', amount: 1000, parent_uid: uid, status: 'successful' });
    await refund();
    expect(await listed(trackingId, 'refund')).toBe(1000);
  });

  test('two servers that refund everything at once refund it once', async () => {
    const { uid, trackingId } = await sold('payment');
    const refunds = await Promise.allSettled([0, 1].map((index) => server(index).refund(uid, { total: PRICE, reason: 'x' })));
    expect(refunds.some(({ status }) => status === 'fulfilled')).toBe(true);
    for (const refund of refunds)
      if (refund.status === 'rejected') expect(refund.reason).toMatchObject({ code: 'request_refused' });
    expect(await listed(trackingId, 'refund')).toBe(PRICE);
  });
});
