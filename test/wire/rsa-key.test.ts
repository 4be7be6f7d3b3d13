import { createPublicKey, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeRsaKey, readSpki } from '../../src/wire/rsa-key.js';
import { hex, integer, spki } from './der.js';

/** A public key with a random odd modulus: nothing is encrypted, so its primes are not needed. */
function keyOf(bits: number, exponent = 'AQAB') {
  const n = randomBytes(Math.ceil(bits / 8));
  const top = (bits - 1) % 8;
  n[0] = (n[0]! & ((1 << top) - 1)) | (1 << top);
  n[n.length - 1]! |= 1;
  return createPublicKey({ key: { kty: 'RSA', n: n.toString('base64url'), e: exponent }, format: 'jwk' });
}
const publicKey = keyOf(2048);
const der = publicKey.export({ format: 'der', type: 'spki' });
const base64url = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('base64url');

test.each([
  [512, 'Aw'],
  [1024, 'AQAB'],
  [2047, 'AQAB'],
  [2048, 'AQAB'],
  [2049, 'AQAB'],
  [3072, 'EQ'],
  [16_384, 'AQAB'],
])('reads modulus and exponent of a key with %i bits and exponent %s', (bits, exponent) => {
  const key = keyOf(bits, exponent);
  const read = readSpki(key.export({ format: 'der', type: 'spki' }));
  const { n, e } = key.export({ format: 'jwk' });
  expect([base64url(read?.n), base64url(read?.e)]).toEqual([n, e]);
});

test('reads no key from arbitrary bytes, and never throws', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => readSpki(bytes) === undefined));
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 40 }),
      (bytes) => readSpki(Buffer.concat([hex('30 82 01 22 30 0d'), bytes])) === undefined,
    ),
  );
});

test('a key has only one encoding: with any byte changed, added or removed, it is another key or none', () => {
  const original = JSON.stringify(readSpki(der));
  const differs = (bytes: Uint8Array): boolean => JSON.stringify(readSpki(bytes)) !== original;
  fc.assert(
    fc.property(fc.nat(der.length - 1), fc.integer({ min: 0, max: 255 }), (at, byte) => {
      const without = Buffer.concat([der.subarray(0, at), der.subarray(at + 1)]);
      const more = Buffer.concat([der.subarray(0, at), Buffer.from([byte]), der.subarray(at)]);
      const changed = Buffer.from(der);
      changed[at] = byte;
      return differs(without) && differs(more) && (byte === der[at] || differs(changed));
    }),
    { numRuns: 1000 },
  );
});

test('accepts 16384 bits, the maximum, if the rest of the key is valid', () => {
  const largest = Buffer.alloc(2048, 0xff);
  expect(judgeRsaKey({ n: largest, e: hex('010001') })).toBeUndefined();
  expect(judgeRsaKey({ n: Buffer.concat([hex('01'), largest]), e: hex('010001') })).toEqual([
    'a modulus of at most 16384 bits',
    '16385 bits',
  ]);
});

test('accepts a key as gateways issue them', () => {
  const key = readSpki(
    Buffer.from(spki({ n: integer(Buffer.from(publicKey.export({ format: 'jwk' }).n!, 'base64url')) }), 'base64'),
  );
  expect(key && judgeRsaKey(key)).toBeUndefined();
  expect(key).toBeDefined();
  expect(createPublicKey({ key: der, format: 'der', type: 'spki' }).asymmetricKeyType).toBe('rsa');
});
