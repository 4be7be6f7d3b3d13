import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { importKey } from '../../src/checkout/key.js';
import { der, hex, integer, RSA_ENCRYPTION, spki as encode } from '../wire/der.js';
import { file, spki, jwk, thumbprint, curve, modulus, n, zero, evenModulus, hugeModulus } from './key-vectors.js';

const publicPem = createPublicKey({ key: { ...jwk }, format: 'jwk' })
  .export({ format: 'pem', type: 'spki' })
  .toString();
const spkiOf = (key: ReturnType<typeof createPublicKey>): string =>
  key.export({ format: 'der', type: 'spki' }).toString('base64');

const withExponentOf = (e: string): string => spkiOf(createPublicKey({ key: { ...jwk, e }, format: 'jwk' }));
const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey;

afterEach(() => void vi.unstubAllGlobals());

test.each<[string, string]>([
  ['as the gateway prints it', spki],
  ['with line breaks and spaces from copying', ` \n${spki.replaceAll(/(.{64})/g, '$1\r\n')}\t `],
])('imports a public key %s', async (_, text) => {
  expect(spki).toMatch(/^MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A/);
  expect(spki).toHaveLength(392);
  const key = await importKey(text);
  expect(key.thumbprint).toBe(thumbprint);
  expect(key.cryptoKey.usages).toEqual(['encrypt']);
});

test.each<[string, string, RegExp]>([
  ['PEM', publicPem, /PEM/],
  ['a private key in PEM', file.private_pem, /PEM/],
  ['a private key', Buffer.from(file.private_pem.replaceAll(/-----.*-----/g, ''), 'base64').toString('base64'), /bare base64/],
  ['nothing', '', /0 characters/],
  ['words', 'my public key', /bare base64/],
  ['half a key', spki.slice(0, 200), /bare base64/],
  ['a key of another kind', spkiOf(curve), /bare base64/],
  ['a small key', spkiOf(small), /2048 bits or more; got 1024 bits/],
  ['an exponent of 3', withExponentOf('Aw'), /65537/],
])('refuses %s as a public key, and states what was expected', async (_, text, message) => {
  await expect(importKey(text)).rejects.toMatchObject({
    name: 'SealError',
    code: 'key_unusable',
    party: 'merchant',
    message: expect.stringMatching(message),
  });
});

const bytesOf = (base64: string): Buffer => Buffer.from(base64, 'base64');
const pss = generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).publicKey;

test('the DER writer of these tests produces the gateway’s key', () => {
  expect(encode({ n })).toBe(spki);
});

test.each<[string, string, RegExp]>([
  ['a byte after the key', encode({ n, after: [zero] }), /bare base64/],
  ['two keys', encode({ n, after: [bytesOf(spki)] }), /bare base64/],
  ['an additional element in the sequence', encode({ n, inside: [hex('05 00')] }), /bare base64/],
  ['an additional byte in the bit string', encode({ n, inBits: [zero] }), /bare base64/],
  ['a third number in the key', encode({ n, inKey: [integer(hex('01'))] }), /bare base64/],
  ['a bit string with unused bits', encode({ n, unused: 1 }), /bare base64/],
  [
    'a length with unnecessary bytes',
    Buffer.concat([hex('30 83 00'), bytesOf(spki).subarray(2)]).toString('base64'),
    /bare base64/,
  ],
  ['a short length in the long form', encode({ n, e: hex('02 81 03 010001') }), /bare base64/],
  [
    'an indefinite length',
    Buffer.concat([hex('30 80'), bytesOf(spki).subarray(4), hex('00 00')]).toString('base64'),
    /bare base64/,
  ],
  ['a length beyond its end', spki.slice(0, -4), /bare base64/],
  ['the algorithm RSASSA-PSS', spkiOf(pss), /bare base64/],
  ['the algorithm RSASSA-PSS with parameters', encode({ n, algorithm: hex('06 09 2a864886f70d01010a 30 00') }), /bare base64/],
  ['the algorithm RSAES-OAEP', encode({ n, algorithm: hex('06 09 2a864886f70d010107 30 00') }), /bare base64/],
  ['the algorithm md5WithRSAEncryption', encode({ n, algorithm: hex('06 09 2a864886f70d010104 05 00') }), /bare base64/],
  ['no parameter of the algorithm', encode({ n, algorithm: RSA_ENCRYPTION.subarray(0, -2) }), /bare base64/],
  [
    'another parameter of the algorithm',
    encode({ n, algorithm: Buffer.concat([RSA_ENCRYPTION.subarray(0, -2), hex('30 00')]) }),
    /bare base64/,
  ],
  ['a key without its algorithm (PKCS #1)', der(0x30, n, integer(hex('010001'))).toString('base64'), /bare base64/],
  ['a negative modulus', encode({ n: der(0x02, modulus) }), /bare base64/],
  ['a modulus with an extra zero', encode({ n: der(0x02, zero, zero, modulus) }), /bare base64/],
  ['an empty modulus', encode({ n: der(0x02) }), /bare base64/],
  ['an exponent with an extra zero', encode({ n, e: der(0x02, zero, hex('010001')) }), /bare base64/],
  ['an even modulus', encode({ n: integer(evenModulus) }), /an odd modulus/],
  ['a modulus of 1 MB', encode({ n: integer(hugeModulus) }), /at most 16384 bits; got 8388608 bits/],
  ['an exponent of 1 MB', encode({ n, e: integer(hugeModulus) }), /65537/],
  ['no bytes in a sequence', hex('30 00').toString('base64'), /bare base64/],
])('refuses a public key with %s', async (_, text, message) => {
  await expect(importKey(text)).rejects.toMatchObject({
    name: 'SealError',
    code: 'key_unusable',
    message: expect.stringMatching(message),
  });
  await expect(importKey(text)).rejects.toMatchObject({ message: expect.stringMatching(/^.{1,400}$/s) });
});

test('refuses an exponent of 1, with which anyone could read the cards', async () => {
  await expect(importKey(withExponentOf('AQ'))).rejects.toMatchObject({ code: 'key_unusable' });
  await expect(importKey({ ...jwk, e: 'AQ' })).rejects.toMatchObject({
    code: 'key_unusable',
    message: expect.stringContaining('65537'),
  });
});
