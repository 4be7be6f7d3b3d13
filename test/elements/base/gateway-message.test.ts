import { expect, test } from 'vitest';
import { asSentence, fillRefusal, readable } from '../../../src/elements/base/gateway-message.js';
import { en } from '../../../src/locales/en.js';
import { readErrorBody } from '../../../src/wire/response/error-body.js';

test.each([
  'credit_card.token is unknown',
  'credit_card.token is unknown. recipient_card.token is unknown',
  'creditCard.token is unknown',
  'recipientCard[number] is invalid',
  'customer.middle is missing',
  'billingAddress.zip is missing',
  'Unknown parameter: middleName',
  'Token is unknown',
  'The token has expired',
  'Parameter "verification value" is missing',
  'Exp month is missing',
  'billing address can’t be blank',
  'holder contains wrong characters',
  'number is too long',
  'description is too long',
  'Description can’t be blank',
  'Credit card number is not a card number',
  'Recipient card holder is missing',
])('a payer does not read %j, which names a parameter', (message) => {
  expect(readable(message)).toBe('');
  expect(asSentence(message)).toBe('');
  expect(fillRefusal(en.refused, message)).toBe('Not accepted.');
});

test.each([
  'Declined by the issuer',
  'insufficient funds',
  'Card is blocked',
  'The amount exceeds your limit for today',
  'The number of attempts is over',
  'Contact bePaid, or call PrivatBank',
  'is not a card number',
  'Недостаточно средств',
])('a payer reads %j', (message) => {
  expect(readable(message)).toBe(message);
});

test.each([
  { errors: { token: ['is unknown'] } },
  { errors: { credit_card: { cvc: ['is wrong'] } } },
  { errors: { 'recipient_card.wallet': 'is wrong' } },
  { errors: { creditCard: { wallet: ['is wrong'] } } },
  { message: { number: ['is wrong'] } },
])('the path of a field in the error body %j, known or not, is not read', (body) => {
  expect(readable(readErrorBody(body)?.message)).toBe('');
});
