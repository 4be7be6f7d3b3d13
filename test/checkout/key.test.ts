import type { JWK } from 'jose';
import { afterEach, expect, test, vi } from 'vitest';
import { ManualClock } from '../clock/manual-clock.js';
import { findKey, importKey, importPublicKey, type KeySource } from '../../src/checkout/key.js';
import type { Fetch } from '../../src/http/request.js';
import { hex } from '../wire/der.js';
import { spki, jwk, secret, thumbprint, curve, unused, modulus, zero, evenModulus, hugeModulus } from './key-vectors.js';

const SET = 'https://gateway.example/keys.json';

const serve =
  (document: unknown): Fetch =>
  async () =>
    Response.json(document);

afterEach(() => void vi.unstubAllGlobals());

test.each<[string, unknown]>([
  ['e = 1', { ...jwk, e: 'AQ' }],
  ['e = 65537 with leading zeros', { ...jwk, e: 'AAEAAQ' }],
  ['no e', { kty: 'RSA', n: jwk.n }],
  ['no n', { kty: 'RSA', e: 'AQAB' }],
  ['n that is a number', { ...jwk, n: 5 }],
  ['n that is not base64url', { ...jwk, n: '***' }],
  ['n of 2048 bits, most of them zero', { ...jwk, n: `${'A'.repeat(300)}${jwk.n.slice(0, 42)}` }],
  [
    'a modulus of 2047 bits',
    { ...jwk, n: Buffer.concat([Buffer.from([0x7f]), Buffer.from(jwk.n, 'base64url').subarray(1)]).toString('base64url') },
  ],
  ['an even modulus', { ...jwk, n: evenModulus.toString('base64url') }],
  ['a modulus of 1 MB', { ...jwk, n: hugeModulus.toString('base64url') }],
  ['a modulus of 16385 bits', { ...jwk, n: Buffer.concat([hex('01'), Buffer.alloc(2048, 0xff)]).toString('base64url') }],
  // Its thumbprint would be different, and the gateway would not recognize the key.
  ['a modulus with a leading zero', { ...jwk, n: Buffer.concat([zero, modulus]).toString('base64url') }],
  ['a modulus in standard base64', { ...jwk, n: modulus.toString('base64') }],
  ['a modulus with white space', { ...jwk, n: `${jwk.n.slice(0, 100)}\n${jwk.n.slice(100)}` }],
  [
    'a modulus with bits beyond its last byte',
    { ...jwk, n: jwk.n.replace(/.$/, (last) => String.fromCharCode(last.charCodeAt(0) + 1)) },
  ],
  ['an exponent of 1 MB', { ...jwk, e: hugeModulus.toString('base64url') }],
  ['key_ops for signatures', { ...jwk, key_ops: ['verify'] }],
  ['key_ops for nothing', { ...jwk, key_ops: [] }],
  ['key_ops that is not a list', { ...jwk, key_ops: 'encrypt' }],
  ['a private key', secret],
  ...['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'].map((member): [string, unknown] => [
    `the private member ${member}`,
    { ...jwk, [member]: 'AQAB' },
  ]),
  ['use sig', { ...jwk, use: 'sig' }],
  ['an empty use', { ...jwk, use: '' }],
  ['alg RSA-OAEP', { ...jwk, alg: 'RSA-OAEP' }],
  ['alg RSA1_5', { ...jwk, alg: 'RSA1_5' }],
  ['a key of another kind', curve.export({ format: 'jwk' })],
  ['a symmetric key', { kty: 'oct', k: 'AQAB' }],
  ['nothing', undefined],
  ['null', null],
  ['a text', 'key'],
  ['a list', []],
])('refuses a JWK with %s', async (_, given) => {
  await expect(importKey(given as JWK)).rejects.toMatchObject({ name: 'SealError', code: 'key_unusable' });
});

test.each<[string, JWK]>([
  ['bare', jwk],
  ['with use and alg', { ...jwk, use: 'enc', alg: 'RSA-OAEP-256', kid: 'any', x5t: 'ignored' }],
  ['for encryption according to its key_ops', { ...jwk, key_ops: ['encrypt'] }],
  ['for wrapping keys according to its key_ops', { ...jwk, key_ops: ['wrapKey', 'encrypt'] }],
  // A certificate's address is never requested, and its content is not used.
  ['with a certificate', { ...jwk, x5u: 'https://elsewhere.example/certificate', x5c: ['AAAA'] }],
])('imports a JWK that is %s', async (_, given) => {
  expect((await importKey(given)).thumbprint).toBe(thumbprint);
});

test('a key comes from a JWK, a function, or a JWK Set', async () => {
  const signing = { kty: 'RSA', n: jwk.n, e: jwk.e, use: 'sig', kid: 'sign' };
  const sources: [KeySource, Fetch][] = [
    [jwk, unused],
    [() => Promise.resolve(jwk), unused],
    [SET, serve({ keys: [{ ...jwk, kid: 'one' }] })],
    [SET, serve({ keys: [signing, { ...jwk, use: 'enc', alg: 'RSA-OAEP-256', kid: 'one' }, { kty: 'EC', kid: 'ec' }] })],
  ];
  for (const [source, fetch] of sources) expect((await findKey(source, fetch)).thumbprint).toBe(thumbprint);
});

