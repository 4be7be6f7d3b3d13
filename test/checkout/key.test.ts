import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { JWK } from 'jose';
import { afterEach, expect, test, vi } from 'vitest';
import { ManualClock } from '../clock/manual-clock.js';
import { findKey, importKey, importPublicKey, type KeySource } from '../../src/checkout/key.js';
import type { Fetch } from '../../src/http/request.js';
import { der, hex, integer, RSA_ENCRYPTION, spki as encode } from '../wire/der.js';

const file = JSON.parse(readFileSync(new URL('vectors/key.json', import.meta.url), 'utf8')) as {
  public_key: string;
  public_jwk: { kty: string; n: string; e: string };
  private_jwk: JWK;
  private_pem: string;
  thumbprint: string;
};
const { public_key: spki, public_jwk: jwk, private_jwk: secret, thumbprint } = file;
const SET = 'https://gateway.example/keys.json';
const publicPem = createPublicKey({ key: { ...jwk }, format: 'jwk' })
  .export({ format: 'pem', type: 'spki' })
  .toString();
const spkiOf = (key: ReturnType<typeof createPublicKey>): string =>
  key.export({ format: 'der', type: 'spki' }).toString('base64');

const withExponentOf = (e: string): string => spkiOf(createPublicKey({ key: { ...jwk, e }, format: 'jwk' }));
const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey;
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;

const serve =
  (document: unknown): Fetch =>
  async () =>
    Response.json(document);
const unused: Fetch = () => Promise.reject(new Error('no request expected'));

afterEach(() => void vi.unstubAllGlobals());

test.each<[string, string]>([
  ['as the gateway prints it', spki],
  ['with line breaks and spaces from copying', ` \n${spki.replaceAll(/(.{64})/g, '$1\r\n')}\t `],
])('imports a public key %s', async (_, text) => {
  expect(spki).toMatch(/^MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A/);
  expect(spki).toHaveLength(392);
  const key = await importPublicKey(text);
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
  await expect(importPublicKey(text)).rejects.toMatchObject({
    name: 'SealError',
    code: 'key_unusable',
    party: 'merchant',
    message: expect.stringMatching(message),
  });
});

const modulus = Buffer.from(jwk.n, 'base64url');
const n = integer(modulus);
const zero = hex('00');
const evenModulus = Buffer.concat([modulus.subarray(0, -1), Buffer.from([modulus.at(-1)! - 1])]);
const hugeModulus = Buffer.alloc(1 << 20, 0xff);
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
  await expect(importPublicKey(text)).rejects.toMatchObject({
    name: 'SealError',
    code: 'key_unusable',
    message: expect.stringMatching(message),
  });
  await expect(importPublicKey(text)).rejects.toMatchObject({ message: expect.stringMatching(/^.{1,400}$/s) });
});

test('refuses an exponent of 1, with which anyone could read the cards', async () => {
  await expect(importPublicKey(withExponentOf('AQ'))).rejects.toMatchObject({ code: 'key_unusable' });
  await expect(importKey({ ...jwk, e: 'AQ' })).rejects.toMatchObject({
    code: 'key_unusable',
    message: expect.stringContaining('65537'),
  });
});

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
