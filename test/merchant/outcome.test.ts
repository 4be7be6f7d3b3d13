import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { outcomeOf, type Transaction } from '../../src/merchant/index.js';

const one = (status: string, changes: Partial<Transaction> = {}): Transaction => ({
  uid: 'u-1',
  status,
  amount: 10_000,
  currency: 'USD',
  test: false,
  ...changes,
});
const paid = one('successful');
const declined = one('failed');

describe('the transactions of one attempt prove', () => {
  test.each<[string, Transaction[], 'successful' | 'failed' | 'unknown']>([
    ['no transactions: the request may be on its way', [], 'unknown'],
    ['success with a successful one', [paid], 'successful'],
    ['failure with exactly one that failed', [declined], 'failed'],
    ['nothing while one is incomplete', [one('incomplete')], 'unknown'],
    ['nothing with an unknown status', [one('expired')], 'unknown'],
    ['success with one among declined ones', [declined, paid, declined], 'successful'],
    ['success with one while another is incomplete', [one('incomplete'), paid], 'successful'],
    ['nothing with several that failed: the attempt in question may not be among them', [declined, declined], 'unknown'],
    ['nothing with one that failed as a duplicate', [one('failed', { message: 'Duplicate transaction' })], 'unknown'],
    ['nothing with one that the bank refused as a duplicate', [one('failed', { p2p: { message: 'duplicated' } })], 'unknown'],
    ['nothing with a test transaction', [one('successful', { test: true })], 'unknown'],
    ['nothing with a failed test transaction', [one('failed', { test: true })], 'unknown'],
    ['nothing with a failed one beside a test one', [declined, one('successful', { test: true })], 'unknown'],
    ['success with a real one beside a test one', [one('failed', { test: true }), paid], 'successful'],
    ['nothing with a malformed test', [one('successful', { test: 'false' as unknown as boolean })], 'unknown'],
    ['success when test is absent', [one('successful', { test: undefined })], 'successful'],
  ])('%s', (_, transactions, outcome) => {
    expect(outcomeOf(transactions, false).outcome).toBe(outcome);
  });

  test('success with a test transaction when tests count', () => {
    expect(outcomeOf([one('successful', { test: true })], true).outcome).toBe('successful');
    expect(outcomeOf([one('failed', { test: true })], true).outcome).toBe('failed');
  });
});

test('amount and currency come from the paid transactions, and only when all of them agree', () => {
  expect(outcomeOf([declined, one('successful', { amount: 1, currency: 'EUR' })], false)).toEqual({
    outcome: 'successful',
    amount: 1,
    currency: 'EUR',
  });
  expect(outcomeOf([paid, one('successful', { amount: 1 })], false)).toEqual({ outcome: 'successful' });
  expect(outcomeOf([one('failed', { amount: null, currency: null })], false)).toEqual({ outcome: 'failed' });
  expect(outcomeOf([one('pending')], false)).toEqual({ outcome: 'unknown' });
});

test('the outcome is never successful without a successful transaction, and never failed with one', () => {
  const status = fc.constantFrom('successful', 'failed', 'incomplete', 'pending', 'odd');
  const transactions = fc.array(fc.record({ status, test: fc.boolean() }), { maxLength: 10 });
  fc.assert(
    fc.property(transactions, fc.boolean(), (drawn, allowTest) => {
      const { outcome } = outcomeOf(
        drawn.map((changes) => one(changes.status, changes)),
        allowTest,
      );
      const real = drawn.filter(({ test: isTest }) => allowTest || !isTest);
      expect(outcome === 'successful').toBe(real.some(({ status: word }) => word === 'successful'));
      if (outcome === 'failed') expect(drawn.map(({ status: word }) => word)).toEqual(['failed']);
    }),
  );
});
