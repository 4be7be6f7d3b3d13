import { describe, expect, test } from 'vitest';
import { createStatusHandler, type StatusHandlerOptions } from '../../../src/merchant/index.js';
import { ManualClock, quiet } from '../../clock/manual-clock.js';
import { brokenLine, scripted } from '../client/scripted-wire.js';
import { ask, handlerOf } from './status-requests.js';

const FOUND = {
  status: 200,
  body: { transactions: [{ uid: 'u-1', status: 'successful', tracking_id: 'order-1', amount: 100, currency: 'USD' }] },
};

describe('an invalid question', () => {
  test.each([
    [''],
    ['?'],
    ['?tracking_id='],
    ['?uid='],
    ['?tracking_id=a&uid='],
    ['?tracking_id=&uid=b'],
    ['?tracking_id=a&tracking_id=b'],
    ['?uid=a&uid=b'],
    [`?tracking_id=${'x'.repeat(256)}`],
    ['?tracking_id=a%00b'],
    // No gateway's ids look like this.
    [`?uid=${'x'.repeat(65)}`],
    ['?uid=your%20card%20was%20blocked'],
    ['?uid=a/b'],
    ['?tracking_id=..'],
    ['?tracking_id=.'],
    ['?uid=..'],
    ['?uid=%2e%2e'],
    ['?uid=.'],
    ['?tracking_id=a&repeated_at=later'],
    ['?tracking_id=a&started_at=2030-01-01T00:00:00Z&repeated_at='],
    ['?tracking_id=a&repeated_at=2030-01-01T00:00:00Z&repeated_at=2030-01-01T00:00:00Z'],
  ])('is 400: %s', async (query) => {
    const { client, sent } = scripted([{ status: 500 }]);
    const response = await handlerOf(client)(ask(query));
    expect(response.status).toBe(400);
    expect(await response.json()).toHaveProperty('message');
    expect(sent).toEqual([]);
  });

  test.each(['POST', 'PUT', 'DELETE'])('with %s is 405', async (method) => {
    const { client } = scripted([{ status: 500 }]);
    const response = await handlerOf(client)(ask('?tracking_id=order-1', { method }));
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });
});

describe('pages of other origins', () => {
  const origin = (from: string): RequestInit => ({ headers: { origin: from } });

  test('may read the answer with their cookies if they are listed, others may not', async () => {
    const { client } = scripted([FOUND]);
    const handler = handlerOf(client, { allowOrigins: ['https://pay.example'] });
    const allowed = await handler(ask('?tracking_id=order-1', origin('https://pay.example')));
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://pay.example');
    expect(allowed.headers.get('access-control-allow-credentials')).toBe('true');
    const refused = await handler(ask('?tracking_id=order-1', origin('https://pay.example.evil.example')));
    expect(refused.headers.has('access-control-allow-origin')).toBe(false);
    expect(refused.headers.get('vary')).toBe('Origin');
  });

  test('may not if none are listed', async () => {
    const { client } = scripted([FOUND]);
    const response = await handlerOf(client)(ask('?tracking_id=order-1', origin('https://pay.example')));
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test('may be of this machine without https', async () => {
    const { client } = scripted([FOUND]);
    const handler = handlerOf(client, { allowOrigins: ['http://localhost:3000'] });
    const allowed = await handler(ask('?tracking_id=order-1', origin('http://localhost:3000')));
    expect(allowed.headers.get('access-control-allow-origin')).toBe('http://localhost:3000');
  });

  test.each(['http://localhost:3000', 'http://127.0.0.1', 'http://127.1.2.3:8080', 'http://[::1]:3000'])(
    'on this machine may be listed: %s',
    async (here) => {
      const { client } = scripted([FOUND]);
      const response = await handlerOf(client, { allowOrigins: [here] })(ask('?tracking_id=order-1', origin(here)));
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, here]);
    },
  );

  test.each([
    ['GET', undefined],
    ['GET', ['https://pay.example']],
    ['OPTIONS', ['https://pay.example']],
  ])(
    'that anyone on the way can change get 403 to %s, with %s listed, and the gateway is not asked',
    async (method, allowOrigins) => {
      const { client, sent } = scripted([FOUND]);
      const response = await handlerOf(client, { allowOrigins })(
        ask('?tracking_id=order-1', { ...origin('http://pay.example'), method }),
      );
      expect([response.status, response.headers.get('vary'), response.headers.has('access-control-allow-origin')]).toEqual([
        403,
        'Origin',
        false,
      ]);
      expect(await response.json()).toEqual({ message: expect.stringMatching(/^Expected a page that came by https/) });
      expect(sent).toEqual([]);
    },
  );

  test('that anyone on the way can change are an error with the cure when they are listed', () => {
    const { client } = scripted([{ status: 500 }]);
    expect(() => handlerOf(client, { allowOrigins: ['http://pay.example:8080'] })).toThrow(
      new TypeError(
        'allowOrigins: expected https, or http on this machine; got http://pay.example:8080, whose pages anyone on the way can ' +
          'change. Serve them by https, and list https://pay.example:8080.',
      ),
    );
  });

  test.each<[string, unknown]>([
    ['any', '*'],
    ['one with a path', ['https://pay.example/']],
    ['one without a scheme', ['pay.example']],
    ['one that anyone on the way can change', ['https://shop.example', 'http://pay.example']],
  ])('are refused as %s when the handler is created', (_, allowOrigins) => {
    const { client } = scripted([{ status: 500 }]);
    expect(() => handlerOf(client, { allowOrigins: allowOrigins as string[] })).toThrow(/^allowOrigins: expected/);
  });
});

