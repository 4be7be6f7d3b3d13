import type { JWK } from 'jose';
import { expect, test, vi, afterEach } from 'vitest';
import { importKey } from '../../src/checkout/key.js';
import { der, hex, integer, spki as encode } from '../wire/der.js';
import { evenModulus, hugeModulus, jwk, modulus, n, secret, spki, zero } from './key-vectors.js';

// The complete texts: each states what was expected, what came and the cure.

const COPY = "Copy the shop's public key from the gateway again.";

const messageOf = (failed: Promise<unknown>): Promise<unknown> =>
  failed.then(
    () => 'no error',
    (error: unknown) => (error as Error).message,
  );

afterEach(() => void vi.unstubAllGlobals());

test.each<[string, unknown, string]>([
  ['a function', () => jwk, 'Expected a JWK, or a public key in bare base64; got a value of type function.'],
  ['null', null, 'Expected a JWK, or a public key in bare base64; got a value of type object.'],
  ['a key of another type', { ...jwk, kty: 'EC' }, 'Expected an RSA key; got one whose kty is EC.'],
  ['a type that is no text', { ...jwk, kty: 7 }, 'Expected an RSA key; got one whose kty is of type number.'],
  ['a long type', { ...jwk, kty: 'x'.repeat(41) }, `Expected an RSA key; got one whose kty is ${'x'.repeat(40)}.`],
  [
    'a private key',
    secret,
    'Expected a public key; got a private one; it is no longer secret, so ask the gateway for a new pair.',
  ],
  ['a key to sign', { ...jwk, use: 'sig' }, 'Expected a key for encryption; got one whose use is sig.'],
  ['a key for RSA-OAEP', { ...jwk, alg: 'RSA-OAEP' }, 'Expected a key for RSA-OAEP-256; got one whose alg is RSA-OAEP.'],
  [
    'a key that unwraps only',
    { ...jwk, key_ops: ['unwrapKey'] },
    'Expected a key whose key_ops include encrypt or wrapKey; got one for other operations.',
  ],
  [
    'operations that are no list',
    { ...jwk, key_ops: 'encrypt' },
    'Expected a key whose key_ops include encrypt or wrapKey; got one for other operations.',
  ],
  ['other characters', { ...jwk, n: '***' }, 'Expected modulus and exponent in base64url; got other characters.'],
  ['another exponent', { ...jwk, e: 'Aw' }, 'Expected the public exponent 65537 (AQAB in a JWK); got 3.'],
  ['an exponent of four bytes', { ...jwk, e: 'AQAAAQ' }, 'Expected the public exponent 65537 (AQAB in a JWK); got 16777217.'],
  [
    'an exponent of five bytes',
    { ...jwk, e: 'AQAAAAE' },
    'Expected the public exponent 65537 (AQAB in a JWK); got a larger one.',
  ],
  [
    'a leading zero',
    { ...jwk, n: Buffer.concat([zero, modulus]).toString('base64url') },
    'Expected a modulus without leading zeros; got one with them.',
  ],
  [
    'a small modulus',
    { ...jwk, n: modulus.subarray(1).toString('base64url') },
    `Expected a modulus of 2048 bits or more; got ${2040 - Math.clz32(modulus[1]!) + 24} bits.`,
  ],
  [
    'a large modulus',
    { ...jwk, n: hugeModulus.toString('base64url') },
    'Expected a modulus of at most 16384 bits; got 8388608 bits.',
  ],
  [
    'an even modulus',
    { ...jwk, n: evenModulus.toString('base64url') },
    'Expected an odd modulus, the product of two primes; got an even one.',
  ],
])('the error about a JWK: %s', async (_, key, expected) => {
  expect(await messageOf(importKey(key as JWK))).toBe(`${expected} ${COPY}`);
});

test.each<[string, string, string]>([
  [
    'PEM',
    '-----BEGIN PUBLIC KEY-----',
    'Expected a public key in bare base64 (MIIBIjANBg…); got PEM, with its BEGIN and END lines.',
  ],
  [
    'three words',
    'my own key',
    'Expected a public key in bare base64 (MIIBIjANBg…, 392 characters); got 8 characters that are not one.',
  ],
])('the error about a public key that is %s', async (_, text, expected) => {
  expect(await messageOf(importKey(text))).toBe(`${expected} ${COPY}`);
});

test('the error about a page without a secure context', async () => {
  vi.stubGlobal('crypto', {});
  expect(await messageOf(importKey(spki))).toBe(
    'Expected a secure context, where card data can be encrypted; this page is not one. ' +
      'Serve it over https, or from http://localhost while developing.',
  );
});

test('the error about a key that the browser refuses to import', async () => {
  vi.stubGlobal('crypto', { subtle: { importKey: () => Promise.reject(new DOMException('no', 'DataError')) } });
  expect(await messageOf(importKey(jwk))).toBe(`Expected an RSA public key; got one the browser could not import. ${COPY}`);
});

test.each([['encrypt'], ['wrapKey'], ['verify', 'wrapKey']])('key_ops with %s are accepted', async (...operations) => {
  await expect(importKey({ ...jwk, key_ops: operations })).resolves.toHaveProperty('thumbprint');
});

test('the imported key can’t be exported', async () => {
  expect((await importKey(jwk)).cryptoKey.extractable).toBe(false);
});

const largest = Buffer.alloc(2048, 0xff);

test('a modulus of 16384 bits is accepted', async () => {
  await expect(importKey({ ...jwk, n: largest.toString('base64url') })).resolves.toHaveProperty('thumbprint');
});

test('a modulus whose first byte is 0x80 has a zero before it in DER', async () => {
  const edge = Buffer.concat([hex('80'), modulus.subarray(1)]);
  const expected = await importKey({ ...jwk, n: edge.toString('base64url') });
  expect((await importKey(encode({ n: integer(edge) }))).thumbprint).toBe(expected.thumbprint);
  expect(await messageOf(importKey(encode({ n: der(0x02, edge) })))).toMatch(/bare base64/);
});

/** A key whose outer SEQUENCE has exactly 128 bytes of content, the first length that needs the long form. */
const edgeLength = Buffer.from(encode({ n: der(0x02, Buffer.concat([hex('7f'), Buffer.alloc(100, 1)])) }), 'base64');

test.each<[string, Buffer, RegExp]>([
  ['a content of 128 bytes in the long form is read', edgeLength, /2048 bits or more/],
  ['a content of indefinite length is not', Buffer.concat([hex('30 80'), edgeLength.subarray(3)]), /bare base64/],
])('%s', async (_, bytes, expected) => {
  expect(edgeLength.subarray(0, 3).toString('hex')).toBe('308180');
  expect(await messageOf(importKey(bytes.toString('base64')))).toMatch(expected);
});

test.each<[string, string]>([
  ['a SET instead of the outer SEQUENCE', Buffer.concat([hex('31'), Buffer.from(spki, 'base64').subarray(1)]).toString('base64')],
  ['an ENUMERATED instead of the exponent', encode({ n, e: hex('0a 03 010001') })],
  ['an exponent that ends after its bytes', encode({ n, e: hex('02 04 010001') })],
])('a key with %s is refused', async (_, text) => {
  expect(await messageOf(importKey(text))).toMatch(/bare base64/);
});
