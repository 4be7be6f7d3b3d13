import { expect, test } from 'vitest';
import { compare, median, quantile, spread } from './statistics.mjs';

test.each([
  [[7], 7],
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
  [[1, 1, 1, 1000], 1],
])('the median of %j is %d', (values, expected) => {
  expect(median(values)).toBe(expected);
});

test.each([
  [0, 10],
  [0.25, 20],
  [0.3, 22],
  [1, 50],
])('a share of %d of 10, 20, 30, 40, 50 lies below %d', (share, expected) => {
  expect(quantile([50, 40, 30, 20, 10], share)).toBeCloseTo(expected, 10);
});

test('no values have no median', () => {
  expect(() => median([])).toThrow(RangeError);
});

test('the spread is the middle half as a share of the median', () => {
  expect(spread([10, 20, 30, 40, 50])).toBeCloseTo(20 / 30, 10);
  expect(spread([5, 5, 5])).toBe(0);
});

test('a comparison takes the rounds one by one, so a slow spell that hits both halves drops out', () => {
  // Twice as slow in every round, whatever the machine does meanwhile: medians alone would say 20 to 10 or 60 to 10.
  expect(compare([20, 200, 60], [10, 100, 30])).toEqual({ ours: 60, beside: 30, ratio: 2, spread: 0 });
  // By rounds 2, 1 and 4; the medians, 30 and 20, never met in one round.
  expect(compare([20, 30, 80], [10, 30, 20]).ratio).toBe(2);
});

test('rounds without a partner are refused', () => {
  expect(() => compare([1, 2], [1])).toThrow('Expected pairs; got 2 and 1.');
});
