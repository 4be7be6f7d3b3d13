// Which words about the amount or a number prove that nothing moved: only those that no earlier copy can have caused.
import { describe, expect, test } from 'vitest';
import { isValidationText, namesWrongField } from '../../../src/wire/response/validation-text.js';

const KNOWN = [
  "can't be blank",
  'is required',
  'is missing',
  'is invalid',
  'is not a card number',
  'is not a number',
  'must be an integer',
  'must be greater than 0',
  'must be positive',
  'is not in ISO 4217 Alpha-3 format',
  'is unknown ISO 4217 Alpha-3 code',
  'is not a known ISO 4217 alpha-3 code',
  'is empty',
  'must be a string',
  'is too short',
  'is too long',
  'is too long (maximum is 255 characters)',
  'has the wrong length',
];

test.each([...KNOWN, 'address is invalid'])('%j is about a value that is wrong by itself', (text) => {
  expect([text, text.toUpperCase(), ` ${text}. `, text.replace("'", '’')].map(isValidationText)).toEqual(Array(4).fill(true));
  // Without a path, a text has to name its field.
  expect(namesWrongField(text)).toBe(false);
});

test.each(KNOWN)('a field may be named before %j', (text) => {
  for (const field of [
    'Amount',
    'currency',
    'description',
    'Credit card number',
    'credit_card.number',
    'recipient_card.exp_month',
    'Holder',
  ]) {
    expect([isValidationText(`${field} ${text}`), namesWrongField(`${field}  ${text}`)]).toEqual([true, true]);
  }
});

describe('anything else may be about an earlier copy:', () => {
  test.each([
    '',
    'amount',
    'exceeds the limit',
    'Your daily limit is invalid',
    'token is invalid',
    'credit_card.token is invalid',
    'tracking_id is invalid',
    'the earlier payment is missing',
    'other amount must be positive',
    'amount of today is invalid',
    'is invalid now',
    'is too long (maximum is 5 payments)',
    'is too long for today (maximum is 255 characters)',
    // As long as a known text.
    'amount is blocked',
    'isinvalid',
    'amountis invalid',
    'is_invalid for this card',
  ])('%j', (text) => {
    expect([isValidationText(text), namesWrongField(text)]).toEqual([false, false]);
  });
});

test('an order’s price that has changed can’t be used up either, where its path is known', () => {
  expect(isValidationText('has changed from 19.99 to 24.99; nothing was charged')).toBe(true);
  expect(['your limit has changed', 'has changedly', 'changed'].map(isValidationText)).toEqual([false, false, false]);
  expect(namesWrongField('has changed')).toBe(false);
});

describe('a text that begins with its field, as gateways of the family write it', () => {
  test.each([
    'Amount must be an integer',
    'Currency is unknown ISO 4217 Alpha-3 code',
    'Description can’t be blank',
    'Credit card number is not a card number',
    'Credit card exp month is invalid',
    'Recipient card number can’t be blank',
    'Number is invalid',
  ])('is about a wrong value: %s', (text) => {
    expect([namesWrongField(text), isValidationText(text)]).toEqual([true, true]);
  });

  test.each([
    'Tracking id is invalid',
    'Token is invalid',
    'Ip address is invalid',
    'Record not found',
    'Amount is over your limit',
  ])('proves nothing: %s', (text) => {
    expect(namesWrongField(text)).toBe(false);
  });
});
