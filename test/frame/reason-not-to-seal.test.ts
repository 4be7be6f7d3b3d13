// What the isolated fields seal: the sum that they show, for the operation that they name, after a press of the payer who saw it.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { reasonNotToSeal, type Shown } from '../../src/frame/reason-not-to-seal.js';

type Binding = Parameters<typeof reasonNotToSeal>[0];

const transfer: Binding = { operation: 'transfer', amount: 10_000, currency: 'USD', trackingId: 'order-1', issuedAt: 0 };
const order: Binding = { ...transfer, operation: 'order', productId: 'prd_1' };
const check: Binding = { ...transfer, operation: 'check' };
const shown: Shown = {
  state: { checkable: true, complete: true },
  subject: { operation: 'transfer', amount: 10_000, currency: 'USD' },
  wasPressed: true,
  wasSeen: true,
};
const ofOrder: Shown = { ...shown, subject: { ...shown.subject!, operation: 'order' } };

test('what the payer saw and pressed for is sealed: a transfer, and an order', () => {
  expect(reasonNotToSeal(transfer, shown)).toBeUndefined();
  expect(reasonNotToSeal(order, ofOrder)).toBeUndefined();
});

test('the check of a transfer is sealed without a press: it moves no money', () => {
  const typing = { ...shown, state: { checkable: true, complete: false }, wasPressed: false, wasSeen: false };
  expect(reasonNotToSeal(check, typing)).toBeUndefined();
});

test.each<[string, Binding, Shown, string]>([
  ['cards that the page does not know', transfer, { ...shown, state: undefined }, 'stale'],
  ['incomplete cards', transfer, { ...shown, state: { checkable: true, complete: false } }, 'stale'],
  ['incomplete numbers, for a check', check, { ...shown, state: { checkable: false, complete: true } }, 'stale'],
  ['no cards, for a check', check, { ...shown, state: undefined }, 'stale'],
  ['another amount', { ...transfer, amount: 10_001 }, shown, 'other_sum'],
  ['another amount, for a check', { ...check, amount: 1 }, shown, 'other_sum'],
  ['another currency', { ...transfer, currency: 'EUR' }, shown, 'other_sum'],
  ['no sum', transfer, { ...shown, subject: undefined }, 'other_sum'],
  ['a sum without an amount', transfer, { ...shown, subject: { operation: 'transfer', currency: 'USD' } }, 'other_sum'],
  ['a transfer where an order is shown', transfer, ofOrder, 'other_sum'],
  ['an order where a transfer is shown', order, shown, 'other_sum'],
  ['a check where an order is shown', check, ofOrder, 'other_sum'],
  ['no press', transfer, { ...shown, wasPressed: false }, 'stale'],
  ['a press that nobody made, of fields that nobody saw', order, { ...ofOrder, wasPressed: false, wasSeen: false }, 'stale'],
  ['fields that the payer did not see', order, { ...ofOrder, wasSeen: false }, 'obscured'],
])('nothing is sealed for %s', (_, binding, frame, reason) => {
  expect(reasonNotToSeal(binding, frame)).toBe(reason);
});

test('whatever is asked for, money moves only for the shown sum and operation, pressed and seen', () => {
  const amount = fc.constantFrom(1, 10_000);
  const currency = fc.constantFrom('USD', 'EUR');
  const bindings = fc.record({
    operation: fc.constantFrom('check' as const, 'transfer' as const, 'order' as const),
    amount,
    currency,
    issuedAt: fc.constant(0),
  });
  const frames = fc.record({
    state: fc.option(fc.record({ checkable: fc.boolean(), complete: fc.boolean() }), { nil: undefined }),
    subject: fc.option(fc.record({ operation: fc.constantFrom('transfer' as const, 'order' as const), amount, currency }), {
      nil: undefined,
    }),
    wasPressed: fc.boolean(),
    wasSeen: fc.boolean(),
  });
  fc.assert(
    fc.property(bindings, frames, (binding, frame) => {
      if (binding.operation === 'check' || reasonNotToSeal(binding, frame) !== undefined) return;
      const { operation, amount: sum, currency: unit } = binding;
      expect(frame).toEqual({
        state: { checkable: expect.any(Boolean), complete: true },
        subject: { operation, amount: sum, currency: unit },
        wasPressed: true,
        wasSeen: true,
      });
    }),
    { numRuns: 1000 },
  );
});
