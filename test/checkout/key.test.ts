import type { JWK } from 'jose';
import { afterEach, expect, test, vi } from 'vitest';
import { importKey } from '../../src/checkout/key.js';
import { hex } from '../wire/der.js';
import { spki, jwk, secret, thumbprint, curve, modulus, zero, evenModulus, hugeModulus } from './key-vectors.js';

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

test.each(['kty', 'n', 'e', 'use', 'alg', 'key_ops'])(
  'refuses a key with an object that can’t be turned into text for %s, with the usual message',
  async (member) => {
    const key = { ...jwk, [member]: Object.create(null) as object } as JWK;
    await expect(importKey(key)).rejects.toMatchObject({ name: 'SealError', code: 'key_unusable' });
  },
);

test.each(['kty', 'use', 'alg'])('the error does not repeat a %s of 1 MB', async (member) => {
  await expect(importKey({ ...jwk, [member]: 'x'.repeat(1 << 20) })).rejects.toMatchObject({
    message: expect.stringMatching(/^.{1,300}$/),
  });
});

test('a page without a secure context is an error that explains the fix', async () => {
  vi.stubGlobal('crypto', {});
  const expected = { code: 'insecure_context', message: expect.stringMatching(/https.*http:\/\/localhost/) };
  await expect(importKey(spki)).rejects.toMatchObject(expected);
  await expect(importKey(jwk)).rejects.toMatchObject(expected);
});
