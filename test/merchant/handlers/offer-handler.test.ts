import { describe, expect, test } from 'vitest';
import {
  createPlanHandler,
  createProductHandler,
  type NewPlan,
  type NewProduct,
  publicPlan,
  publicProduct,
} from '../../../src/merchant/index.js';
import { ManualClock } from '../../clock/manual-clock.js';
import { openClient } from '../client/open-client.js';
import { brokenLine, scripted } from '../client/scripted-wire.js';

const PRODUCT: NewProduct = {
  name: 'Tea',
  description: 'Green tea',
  currency: 'USD',
  amount: 1_250,
  quantity: 3,
  immortal: true,
  language: 'en',
  return_url: 'https://shop.example/thanks',
  additional_data: { supplier: 'secret' },
};
const PLAN: NewPlan = {
  title: 'Tea',
  currency: 'USD',
  plan: { amount: 1_000, interval: 1, interval_unit: 'month' },
  number_payment_attempts: 5,
};
const ask = (init?: RequestInit): Request => new Request('https://shop.example/tea.json', init);

describe('a product', () => {
  test('is reduced to its public part', async () => {
    const { client } = await openClient();
    const { id, pay_url, confirm_url } = await client.createProduct(PRODUCT);
    const response = await createProductHandler({ client, id })(ask());
    expect(response.status).toBe(200);
    const shown = (await response.json()) as Record<string, unknown>;
    expect(shown).toMatchObject({ id, name: 'Tea', amount: 1_250, currency: 'USD', quantity: 3, pay_url, confirm_url });
    expect(Object.keys(shown)).not.toEqual(expect.arrayContaining(['additional_data']));
    expect(JSON.stringify(shown)).not.toMatch(/secret|thanks|created_at|updated_at/);
  });

  test('does not reveal fields that a gateway adds', () => {
    const product = {
      id: 'prd_1',
      name: 'x',
      currency: 'USD',
      amount: 1,
      shop: { secret_key: 'sk' },
      cost_price: 7,
      quantity: null,
    };
    expect(publicProduct(product)).toEqual({ id: 'prd_1', name: 'x', currency: 'USD', amount: 1, quantity: null });
  });

  test('is the one that the request asks for, if the merchant offers it', async () => {
    const { client } = await openClient();
    const { id } = await client.createProduct(PRODUCT);
    const ours = new Map([['/tea.json', id]]);
    const handler = createProductHandler({ client, id: (request) => ours.get(new URL(request.url).pathname) });
    expect((await handler(ask())).status).toBe(200);
    const other = await handler(new Request('https://shop.example/coffee.json'));
    expect(other.status).toBe(404);
    expect(other.headers.get('cache-control')).toBe('no-store');
  });

  test.each(['.', '..', 'prd_\ud800'])('with the invalid id %j is 404, and the gateway is not asked', async (id) => {
    const { client } = await openClient();
    const reported: unknown[] = [];
    const handler = createProductHandler({ client, id: () => id, report: (error) => void reported.push(error) });
    expect((await handler(ask())).status).toBe(404);
    expect(reported).toEqual([]);
    expect(() => createProductHandler({ client, id })).toThrow(
      new TypeError(`id: expected an id or a function; got ${JSON.stringify(id)}, which can't be an id.`),
    );
  });

  test('that the gateway does not know is 404', async () => {
    const { client } = await openClient();
    const reported: unknown[] = [];
    const handler = createProductHandler({ client, id: 'prd_none', report: (error) => void reported.push(error) });
    expect((await handler(ask())).status).toBe(404);
    expect(reported).toEqual([]);
  });
});

describe('a plan', () => {
  test('is shown with its terms, but not with how failures are retried', async () => {
    const { client } = await openClient();
    const { id, confirm_url } = await client.createPlan({ ...PLAN, trial: { amount: 100, interval: 3, interval_unit: 'day' } });
    const shown = (await (await createPlanHandler({ client, id })(ask())).json()) as Record<string, unknown>;
    expect(shown).toMatchObject({
      id,
      confirm_url,
      title: 'Tea',
      plan: { amount: 1_000, interval: 1, interval_unit: 'month' },
      trial: { amount: 100, interval: 3 },
    });
    expect(Object.keys(shown)).not.toContain('number_payment_attempts');
  });

  test('without a trial is shown without one', () => {
    const plan = { id: 'pln_1', title: 'x', currency: 'USD', plan: { amount: 1, interval: 1, interval_unit: 'day', margin: 9 } };
    expect(publicPlan(plan)).toEqual({
      id: 'pln_1',
      title: 'x',
      currency: 'USD',
      plan: { amount: 1, interval: 1, interval_unit: 'day' },
    });
  });
});

