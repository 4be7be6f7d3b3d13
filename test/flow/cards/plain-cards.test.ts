import { exportJWK, generateKeyPair } from 'jose';
import { expect, test } from 'vitest';
import { importKey } from '../../../src/checkout/key.js';
import { systemRandom } from '../../../src/checkout/seal.js';
import { plainCards } from '../../../src/flow/cards/plain-cards.js';

const NOW = Date.UTC(2026, 10, 21);
const generateKey = async () =>
  importKey(await exportJWK((await generateKeyPair('RSA-OAEP-256', { extractable: true })).publicKey));
const stateOf = (source: string, recipient: string | undefined) =>
  plainCards(
    { credit_card: { number: source }, ...(recipient !== undefined && { recipient_card: { number: recipient } }) },
    { key: { thumbprint: 'thumbprint' } as Parameters<typeof plainCards>[1]['key'], random: systemRandom, now: () => NOW },
  ).state;

test.each([
  ['4200 0000 0000 0000', '4200-0000-0000-0000', true],
  ['4200000000000000', '4111111111111111', false],
  ['', '', false],
  ['4200000000000000', undefined, false],
])('%j and %j are the same card: %j', (source, recipient, same) => {
  expect(stateOf(source, recipient).sameCard).toBe(same);
});

test('a number inside a text with other digits is no card number', () => {
  expect(stateOf('4200000000000000', '1. 4111111111111111')).toMatchObject({ checkable: false, recipient: {} });
});

test('a seal for cards that have changed since is refused', async () => {
  const cards = plainCards(
    { credit_card: { number: '4200000000000000' } },
    { key: await generateKey(), random: systemRandom, now: () => NOW },
  );
  const binding = { operation: 'check', amount: 1, currency: 'USD', issuedAt: NOW } as const;
  const { revision } = cards.state;
  expect(await cards.seal(binding, revision)).toHaveProperty('credit_card.token');
  cards.require({ credit_card: ['holder'] });
  expect(await cards.seal(binding, revision)).toBeUndefined();
});
