import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLog, scrub } from '../../demo/gateway/log.js';
import { plainTransfer, Sandbox } from './sandbox.js';

const digits = (min: number, max: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max }).map((list) => list.join(''));

describe('scrubbing', () => {
  test('no PAN survives, wherever it stands and however it is set apart', () => {
    fc.assert(
      fc.property(digits(12, 19), fc.constantFrom('', ' ', '-', '.', '%20', '\u00a0', '+'), fc.string(), fc.string(), (pan, gap, before, after) => {
        const written = (pan.match(/.{1,4}/g) ?? []).join(gap);
        const clean = scrub(`${before}|${written}|${after}`);
        expect(clean).not.toContain(written);
        expect(clean.replaceAll(/\D/g, '')).not.toContain(pan);
      }),
    );
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

  test('what is none of these stays', () => {
    const line = '{"level":30,"time":"2026-11-21T10:00:00.000Z","method":"GET","path":"/transactions/k5xqz","status":200,"ms":1.25,"shop":1001,"msg":"request"}';
    expect(scrub(line, ['secret'])).toBe(line);
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
      { level: 30, time: expect.any(String), method: 'POST', path: '/transactions/p2ps', status: 200, ms: expect.any(Number), shop: 1002, msg: 'request' },
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
