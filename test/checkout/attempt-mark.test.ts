import { expect, test } from 'vitest';
import { AttemptMark, newMark } from '../../src/checkout/attempt-mark.js';
import { type Binding, systemRandom } from '../../src/checkout/seal.js';

const transfer: Binding = {
  operation: 'transfer',
  amount: 10_000,
  currency: 'USD',
  trackingId: 'order-7',
  issuedAt: 1_700_000_000_000,
};
const order: Binding = { ...transfer, operation: 'order', productId: 'prd_1' };
const check: Binding = { operation: 'check', amount: 10_000, currency: 'USD', issuedAt: transfer.issuedAt };

test('a mark is 16 random bytes, as the sealed format has it', () => {
  expect(newMark(systemRandom)).toMatch(/^[\w-]{22}$/);
  expect(newMark({ ...systemRandom, bytes: (length) => new Uint8Array(length).fill(255) })).toBe('_____________________w');
});

test.each([
  ['transfer', transfer],
  ['order', order],
])('a %s that is sealed anew with another time keeps its mark', (_, binding) => {
  const mark = new AttemptMark();
  const first = mark.of(binding, 3, systemRandom);
  expect(mark.of({ ...binding, issuedAt: binding.issuedAt + 600_000 }, 3, systemRandom)).toBe(first);
});

test.each<[what: string, binding: Binding, revision: number]>([
  ['another amount', { ...transfer, amount: 10_001 }, 3],
  ['another currency', { ...transfer, currency: 'EUR' }, 3],
  ['another tracking id', { ...transfer, trackingId: 'order-8' }, 3],
  ['another operation', { ...transfer, operation: 'order' }, 3],
  ['another product', { ...order, productId: 'prd_2' }, 3],
  ['cards that were edited', transfer, 4],
])('%s is another payment, with a mark of its own', (_, binding, revision) => {
  const mark = new AttemptMark();
  const first = mark.of(binding.operation === 'order' && binding.productId ? order : transfer, 3, systemRandom);
  expect(mark.of(binding, revision, systemRandom)).not.toBe(first);
});

test('each check has a mark of its own, and one between two seals of a payment changes nothing', () => {
  const mark = new AttemptMark();
  const first = mark.of(transfer, 3, systemRandom);
  const checks = [mark.of(check, 3, systemRandom), mark.of(check, 3, systemRandom)];
  expect(new Set([first, ...checks]).size).toBe(3);
  expect(mark.of(transfer, 3, systemRandom)).toBe(first);
});

test('the same payment after the end of its attempt has a new mark', () => {
  const mark = new AttemptMark();
  const first = mark.of(transfer, 3, systemRandom);
  mark.forget();
  expect(mark.of(transfer, 3, systemRandom)).not.toBe(first);
});

test('a payment that follows another one, and then the first again, has a new mark', () => {
  const mark = new AttemptMark();
  const first = mark.of(transfer, 3, systemRandom);
  mark.of({ ...transfer, trackingId: 'order-8' }, 3, systemRandom);
  // A mark that came back could stand for two payments.
  expect(mark.of(transfer, 3, systemRandom)).not.toBe(first);
});
