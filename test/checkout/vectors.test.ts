import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { importKey } from '../../src/checkout/key.js';
import { openJwe } from './open-jwe.js';

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(`vectors/${name}`, import.meta.url), 'utf8'));

const key = read('key.json') as {
  public_key: string;
  public_jwk: { kty: string; n: string; e: string };
  private_jwk: Record<string, string>;
  private_pem: string;
  thumbprint: string;
};
const { vectors, header } = read('sealed-sections.json') as {
  header: Record<string, unknown>;
  vectors: {
    title: string;
    request: Record<string, unknown> & { recipient_card?: { token: string } };
    sections: Record<string, { plaintext: Record<string, unknown>; token: string }>;
  }[];
};

const each = vectors.flatMap(({ title, request, sections }) =>
  Object.entries(sections).map(([name, section]) => ({ title, name, request, besides: Object.keys(sections), ...section })),
);

/** How the vectors' description names the recipient beside a source. */
function recipientOf(saved: { token: string } | undefined, sections: readonly string[]): string | undefined {
  if (saved) return createHash('sha256').update(saved.token, 'utf8').digest('base64url');
  return sections.includes('recipient_card') ? 'sealed' : undefined;
}

test.each(each)(
  '$title: $name decrypts with node:crypto to the plaintext of the file',
  ({ name, request, besides, plaintext, token }) => {
    const opened = openJwe(token, key.private_jwk);
    expect(opened.header).toEqual(header);
    expect(Buffer.byteLength(opened.text)).toBe(640);
    const { pad, ...content } = JSON.parse(opened.text) as Record<string, unknown>;
    expect(content).toEqual(plaintext);
    expect(pad).toMatch(/^ *$/);
    const { operation, ...bound } = content['bound_to'] as Record<string, unknown>;
    const { recipient_card, ...members } = request;
    const recipient = name === 'credit_card' ? recipientOf(recipient_card, besides) : undefined;
    expect(bound).toEqual({ section: name, ...members, ...(recipient !== undefined && { recipient }) });
    expect(['check', 'transfer', 'order']).toContain(operation);
  },
);

test('the sections of a request share the attempt, and no two seals share an id', () => {
  for (const { sections } of vectors) {
    expect(new Set(Object.values(sections).map(({ plaintext }) => plaintext['attempt'])).size).toBe(1);
  }
  expect(new Set(each.map(({ plaintext }) => plaintext['jti'])).size).toBe(each.length);
});

test('there is a case of each kind of recipient: sealed, saved and none', () => {
  const named = each
    .filter(({ name }) => name === 'credit_card')
    .map(({ plaintext }) => (plaintext['bound_to'] as { recipient?: string }).recipient);
  expect(named.map((name) => (name === undefined ? 'none' : name === 'sealed' ? name : 'saved'))).toEqual([
    'sealed',
    'sealed',
    'sealed',
    'none',
    'sealed',
    'saved',
    'saved',
    'sealed',
  ]);
});

test('a token with one bit changed does not open', () => {
  const parts = each[0]!.token.split('.');
  const ciphertext = Buffer.from(parts[3]!, 'base64url');
  ciphertext[0]! ^= 1;
  parts[3] = ciphertext.toString('base64url');
  expect(() => openJwe(parts.join('.'), key.private_jwk)).toThrow();
});

test('every form of the key in the file is one key', async () => {
  const { cryptoKey, thumbprint } = await importKey(key.public_key);
  expect(thumbprint).toBe(key.thumbprint);
  expect(cryptoKey.extractable).toBe(false);
  expect((await importKey(key.public_jwk)).thumbprint).toBe(key.thumbprint);
  expect(key.private_jwk['n']).toBe(key.public_jwk.n);
  expect(header['kid']).toBe(key.thumbprint);
});
