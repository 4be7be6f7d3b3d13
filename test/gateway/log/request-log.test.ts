import { describe, expect, test } from 'vitest';
import { createRequestLog } from '../../../demo/gateway/log/request-log.js';
import { plainTransfer, Sandbox } from '../sandbox.js';

describe('the request log', () => {
  test('has one line per request with method, path, status, time and shop', async () => {
    const sandbox = new Sandbox();
    await sandbox.transfer();
    const lines = sandbox.logLines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ path }) => path === '/transactions/p2ps');
    expect(lines).toEqual([
      {
        level: 30,
        time: expect.any(String),
        method: 'POST',
        path: '/transactions/p2ps',
        status: 200,
        ms: expect.any(Number),
        shop: 1002,
        odd: ['plain card data in credit_card', 'plain card data in recipient_card'],
        msg: 'request',
      },
    ]);
  });

  test('contains no card data, no credential and no query', async () => {
    const sandbox = new Sandbox();
    await sandbox.transfer();
    await sandbox.post('/ctp/api/p2p', plainTransfer({ amount: 'x' }), 'sealed');
    await sandbox.get('/transactions/4200000000000000?number=4200000000000000');
    await sandbox.post('/ctp/api/p2p', (await sandbox.sealing()).request('transfer', plainTransfer()), 'sealed');
    const log = sandbox.logLines.join('');
    expect(log).toContain('/transactions/[hidden]');
    const { public_key, secret_key } = await sandbox.shop('sealed');
    for (const secret of ['4200000000000000', '"123"', public_key, secret_key, 'eyJ', '?number'])
      expect(log).not.toContain(secret);
  });
});