describe('browsers and proxies', () => {
  test('may cache an answer for 10 s, or as long as the merchant sets', async () => {
    const { client } = await openClient();
    const { id } = await client.createProduct(PRODUCT);
    expect((await createProductHandler({ client, id })(ask())).headers.get('cache-control')).toBe('public, max-age=10');
    const patient = createProductHandler({ client, id, maxAge: 3600 });
    expect((await patient(ask())).headers.get('cache-control')).toBe('public, max-age=3600');
  });

  test('learn from the ETag that nothing has changed, until something does', async () => {
    const { client } = await openClient();
    const { id } = await client.createProduct(PRODUCT);
    const handler = createProductHandler({ client, id });
    const etag = (await handler(ask())).headers.get('etag') ?? '';
    const again = await handler(ask({ headers: { 'if-none-match': `"other", W/${etag}` } }));
    expect([again.status, await again.text()]).toEqual([304, '']);
    await client.updateProduct(id, { quantity: 2 });
    const changed = await handler(ask({ headers: { 'if-none-match': etag } }));
    expect([changed.status, ((await changed.json()) as { quantity: number }).quantity]).toEqual([200, 2]);
  });

  test('get only the headers with HEAD', async () => {
    const { client } = await openClient();
    const { id } = await client.createProduct(PRODUCT);
    const response = await createProductHandler({ client, id })(ask({ method: 'HEAD' }));
    expect([response.status, await response.text(), response.headers.has('etag')]).toEqual([200, '', true]);
  });

  test('of other origins may read it if they are allowed', async () => {
    const { client } = await openClient();
    const { id } = await client.createProduct(PRODUCT);
    const from = { headers: { origin: 'https://blog.example' } };
    const allowed = async (allowOrigins?: '*' | string[]) => {
      const { headers } = await createProductHandler({ client, id, allowOrigins })(ask(from));
      return headers.get('access-control-allow-origin');
    };
    expect(await allowed('*')).toBe('*');
    expect(await allowed(['https://blog.example'])).toBe('https://blog.example');
    expect(await allowed(['https://other.example'])).toBeNull();
    expect(await allowed()).toBeNull();
    const preflight = await createProductHandler({ client, id, allowOrigins: '*' })(ask({ ...from, method: 'OPTIONS' }));
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([204, 'GET, HEAD, OPTIONS']);
  });

  test('that come by http get 403, unless any site may read it or they are of this machine', async () => {
    const { client } = await openClient();
    const { id } = await client.createProduct(PRODUCT);
    const statusFor = async (origin: string, allowOrigins?: '*' | string[]) =>
      (await createProductHandler({ client, id, allowOrigins })(ask({ headers: { origin } }))).status;
    expect(await statusFor('http://blog.example')).toBe(403);
    expect(await statusFor('http://blog.example', ['https://blog.example'])).toBe(403);
    expect(await statusFor('http://blog.example', '*')).toBe(200);
    expect(await statusFor('http://localhost:3000', ['http://localhost:3000'])).toBe(200);
  });
});

describe('a failure', () => {
  test.each([
    ['a broken connection', brokenLine('ECONNRESET'), 503],
    ['a failing gateway', { status: 500, body: { message: 'table products is gone' } }, 503],
    ['refused credentials', { status: 401, body: { message: 'sk_hidden_361 is wrong' } }, 502],
    ['nonsense', { status: 200, body: '{}' }, 502],
  ])('by %s reaches the page only as a status, and is reported', async (_, step, status) => {
    const { client } = scripted([step], { retries: 0 });
    const reported: unknown[] = [];
    const response = await createProductHandler({ client, id: 'prd_1', report: (error) => void reported.push(error) })(ask());
    expect(response.status).toBe(status);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({ message: 'This offer can’t be shown now. Try again later.' });
    expect(reported).toHaveLength(1);
  });

  test('passes on how long to wait', async () => {
    const { client } = scripted([{ status: 429, headers: { 'retry-after': '120' } }]);
    const response = await createProductHandler({ client, id: 'prd_1' })(ask());
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '120']);
  });

  test('by a gateway that does not answer within 10 s is 504', async () => {
    const clock = new ManualClock();
    const { client } = scripted(['silence'], { clock });
    const response = createPlanHandler({ client, id: 'pln_1', clock })(ask());
    await clock.advance(10_000);
    expect((await response).status).toBe(504);
  });

  test('of the merchant’s own lookup is 502, and is reported', async () => {
    const { client } = scripted([{ status: 500 }]);
    const reported: unknown[] = [];
    const failure = new Error('no database');
    const response = await createProductHandler({
      client,
      id: () => Promise.reject(failure),
      report: (error) => void reported.push(error),
    })(ask());
    expect([response.status, reported]).toEqual([502, [failure]]);
  });
});

test.each([
  ['id', { id: '' }],
  ['id', { id: undefined }],
  ['maxAge', { id: 'prd_1', maxAge: -1 }],
  ['allowOrigins', { id: 'prd_1', allowOrigins: ['blog.example'] }],
  ['allowOrigins', { id: 'prd_1', allowOrigins: ['http://blog.example'] }],
])('a handler refuses an invalid %s', (name, options) => {
  const { client } = scripted([{ status: 500 }]);
  expect(() => createProductHandler({ client, ...options } as Parameters<typeof createProductHandler>[0])).toThrow(
    new RegExp(`^${name}: expected`),
  );
});

test('POST is 405', async () => {
  const { client, sent } = scripted([{ status: 500 }]);
  expect((await createProductHandler({ client, id: 'prd_1' })(ask({ method: 'POST' }))).status).toBe(405);
  expect(sent).toEqual([]);
});
