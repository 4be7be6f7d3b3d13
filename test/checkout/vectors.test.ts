import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openSections } from '../../demo/gateway/card/sections.js';
import { Problems } from '../../demo/gateway/http/problems.js';
import { createPrivateKey } from 'node:crypto';
import { importKey } from '../../src/checkout/key.js';
import { openJwe } from './open-jwe.js';

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../docs/samples/seals/${name}`, import.meta.url), 'utf8'));

const key = read('key.json') as {
  public_key: string;
  public_jwk: { kty: string; n: string; e: string };
  private_jwk: Record<string, string>;
  private_pem: string;
  thumbprint: string;
};
const { vectors, refused, header, now } = read('sealed-sections.json') as {
  now: number;
  header: Record<string, unknown>;
  refused: {
    title: string;
    operation: 'transfer' | 'order';
    request: Record<string, unknown>;
    cards: Record<string, Record<string, string>>;
    refused: string[] | 'duplicate';
    used?: string[];
  }[];
  vectors: {
    title: string;
    operation: 'check' | 'transfer' | 'order';
    unsealed?: string[];
    variant?: true;
    request: Record<string, unknown> & { recipient_card?: { token: string } | null };
    cards?: Record<string, Record<string, string | null>>;
    sections: Record<string, { plaintext: Record<string, unknown>; token: string }>;
  }[];
};

const each = vectors.flatMap(({ title, operation, unsealed = [], variant, request, sections }) =>
  Object.entries(sections).map(([name, section]) => ({
    title,
    operation,
    unsealed,
    variant,
    name,
    request,
    besides: Object.keys(sections),
    ...section,
  })),
);

/** How the vectors' description names the recipient beside a source. */
function recipientOf(saved: { token: string } | null | undefined, sections: readonly string[]): string | undefined {
  if (saved) return createHash('sha256').update(saved.token, 'utf8').digest('base64url');
  return sections.includes('recipient_card') ? 'sealed' : undefined;
}

test.each(each)(
  '$title: $name decrypts with node:crypto to the plaintext of the file',
  ({ operation, unsealed, variant, name, request, besides, plaintext, token }) => {
    const opened = openJwe(token, key.private_jwk);
    expect(opened.header).toEqual(header);
    const { pad, ...content } = JSON.parse(opened.text) as Record<string, unknown>;
    expect(content).toEqual(plaintext);
    if (!variant) {
      expect(Buffer.byteLength(opened.text)).toBe(640);
      expect(pad).toMatch(/^ *$/);
    }
    const { recipient_card, ...members } = request;
    const bound = content['bound_to'] as Record<string, unknown>;
    // A seal of someone else's may name it, where the other section's does not.
    for (const [member, value] of Object.entries(members))
      if (value === null || (unsealed.includes(member) && !(variant && member in bound))) delete members[member];
    const recipient = name === 'credit_card' ? recipientOf(recipient_card, besides) : undefined;
    expect(bound).toEqual({ operation, section: name, ...members, ...(recipient !== undefined && { recipient }) });
  },
);

test('what counts as unsealed is missing from a seal', () => {
  for (const { unsealed = [], sections } of vectors)
    for (const member of unsealed)
      expect(Object.values(sections).every(({ plaintext }) => member in (plaintext['bound_to'] as object))).toBe(false);
});

test('the sections of a request share the attempt, and no two seals share an id', () => {
  for (const { sections } of vectors) {
    const attempts = Object.values(sections).map(({ plaintext }) => plaintext['attempt']);
    expect(new Set(attempts).size).toBe(Math.min(1, attempts.length));
  }
  expect(new Set(each.map(({ plaintext }) => plaintext['jti'])).size).toBe(each.length);
});

test('there is a case of each kind of recipient: sealed, saved and none', () => {
  const named = each
    .filter(({ name, variant }) => name === 'credit_card' && !variant)
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
    'sealed',
    'none',
  ]);
});

/** What the sandbox makes of the sections of a request. */
async function judge(
  operation: 'check' | 'transfer' | 'order',
  { recipient_card: _saved, ...request }: Record<string, unknown>,
  cards: Record<string, unknown>,
): Promise<{ ids: readonly string[]; problems: Problems; sections: unknown; isContractBound: boolean }> {
  const shop = { privateKey: createPrivateKey(key.private_pem), thumbprint: key.thumbprint, pciCertified: true };
  const opened = await openSections(cards, shop);
  const problems = new Problems();
  const { amount, currency, ...others } = request;
  const sections = opened.judge({ operation, amount, currency, ...others }, now * 1000, problems);
  return { ids: opened.sealIds, problems, sections, isContractBound: opened.isContractBound };
}

test.each(vectors)('the sandbox opens $title', async ({ operation, request, cards, sections, unsealed = [] }) => {
  const sent = cards ?? Object.fromEntries(Object.entries(sections).map(([name, { token }]) => [name, { token }]));
  const { recipient_card } = request;
  const judged = await judge(operation, request, { ...sent, ...(recipient_card !== undefined && { recipient_card }) });
  expect(Object.keys(judged.sections as object)).toEqual(Object.keys(sections));
  expect(judged.problems.tree).toEqual({});
  for (const [name, { plaintext }] of Object.entries(sections)) {
    const { iat: _i, jti: _j, bound_to: _b, attempt: _a, ...fields } = plaintext;
    expect(judged.sections).toMatchObject({ [name]: fields });
  }
  if ('contract' in request) expect(judged.isContractBound).toBe(!unsealed.includes('contract'));
});

test.each(refused)('the sandbox refuses $title', async ({ operation, request, cards, refused: names, used = [] }) => {
  const { ids, problems } = await judge(operation, request, cards);
  if (names === 'duplicate') expect(ids).toEqual(expect.arrayContaining(used));
  else expect(Object.keys(problems.tree)).toEqual(names);
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
