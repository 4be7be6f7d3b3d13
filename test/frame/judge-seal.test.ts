import { expect, test } from 'vitest';
import { isDoubleClick, NO_PRESS, type Promised } from '../../src/frame/mandate.js';
import { Deeds, TO_SEND, TRANSFER } from './deeds.js';

const CHECK = { operation: 'check', amount: 10_000, currency: 'USD', issuedAt: 0 } as const;

const pressed = (promised?: Promised): Deeds => new Deeds().pressed(promised);

test('without a press nothing is sealed for a payment', () => {
  expect(new Deeds().seal(TRANSFER, TO_SEND)).toBe('not_pressed');
});

test('one press pays once: the same request may be sealed once more for the clock, and no other request at all', () => {
  const deeds = pressed();
  expect(deeds.seal(TRANSFER, TO_SEND)).toBeUndefined();
  expect(deeds.seal({ ...TRANSFER, trackingId: 'order-2' }, TO_SEND)).toBe('not_pressed');
  expect(deeds.seal({ ...TRANSFER, issuedAt: TRANSFER.issuedAt + 60_000 }, TO_SEND)).toBeUndefined();
  expect(deeds.seal(TRANSFER, TO_SEND)).toBe('not_pressed');
});

test.each([
  ['another sum in the request', { ...TRANSFER, amount: 999_900 }, TO_SEND, 'other_sum'],
  ['another currency in the request', { ...TRANSFER, currency: 'EUR' }, TO_SEND, 'other_sum'],
  [
    'a sum that has changed since, with the request',
    { ...TRANSFER, amount: 999_900 },
    { ...TO_SEND, amount: 999_900 },
    'not_pressed',
  ],
  ['cards that have changed since', TRANSFER, { ...TO_SEND, revision: 8 }, 'not_pressed'],
  ['another operation', { ...TRANSFER, operation: 'order' } as const, TO_SEND, 'not_pressed'],
  ['a form that could not be drawn', TRANSFER, undefined, 'other_sum'],
] as const)('a press does not pay for %s', (_, binding, now, reason) => {
  expect(pressed().seal(binding, now)).toBe(reason);
});

test('a press pays no more once its attempt has ended', () => {
  const deeds = pressed();
  expect(deeds.seal(TRANSFER, TO_SEND)).toBeUndefined();
  deeds.ended();
  expect(deeds.seal(TRANSFER, TO_SEND)).toBe('not_pressed');
});

test.each<[Promised['act'], 'transfer' | 'order', string | undefined, boolean]>([
  ['send', 'transfer', undefined, true],
  ['send', 'order', 'prd_1', false],
  ['pay', 'order', 'prd_1', true],
  ['pay', 'order', 'pln_1', false],
  ['pay', 'order', 'sbs_1', false],
  ['pay', 'transfer', undefined, false],
  ['subscribe_and_pay', 'order', 'pln_1', true],
  ['subscribe_and_pay', 'order', 'sbs_1', true],
  ['subscribe_free', 'order', 'pln_1', true],
  ['subscribe_free', 'order', 'prd_1', false],
  ['subscribe_free', 'transfer', undefined, false],
  ['subscribe_and_pay', 'transfer', 'pln_1', false],
  ['pay', 'transfer', 'prd_1', false],
])('a press of "%s" and the %s %s: %s', (act, operation, productId, pays) => {
  const promised: Promised = { ...TO_SEND, act, operation };
  const refusal = pressed(promised).seal({ ...TRANSFER, operation, ...(productId && { productId }) }, promised);
  expect(refusal).toBe(pays ? undefined : 'not_pressed');
});

test.each([
  ['an order', { operation: 'order' }],
  ['another currency', { currency: 'EUR' }],
  ['another sum', { amount: 1 }],
] as const)('a press for %s pays no transfer, even if the form says it again by now', (_, change) => {
  expect(pressed({ ...TO_SEND, ...change }).seal(TRANSFER, TO_SEND)).toBe('not_pressed');
});

test('before the first press nothing is paid, and no check was made', () => {
  expect(NO_PRESS).toEqual({ paid: [], checks: [], more: 0 });
});

test('a press of "Show the fee" pays nothing', () => {
  const toCheck: Promised = { ...TO_SEND, act: 'show_fee' };
  expect(pressed(toCheck).seal(TRANSFER, toCheck)).toBe('not_pressed');
  expect(pressed(toCheck).seal(TRANSFER, TO_SEND)).toBe('not_pressed');
});

test.each([
  ['a month ahead', 30],
  ['two days ahead', 2],
  ['two days ago', -2],
])('a press does not pay with a seal that is dated %s, the first or the second', (_, days) => {
  const dated = { ...TRANSFER, issuedAt: TRANSFER.issuedAt + days * 86_400_000 };
  const deeds = pressed();
  expect(deeds.seal(dated, TO_SEND)).toBe('wrong_date');
  expect(deeds.seal(TRANSFER, TO_SEND)).toBeUndefined();
  // The payer must not read now that nothing was sent.
  expect(deeds.seal(dated, TO_SEND)).toBe('not_pressed');
  // A clock that is off by a day, and no more.
  expect(deeds.seal({ ...TRANSFER, issuedAt: TRANSFER.issuedAt + Math.sign(days) * 86_400_000 }, TO_SEND)).toBeUndefined();
});

test('a press saves the cards only if the form said so, or the payer agreed, and pays with one contract', () => {
  const saving = { ...TRANSFER, contract: ['oneclick'] as 'oneclick'[] };
  expect(pressed().seal(saving, TO_SEND)).toBe('not_pressed');
  const agreed = { ...TO_SEND, saves: true };
  expect(pressed(agreed).seal(saving, agreed)).toBeUndefined();
  const deeds = pressed(agreed);
  expect(deeds.seal(TRANSFER, agreed)).toBeUndefined();
  expect(deeds.seal(saving, agreed)).toBe('not_pressed');
});

test('a press lasts a minute', () => {
  const deeds = pressed();
  deeds.at += 60_000;
  expect(deeds.seal(TRANSFER, TO_SEND)).toBeUndefined();
  deeds.at += 1;
  expect(deeds.seal(TRANSFER, TO_SEND)).toBe('not_pressed');
});

test('checks need no press, and are limited to six a minute and two for each press', () => {
  const deeds = new Deeds();
  const ask = () => deeds.seal(CHECK, TO_SEND);
  expect(Array.from({ length: 7 }, ask)).toEqual([...Array.from({ length: 6 }), 'not_pressed']);
  deeds.pressed({ ...TO_SEND, act: 'show_fee' });
  expect([ask(), ask(), ask()]).toEqual([undefined, undefined, 'not_pressed']);
  deeds.at += 59_999;
  expect(ask()).toBe('not_pressed');
  deeds.at += 1;
  expect(ask()).toBeUndefined();
  expect(deeds.seal({ ...CHECK, amount: 1 }, TO_SEND)).toBe('other_sum');
  expect(deeds.seal(CHECK, { ...TO_SEND, operation: 'order' })).toBe('other_sum');
});

test.each([
  ['half a second after a press', new Deeds().pressed(), 499, true],
  ['later', new Deeds().pressed(), 500, false],
  ['after the attempt has ended', new Deeds().pressed().ended(), 10, false],
  ['without a press before', new Deeds(), 0, false],
])('a press %s is the second of a double click, or not', (_, deeds, later, is) => {
  expect(isDoubleClick(deeds.mandate, deeds.at + later)).toBe(is);
});
