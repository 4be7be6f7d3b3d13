import { describe, expect, test } from 'vitest';
import { API, plainCheck, plainTransfer, Sandbox } from '../sandbox.js';

const json = { 'content-type': 'application/json' };

// Spec 4.1 and the status queries: method, path, credentials.
const ENDPOINTS = [
  ['POST', '/p2p-restrictions', 'basic'],
  ['POST', '/ctp/api/verify-p2p', 'bearer'],
  ['POST', '/ctp/api/async/verify-p2p', 'bearer'],
  ['GET', '/ctp/api/async/jobs/abc', 'bearer'],
  ['POST', '/transactions/p2ps', 'basic'],
  ['POST', '/ctp/api/p2p', 'bearer'],
  ['POST', '/ctp/api/async/p2p', 'bearer'],
  ['GET', '/transactions/abc', 'basic'],
  ['GET', '/v2/transactions/tracking_id/abc', 'basic'],
] as const;

const TAKES_BODY = ENDPOINTS.filter(([method]) => method === 'POST');
const CHECKOUT = ENDPOINTS.filter(([, path]) => path.startsWith('/ctp/'));

describe('credentials', () => {
  test.each(ENDPOINTS)('%s %s refuses a request without credentials, naming the scheme %s', async (method, path, scheme) => {
    const { status, headers, body } = await new Sandbox().ask(path, { method });
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')?.toLowerCase()).toMatch(new RegExp(`^${scheme} realm=`));
    expect(body).toEqual({ error_code: 'unauthorized', message: expect.any(String), errors: {} });
  });

  test.each([
    ['an unknown shop', '4711', undefined],
    ['a wrong secret', undefined, 'wrong'],
    ['an empty secret', undefined, ''],
  ])('answers %s exactly as any other bad credentials', async (_, id, secret) => {
    const sandbox = new Sandbox();
    const shop = await sandbox.shop();
    const authorization = (user: unknown, password: string) => ({
      authorization: `Basic ${Buffer.from(`${String(user)}:${password}`).toString('base64')}`,
    });
    const none = await sandbox.ask('/transactions/abc');
    const wrong = await sandbox.ask('/transactions/abc', {
      headers: authorization(id ?? shop.shop_id, secret ?? shop.secret_key),
    });
    expect([wrong.status, wrong.body]).toEqual([401, none.body]);
  });

  test('refuses the public key where the secret key is required, and the reverse', async () => {
    const sandbox = new Sandbox();
    const basic = await sandbox.ask('/transactions/abc', { headers: await sandbox.bearer() });
    const bearer = await sandbox.ask('/ctp/api/async/jobs/abc', {
      headers: { ...(await sandbox.basic()), 'x-api-version': '2' },
    });
    expect([basic.status, bearer.status]).toEqual([401, 401]);
  });

  test.each([[undefined], ['1'], ['2.0'], ['']])('refuses X-Api-Version %s', async (version) => {
    const sandbox = new Sandbox();
    const { authorization = '' } = await sandbox.bearer();
    const headers = { authorization, ...(version !== undefined && { 'x-api-version': version }) };
    const { status, body } = await sandbox.ask('/ctp/api/async/jobs/abc', { headers });
    expect([status, body.error_code]).toEqual([400, 'unsupported_api_version']);
  });

  test('checks credentials before the version, and both before the body', async () => {
    const sandbox = new Sandbox();
    const nothingRight = await sandbox.ask('/ctp/api/p2p', { method: 'POST', body: 'x' });
    const { authorization = '' } = await sandbox.bearer();
    const versionWrong = await sandbox.ask('/ctp/api/p2p', { method: 'POST', headers: { authorization }, body: 'x' });
    expect([nothingRight.status, versionWrong.status]).toEqual([401, 400]);
  });
});

