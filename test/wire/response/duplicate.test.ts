import { CARD_FIELDS, CARD_INPUTS } from '../../../src/card/card-fields.js';
import { expect, test } from 'vitest';
import { failedAsDuplicate, isDuplicate } from '../../../src/wire/response/duplicate.js';
import type { ErrorBody } from '../../../src/wire/response/error-body.js';

const body = (text: string): ErrorBody => ({ code: undefined, message: text, fields: [] });

// Spec 8: "rejects duplicates", without a code or wording.
test.each([
  'Duplicate transaction',
  'DUPLICATED',
  'transacción duplicada',
  'Doppelte Transaktion',
  'a doubling of the payment',
  'dublură',
  'dubbele transactie',
  'dubbla betalningar',
  'mükerrer işlem',
  'معاملة مكررة',
  'bereits bezahlt',
  'déjà payé',
  'zaten mevcut',
  'موجود بالفعل',
  'doublon',
  'Дублирующая операция',
  '重复交易',
  '重複',
  'has already been taken',
  'Repeated request',
  'operação repetida',
  'répétée',
  'wiederholt',
  'must be unique',
  'sent twice',
  'wait 30 s',
  'wait 30s',
  'Повторная операция',
  'уже существует',
])('may be the rejection of a duplicate: %s', (text) => {
  expect(isDuplicate(body(text))).toBe(true);
  expect(isDuplicate({ ...body('Refused'), code: text })).toBe(true);
  expect(isDuplicate({ ...body('Refused'), fields: [{ path: ['base'], messages: ['No', text] }] })).toBe(true);
});

test.each([
  'Declined',
  'Declined by Bank of Dublin',
  'Dubliner Volksbank',
  'Insufficient funds',
  'Wait 130 s',
  'amount is wrong',
])('is another refusal: %s', (text) => {
  expect(isDuplicate(body(text))).toBe(false);
});

test('words are not read across code, message and fields', () => {
  expect(isDuplicate({ code: 'alre', message: 'ady', fields: [] })).toBe(false);
  expect(isDuplicate({ code: undefined, message: 'dupl', fields: [] })).toBe(true);
  expect(isDuplicate({ code: undefined, message: 'du', fields: [{ path: [], messages: ['pl', 'icate'] }] })).toBe(false);
});

test.each<[boolean, Parameters<typeof failedAsDuplicate>[0]]>([
  [true, { status: 'failed', message: 'Duplicate transaction', p2p: undefined }],
  [true, { status: 'failed', message: undefined, p2p: { message: 'duplicate' } }],
  [false, { status: 'successful', message: 'Duplicate transaction', p2p: undefined }],
  // A name is no word for "double".
  [false, { status: 'failed', message: 'Declined by Bank of Dublin', p2p: undefined }],
  [false, { status: 'failed', message: 'Declined', p2p: { message: 'Банк Дублин: отказ' } }],
  [false, { status: 'failed', message: 'Doppler Bank declined', p2p: undefined }],
  [true, { status: 'failed', message: 'Declined by Bank of Dublin: duplicate', p2p: undefined }],
  // An ordinary decline may ask to repeat the payment.
  [false, { status: 'failed', message: 'Repeat the payment later', p2p: undefined }],
  [false, { status: 'failed', message: 'Declined', p2p: { message: 'Declined' } }],
])('a transaction that failed as a duplicate: %s', (expected, transaction) => {
  expect(failedAsDuplicate(transaction)).toBe(expected);
});

test('words about an input that is added to the table of a card are no duplicate, unless a copy can use it up', () => {
  const table: Record<string, object> = CARD_FIELDS;
  const inputs = CARD_INPUTS as string[];
  const judged = [false, true].map((isUsedUp) => {
    table['pin'] = { ...CARD_FIELDS.verification_value, fields: ['pin'], isUsedUp };
    inputs.push('pin');
    const is = isDuplicate({
      code: '',
      message: '',
      fields: [{ path: ['recipient_card', 'pin'], messages: ['is already used'] }],
    });
    inputs.pop();
    delete table['pin'];
    return is;
  });
  expect(judged).toEqual([false, true]);
});

test.each(['exp_month', 'exp_year', 'date', 'holder', 'verification_value'])('words about %s are no duplicate', (name) => {
  const messages = ['has already expired'];
  const about = (path: string): ErrorBody => ({
    code: undefined,
    message: `${path} has already expired`,
    fields: [{ path: path.split('.'), messages }],
  });
  expect(isDuplicate(about(`credit_card.${name}`))).toBe(false);
  expect(isDuplicate(about(name))).toBe(false);
  expect(isDuplicate(about(`${name}.token`))).toBe(true);
  // The message may say more than the fields.
  expect(isDuplicate({ ...about(name), message: 'has already expired, and was sent twice' })).toBe(true);
  const token = { path: ['token'], messages: ['has already been used'] };
  expect(isDuplicate({ ...about(name), fields: [...about(name).fields, token] })).toBe(true);
});

test('a complaint about no field may be a duplicate', () => {
  expect(isDuplicate({ code: undefined, message: 'Refused', fields: [{ path: [], messages: ['already paid'] }] })).toBe(true);
});
