import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLog, scrub } from '../../../demo/gateway/log/log.js';
import { createRequestLog } from '../../../demo/gateway/log/request-log.js';
import { plainTransfer, Sandbox } from '../sandbox.js';

const digits = (min: number, max: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max }).map((list) => list.join(''));

// How people and programs set the groups of a number apart: dashes and spaces of all kinds, dots, and nothing that is seen.
const GAPS = ['', ' ', '-', '.', '\u00a0', '+', '\u2013', '\u2014', ' \u2013 ', '\u2009', '\u202f', '\u00b7', '\u2022', '\u200b', '_', '/', '  ', '\t', '\n'];
const fullWidth = (text: string) => text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
const escapedAll = (text: string) => Buffer.from(text).toString('hex').replaceAll(/../g, '%$&');
const WRITINGS: ((text: string) => string)[] = [
  (text) => text, encodeURIComponent, escapedAll, (text) => JSON.stringify({ note: text }), (text) => JSON.stringify(JSON.stringify(text)),
  fullWidth, (text) => encodeURIComponent(fullWidth(text)), (text) => JSON.stringify(fullWidth(text)),
];
/** The digits of a text, whatever they are written as. */
function read(text: string): string {
  let plain = text;
  try {
    plain = decodeURIComponent(text);
  } catch {
    // It was no encoded text.
  }
  return plain.normalize('NFKC').replaceAll(/\D/g, '');
}

describe('scrubbing', () => {
  test('no PAN survives, wherever it stands and however it is set apart', () => {
    fc.assert(
      fc.property(digits(12, 19), fc.constantFrom(...GAPS), fc.constantFrom(...WRITINGS), fc.string(), fc.string(), (pan, gap, write, before, after) => {
        const written = write((pan.match(/.{1,4}/g) ?? []).join(gap));
        const clean = scrub(`${before}|${written}|${after}`);
        expect(clean).not.toContain(written);
        expect(read(clean)).not.toContain(pan);
      }),
    );
  });

  test.each(['4200 0000 0000 0000', '4200\u20130000\u20130000\u20130000', '4200 \u2013 0000 \u2013 0000 \u2013 0000', '4.2.0.0.0.0.0.0.0.0.0.0.0.0.0.0', '\uff14\uff12\uff10\uff10\uff10\uff10\uff10\uff10\uff10\uff10\uff10\uff10\uff10\uff10\uff10\uff10'])('%s is a PAN', (written) => {
    for (const write of WRITINGS) expect(read(scrub(`card ${write(written)}!`))).toBe('');
  });

  test('no verification value survives under a name it is sent by', () => {
    const names = fc.constantFrom('verification_value', 'verificationValue', 'cvv', 'CVC', 'cvc2', 'security_code', 'csc');
    const forms: ((name: string, value: string) => string)[] = [
      (name, value) => JSON.stringify({ [name]: value }),
      (name, value) => JSON.stringify({ [name]: Number(value) }),
      (name, value) => JSON.stringify(JSON.stringify({ [name]: value })),
      (name, value) => `${name}=${value}&x=1`,
      (name, value) => `${name}: '${value}'`,
      (name, value) => encodeURIComponent(JSON.stringify({ [name]: value })),
    ];
    fc.assert(
      fc.property(names, fc.integer({ min: 100, max: 9999 }), fc.constantFrom(...forms), (name, value, form) => {
        expect(scrub(`body ${form(name, String(value))} end`)).not.toContain(String(value));
      }),
    );
  });

  test('no credential and no encrypted section survives', async () => {
    const sandbox = new Sandbox();
    const { token } = (await sandbox.sealing()).request('transfer', plainTransfer()).credit_card as { token: string };
    const { public_key, secret_key } = await sandbox.shop();
    const basic = Buffer.from(`1002:${secret_key}`).toString('base64');
    const clean = scrub(`{"token":"${token}"} Bearer ${public_key} authorization=Basic ${basic} key ${secret_key}`, [secret_key]);
    for (const secret of [token, token.slice(20, 60), public_key, basic, secret_key]) expect(clean).not.toContain(secret);
  });

  // Each of these took a minute when the patterns tried every position, so that such a field name blocked the sandbox.
  test.each([['letters', 'a'], ['dashes', '-'], ['backslashes', '\\'], ['names of secrets', 'password'], ['digits apart', '1--------']])(
    '300,000 characters of %s are gone through once', (_, part) => {
      const line = part.repeat(300_000 / part.length);
      expect(scrub(line)).toBe(line);
    },
  );

  test('other texts stay', () => {
    const line = '{"level":30,"time":"2026-11-21T10:00:00.000Z","method":"GET","path":"/transactions/k5xqz","status":200,"ms":1.25,"shop":1001,"msg":"request"}';
    expect(scrub(line, ['secret'])).toBe(line);
  });

  test('no PAN survives on the stream, whatever part of a line it is written into', () => {
    const lines: string[] = [];
    const log = createLog({ write: (line) => lines.push(line) });
    fc.assert(
      fc.property(digits(12, 19), fc.constantFrom(...GAPS), fc.constantFrom(fullWidth, encodeURIComponent, (text: string) => text), (pan, gap, write) => {
        const written = write((pan.match(/.{1,4}/g) ?? []).join(gap));
        lines.length = 0;
        log.info({ path: `/cards/${written}`, [written]: written, list: [written], err: new Error(`no card ${written}`) }, `card ${written}`);
        const line = lines.join('');
        expect(() => void JSON.parse(line)).not.toThrow();
        // The time and the level are digits, too.
        expect(read(line.replace(/"time":"[^"]*"/, ''))).not.toContain(pan);
      }),
    );
  });

  test('covers everything a logger writes: messages, fields, errors and their stacks', () => {
    const lines: string[] = [];
    const log = createLog({ write: (line) => lines.push(line) }, ['s3cret-key']);
    log.error({ err: new Error('bad card 4200000000000000'), deep: { number: 4_200_000_000_000_000, cvv: 987 } }, 'with s3cret-key');
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toMatch(/\d{12}|987|s3cret-key/);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 50 });
  });
});

