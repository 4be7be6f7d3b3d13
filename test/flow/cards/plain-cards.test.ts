import { compactDecrypt, exportJWK, generateKeyPair } from 'jose';
import { describe, expect, test } from 'vitest';
import { importKey } from '../../../src/checkout/key.js';
import { systemRandom } from '../../../src/checkout/seal.js';
import { type CardDrafts, plainCards } from '../../../src/flow/cards/plain-cards.js';

const NOW = Date.UTC(2026, 10, 21);
const pair = await generateKeyPair('RSA-OAEP-256', { extractable: true });
const key = await importKey(await exportJWK(pair.publicKey));
/** A shop's cards, and a reader of what they seal. */
function cardsOf(drafts: CardDrafts) {
  const cards = plainCards(drafts, { key, random: systemRandom, now: () => NOW });
  const opened = async (operation: 'check' | 'transfer') => {
    const binding = { operation, amount: 10_000, currency: 'USD', issuedAt: NOW } as const;
    const sealed = (await cards.seal(binding, cards.state.revision)) ?? {};
    return Object.fromEntries(
      await Promise.all(
        Object.entries(sealed).map(async ([section, { token }]) => {
          const { plaintext } = await compactDecrypt(token, pair.privateKey);
          return [section, JSON.parse(new TextDecoder().decode(plaintext)) as Record<string, unknown>] as const;
        }),
      ),
    );
  };
  return { cards, opened };
}

const WHOLE: CardDrafts = {
  credit_card: { number: '4200 0000 0000 0000', expiry: '12/29', verification_value: '123' },
  recipient_card: { number: '4111111111111111' },
};
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
  const { cards } = cardsOf({ credit_card: { number: '4200000000000000' } });
  const binding = { operation: 'check', amount: 1, currency: 'USD', issuedAt: NOW } as const;
  const { revision } = cards.state;
  expect(await cards.seal(binding, revision)).toHaveProperty('credit_card.token');
  cards.require({ credit_card: ['holder'] });
  expect(cards.state.revision).toBeGreaterThan(revision);
  expect(await cards.seal(binding, revision)).toBeUndefined();
});

test('the state says what each card is, and what is still missing', () => {
  expect(cardsOf(WHOLE).cards.state).toEqual({
    checkable: true,
    complete: true,
    revision: 0,
    source: { brand: 'visa', bin: '420000', last4: '0000' },
    recipient: { brand: 'visa', bin: '411111', last4: '1111' },
    sameCard: false,
  });
  const number = '4200000000000000';
  expect(cardsOf({ ...WHOLE, credit_card: { number } }).cards.state).toMatchObject({ checkable: true, complete: false });
  expect(cardsOf({ ...WHOLE, recipient_card: { number: '4111' } }).cards.state).toMatchObject({
    checkable: false,
    complete: false,
  });
  expect(cardsOf({ credit_card: WHOLE.credit_card }).cards.state).toMatchObject({
    checkable: true,
    complete: true,
    recipient: {},
  });
});

test('a check seals the numbers and what the gateway asked for; a payment seals everything', async () => {
  const { cards, opened } = cardsOf({ ...WHOLE, credit_card: { ...WHOLE.credit_card, holder: 'Ann Lee' } });
  expect(cards.asked).toEqual({ credit_card: ['number'], recipient_card: ['number'] });
  const check = await opened('check');
  expect(check).toMatchObject({ credit_card: { number: '4200000000000000' }, recipient_card: { number: '4111111111111111' } });
  expect(check['credit_card']).not.toHaveProperty('verification_value');
  cards.require({ credit_card: ['holder'] });
  expect(cards.asked).toEqual({ credit_card: ['number', 'holder'], recipient_card: ['number'] });
  expect((await opened('check'))['credit_card']).toMatchObject({ number: '4200000000000000', holder: 'Ann Lee' });
  const paid = await opened('transfer');
  expect(paid['credit_card']).toMatchObject({ exp_month: '12', exp_year: '2029', verification_value: '123', holder: 'Ann Lee' });
  expect(paid['recipient_card']).not.toHaveProperty('verification_value');
});

test('a field that the gateway asks for, and that is missing, keeps the cards from being checked and sealed', async () => {
  const { cards, opened } = cardsOf(WHOLE);
  cards.require({ credit_card: ['holder'] });
  expect(cards.state).toMatchObject({ checkable: false, complete: false });
  await expect(opened('transfer')).rejects.toThrow(/^credit_card: expected a complete card; holder is not\.$/);
  await expect(opened('check')).rejects.toThrow(/^credit_card: expected a complete card; holder is not\.$/);
  const { opened: openedLess } = cardsOf({ ...WHOLE, credit_card: { number: '4200000000000000' } });
  await expect(openedLess('transfer')).rejects.toThrow(
    /credit_card: expected a complete card; expiry, verification_value is not/,
  );
});

test('what is emptied is gone: the security code, or both cards', async () => {
  const { cards, opened } = cardsOf(WHOLE);
  cards.clear('verification_value');
  expect(cards.state).toMatchObject({ checkable: true, complete: false, revision: 1, source: { last4: '0000' } });
  expect(await opened('check')).toHaveProperty('credit_card');
  cards.clear('all');
  expect(cards.state).toMatchObject({ checkable: false, complete: false, revision: 2, source: {}, recipient: {} });
});

test('the gateway’s complaints are kept for the program; the key is named by its thumbprint', async () => {
  const { cards } = cardsOf(WHOLE);
  expect(cards.errors).toEqual([]);
  const errors = [{ path: ['credit_card', 'number'], messages: ['is stolen'] }];
  cards.showErrors(errors);
  expect(cards.errors).toEqual(errors);
  expect(await cards.thumbprint()).toBe(key.thumbprint);
  expect(() => cards.focusFirstInvalid()).not.toThrow();
});

describe('a token in place of a card', () => {
  const WALLET = '$begateway_google_pay_1_0_0$eyJ9';
  const to = { recipient_card: { number: '4111111111111111' } };

  test('of a wallet is sealed alone, for a check and for one payment', async () => {
    const { cards, opened } = cardsOf({
      credit_card: { token: WALLET, verification_value: '123', number: '4200000000000000' },
      ...to,
    });
    expect(cards.state).toMatchObject({ checkable: true, complete: true, source: {}, sameCard: false });
    for (const operation of ['check', 'transfer'] as const) {
      const { credit_card: sealed } = await opened(operation);
      expect(sealed).toMatchObject({ token: WALLET });
      expect(sealed).not.toHaveProperty('number');
      expect(sealed).not.toHaveProperty('verification_value');
    }
    cards.clear('verification_value');
    expect(cards.state).toMatchObject({ checkable: false, complete: false, recipient: { last4: '1111' } });
  });

  test('of a saved card needs its security code, and nothing that the token has', async () => {
    const { cards, opened } = cardsOf({ credit_card: { token: 'saved', verification_value: '123' }, ...to });
    cards.require({ credit_card: ['exp_month', 'exp_year', 'verification_value'] });
    expect(cards.state).toMatchObject({ checkable: true, complete: true });
    expect((await opened('transfer'))['credit_card']).toMatchObject({ token: 'saved', verification_value: '123' });
    cards.clear('verification_value');
    expect(cards.state).toMatchObject({ checkable: false, complete: false });
    expect(cardsOf({ credit_card: { token: 'saved' }, ...to }).cards.state).toMatchObject({ checkable: true, complete: false });
  });
});