describe('authorization', () => {
  test('is 404 when the tracking id is not authorized, and the gateway is not asked', async () => {
    const { client, sent } = scripted([{ status: 500 }]);
    const response = await handlerOf(client, { authorize: () => false })(ask('?tracking_id=order-1&uid=u-1'));
    expect(response.status).toBe(404);
    expect(sent).toEqual([]);
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['an object', {}],
    ['a text', 'no'],
  ])('that returns %s refuses, and the gateway is not asked', async (_, verdict) => {
    const { client, sent } = scripted([{ status: 500 }]);
    const handler = handlerOf(client, { authorize: () => verdict as boolean });
    expect((await handler(ask('?tracking_id=order-1'))).status).toBe(404);
    expect(sent).toEqual([]);
  });

  test('that throws is 500 without the reason, and is reported', async () => {
    const { client } = scripted([{ status: 500 }]);
    const reported: unknown[] = [];
    const failure = new Error('password of the database');
    const handler = handlerOf(client, { authorize: () => Promise.reject(failure), report: (error) => void reported.push(error) });
    const response = await handler(ask('?tracking_id=order-1'));
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('password');
    expect(reported).toEqual([failure]);
  });
});

describe('a gateway that could not be asked is no outcome', () => {
  test.each([
    ['a broken connection', brokenLine('ECONNREFUSED'), 'network_unreachable'],
    ['a failing gateway', { status: 500 }, 'gateway_unavailable'],
    ['refused credentials', { status: 401 }, 'credentials_refused'],
    ['nonsense', { status: 200, body: '{}' }, 'answer_off_contract'],
    ['a wrong address', { status: 404, body: '<h1>nginx</h1>' }, 'not_found'],
  ])('for %s', async (_, step, code) => {
    const reported: unknown[] = [];
    for (const query of ['?tracking_id=order-1', '?uid=u-1']) {
      const { client } = scripted([step], { retries: 0 });
      const response = await handlerOf(client, { report: (error) => void reported.push(error) })(ask(query));
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await response.json()).toEqual({ message: expect.any(String) });
    }
    expect(reported).toMatchObject([{ code }, { code }]);
  });

  test('after 10 s without an answer, however long the client would wait', async () => {
    const clock = new ManualClock();
    const reported: unknown[] = [];
    const { client } = scripted(['silence'], { clock });
    const response = handlerOf(client, { clock, report: (error) => void reported.push(error) })(ask('?tracking_id=order-1'));
    await clock.advance(9_999);
    expect(reported).toEqual([]);
    await clock.advance(1);
    expect((await response).status).toBe(503);
    expect(reported).toMatchObject([{ code: 'network_timeout' }]);
    await quiet();
    expect(clock.waits).toEqual([]);
  });
});

test('a handler needs authorize', () => {
  const { client } = scripted([{ status: 500 }]);
  expect(() => createStatusHandler({ client } as unknown as StatusHandlerOptions)).toThrow(
    /^authorize: expected a function; got undefined/,
  );
});
