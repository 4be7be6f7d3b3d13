import { afterEach, describe, expect, test } from 'vitest';
import { CARD_FIELDS, CARD_INPUTS } from '../../../src/card/card-fields.js';
import {
  editableProblems,
  isAboutSeals,
  isEditableOfOrder,
  isEditableOfTransfer,
  judgeRefusal,
  provesNothingMoved,
} from '../../../src/flow/request/judge-refusal.js';
import { type ErrorBody, readErrorBody } from '../../../src/wire/response/error-body.js';

// What a refusal with these `errors` (spec 7.1) means. A path in dots is a field in its section.

const refusal = (...fields: readonly (readonly [path: string, message?: string | undefined])[]): ErrorBody => ({
  code: 'invalid_params',
  message: 'Refused',
  fields: fields.map(([path, message = 'is wrong']) => ({ path: path.split('.'), messages: [message] })),
});

describe('is about the seals alone', () => {
  test.each<[boolean, ErrorBody]>([
    [true, refusal(['credit_card.token'])],
    [true, refusal(['credit_card.token'], ['recipient_card.token'])],
    [true, refusal(['token'])],
    [false, refusal(['credit_card.token'], ['amount'])],
    [false, refusal(['amount'], ['credit_card.token'])],
    [false, refusal(['token.amount'])],
    [false, refusal()],
  ])('%s: %j', (expected, body) => {
    expect(isAboutSeals(body)).toBe(expected);
  });
});

describe('a payer can edit', () => {
  test.each<[boolean, string]>([
    [true, 'amount'],
    [true, 'credit_card.number'],
    [true, 'credit_card.exp_month'],
    [true, 'credit_card.exp_year'],
    [true, 'credit_card.date'],
    [true, 'credit_card.holder'],
    [true, 'credit_card.verification_value'],
    [true, 'recipient_card.number'],
    [false, 'credit_card.token'],
    [false, 'recipient_card'],
    [false, 'currency'],
    [false, 'amount.minor'],
    [false, 'order.amount'],
    [false, 'my_credit_card.number'],
  ])('%s: %s', (expected, path) => {
    expect(isEditableOfTransfer(path)).toBe(expected);
    expect(editableProblems(refusal([path]), isEditableOfTransfer)).toEqual(
      expected ? [{ path: path.split('.'), messages: ['is wrong'] }] : undefined,
    );
  });

  test.each<[boolean, string]>([
    [true, 'amount'],
    [true, 'currency'],
    [true, 'customer.email'],
    [true, 'customer.first_name'],
    [true, 'credit_card.number'],
    [false, 'credit_card.token'],
    [false, 'credit_card.number.length'],
    [false, 'recipient_card.number'],
    [false, 'order.amount'],
    [false, 'amount.minor'],
    [false, 'customer.'],
    [false, 'order.customer.email'],
    [false, 'quantity'],
  ])('of an order: %s: %s', (expected, path) => {
    expect(isEditableOfOrder(path)).toBe(expected);
  });

  test('nothing, when one complaint is about something else, or none names a field', () => {
    expect(editableProblems(refusal(['amount'], ['currency']), isEditableOfTransfer)).toBeUndefined();
    expect(editableProblems(refusal(), isEditableOfTransfer)).toBeUndefined();
  });
});

describe('proves that nothing moved', () => {
  test.each<[boolean, string, string?]>([
    [true, 'amount', 'must be an integer'],
    [true, 'amount', 'Amount must be greater than 0.'],
    [true, 'currency', 'is unknown ISO 4217 Alpha-3 code'],
    [true, 'description', "can't be blank"],
    [true, 'description', 'is too long (maximum is 255 characters)'],
    [true, 'credit_card.number', 'is not a card number'],
    [true, 'credit_card.exp_month', 'вышел срок'],
    [true, 'credit_card.verification_value', 'already used'],
    [true, 'recipient_card.holder', '限制'],
    [true, 'recipient_card.exp_year'],
    [true, 'customer.ip', 'address is invalid'],
    [true, 'customer.first_name'],
    // Limits are counted by these too.
    [false, 'customer.ip', 'too many payments'],
    [false, 'customer.email'],
    [true, 'billing_address.zip'],
    [true, 'sender_billing_address.city'],
    [true, 'recipient_billing_address.first_name'],
    // Gateways use these to refuse a second copy of a request whose first copy paid.
    [false, 'token'],
    [false, 'credit_card.token'],
    [false, 'tracking_id'],
    [false, ''],
    [false, 'customer'],
    [false, 'customer.ip.x'],
    [false, 'other_billing_address.zip'],
    [false, 'limit.amount', 'is invalid'],
    [false, 'amount.left', 'is invalid'],
    [false, 'order.currency'],
    [false, 'currency.left'],
    [false, 'earlier.credit_card.exp_month'],
    // The first copy may have used these up.
    [false, 'amount', 'is above the daily LIMIT'],
    [false, 'amount', 'exceeds what is left'],
    [false, 'currency'],
    [false, 'currency', 'the daily limit of USD is used up'],
    [false, 'description'],
    [false, 'description', 'has been used today'],
    // In any language, known or not.
    [false, 'amount', 'Saldo insuficiente'],
    [false, 'amount', '余额不足'],
    [false, 'amount', 'blorp zindle'],
    [false, 'credit_card.number', 'blorp zindle'],
    [false, 'amount', 'Insufficient funds'],
    [false, 'amount', 'balance too low'],
    [false, 'credit_card.number', 'превышен лимит'],
    [false, 'amount', 'недостаточно средств'],
    [false, 'amount', 'تجاوز الحد'],
  ])('%s: %s %s', (expected, path, message) => {
    expect(provesNothingMoved(refusal([path, message]))).toBe(expected);
    // One field that proves it is enough.
    expect(provesNothingMoved(refusal(['tracking_id'], [path, message]))).toBe(expected);
  });

  test('every message of an amount has to be known', () => {
    const body = readErrorBody({ message: 'No', errors: { amount: ['must be an integer', 'over the limit'] } })!;
    expect(provesNothingMoved(body)).toBe(false);
    expect(provesNothingMoved({ ...body, fields: [{ path: ['amount'], messages: ['must be an integer', 'is invalid'] }] })).toBe(
      true,
    );
  });

  test('a kind of payment can name further fields', () => {
    expect(provesNothingMoved(refusal(['order.stock']), (path) => path === 'order.stock')).toBe(true);
    expect(provesNothingMoved(refusal(['order.other']), (path) => path === 'order.stock')).toBe(false);
  });
});