test.each<[string, unknown]>([
  ['no document', undefined],
  ['a list', [jwk]],
  ['no keys', { keys: [] }],
  ['keys that are not a list', { keys: jwk }],
  ['something other than keys', { keys: [null] }],
  [
    'a kid that occurs twice',
    {
      keys: [
        { ...jwk, kid: 'one' },
        { kty: 'EC', kid: 'one' },
      ],
    },
  ],
  ['two keys without a kid', { keys: [jwk, { kty: 'EC' }] }],
  [
    'two keys that fit',
    {
      keys: [
        { ...jwk, kid: 'one' },
        { ...jwk, kid: 'two' },
      ],
    },
  ],
  ['only a signing key', { keys: [{ ...jwk, use: 'sig' }] }],
  ['a private key', { keys: [secret] }],
  ['an exponent of 1', { keys: [{ ...jwk, e: 'AQ' }] }],
])('refuses a JWK Set with %s', async (_, document) => {
  await expect(findKey(SET, serve(document ?? null))).rejects.toMatchObject({ code: 'key_unusable' });
});

// Objects of a downloaded document have no prototype, so they can't be turned into text.
test.each(['kty', 'n', 'e', 'use', 'alg', 'key_ops'])(
  'refuses a key with an object for %s, downloaded or passed, with the usual message',
  async (member) => {
    const key = { ...jwk, [member]: Object.create(null) as object } as JWK;
    for (const source of [key, SET]) {
      await expect(findKey(source, serve({ keys: [key] }))).rejects.toMatchObject({ name: 'SealError', code: 'key_unusable' });
    }
  },
);

test.each(['kty', 'use', 'alg'])('the error does not repeat a %s of 1 MB', async (member) => {
  await expect(importKey({ ...jwk, [member]: 'x'.repeat(1 << 20) })).rejects.toMatchObject({
    message: expect.stringMatching(/^.{1,300}$/),
  });
});

test.each([404, 500, 401, 203, 206])('refuses a JWK Set from an answer with status %i', async (status) => {
  const answer: Fetch = async () => Response.json({ keys: [jwk] }, { status });
  await expect(findKey(SET, answer)).rejects.toMatchObject({
    code: 'key_unusable',
    message: expect.stringContaining(`status ${status}`),
  });
});

test('from a JWK Set the only encryption key is used, however the others are excluded', async () => {
  const others = [
    { ...jwk, kid: '1', use: 'sig' },
    { ...jwk, kid: '2', alg: 'RS256' },
    { ...jwk, kid: '3', key_ops: ['verify'] },
  ];
  expect((await findKey(SET, serve({ keys: [...others, { ...jwk, kid: '4' }] }))).thumbprint).toBe(thumbprint);
  await expect(findKey(SET, serve({ keys: others }))).rejects.toMatchObject({ code: 'key_unusable' });
});

// RFC 7517, sections 4 and 5, lets a parser use the last of two members with the same name. That member is validated as usual.
test('if a JWK Set has a member twice, the one that counts is validated', async () => {
  const text =
    (members: string): Fetch =>
    async () =>
      new Response(`{"keys":[{"kty":"RSA","n":"${jwk.n}",${members}}]}`);
  await expect(findKey(SET, text('"e":"AQAB","e":"AQ"'))).rejects.toMatchObject({ code: 'key_unusable' });
  expect((await findKey(SET, text('"e":"AQ","e":"AQAB"'))).thumbprint).toBe(thumbprint);
  await expect(findKey(SET, text('"e":"AQAB","__proto__":{"kid":"x"}'))).resolves.toMatchObject({ thumbprint });
});

test.each(['http://gateway.example/keys.json', 'keys.json', 'javascript:0', 'https://u:p@gateway.example/k'])(
  'requests no key from %s',
  async (address) => {
    await expect(findKey(address, unused)).rejects.toMatchObject({
      code: 'key_unusable',
      message: expect.stringContaining(address),
    });
  },
);

test.each<[string, () => Promise<JWK>]>([
  ['rejects', () => Promise.reject(new Error('vault down'))],
  [
    'throws',
    () => {
      throw new Error('bug');
    },
  ],
  ['finds nothing', () => Promise.resolve(undefined as unknown as JWK)],
])('a function that %s is an unusable key', async (_, source) => {
  await expect(findKey(source, unused)).rejects.toMatchObject({ code: 'key_unusable' });
});

test('a network failure is reported as one', async () => {
  await expect(findKey(SET, () => Promise.reject(new TypeError('failed')))).rejects.toMatchObject({
    code: 'network_unreachable',
  });
});

test('a page without a secure context is an error that explains the fix', async () => {
  vi.stubGlobal('crypto', {});
  const expected = { code: 'insecure_context', message: expect.stringMatching(/https.*http:\/\/localhost/) };
  await expect(importPublicKey(spki)).rejects.toMatchObject(expected);
  await expect(importKey(jwk)).rejects.toMatchObject(expected);
});

test.each<[string, KeySource, Fetch, string]>([
  ['an address that never answers', SET, () => new Promise(() => undefined), 'network_timeout'],
  ['a function that never returns one', () => new Promise(() => undefined), unused, 'key_unusable'],
])('%s fails after 30 seconds', async (_, source, fetch, code) => {
  const clock = new ManualClock();
  let ended: unknown;
  void findKey(source, fetch, undefined, clock).catch((error: unknown) => (ended = error));
  await clock.advance(29_999);
  expect(ended).toBeUndefined();
  await clock.advance(1);
  expect(ended).toMatchObject({ code });
});

test.each<[string, KeySource]>([
  ['an address', SET],
  ['a function', () => new Promise(() => undefined)],
])('an abort while waiting for %s rejects with the caller’s reason', async (_, source) => {
  const clock = new ManualClock();
  const given = new AbortController();
  const found = findKey(source, () => new Promise(() => undefined), given.signal, clock);
  given.abort(new Error('left'));
  await expect(found).rejects.toThrow('left');
  expect(clock.waits).toEqual([]);
});
