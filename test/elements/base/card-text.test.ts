import { expect, test } from 'vitest';
import { answeredCardText, cardText } from '../../../src/elements/base/card-text.js';
import { en } from '../../../src/locales/en.js';
import { cardData } from '../../../src/wire/response/transaction.js';

const WORDS = { ...en, language: 'en' };
const MUM = { brand: 'visa', last4: '1111', label: 'Mum' } as const;

test('a card is named by its label, isolated, and its last four digits', () => {
  expect(cardText(WORDS, MUM)).toBe('\u2068Mum\u2069 (Visa •••• 1111)');
  expect(cardText(WORDS, { last4: '1111' })).toBe('Card •••• 1111');
});

test('no label stands without the digits, whatever the sentence of the page is', () => {
  expect(cardText(WORDS, { brand: 'visa', label: 'Mum' })).toBeUndefined();
  expect(cardText({ ...WORDS, card_ending: '{brand}' }, MUM)).toBe('Visa');
});

test('an answer about a card with other digits is not named by the label of the card that was meant', () => {
  expect(answeredCardText(WORDS, cardData.parse({ brand: 'visa', last_4: '1111' }), MUM)).toBe(
    '\u2068Mum\u2069 (Visa •••• 1111)',
  );
  expect(answeredCardText(WORDS, cardData.parse({ brand: 'mastercard', last_4: '2222' }), MUM)).toBe('Mastercard •••• 2222');
  expect(answeredCardText(WORDS, undefined, MUM)).toBe(cardText(WORDS, MUM));
});
