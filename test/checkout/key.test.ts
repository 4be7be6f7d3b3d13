import type { JWK } from 'jose';
import { afterEach, expect, test, vi } from 'vitest';
import { importKey } from '../../src/checkout/key.js';
import { spki, jwk, thumbprint } from './key-vectors.js';

afterEach(() => void vi.unstubAllGlobals());

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