describe('the request log', () => {
  test('has one line per request with method, path, status, time and shop', async () => {
    const sandbox = new Sandbox();
    await sandbox.transfer();
    const lines = sandbox.logLines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ path }) => path === '/transactions/p2ps');
    expect(lines).toEqual([
      {
        level: 30, time: expect.any(String), method: 'POST', path: '/transactions/p2ps', status: 200, ms: expect.any(Number), shop: 1002,
        odd: ['plain card data in credit_card', 'plain card data in recipient_card'], msg: 'request',
      },
    ]);
  });

  test('holds no card data, no credential and no query', async () => {
    const sandbox = new Sandbox();
    await sandbox.transfer();
    await sandbox.post('/ctp/api/p2p', plainTransfer({ amount: 'x' }), 'sealed');
    await sandbox.get('/transactions/4200000000000000?number=4200000000000000');
    await sandbox.post('/ctp/api/p2p', (await sandbox.sealing()).request('transfer', plainTransfer()), 'sealed');
    const log = sandbox.logLines.join('');
    expect(log).toContain('/transactions/[hidden]');
    const { public_key, secret_key } = await sandbox.shop('sealed');
    for (const secret of ['4200000000000000', '"123"', public_key, secret_key, 'eyJ', '?number']) expect(log).not.toContain(secret);
  });
});

