import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { outcomeOf, type Transaction } from '../../src/merchant/index.js';

const one = (status: string, changes: Partial<Transaction> = {}): Transaction => ({
  uid: 'u-1', status, amount: 10_000, currency: 'USD', test: false, ...changes,
});
const paid = one('successful');
const declined = one('failed');

describe('the transactions of one attempt prove', () => {
  test.each<[string, Transaction[], 'successful' | 'failed' | 'unknown']>([
    ['nothing when there are none: the request may be on its way', [], 'unknown'],
    ['success by one', [paid], 'successful'],
    ['failure by exactly one', [declined], 'failed'],
    ['nothing while one is incomplete', [one('incomplete')], 'unknown'],
    ['nothing by a word that is not known', [one('expired')], 'unknown'],
    ['success by one among declined ones', [declined, paid, declined], 'successful'],
    ['success by one while another is incomplete', [one('incomplete'), paid], 'successful'],
    ['nothing by several that failed: the one asked about may be none of them', [declined, declined], 'unknown'],
    ['nothing by one that failed as a duplicate', [one('failed', { message: 'Duplicate transaction' })], 'unknown'],
    ['nothing by one the bank refused as a duplicate', [one('failed', { p2p: { message: 'duplicated' } })], 'unknown'],
    ['nothing by a test transaction', [one('successful', { test: true })], 'unknown'],
    ['nothing by a failed test transaction', [one('failed', { test: true })], 'unknown'],
    ['nothing by a failed one beside a test one', [declined, one('successful', { test: true })], 'unknown'],
    ['success by a real one beside a test one', [one('failed', { test: true }), paid], 'successful'],
    ['nothing by a test said oddly', [one('successful', { test: 'false' as unknown as boolean })], 'unknown'],
    ['success where test is not said', [one('successful', { test: undefined })], 'successful'],
  ])('%s', (_, transactions, outcome) => {
    expect(outcomeOf(transactions, false).outcome).toBe(outcome);
  });

  test('success by a test transaction where test ones count', () => {
    expect(outcomeOf([one('successful', { test: true })], true).outcome).toBe('successful');
    expect(outcomeOf([one('failed', { test: true })], true).outcome).toBe('failed');
  });
});

test('amount and currency are told of what was paid, and only where all of it agree', () => {
  expect(outcomeOf([declined, one('successful', { amount: 1, currency: 'EUR' })], false)).toEqual({
    outcome: 'successful', amount: 1, currency: 'EUR',
  });
  expect(outcomeOf([paid, one('successful', { amount: 1 })], false)).toEqual({ outcome: 'successful' });
  expect(outcomeOf([one('failed', { amount: null, currency: null })], false)).toEqual({ outcome: 'failed' });
  expect(outcomeOf([one('pending')], false)).toEqual({ outcome: 'unknown' });
});

test('without a successful transaction nothing is called successful, and with one nothing is called failed', () => {
  const status = fc.constantFrom('successful', 'failed', 'incomplete', 'pending', 'odd');
  const transactions = fc.array(fc.record({ status, test: fc.boolean() }), { maxLength: 10 });
  fc.assert(
    fc.property(transactions, fc.boolean(), (drawn, allowTest) => {
      const { outcome } = outcomeOf(drawn.map((changes) => one(changes.status, changes)), allowTest);
      const real = drawn.filter(({ test: isTest }) => allowTest || !isTest);
      expect(outcome === 'successful').toBe(real.some(({ status: word }) => word === 'successful'));
      if (outcome === 'failed') expect(drawn.map(({ status: word }) => word)).toEqual(['failed']);
    }),
  );
});
