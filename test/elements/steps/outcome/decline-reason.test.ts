import { expect, test } from 'vitest';
import { bankMessageOf, declineReasonOf } from '../../../../src/elements/steps/outcome/decline-reason.js';
import type { Outcome } from '../../../../src/flow/state.js';
import { transaction } from '../../../../src/wire/response/transaction.js';

type Failed = Extract<Outcome, { outcome: 'failed' }>;

/** A failed transaction as the gateway's JSON would have it. */
const failedWith = (fields: object): Failed => ({
  outcome: 'failed',
  transaction: transaction.parse({ uid: 'a-1', status: 'failed', ...fields }),
});
const transfer = (code: string | null, message: string | null = null): Failed =>
  failedWith({ type: 'p2p', message, p2p: { bank_code: code, message, status: 'failed' } });

test.each([
  ['51', 'funds'],
  ['61', 'limit'],
  ['65', 'limit'],
  ['33', 'expired'],
  ['54', 'expired'],
  ['14', 'number'],
  ['N7', 'code'],
  ['n7 ', 'code'],
  ['1A', 'identity'],
  ['57', 'blocked'],
  ['62', 'blocked'],
  ['91', 'fault'],
  ['96', 'fault'],
  ['05', 'declined'],
  // Lost and stolen cards read like any other decline.
  ['41', 'declined'],
  ['43', 'declined'],
])('the bank’s code %j means %s, whatever its message says', (code, reason) => {
  expect(declineReasonOf(transfer(code))).toBe(reason);
  expect(declineReasonOf(transfer(code, 'Nicht genehmigt'))).toBe(reason);
});

test.each([
  ['Insufficient funds', 'funds'],
  ['Недостаточно средств на счёте', 'funds'],
  ['Exceeds the withdrawal limit', 'limit'],
  ['The card has expired', 'expired'],
  ['Expired card', 'expired'],
  ['Invalid card number', 'number'],
  ['CVV does not match', 'code'],
  ['3-D Secure authentication failed: wrong code', 'identity'],
  ['3-D Secure authentication was canceled by the cardholder', 'canceled'],
  ['Expired: the transfer was not confirmed in time', 'identity'],
  ['Transfers from this card are not supported', 'blocked'],
  ['System error at the issuer', 'fault'],
  ['Declined by the issuer', 'declined'],
  ['Do not honor', 'declined'],
])('without a code, or with one of the gateway’s own, %j means %s', (message, reason) => {
  expect(declineReasonOf(transfer(null, message))).toBe(reason);
  expect(declineReasonOf(transfer('F.0999', message))).toBe(reason);
  expect(declineReasonOf({ outcome: 'failed', message })).toBe(reason);
});

test.each([
  ['no transaction and no message', { outcome: 'failed' }],
  ['an unknown message', transfer(null, 'Nope')],
  ['an unknown code', transfer('777')],
  ['an empty message', transfer('', ' ')],
] as const)('no reason is invented for %s', (_, result) => {
  expect(declineReasonOf(result)).toBeUndefined();
});

test.each(['payment', 'authorization'])('a transaction of type %s has the code in the part of that name', (type) => {
  expect(declineReasonOf(failedWith({ type, [type]: { bank_code: '51' } }))).toBe('funds');
});

test.each([
  [{ type: 'constructor' }],
  [{ type: 'uid' }],
  [{ type: 'payment', payment: 'declined' }],
  [{ type: 'payment', payment: { bank_code: 51 } }],
])('a transaction with %o has no code, and no error', (fields) => {
  expect(declineReasonOf(failedWith(fields))).toBeUndefined();
});

test('the bank’s words are the transaction’s message, else that of the bank’s part, never with a card number', () => {
  expect(bankMessageOf(transfer('51', 'Not sufficient'))).toBe('Not sufficient');
  expect(bankMessageOf(failedWith({ type: 'payment', payment: { message: 'No money' } }))).toBe('No money');
  expect(bankMessageOf(failedWith({ type: 'payment', payment: { message: 'Card 4200000000000000 is stolen' } }))).not.toContain(
    '4200000000000000',
  );
  expect(bankMessageOf({ outcome: 'failed', message: 'no' })).toBe('no');
});

test('a transaction that was still open does not explain the failure that the merchant’s server reported', () => {
  const open = transaction.parse({ uid: 'a-1', status: 'incomplete', message: 'Waiting for authentication', type: 'p2p' });
  expect(bankMessageOf({ outcome: 'failed', transaction: open })).toBeUndefined();
  expect(declineReasonOf({ outcome: 'failed', transaction: open })).toBeUndefined();
});