describe('requests in the console', () => {
  interface Told {
    readonly [name: string]: unknown;
    readonly odd: readonly string[];
  }
  const requestsOf = async (sandbox: Sandbox) => (await sandbox.console('/sandbox/requests')).body as unknown as Told[];

  test('is what came, from whom, how it was answered, and why it was refused', async () => {
    const sandbox = new Sandbox();
    await sandbox.post('/ctp/api/verify-p2p', { amount: 'x' }, 'sealed');
    await sandbox.get('/products/prd_none');
    await sandbox.ask('/nowhere');
    expect(await requestsOf(sandbox)).toMatchObject([
      { number: 3, method: 'GET', path: '/nowhere', endpoint: null, shop_id: null, status: 404, odd: [] },
      { number: 2, method: 'GET', path: '/products/prd_none', endpoint: 'getProduct', shop_id: 1002, status: 404, refusal: expect.stringMatching(/^not_found: /) },
      {
        number: 1, at: '2026-11-21T10:00:00Z', method: 'POST', path: '/ctp/api/verify-p2p', endpoint: 'verifyP2p', shop_id: 1001,
        status: 422, ms: expect.any(Number), refusal: expect.stringMatching(/^invalid_params: amount must be an integer/), odd: [],
      },
    ]);
  });

  test('names the faults that a request met', async () => {
    const sandbox = new Sandbox();
    await sandbox.console('/sandbox/faults', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"kind":"html"}' });
    await sandbox.get('/products');
    expect((await requestsOf(sandbox))[0]).toMatchObject({ status: 200, faults: ['html'] });
  });

  const bearer = async (sandbox: Sandbox) => sandbox.bearer('sealed');
  const body = (request: object, beside: object = {}) => JSON.stringify({ request, ...beside });
  const json = { 'content-type': 'application/json' };

  test.each<[string, string, (sandbox: Sandbox) => Promise<RequestInit>, readonly string[]]>([
    ['no version', '/ctp/api/p2p', async (s) => ({ method: 'POST', headers: { ...json, authorization: (await bearer(s)).authorization! }, body: '{}' }), ['X-Api-Version is missing']],
    ['another version', '/ctp/api/p2p', async (s) => ({ method: 'POST', headers: { ...json, ...(await bearer(s)), 'x-api-version': '3' }, body: '{}' }), ['X-Api-Version is not 2']],
    ['no credentials', '/products', async () => ({}), ['no credentials']],
    ['the wrong kind of key', '/products', async (s) => ({ headers: await bearer(s) }), ['credentials of another scheme: the endpoint takes basic']],
    ['another content type', '/ctp/api/p2p', async (s) => ({ method: 'POST', headers: { ...(await bearer(s)), 'content-type': 'text/plain' }, body: '{}' }), ['Content-Type is not application/json']],
    ['a query', '/products?page=2', async (s) => ({ headers: await s.basic() }), ['parameters in the address: they are ignored']],
    ['a secret key in a page', '/products', async (s) => ({ headers: { ...(await s.basic()), origin: 'https://shop.example' } }), ['the secret key came from a page: anyone can read it there']],
    ['card data in clear', '/ctp/api/p2p', async (s) => ({ method: 'POST', headers: { ...json, ...(await bearer(s)) }, body: body({ credit_card: { number: '4200000000000000' } }) }), ['plain card data in credit_card']],
    ['an old address', '/ctp/api/p2p', async (s) => ({ method: 'POST', headers: { ...json, ...(await bearer(s)) }, body: body({ billing_address: { city: 'Bonn' } }) }), ['billing_address is deprecated: send sender_billing_address']],
    [
      'a notification_url of the public key\'s request that the shop has not named', '/ctp/api/p2p',
      async (s) => ({ method: 'POST', headers: { ...json, ...(await bearer(s)) }, body: body({ notification_url: 'https://thief.example/take?all=1' }) }),
      ['the notification takes the secret key to https://thief.example: the request named this origin, the shop did not (--notification-origin)'],
    ],
    [
      'a notification_url that the merchant\'s own server names', '/transactions/p2ps',
      async (s) => ({ method: 'POST', headers: { ...json, ...(await s.basic()) }, body: body({ notification_url: 'https://shop.example/hook' }) }), [],
    ],
    [
      'unknown fields, nested ones and beside the envelope, too', '/ctp/api/p2p',
      async (s) => ({
        method: 'POST', headers: { ...json, ...(await bearer(s)) },
        body: body({ amonut: 5, amount: 5, customer: { ip: '203.0.113.7', mail: 'x' }, additional_data: { p2p: { kind: 1 } } }, { extra: 1 }),
      }),
      ['unknown field extra', 'unknown field amonut', 'unknown field customer.mail', 'unknown field additional_data.p2p.kind'],
    ],
    ['data of a product that is the merchant\'s own', '/products', async (s) => ({ method: 'POST', headers: { ...json, ...(await s.basic()) }, body: JSON.stringify({ name: 'A', additional_data: { mine: 1 } }) }), []],
  ])('%s', async (_, path, init, odd) => {
    const sandbox = new Sandbox();
    await sandbox.ask(path, await init(sandbox));
    expect((await requestsOf(sandbox))[0]?.odd).toEqual(odd);
  });

  test('never is a PAN, a verification value, a key or a token, wherever a request puts it', async () => {
    const sandbox = new Sandbox();
    const { secret_key } = await sandbox.shop('sealed');
    const { token } = (await sandbox.sealing()).request('transfer', plainTransfer()).credit_card as { token: string };
    const secrets = ['4012000000001097', '4012 0000 0000 1097', '４０１２０００００００１０９７', '5 2 0 4 2 4 0 0 1 5 0 2 9', secret_key, token];
    for (const secret of secrets) {
      await sandbox.post('/ctp/api/p2p', { [secret]: secret, amount: secret, credit_card: { [secret]: 1, number: secret }, description: secret }, 'sealed');
      await sandbox.ask(`/transactions/${encodeURIComponent(secret)}?number=${encodeURIComponent(secret)}`, { headers: await sandbox.basic() });
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
        at: 0, method: 'GET', path: '/', endpoint: undefined, shop: undefined, status: 200, milliseconds: 1, refusal: undefined, odd: [], faults: [],
      });
    }
    const kept = requests.latest(1000);
    expect([kept.length, kept[0]?.number, kept.at(-1)?.number]).toEqual([500, 510, 11]);
  });
});
