// What the status handler makes of the gateway's transactions. The gateway is a list here.
import { describe, expect, test } from 'vitest';
import type { MerchantClient, StatusHandlerOptions, Transaction } from '../../../src/merchant/index.js';
import { GatewayError } from '../../../src/merchant/index.js';
import { ManualClock } from '../../clock/manual-clock.js';
import { ask, handlerOf } from './status-requests.js';

const START = Date.parse('2026-11-21T10:00:00Z');
const one = (uid: string, status: string, changes: Partial<Transaction> = {}): Transaction => ({
  uid,
  status,
  tracking_id: 'order-1',
  amount: 100,
  currency: 'USD',
  created_at: new Date(START).toISOString(),
  ...changes,
});

const ERROR = { code: undefined, message: 'Record not found', fields: [] };

const notFound = (body: boolean): GatewayError =>
  new GatewayError('not_found', 'gone', {
    status: 404,
    ...(body && { body: ERROR }),
  });

/** A gateway that knows these transactions. Its lists show only those that are `listed`. */
function gatewayWith(known: readonly Transaction[], listed = known) {
  const calls: string[] = [];
  const client: StatusHandlerOptions['client'] = {
    findTransactions: (id) => {
      calls.push(`list ${id}`);
      return Promise.resolve(listed.filter(({ tracking_id }) => tracking_id === id));
    },
    getTransaction: (uid) => {
      calls.push(`get ${uid}`);
      const found = known.find((transaction) => transaction.uid === uid);
      return found ? Promise.resolve(found) : Promise.reject(notFound(true));
    },
  };
  return { client: client as MerchantClient, calls };
}

/** Status and body of the answer. */
async function answerTo(
  query: string,
  { client }: { readonly client: MerchantClient },
  options: Partial<StatusHandlerOptions> = {},
): Promise<[number, unknown]> {
  const response = await handlerOf(client, options)(ask(query));
  return [response.status, await response.json()];
}

describe('a question by tracking id', () => {
  test('is answered from the transactions with it', async () => {
    const gateway = gatewayWith([one('u-1', 'successful'), one('u-2', 'failed', { tracking_id: 'order-2' })]);
    expect(await answerTo('?tracking_id=order-1', gateway)).toEqual([
      200,
      { outcome: 'successful', amount: 100, currency: 'USD' },
    ]);
    expect(gateway.calls).toEqual(['list order-1']);
  });

  test('gets no failure from before the attempt', async () => {
    const gateway = gatewayWith([one('u-1', 'failed')]);
    expect(await answerTo('?tracking_id=order-1&started_at=2026-11-21T09:59:00Z', gateway)).toMatchObject([
      200,
      { outcome: 'failed' },
    ]);
    expect(await answerTo('?tracking_id=order-1&started_at=2026-11-21T10:01:00Z', gateway)).toEqual([
      200,
      { outcome: 'unknown' },
    ]);
  });

  test('and the uid of another order’s payment is unknown', async () => {
    const gateway = gatewayWith([one('u-1', 'failed'), one('u-2', 'successful', { tracking_id: 'order-2' })]);
    expect(await answerTo('?tracking_id=order-1&uid=u-2', gateway)).toEqual([200, { outcome: 'unknown' }]);
    expect(await answerTo('?tracking_id=order-1&uid=u-1', gateway)).toMatchObject([200, { outcome: 'failed' }]);
  });

  test('about a failure without a time needs its uid: nobody knows whose the only one is', async () => {
    const gateway = gatewayWith([one('u-1', 'failed')]);
    expect(await answerTo('?tracking_id=order-1', gateway)).toEqual([200, { outcome: 'unknown' }]);
    expect(await answerTo('?tracking_id=order-1&uid=u-1', gateway)).toMatchObject([200, { outcome: 'failed' }]);
    const contradicting = gatewayWith([one('u-1', 'failed', { paid_at: '2026-11-21T10:00:01Z' })]);
    expect(await answerTo('?tracking_id=order-1&uid=u-1', contradicting)).toMatchObject([200, { outcome: 'pending' }]);
  });

  test('about an attempt without a transaction is unknown, however late it is asked', async () => {
    const clock = new ManualClock();
    const gateway = gatewayWith([]);
    for (const days of [0, 1, 100]) {
      clock.setWall(START + days * 86_400_000);
      expect(await answerTo('?tracking_id=order-1&started_at=2026-11-21T10:00:00Z', gateway, { clock })).toEqual([
        200,
        { outcome: 'unknown' },
      ]);
    }
  });

  test('may have an id of 255 characters', async () => {
    const id = 'x'.repeat(255);
    const gateway = gatewayWith([one('u-1', 'successful', { tracking_id: id })]);
    expect(await answerTo(`?tracking_id=${id}`, gateway)).toMatchObject([200, { outcome: 'successful' }]);
  });

  test('counts tests only where the shop allows them', async () => {
    const gateway = gatewayWith([one('u-1', 'successful', { test: true })]);
    for (const query of ['?tracking_id=order-1', '?uid=u-1']) {
      expect(await answerTo(query, gateway, { allowTest: undefined })).toEqual([200, { outcome: 'unknown' }]);
      expect(await answerTo(query, gateway)).toMatchObject([200, { outcome: 'successful' }]);
    }
  });
});