describe('requests in the console', () => {
  interface LoggedRequest {
    readonly [name: string]: unknown;
    readonly odd: readonly string[];
  }
  const requestsOf = async (sandbox: Sandbox) => (await sandbox.console('/sandbox/requests')).body as unknown as LoggedRequest[];

  test('has the request, its shop, the status of the answer, and the reason for a refusal', async () => {
    const sandbox = new Sandbox();
    await sandbox.post('/ctp/api/verify-p2p', { amount: 'x' }, 'sealed');
    await sandbox.get('/products/prd_none');
    await sandbox.ask('/nowhere');
    expect(await requestsOf(sandbox)).toMatchObject([
      { number: 3, method: 'GET', path: '/nowhere', endpoint: null, shop_id: null, status: 404, odd: [] },
      {
        number: 2,
        method: 'GET',
        path: '/products/prd_none',
        endpoint: 'getProduct',
        shop_id: 1002,
        status: 404,
        refusal: expect.stringMatching(/^not_found: /),
      },
      {
        number: 1,
        at: '2026-11-21T10:00:00Z',
        method: 'POST',
        path: '/ctp/api/verify-p2p',
        endpoint: 'verifyP2p',
        shop_id: 1001,
        status: 422,
        ms: expect.any(Number),
        refusal: expect.stringMatching(/^invalid_params: Amount must be an integer/),
        odd: [],
      },
    ]);
  });

  test('names the faults that a request met', async () => {
    const sandbox = new Sandbox();
    await sandbox.console('/sandbox/faults', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"kind":"html"}',
    });
    await sandbox.get('/products');
    expect((await requestsOf(sandbox))[0]).toMatchObject({ status: 200, faults: ['html'] });
  });

  const bearer = async (sandbox: Sandbox) => sandbox.bearer('sealed');
  const body = (request: object, beside: object = {}) => JSON.stringify({ request, ...beside });
  const json = { 'content-type': 'application/json' };

  test.each<[string, string, (sandbox: Sandbox) => Promise<RequestInit>, readonly string[]]>([
    [
      'no version',
      '/ctp/api/p2p',
      async (s) => ({ method: 'POST', headers: { ...json, authorization: (await bearer(s)).authorization! }, body: '{}' }),
      ['X-Api-Version is missing'],
    ],
    [
      'another version',
      '/ctp/api/p2p',
      async (s) => ({ method: 'POST', headers: { ...json, ...(await bearer(s)), 'x-api-version': '3' }, body: '{}' }),
      ['X-Api-Version is not 2'],
    ],
    ['no credentials', '/products', async () => ({}), ['no credentials']],
    [
      'the wrong kind of key',
      '/products',
      async (s) => ({ headers: await bearer(s) }),
      ['credentials of another scheme: the endpoint takes basic'],
    ],
    [
      'another content type',
      '/ctp/api/p2p',
      async (s) => ({ method: 'POST', headers: { ...(await bearer(s)), 'content-type': 'text/plain' }, body: '{}' }),
      ['Content-Type is not application/json'],
    ],
    ['a query', '/products?page=2', async (s) => ({ headers: await s.basic() }), ['parameters in the address: they are ignored']],
    [
      'a secret key in a page',
      '/products',
      async (s) => ({ headers: { ...(await s.basic()), origin: 'https://shop.example' } }),
      ['the secret key came from a page: anyone can read it there'],
    ],
    [
      'card data in clear',
      '/ctp/api/p2p',
      async (s) => ({
        method: 'POST',
        headers: { ...json, ...(await bearer(s)) },
        body: body({ credit_card: { number: '4200000000000000' } }),
      }),
      ['plain card data in credit_card'],
    ],
    [
      'an old address',
      '/ctp/api/p2p',
      async (s) => ({
        method: 'POST',
        headers: { ...json, ...(await bearer(s)) },
        body: body({ billing_address: { city: 'Bonn' } }),
      }),
      ['billing_address is deprecated: send sender_billing_address'],
    ],
    [
      "a notification_url of the public key's request that the shop has not named",
      '/ctp/api/p2p',
      async (s) => ({
        method: 'POST',
        headers: { ...json, ...(await bearer(s)) },
        body: body({ notification_url: 'https://thief.example/take?all=1' }),
      }),
      [
        'the notification sends the secret key to https://thief.example: the request named this origin, the shop did not (--notification-origin)',
      ],
    ],
    [
      "a notification_url that the merchant's own server names",
      '/transactions/p2ps',
      async (s) => ({
        method: 'POST',
        headers: { ...json, ...(await s.basic()) },
        body: body({ notification_url: 'https://shop.example/hook' }),
      }),
      [],
    ],
    [
      'unknown fields, nested ones and beside the envelope, too',
      '/ctp/api/p2p',
      async (s) => ({
        method: 'POST',
        headers: { ...json, ...(await bearer(s)) },
        body: body(
          { amonut: 5, amount: 5, customer: { ip: '203.0.113.7', mail: 'x' }, additional_data: { p2p: { kind: 1 } } },
          { extra: 1 },
        ),
      }),
      ['unknown field extra', 'unknown field amonut', 'unknown field customer.mail', 'unknown field additional_data.p2p.kind'],
    ],
    [
      "data of a product that is the merchant's own",
      '/products',
      async (s) => ({
        method: 'POST',
        headers: { ...json, ...(await s.basic()) },
        body: JSON.stringify({ name: 'A', additional_data: { mine: 1 } }),
      }),
      [],
    ],
  ])('%s', async (_, path, init, odd) => {
    const sandbox = new Sandbox();
    await sandbox.ask(path, await init(sandbox));
    expect((await requestsOf(sandbox))[0]?.odd).toEqual(odd);
  });

  test('never contains a PAN, a verification value, a key or a token, wherever a request puts it', async () => {
    const sandbox = new Sandbox();
    const { secret_key } = await sandbox.shop('sealed');
    const { token } = (await sandbox.sealing()).request('transfer', plainTransfer()).credit_card as { token: string };
    const secrets = [
      '4012000000001097',
      '4012 0000 0000 1097',
      '４０１２０００００００１０９７',
      '5 2 0 4 2 4 0 0 1 5 0 2 9',
      secret_key,
      token,
    ];
    for (const secret of secrets) {
      await sandbox.post(
        '/ctp/api/p2p',
        { [secret]: secret, amount: secret, credit_card: { [secret]: 1, number: secret }, description: secret },
        'sealed',
      );
      await sandbox.ask(`/transactions/${encodeURIComponent(secret)}?number=${encodeURIComponent(secret)}`, {
        headers: await sandbox.basic(),
      });
    }
    const text = JSON.stringify(await requestsOf(sandbox)) + sandbox.logLines.join('');
    expect(text).toContain('unknown field [hidden]');
    for (const secret of secrets) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(encodeURIComponent(secret));
    }
  });

  test('is forgotten after 500 requests', () => {
    const requests = createRequestLog([]);
    for (let count = 0; count < 510; count += 1) {
      requests.add({
        at: 0,
        method: 'GET',
        path: '/',
        endpoint: undefined,
        shop: undefined,
        status: 200,
        milliseconds: 1,
        refusal: undefined,
        odd: [],
        faults: [],
      });
    }
    const kept = requests.latest(1000);
    expect([kept.length, kept[0]?.number, kept.at(-1)?.number]).toEqual([500, 510, 11]);
  });
});
