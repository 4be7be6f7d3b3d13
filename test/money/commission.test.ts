import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { feeOf, type CommissionTerms } from '../../src/money/commission.js';

test.each<[string, CommissionTerms, number, string, object]>([
  [
    'the samples of the family: the percentage is more',
    { minimum: 0.7, percent: 1.5, currency: 'USD' },
    10_000,
    'USD',
    { kind: 'estimate', fee: 150, currency: 'USD' },
  ],
  [
    'the samples of the family: the minimum is more',
    { minimum: 0.7, percent: 1.5, currency: 'USD' },
    1000,
    'USD',
    { kind: 'estimate', fee: 70, currency: 'USD' },
  ],
  ['only a minimum', { minimum: 0.7, currency: 'USD' }, 1000, 'USD', { kind: 'estimate', fee: 70, currency: 'USD' }],
  ['only a percentage', { percent: 1.5, currency: 'USD' }, 1000, 'USD', { kind: 'estimate', fee: 15, currency: 'USD' }],
  [
    'null counts as absent',
    { minimum: null, percent: '1.5', bank_fee: null, currency: 'USD' },
    1000,
    'USD',
    { kind: 'estimate', fee: 15, currency: 'USD' },
  ],
  [
    'bank_fee is the fee',
    { minimum: 0.7, percent: 1.5, bank_fee: 1.1, currency: 'USD' },
    10_000,
    'USD',
    { kind: 'exact', fee: 110, currency: 'USD', total: 10_110 },
  ],
  [
    'bank_fee of 0 is a fee of 0',
    { minimum: 0.7, bank_fee: 0, currency: 'USD' },
    10_000,
    'USD',
    { kind: 'exact', fee: 0, currency: 'USD', total: 10_000 },
  ],
  ['percentage of 0', { percent: 0, currency: 'USD' }, 10_000, 'USD', { kind: 'estimate', fee: 0, currency: 'USD' }],
  ['a half is rounded up', { percent: 0.5, currency: 'USD' }, 100, 'USD', { kind: 'estimate', fee: 1, currency: 'USD' }],
  [
    'less than a half is rounded down',
    { percent: '0.49999', currency: 'USD' },
    100,
    'USD',
    { kind: 'estimate', fee: 0, currency: 'USD' },
  ],
  // As a float, 1.005 is slightly smaller and would round to 1.00.
  [
    '1.005 rounds up to 1.01',
    { bank_fee: 1.005, currency: 'USD' },
    100,
    'USD',
    { kind: 'exact', fee: 101, currency: 'USD', total: 201 },
  ],
  [
    '0.1 + 0.2 counts by its decimal text',
    { bank_fee: 0.1 + 0.2, currency: 'USD' },
    100,
    'USD',
    { kind: 'exact', fee: 30, currency: 'USD', total: 130 },
  ],
  [
    '1e-7 counts by its value',
    { bank_fee: 1e-7, currency: 'USD' },
    100,
    'USD',
    { kind: 'exact', fee: 0, currency: 'USD', total: 100 },
  ],
  ['no decimals', { percent: 1.5, currency: 'JPY' }, 1033, 'JPY', { kind: 'estimate', fee: 15, currency: 'JPY' }],
  [
    'three decimals',
    { bank_fee: '0.7', currency: 'KWD' },
    1000,
    'KWD',
    { kind: 'exact', fee: 700, currency: 'KWD', total: 1700 },
  ],
  ['another currency: no total', { bank_fee: 1.1, currency: 'EUR' }, 10_000, 'USD', { kind: 'exact', fee: 110, currency: 'EUR' }],
  [
    'another currency: a minimum alone',
    { minimum: 100, currency: 'JPY' },
    10_000,
    'USD',
    { kind: 'estimate', fee: 100, currency: 'JPY' },
  ],
  [
    'another currency: no percentage',
    { minimum: 0.7, percent: 0, currency: 'EUR' },
    10_000,
    'USD',
    { kind: 'estimate', fee: 70, currency: 'EUR' },
  ],
  [
    'another currency: a percentage can’t be computed',
    { minimum: 0.7, percent: 1.5, currency: 'EUR' },
    10_000,
    'USD',
    { kind: 'terms', currency: 'EUR', terms: { minimum: 0.7, percent: 1.5, currency: 'EUR' } },
  ],
  [
    'another currency: a percentage however small',
    { percent: 0.001, currency: 'EUR' },
    10,
    'USD',
    { kind: 'terms', currency: 'EUR', terms: { percent: 0.001, currency: 'EUR' } },
  ],
  [
    'a currency we don’t know',
    { bank_fee: 1e-7, currency: 'XYZ' },
    10_000,
    'USD',
    { kind: 'terms', currency: 'XYZ', terms: { bank_fee: 1e-7, currency: 'XYZ' } },
  ],
  [
    'no currency: the transfer’s, and only an estimate',
    { bank_fee: 1.1 },
    10_000,
    'USD',
    { kind: 'estimate', fee: 110, currency: 'USD' },
  ],
  [
    'a fee beyond the safe integers',
    { bank_fee: 1e21, currency: 'USD' },
    10_000,
    'USD',
    { kind: 'terms', currency: 'USD', terms: { bank_fee: 1e21, currency: 'USD' } },
  ],
  [
    'a total beyond the safe integers',
    { bank_fee: 1, currency: 'USD' },
    Number.MAX_SAFE_INTEGER,
    'USD',
    { kind: 'exact', fee: 100, currency: 'USD' },
  ],
  [
    'the largest amount exactly',
    { percent: 1, currency: 'USD' },
    Number.MAX_SAFE_INTEGER,
    'USD',
    { kind: 'estimate', fee: 90_071_992_547_410, currency: 'USD' },
  ],
])('%s', (_, commission, amount, currency, fee) => {
  expect(feeOf(commission, amount, currency)).toEqual(fee);
});

test.each([undefined, null, {}, { currency: 'USD' }, { minimum: null, percent: null, bank_fee: null, currency: null }])(
  'no fee is known from %j, which is not a fee of 0',
  (commission) => {
    expect(feeOf(commission, 10_000, 'USD')).toBeUndefined();
  },
);

test.each([
  [{ percent: -1 }],
  [{ minimum: Number.NaN }],
  [{ bank_fee: Infinity }],
  [{ bank_fee: 'free' }],
  [{ bank_fee: '1,5' }],
])('throws on the figure in %o instead of dropping a fee', (commission) => {
  expect(() => feeOf({ ...commission, currency: 'USD' }, 100, 'USD')).toThrow(TypeError);
});

test.each([[1.5], [-1], [2 ** 53]])('throws on an amount of %d minor units', (amount) => {
  expect(() => feeOf({ percent: 1 }, amount, 'USD')).toThrow(TypeError);
});

test('an estimate is within half a minor unit of the percentage and never below the minimum', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.nat(99_999), fc.nat(10 ** 9), (amount, thousandths, minimum) => {
      const percent = `${Math.floor(thousandths / 1000)}.${String(thousandths % 1000).padStart(3, '0')}`;
      const fee = feeOf(
        { percent, minimum: `${Math.floor(minimum / 100)}.${String(minimum % 100).padStart(2, '0')}`, currency: 'USD' },
        amount,
        'USD',
      );
      if (fee?.kind !== 'estimate') throw new Error('no estimate');
      expect(fee.fee).toBeGreaterThanOrEqual(minimum);
      if (fee.fee === minimum) return;
      const off = BigInt(fee.fee) * 100_000n - BigInt(amount) * BigInt(thousandths);
      expect(off > -50_000n && off <= 50_000n).toBe(true);
    }),
  );
});