test.each([
  ['refuses the credentials', new GatewayError('credentials_refused', 'no', { status: 401, body: ERROR })],
  ['is too busy', new GatewayError('rate_limited', 'no', { status: 429, body: ERROR })],
  ['fails in a way of its own', new TypeError('no')],
])('a gateway that %s, with an error body, knows nothing about a missing transaction', async (_, error) => {
  const { client } = gatewayWith([]);
  const clock = new ManualClock();
  client.findTransactions = () => Promise.reject(error);
  client.getTransaction = () => Promise.reject(error);
  for (const query of ['?tracking_id=order-1', '?uid=u-1']) {
    expect(await answerTo(query, { client }, { clock })).toEqual([503, { message: expect.stringMatching(/nothing is known/) }]);
  }
});

describe('a question by uid', () => {
  test('about a payment that was given back is pending: the order’s list says so', async () => {
    const refund = one('u-2', 'successful', { type: 'refund', parent_uid: 'u-1' });
    const gateway = gatewayWith([one('u-1', 'successful', { type: 'payment' }), refund]);
    expect(await answerTo('?uid=u-1', gateway)).toMatchObject([200, { outcome: 'pending' }]);
    expect(await answerTo('?tracking_id=order-1', gateway)).toMatchObject([200, { outcome: 'pending' }]);
  });

  test('about a transfer, which can’t be given back, is answered from that transaction alone', async () => {
    const gateway = gatewayWith([one('u-1', 'successful', { type: 'p2p' }), one('u-2', 'pending')]);
    const authorized: string[] = [];
    const authorize = (_: Request, trackingId: string): boolean => authorized.push(trackingId) > 0;
    expect(await answerTo('?uid=u-1', gateway, { authorize })).toEqual([
      200,
      { outcome: 'successful', amount: 100, currency: 'USD' },
    ]);
    expect([gateway.calls, authorized]).toEqual([['get u-1'], ['order-1']]);
  });

  test.each(['successful', 'pending'])('about a decline is %s when another transaction of the order is', async (status) => {
    const gateway = gatewayWith([one('u-1', 'failed'), one('u-2', status, { amount: 200 })]);
    expect(await answerTo('?uid=u-1', gateway)).toEqual([200, { outcome: status, amount: 200, currency: 'USD' }]);
    expect(gateway.calls).toEqual(['get u-1', 'list order-1']);
  });

  test('about a declined transfer is answered from the order’s list as well', async () => {
    const gateway = gatewayWith([one('u-1', 'failed', { type: 'p2p' }), one('u-2', 'successful', { type: 'p2p' })]);
    expect(await answerTo('?uid=u-1', gateway)).toMatchObject([200, { outcome: 'successful' }]);
  });

  test('about a subscription is unknown, and the gateway is not asked', async () => {
    const gateway = gatewayWith([one('sbs_0123456789abcdef', 'successful')]);
    expect(await answerTo('?uid=sbs_0123456789abcdef', gateway)).toEqual([200, { outcome: 'unknown' }]);
    expect(gateway.calls).toEqual([]);
  });

  test('about a decline has failed when the order has no other transaction, listed yet or not', async () => {
    const declined = one('u-1', 'failed');
    const failed = [200, { outcome: 'failed', amount: 100, currency: 'USD' }];
    expect(await answerTo('?uid=u-1', gatewayWith([declined]))).toEqual(failed);
    expect(await answerTo('?uid=u-1', gatewayWith([declined], []))).toEqual(failed);
  });

  test('about one decline of several proves nothing without a time: the uid may be an earlier attempt’s', async () => {
    const gateway = gatewayWith([one('u-1', 'failed')], [one('u-0', 'failed')]);
    expect(await answerTo('?uid=u-1', gateway)).toEqual([200, { outcome: 'unknown' }]);
    expect(await answerTo('?tracking_id=order-1&uid=u-0', gatewayWith([one('u-0', 'failed'), one('u-1', 'failed')]))).toEqual([
      200,
      { outcome: 'unknown' },
    ]);
    expect(await answerTo('?uid=u-1&started_at=2026-11-21T10:00:00Z', gateway)).toMatchObject([200, { outcome: 'failed' }]);
  });

  test('is 404 for a uid that is unknown, of no order, or of another person’s, and only the order is asked about', async () => {
    const gateway = gatewayWith([
      one('u-1', 'successful'),
      one('u-2', 'successful', { tracking_id: null }),
      one('u-3', 'successful', { tracking_id: '' }),
    ]);
    const refused = [404, { message: expect.any(String) }];
    for (const uid of ['u-2', 'u-3', 'u-9']) expect(await answerTo(`?uid=${uid}`, gateway)).toEqual(refused);
    expect(await answerTo('?uid=u-1', gateway, { authorize: () => false })).toEqual(refused);
    expect(gateway.calls.filter((call) => call.startsWith('list'))).toEqual([]);
  });

  test('is 503 when the gateway answers 404 without its own error body: the address may be wrong', async () => {
    const { client } = gatewayWith([]);
    client.getTransaction = () => Promise.reject(notFound(false));
    expect(await answerTo('?uid=u-1', { client })).toMatchObject([503, {}]);
  });
});

