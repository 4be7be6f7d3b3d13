import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { JWK } from 'jose';
import { afterEach, expect, test, vi } from 'vitest';
import { ManualClock } from '../clock/manual-clock.js';
import { findKey, importKey, importPublicKey, type KeySource } from '../../src/checkout/key.js';
import type { Fetch } from '../../src/http/request.js';

const file = JSON.parse(readFileSync(new URL('vectors/key.json', import.meta.url), 'utf8')) as {
  public_key: string; public_jwk: { kty: string; n: string; e: string }; private_jwk: JWK; private_pem: string; thumbprint: string;
};
const { public_key: spki, public_jwk: jwk, private_jwk: secret, thumbprint } = file;
const SET = 'https://gateway.example/keys.json';
const publicPem = createPublicKey({ key: { ...jwk }, format: 'jwk' }).export({ format: 'pem', type: 'spki' }).toString();
const spkiOf = (key: ReturnType<typeof createPublicKey>): string => key.export({ format: 'der', type: 'spki' }).toString('base64');

const withExponentOf = (e: string): string => spkiOf(createPublicKey({ key: { ...jwk, e }, format: 'jwk' }));
const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey;
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;

const serve = (document: unknown): Fetch => async () => Response.json(document);
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
])('refuses %s as a public key, and says what was expected', async (_, text, message) => {
  await expect(importPublicKey(text)).rejects.toMatchObject({ name: 'SealError', code: 'key_unusable', party: 'merchant', message: expect.stringMatching(message) });
});

test('refuses an exponent of 1, with which everybody could read the cards', async () => {
  await expect(importPublicKey(withExponentOf('AQ'))).rejects.toMatchObject({ code: 'key_unusable' });
  await expect(importKey({ ...jwk, e: 'AQ' })).rejects.toMatchObject({ code: 'key_unusable', message: expect.stringContaining('65537') });
});

test.each<[string, unknown]>([
  ['e = 1', { ...jwk, e: 'AQ' }],
  ['e = 65537 with leading zeros', { ...jwk, e: 'AAEAAQ' }],
  ['no e', { kty: 'RSA', n: jwk.n }],
  ['no n', { kty: 'RSA', e: 'AQAB' }],
  ['n that is a number', { ...jwk, n: 5 }],
  ['n that is no base64url', { ...jwk, n: '***' }],
  ['n of 2048 bits, most of them zero', { ...jwk, n: `${'A'.repeat(300)}${jwk.n.slice(0, 42)}` }],
  ['a modulus of 2047 bits', { ...jwk, n: Buffer.concat([Buffer.from([0x7f]), Buffer.from(jwk.n, 'base64url').subarray(1)]).toString('base64url') }],
  ['a private key', secret],
  ...['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'].map((member): [string, unknown] => [`the private member ${member}`, { ...jwk, [member]: 'AQAB' }]),
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
  ['keys that are no list', { keys: jwk }],
  ['something else than keys', { keys: [null] }],
  ['one kid twice', { keys: [{ ...jwk, kid: 'one' }, { kty: 'EC', kid: 'one' }] }],
  ['two keys without a kid', { keys: [jwk, { kty: 'EC' }] }],
  ['two keys that fit', { keys: [{ ...jwk, kid: 'one' }, { ...jwk, kid: 'two' }] }],
  ['only a signing key', { keys: [{ ...jwk, use: 'sig' }] }],
  ['a private key', { keys: [secret] }],
  ['an exponent of 1', { keys: [{ ...jwk, e: 'AQ' }] }],
])('refuses a JWK Set with %s', async (_, document) => {
  await expect(findKey(SET, serve(document ?? null))).rejects.toMatchObject({ code: 'key_unusable' });
});

test.each(['http://gateway.example/keys.json', 'keys.json', 'javascript:0', 'https://u:p@gateway.example/k'])(
  'asks no key from %s',
  async (address) => {
    await expect(findKey(address, unused)).rejects.toMatchObject({ code: 'key_unusable', message: expect.stringContaining(address) });
  },
);

test.each<[string, () => Promise<JWK>]>([
  ['rejects', () => Promise.reject(new Error('vault down'))],
  ['throws', () => { throw new Error('bug'); }],
  ['finds nothing', () => Promise.resolve(undefined as unknown as JWK)],
])('a function that %s is a key that can’t be used', async (_, source) => {
  await expect(findKey(source, unused)).rejects.toMatchObject({ code: 'key_unusable' });
});

test('a network that is down is told as such', async () => {
  await expect(findKey(SET, () => Promise.reject(new TypeError('failed')))).rejects.toMatchObject({ code: 'network_unreachable' });
});

test('a page that is no secure context is told so, with the cure', async () => {
  vi.stubGlobal('crypto', {});
  const told = { code: 'insecure_context', message: expect.stringMatching(/https.*http:\/\/localhost/) };
  await expect(importPublicKey(spki)).rejects.toMatchObject(told);
  await expect(importKey(jwk)).rejects.toMatchObject(told);
});

test.each<[string, KeySource, Fetch, string]>([
  ['an address that never answers', SET, () => new Promise(() => undefined), 'network_timeout'],
  ['a function that never finds one', () => new Promise(() => undefined), unused, 'key_unusable'],
])('%s is waited for 30 seconds, and no longer', async (_, source, fetch, code) => {
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
])('whoever gives up waiting for %s hears his own reason', async (_, source) => {
  const clock = new ManualClock();
  const given = new AbortController();
  const found = findKey(source, () => new Promise(() => undefined), given.signal, clock);
  given.abort(new Error('left'));
  await expect(found).rejects.toThrow('left');
  expect(clock.waits).toEqual([]);
});