describe('means for a transfer', () => {
  const kind = { isEditable: isEditableOfTransfer, isWrongByItself: (path: string) => path === 'order.stock' };
  test.each<[unknown, ErrorBody]>([
    [
      { means: 'correct', problems: [{ path: ['amount'], messages: ['is invalid'] }], isOfOffer: false },
      refusal(['amount', 'is invalid']),
    ],
    [{ means: 'unknown' }, refusal(['amount'])],
    [{ means: 'failed', isOfOffer: false }, refusal(['currency', 'is invalid'])],
    [{ means: 'unknown' }, refusal(['currency'])],
    [{ means: 'failed', isOfOffer: false }, refusal(['amount'], ['currency', 'is invalid'])],
    [{ means: 'failed', isOfOffer: false }, refusal(['order.stock'])],
    // They could correct the amount, but the first copy may have used up the limit.
    [{ means: 'unknown' }, refusal(['amount', 'is above the limit'])],
    [{ means: 'unknown' }, refusal(['credit_card.token'])],
    [{ means: 'unknown' }, refusal()],
  ])('%j: %j', (expected, body) => {
    expect(judgeRefusal(body, kind)).toEqual(expected);
  });
});

describe('says for an order whether it is about what is sold, as it is now', () => {
  const kind = {
    isEditable: isEditableOfOrder,
    isWrongByItself: (path: string) => path === 'order.stock',
    isOfOffer: (path: string) => path === 'order.stock',
  };
  test.each<[unknown, ErrorBody]>([
    [{ means: 'failed', isOfOffer: true }, refusal(['order.stock'])],
    [{ means: 'failed', isOfOffer: true }, refusal(['credit_card.number', 'is invalid'], ['order.stock'])],
    [
      { means: 'correct', problems: [{ path: ['currency'], messages: ['is invalid'] }], isOfOffer: false },
      refusal(['currency', 'is invalid']),
    ],
    [{ means: 'unknown' }, refusal(['order.stockroom'])],
  ])('%j: %j', (expected, body) => {
    expect(judgeRefusal(body, kind)).toEqual(expected);
  });
});

test('an input that a card does not have is nothing that the payer can correct', () => {
  const transfer = { isEditable: isEditableOfTransfer };
  expect(judgeRefusal(refusal(['recipient_card.verification_value']), transfer)).toEqual({ means: 'failed', isOfOffer: false });
  expect(judgeRefusal(refusal(['credit_card.verification_value']), transfer)).toMatchObject({ means: 'correct' });
});

describe('an input that is added to the table of a card', () => {
  const table: Record<string, object> = CARD_FIELDS;
  const inputs = CARD_INPUTS as string[];
  const add = (more: object): void => {
    table['phone'] = { ...CARD_FIELDS.holder, fields: ['phone'], alsoNamed: 'telephone', ...more };
    inputs.push('phone');
  };
  afterEach(() => {
    delete table['phone'];
    inputs.splice(inputs.indexOf('phone'), 1);
  });

  test.each(['recipient_card.phone', 'recipient_card.telephone', 'credit_card.phone'])(
    'is refused as %s: the payer corrects it',
    (path) => {
      expect(judgeRefusal(refusal([path]), { isEditable: isEditableOfTransfer })).toEqual({ means: 'unknown' });
      add({});
      expect(judgeRefusal(refusal([path]), { isEditable: isEditableOfTransfer })).toMatchObject({ means: 'correct' });
      expect(isEditableOfOrder(path)).toBe(path.startsWith('credit_card'));
    },
  );

  test('proves nothing by its path where an earlier copy may have used it up', () => {
    add({ isUsedUp: true });
    expect(provesNothingMoved(refusal(['recipient_card.phone']))).toBe(false);
  });
});
