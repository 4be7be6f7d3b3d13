import { describe, expect, test } from 'vitest';
import { API, plainTransfer, Sandbox } from '../sandbox.js';

const json = { 'content-type': 'application/json' };

describe('form of the request', () => {
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
    ['a NUL', String.raw`a\u0000b`],
    ['the first half of a character', String.raw`a\ud83db`],
    ['the second half of a character', String.raw`\ude00`],
  ])('refuses a body with %s in a text or a name, which no database stores', async (_, text) => {
    const sandbox = new Sandbox();
    const headers = { ...json, ...(await sandbox.basic()) };
    const product = (name: string, data: string) =>
      `{"name":"${name}","description":"Blue","currency":"USD","amount":"100","infinite":true,"immortal":true,"additional_data":${data}}`;
    for (const body of [product(text, '{}'), product('Pot', `{"${text}":1}`), product('Pot', `{"x":[["${text}"]]}`)]) {
      const answer = await sandbox.ask('/products', { method: 'POST', headers, body });
      expect([answer.status, answer.body.error_code, answer.body.message]).toEqual([
        400,
        'invalid_json',
        'The body has a text with a NUL or half of a character.',
      ]);
    }
    expect(
      (await sandbox.ask('/products', { method: 'POST', headers, body: product(String.raw`\ud83d\ude00`, '{}') })).status,
    ).toBe(201);
  });

  test.each(['/products/%00', '/products/prd_%00', '/subscriptions/%ED%A0%80', '/ctp/api/async/jobs/%00'])(
    'what %s names does not exist',
    async (path) => {
      const sandbox = new Sandbox();
      const headers = path.startsWith('/ctp') ? await sandbox.bearer() : await sandbox.basic();
      expect((await sandbox.ask(path, { headers: { ...headers, 'x-api-version': '2' } })).status).toBe(404);
    },
  );

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
