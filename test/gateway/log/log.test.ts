import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLog, scrub } from '../../../demo/gateway/log/log.js';
import { plainTransfer, Sandbox } from '../sandbox.js';

const digits = (min: number, max: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max }).map((list) => list.join(''));

// How people and programs separate the groups of a number: with dashes and spaces of all kinds, dots, and invisible
// characters.
const GAPS = [
  '',
  ' ',
  '-',
  '.',
  '\u00a0',
  '+',
  '\u2013',
  '\u2014',
  ' \u2013 ',
  '\u2009',
  '\u202f',
  '\u00b7',
  '\u2022',
  '\u200b',
  '_',
  '/',
  '  ',
  '\t',
  '\n',
];
const fullWidth = (text: string) => text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
const escapedAll = (text: string) => Buffer.from(text).toString('hex').replaceAll(/../g, '%$&');
const WRITINGS: ((text: string) => string)[] = [
  (text) => text,
  encodeURIComponent,
  escapedAll,
  (text) => JSON.stringify({ note: text }),
  (text) => JSON.stringify(JSON.stringify(text)),
  fullWidth,
  (text) => encodeURIComponent(fullWidth(text)),
  (text) => JSON.stringify(fullWidth(text)),
];
/** The digits of a text, whatever they are written as. */
function read(text: string): string {
  let plain = text;
  try {
    plain = decodeURIComponent(text);
  } catch {
    // The text was not encoded.
  }
  return plain.normalize('NFKC').replaceAll(/\D/g, '');
}

describe('scrubbing', () => {
  test('no PAN survives, wherever it is and however its groups are separated', () => {
    fc.assert(
      fc.property(
        digits(12, 19),
        fc.constantFrom(...GAPS),
        fc.constantFrom(...WRITINGS),
        fc.string(),
        fc.string(),
        (pan, gap, write, before, after) => {
          const written = write((pan.match(/.{1,4}/g) ?? []).join(gap));
          const clean = scrub(`${before}|${written}|${after}`);
          expect(clean).not.toContain(written);
          expect(read(clean)).not.toContain(pan);
        },
      ),
    );
  });

  test.each([
    '4200 0000 0000 0000',
    '4200\u20130000\u20130000\u20130000',
    '4200 \u2013 0000 \u2013 0000 \u2013 0000',
    '4.2.0.0.0.0.0.0.0.0.0.0.0.0.0.0',
    '\uff14\uff12\uff10\uff10\uff10\uff10\uff10\uff10\uff10\uff10\uff10\uff10\uff10\uff10\uff10\uff10',
  ])('%s is a PAN', (written) => {
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
  test.each([
    ['letters', 'a'],
    ['dashes', '-'],
    ['backslashes', '\\'],
    ['names of secrets', 'password'],
    ['digits apart', '1--------'],
  ])('300,000 characters of %s are scanned only once', (_, part) => {
    const line = part.repeat(300_000 / part.length);
    expect(scrub(line)).toBe(line);
  });

  test('other texts stay', () => {
    const line =
      '{"level":30,"time":"2026-11-21T10:00:00.000Z","method":"GET","path":"/transactions/k5xqz","status":200,"ms":1.25,"shop":1001,"msg":"request"}';
    expect(scrub(line, ['secret'])).toBe(line);
  });

  test('no PAN survives on the stream, whatever part of a line it is written into', () => {
    const lines: string[] = [];
    const log = createLog({ write: (line) => lines.push(line) });
    fc.assert(
      fc.property(
        digits(12, 19),
        fc.constantFrom(...GAPS),
        fc.constantFrom(fullWidth, encodeURIComponent, (text: string) => text),
        (pan, gap, write) => {
          const written = write((pan.match(/.{1,4}/g) ?? []).join(gap));
          lines.length = 0;
          log.info(
            { path: `/cards/${written}`, [written]: written, list: [written], err: new Error(`no card ${written}`) },
            `card ${written}`,
          );
          const line = lines.join('');
          expect(() => void JSON.parse(line)).not.toThrow();
          // The time and the level are digits, too.
          expect(read(line.replace(/"time":"[^"]*"/, ''))).not.toContain(pan);
        },
      ),
    );
  });

  test('covers everything a logger writes: messages, fields, errors and their stacks', () => {
    const lines: string[] = [];
    const log = createLog({ write: (line) => lines.push(line) }, ['s3cret-key']);
    log.error(
      { err: new Error('bad card 4200000000000000'), deep: { number: 4_200_000_000_000_000, cvv: 987 } },
      'with s3cret-key',
    );
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toMatch(/\d{12}|987|s3cret-key/);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 50 });
  });
});
