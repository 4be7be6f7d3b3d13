import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { importKey } from '../../src/checkout/key.js';
import { admit, type Permissions, readPermissions } from '../../src/frame/permissions.js';

const publicKeyOf = (bits: number): string =>
  generateKeyPairSync('rsa', { modulusLength: bits }).publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

const publicKey = publicKeyOf(2048);
const { thumbprint } = await importKey(publicKey);
const checkoutUrl = 'https://checkout.gateway.example';
const allowed = (more: Partial<Permissions> = {}): Permissions => ({
  parents: [],
  keys: ['other', thumbprint],
  addresses: ['https://other.example', checkoutUrl],
  mustGuard: false,
  ...more,
});

/** A document with these meta elements. */
const documentWith = (contents: Readonly<Record<string, string>>): Document =>
  ({
    querySelector(selector: string) {
      const name = /^meta\[name="checkout-(\w+)"\]$/.exec(selector)?.[1] ?? '';
      return name in contents ? { content: contents[name] } : null;
    },
  }) as unknown as Document;

test('the document’s lists are separated by white space', () => {
  const contents = {
    parents: 'https://one.example  https://two.example\n',
    keys: ' a b ',
    addresses: checkoutUrl,
    guard: 'required',
  };
  expect(readPermissions(documentWith(contents))).toEqual({
    parents: ['https://one.example', 'https://two.example'],
    keys: ['a', 'b'],
    addresses: [checkoutUrl],
    mustGuard: true,
  });
});

test('a document without them permits nothing, and requires no guard', () => {
  expect(readPermissions(documentWith({}))).toEqual({ parents: [], keys: [], addresses: [], mustGuard: false });
  expect(readPermissions(documentWith({ guard: 'on' })).mustGuard).toBe(false);
});

test('a key and an address that the document permits are admitted', async () => {
  expect(await admit({ publicKey, checkoutUrl }, allowed())).toMatchObject({ thumbprint });
});

test.each<[string, Parameters<typeof admit>[0], Partial<Permissions>, object]>([
  [
    'another address',
    { publicKey, checkoutUrl: 'https://evil.example' },
    {},
    { code: 'address_not_allowed', expected: `https://other.example or ${checkoutUrl}`, got: 'https://evil.example' },
  ],
  [
    'another key',
    { publicKey, checkoutUrl },
    { keys: ['x', 'y'] },
    { code: 'key_not_allowed', expected: 'x or y', got: thumbprint },
  ],
  ['no key at all', { publicKey, checkoutUrl }, { keys: [] }, { code: 'key_not_allowed' }],
  [
    'a key that is too short',
    { publicKey: publicKeyOf(1024), checkoutUrl },
    {},
    { code: 'key_unusable', expected: 'a public key that can be used here' },
  ],
])('%s is a fault', async (_, shop, more, fault) => {
  expect(await admit(shop, allowed(more))).toMatchObject({ kind: 'fault', ...fault });
});

test('a mistake that is not about the key is thrown', async () => {
  const broken = allowed({ keys: undefined as unknown as string[] });
  await expect(admit({ publicKey, checkoutUrl }, broken)).rejects.toBeInstanceOf(TypeError);
});

test('a fault has at most 500 characters of each text', async () => {
  const long = `https://${'x'.repeat(900)}.example`;
  const fault = await admit({ publicKey, checkoutUrl: long }, allowed({ addresses: [`${long}/a`] }));
  expect(fault).toMatchObject({ expected: expect.stringMatching(/^.{500}$/), got: expect.stringMatching(/^.{500}$/) });
});
