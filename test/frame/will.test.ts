import { beforeEach, expect, test, vi } from 'vitest';
import { type Promised, Will } from '../../src/frame/will.js';

const TO_SEND: Promised = { act: 'send', operation: 'transfer', amount: 10_000, currency: 'USD', revision: 7, saves: false };
const TRANSFER = { operation: 'transfer', amount: 10_000, currency: 'USD', trackingId: 'order-1', issuedAt: Date.now() } as const;
const CHECK = { operation: 'check', amount: 10_000, currency: 'USD', issuedAt: 0 } as const;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  return () => vi.useRealTimers();
});

/** A will whose payer has pressed the button. */
function pressed(promised: Promised = TO_SEND): Will {
  const will = new Will();
  will.pressed(promised);
  return will;
}

test('without a press nothing is sealed for a payment', () => {
  expect(new Will().refusal(TRANSFER, TO_SEND)).toBe('not_pressed');
});

test('one press pays once: the same request may be sealed once more for the clock, and no other request at all', () => {
  const will = pressed();
  expect(will.refusal(TRANSFER, TO_SEND)).toBeUndefined();
  expect(will.refusal({ ...TRANSFER, trackingId: 'order-2' }, TO_SEND)).toBe('not_pressed');
  expect(will.refusal({ ...TRANSFER, issuedAt: TRANSFER.issuedAt + 60_000 }, TO_SEND)).toBeUndefined();
  expect(will.refusal(TRANSFER, TO_SEND)).toBe('not_pressed');
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
  expect(pressed().refusal(binding, now)).toBe(reason);
});

test('a press pays no more once its attempt has ended', () => {
  const will = pressed();
  expect(will.refusal(TRANSFER, TO_SEND)).toBeUndefined();
  will.forget();
  expect(will.refusal(TRANSFER, TO_SEND)).toBe('not_pressed');
});

test.each<[Promised['act'], 'transfer' | 'order', string | undefined, boolean]>([
  ['send', 'transfer', undefined, true],
  ['send', 'order', 'prd_1', false],
  ['pay', 'order', 'prd_1', true],
  ['pay', 'order', 'pln_1', false],
  ['pay', 'transfer', undefined, false],
  ['subscribe_and_pay', 'order', 'pln_1', true],
  ['subscribe_free', 'order', 'pln_1', true],
  ['subscribe_free', 'order', 'prd_1', false],
  ['subscribe_free', 'transfer', undefined, false],
])('a press of "%s" and the %s %s: %s', (act, operation, productId, pays) => {
  const promised: Promised = { ...TO_SEND, act, operation };
  const refusal = pressed(promised).refusal({ ...TRANSFER, operation, ...(productId && { productId }) }, promised);
  expect(refusal).toBe(pays ? undefined : 'not_pressed');
});

test('a press of "Show the fee" pays nothing', () => {
  const toCheck: Promised = { ...TO_SEND, act: 'show_fee' };
  expect(pressed(toCheck).refusal(TRANSFER, toCheck)).toBe('not_pressed');
  expect(pressed(toCheck).refusal(TRANSFER, TO_SEND)).toBe('not_pressed');
});

test.each([
  ['a month ahead', 30],
  ['two days ahead', 2],
  ['two days ago', -2],
])('a press does not pay with a seal that is dated %s, the first or the second', (_, days) => {
  const dated = { ...TRANSFER, issuedAt: Date.now() + days * 86_400_000 };
  const will = pressed();
  expect(will.refusal(dated, TO_SEND)).toBe('wrong_date');
  expect(will.refusal(TRANSFER, TO_SEND)).toBeUndefined();
  expect(will.refusal(dated, TO_SEND)).toBe('wrong_date');
  // A clock that is off by hours.
  expect(will.refusal({ ...TRANSFER, issuedAt: Date.now() + 3 * 3_600_000 }, TO_SEND)).toBeUndefined();
});

test('a press saves the cards only if the form said so, or the payer agreed, and pays with one contract', () => {
  const saving = { ...TRANSFER, contract: ['oneclick'] as 'oneclick'[] };
  expect(pressed().refusal(saving, TO_SEND)).toBe('not_pressed');
  const agreed = { ...TO_SEND, saves: true };
  expect(pressed(agreed).refusal(saving, agreed)).toBeUndefined();
  const will = pressed(agreed);
  expect(will.refusal(TRANSFER, agreed)).toBeUndefined();
  expect(will.refusal(saving, agreed)).toBe('not_pressed');
});

test('a press lasts a minute', () => {
  const will = pressed();
  vi.advanceTimersByTime(60_001);
  expect(will.refusal(TRANSFER, TO_SEND)).toBe('not_pressed');
});

test('checks need no press, and are limited to six a minute and two for each press', () => {
  const will = new Will();
  const ask = () => will.refusal(CHECK, TO_SEND);
  expect(Array.from({ length: 7 }, ask)).toEqual([...Array.from({ length: 6 }), 'not_pressed']);
  will.pressed({ ...TO_SEND, act: 'show_fee' });
  expect([ask(), ask(), ask()]).toEqual([undefined, undefined, 'not_pressed']);
  vi.advanceTimersByTime(60_001);
  expect(ask()).toBeUndefined();
  expect(will.refusal({ ...CHECK, amount: 1 }, TO_SEND)).toBe('other_sum');
  expect(will.refusal(CHECK, { ...TO_SEND, operation: 'order' })).toBe('other_sum');
});
