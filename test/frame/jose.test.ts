import { compactDecrypt, generateKeyPair } from 'jose';
import { expect, test } from 'vitest';
import { CompactEncrypt } from '../../src/frame/jose.js';

const HEADER = { alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: 'a key', typ: 'JOSE', cty: 'application/json' } as const;
const { privateKey, publicKey } = await generateKeyPair('RSA-OAEP-256', { extractable: true });
const seal = (text: string): Promise<string> =>
  new CompactEncrypt(new TextEncoder().encode(text)).setProtectedHeader(HEADER).encrypt(publicKey);

test.each(['', 'a', 'é'.repeat(300)])('jose decrypts what the frame has sealed: %j', async (text) => {
  const { plaintext, protectedHeader } = await compactDecrypt(await seal(text), privateKey);
  expect(new TextDecoder().decode(plaintext)).toBe(text);
  expect(protectedHeader).toEqual(HEADER);
});

test('the header is sealed with the text', async () => {
  const [, ...parts] = (await seal('a')).split('.');
  const other = Buffer.from(JSON.stringify({ ...HEADER, kid: 'another key' })).toString('base64url');
  await expect(compactDecrypt([other, ...parts].join('.'), privateKey)).rejects.toThrow();
});

test('each seal has its own key and initialization vector', async () => {
  const [one, other] = [(await seal('a')).split('.'), (await seal('a')).split('.')];
  for (const part of [1, 2, 3, 4]) expect(one[part]).not.toBe(other[part]);
});