describe('form of the request', () => {
  test.each(ENDPOINTS)('%s %s refuses another method', async (method, path) => {
    const { status, headers, body } = await new Sandbox().ask(path, { method: 'PUT' });
    expect([status, headers.get('allow'), body.error_code]).toEqual([405, method, 'method_not_allowed']);
  });

  test('answers an unknown address with the error body', async () => {
    const { status, body } = await new Sandbox().ask('/nowhere');
    expect([status, body]).toEqual([404, { error_code: 'not_found', message: expect.any(String), errors: {} }]);
  });

  test.each(TAKES_BODY)('%s %s accepts only application/json', async (_, path) => {
    const sandbox = new Sandbox();
    const credentials = path.startsWith('/ctp/') ? await sandbox.bearer() : await sandbox.basic();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
      const { status, body } = await sandbox.ask(path, {
        method: 'POST',
        headers: { ...credentials, 'content-type': type },
        body: '{}',
      });
      expect([status, body.error_code]).toEqual([415, 'unsupported_media_type']);
    }
  });

  test('takes a content type with parameters', async () => {
    const sandbox = new Sandbox();
    const { status } = await sandbox.ask('/p2p-restrictions', {
      method: 'POST',
      headers: { ...(await sandbox.basic()), 'content-type': 'Application/JSON; charset=utf-8' },
      body: JSON.stringify({ request: plainCheck() }),
    });
    expect(status).toBe(200);
  });

  test('refuses a body above 64 KiB, whether its length is announced or not', async () => {
    const sandbox = new Sandbox();
    const headers = { ...json, ...(await sandbox.bearer()) };
    const large = JSON.stringify({ request: plainTransfer({ description: 'x'.repeat(65_536) }) });
    const stream = new Blob([large]).stream();
    const announced = await sandbox.ask('/ctp/api/p2p', {
      method: 'POST',
      headers: { ...headers, 'content-length': String(large.length) },
      body: large,
    });
    const streamed = await sandbox.ask('/ctp/api/p2p', { method: 'POST', headers, body: stream, duplex: 'half' } as RequestInit);
    expect([announced.status, streamed.status, streamed.body.error_code]).toEqual([413, 413, 'payload_too_large']);
  });

  test.each([['{'], [''], ['4200000000000000x'], ['\u0000']])(
    'refuses %j because it is not JSON, without repeating it',
    async (text) => {
      const sandbox = new Sandbox();
      const { status, body } = await sandbox.ask('/p2p-restrictions', {
        method: 'POST',
        headers: { ...json, ...(await sandbox.basic()) },
        body: text,
      });
      expect([status, body.error_code]).toEqual([400, 'invalid_json']);
      expect(JSON.stringify(body)).not.toContain('4200');
    },
  );

  test.each([
    ['objects', '{"a":', '}'],
    ['lists', '[', ']'],
  ])('refuses %s within one another beyond 64 levels, at every endpoint alike', async (_, open, close) => {
    const sandbox = new Sandbox();
    const headers = { ...json, ...(await sandbox.basic()) };
    const product = (levels: number) =>
      `{"name":"Pot","description":"Blue","currency":"USD","amount":"100","infinite":true,"immortal":true,"additional_data":{"x":${open.repeat(levels)}1${close.repeat(levels)}}}`;
    const send = (levels: number) => sandbox.ask('/products', { method: 'POST', headers, body: product(levels) });
    expect((await send(62)).status).toBe(201);
    for (const levels of [63, 9000]) {
      const { status, body } = await send(levels);
      expect([status, body]).toEqual([
        400,
        { error_code: 'invalid_json', message: 'The body has more than 64 levels.', errors: {} },
      ]);
    }
  });

  test.each([
    ['{}', "can't be blank"],
    ['[]', "can't be blank"],
    ['null', "can't be blank"],
    ['{"request":null}', "can't be blank"],
    ['{"request":5}', 'must be an object'],
    ['{"request":[]}', 'must be an object'],
  ])('names the missing envelope of %s', async (text, problem) => {
    const sandbox = new Sandbox();
    const { status, body } = await sandbox.ask('/p2p-restrictions', {
      method: 'POST',
      headers: { ...json, ...(await sandbox.basic()) },
      body: text,
    });
    expect(status).toBe(422);
    expect(body).toEqual({ error_code: 'invalid_params', message: `Request ${problem}`, errors: { request: [problem] } });
  });
});