describe('a request that was sent more than once', () => {
  const failures = [one('u-2', 'failed'), one('u-1', 'failed')];
  const TIMES = 'started_at=2026-11-21T10:00:00Z&repeated_at=2026-11-21T10:00:06Z';

  async function asked(seconds: number, query: string, options: Partial<StatusHandlerOptions> = {}): Promise<unknown> {
    const clock = new ManualClock();
    clock.setWall(START + seconds * 1000 - clock.now());
    const [, answer] = await answerTo(`?tracking_id=order-1&${query}`, gatewayWith(failures), { clock, ...options });
    return (answer as { outcome?: unknown }).outcome;
  }

  test('has failed only when no copy’s seal lives any more, a minute later for clocks that differ', async () => {
    expect(await asked(6 + 900 + 60 - 1, TIMES)).toBe('unknown');
    expect(await asked(6 + 900 + 60, TIMES)).toBe('failed');
  });

  test('counts from its beginning if the page says that a copy left before that', async () => {
    const odd = 'started_at=2026-11-21T10:00:00Z&repeated_at=2026-11-21T09:00:00Z';
    expect(await asked(900, odd)).toBe('unknown');
    expect(await asked(960, odd)).toBe('failed');
  });

  test('never fails for a page that does not say when it began', async () => {
    expect(await asked(5000, 'repeated_at=2026-11-21T10:00:06Z')).toBe('unknown');
  });

  test('has failed whatever uid the page knows: it may be the copy’s', async () => {
    expect(await asked(60, `${TIMES}&uid=u-1`)).toBe('unknown');
    expect(await asked(1020, `${TIMES}&uid=u-9`)).toBe('failed');
  });
});

describe('the gateway, asked for a status', () => {
  const silent = (failure?: Error) => {
    const signals: (AbortSignal | undefined)[] = [];
    const answer = (_: string, options?: { readonly signal?: AbortSignal | undefined }): Promise<never> => {
      signals.push(options?.signal);
      return failure ? Promise.reject(failure) : new Promise(() => undefined);
    };
    return { signals, client: { findTransactions: answer, getTransaction: answer } as unknown as MerchantClient };
  };

  test('says how long to wait, else the page waits for 5 s', async () => {
    for (const [retryAfter, header] of [
      [7000, '7'],
      [1, '1'],
      [undefined, '5'],
    ] as const) {
      const { client } = silent(new GatewayError('rate_limited', 'busy', { status: 429, retryAfter }));
      const response = await handlerOf(client)(ask('?tracking_id=order-1'));
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, header]);
    }
  });

  test.each(['?tracking_id=order-1', '?uid=uid-1'])('is not asked any longer than the page waits: %s', async (query) => {
    const { client, signals } = silent();
    const clock = new ManualClock();
    const answered = handlerOf(client, { clock })(ask(query));
    await clock.advance(10_000);
    expect((await answered).status).toBe(503);
    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  });
});