describe('cross-origin access', () => {
  test.each(CHECKOUT)('%s %s lets any page read its errors, the time and Retry-After', async (method, path) => {
    const { headers } = await new Sandbox().ask(path, { method, headers: { origin: 'https://shop.example' } });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-expose-headers')).toBe('Date, Retry-After');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  test.each([
    ['PUT', '/ctp/api/p2p', 405],
    ['GET', '/ctp/api/nowhere', 404],
  ])('%s %s is readable too', async (method, path, status) => {
    const answer = await new Sandbox().ask(path, { method });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([status, '*']);
  });

  test.each(CHECKOUT)('a preflight before %s %s is answered for two hours', async (_, path) => {
    const { status, headers } = await new Sandbox().ask(path, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://shop.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-evil',
      },
    });
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-headers')?.split(', ')).toEqual(['authorization', 'content-type', 'x-api-version']);
    expect(headers.get('access-control-max-age')).toBe('7200');
  });

  test.each([['/p2p-restrictions'], ['/transactions/p2ps'], ['/transactions/abc']])(
    '%s has none: it takes the secret key',
    async (path) => {
      const sandbox = new Sandbox();
      const { headers } = await sandbox.ask(path, { method: 'OPTIONS', headers: { origin: 'https://shop.example' } });
      expect(headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  test("dates every answer by the sandbox's clock", async () => {
    const sandbox = new Sandbox();
    await sandbox.advance(3600);
    const { headers } = await sandbox.ask('/ctp/api/p2p', { method: 'POST' });
    expect(headers.get('date')).toBe('Sat, 21 Nov 2026 11:00:00 GMT');
  });
});

describe('host', () => {
  test.each([
    ['127.0.0.1:4010', 401],
    ['localhost:4010', 401],
    ['shop.localhost:4010', 401],
    ['[::1]:4010', 401],
    ['127.0.0.1:4999', 421],
    ['localhost', 421],
    ['evil.example:4010', 421],
    ['127.0.0.1.evil.example:4010', 421],
    ['192.168.1.5:4010', 421],
    ['a b', 421],
  ])('a request for the host %s gets %i', async (host, expected) => {
    const { status, body } = await new Sandbox().ask('/ctp/api/p2p', { method: 'POST', headers: { host } });
    expect(status).toBe(expected);
    expect(body.message).toEqual(expect.any(String));
  });

  test('a server on all interfaces takes numeric addresses, still no foreign names', async () => {
    const sandbox = new Sandbox({ anyAddress: true });
    const numeric = await sandbox.ask('/ctp/api/p2p', { method: 'POST', headers: { host: '192.168.1.5:4010' } });
    const name = await sandbox.ask('/ctp/api/p2p', { method: 'POST', headers: { host: 'evil.example:4010' } });
    expect([numeric.status, name.status]).toEqual([401, 421]);
  });
});

describe('script file', () => {
  test('is served to any page and sent again only when it changed', async () => {
    const sandbox = new Sandbox({ assets: async (name) => (name === 'checkout.js' ? Buffer.from('export {}') : undefined) });
    const first = await sandbox.fetch('/checkout.js');
    expect(await first.text()).toBe('export {}');
    expect(first.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(first.headers.get('access-control-allow-origin')).toBe('*');
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const again = await sandbox.fetch('/checkout.js', { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  test('finds its languages beside it, and no other file', async () => {
    const asked: string[] = [];
    const sandbox = new Sandbox({
      assets: async (name) => {
        asked.push(name);
        return Buffer.from('export {}');
      },
    });
    const found = await sandbox.fetch('/locales/ru.js');
    expect([found.status, found.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    for (const path of ['/locales/..%2Fmain.js', '/locales/%2e%2e/overview.js', '/locales/ru.map', '/locales/', '/overview.js']) {
      expect((await sandbox.fetch(path)).status).toBe(404);
    }
    expect(asked).toEqual(['locales/ru.js']);
  });

  test('says so when it was not built', async () => {
    const response = await new Sandbox().fetch('/checkout.js');
    expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('was not built')]);
  });

  test(`is on ${API} only`, async () => {
    expect((await new Sandbox().console('/checkout.js')).status).toBe(404);
  });
});
