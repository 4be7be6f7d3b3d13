import { expect, test } from 'vitest';
import { kB, meets, ms, number, summaryOf, tableOf } from './report.mjs';

test.each([
  [{ figure: 1.8, target: { atMost: 1.8 } }, true],
  [{ figure: 1.804, target: { atMost: 1.8 } }, true],
  [{ figure: 1.81, target: { atMost: 1.8 } }, false],
  [{ figure: 0.5, target: { atLeast: 0.5 } }, true],
  [{ figure: 0.49, target: { atLeast: 0.5 } }, false],
  [{ figure: 1 }, undefined],
  [{ target: { atMost: 1 } }, undefined],
])('%j meets its target: %s', (row, expected) => {
  expect(meets({ what: 'x', ...row })).toBe(expected);
});

test.each([
  [12_345, '12,345'],
  [1234.5, '1235'],
  [12.34, '12.3'],
  [1.234, '1.23'],
])('%d is written %s', (value, expected) => {
  expect(number(value)).toBe(expected);
});

test('milliseconds and bytes have their units; a kB is 1000 bytes', () => {
  expect(ms(1.5)).toBe('1.50 ms');
  expect(kB(27_049)).toBe('27.0 kB');
});

const FIGURE = {
  title: 'Mount (of many)',
  rows: [
    { what: 'fast', ours: '1 ms', beside: '1 ms', figure: 1, target: { atMost: 1.8 }, spread: 0.1 },
    { what: 'slow', ours: '3 ms', beside: '1 ms', figure: 3, target: { atMost: 1.8 }, spread: 0.5 },
    { what: 'heavy', figure: 41, unit: 'kB', target: { atMost: 27 } },
    { what: 'by the way', ours: '7 ms' },
  ],
};

test('each row of a table has the measurement, the target, and whether it is met', () => {
  expect(tableOf(FIGURE).split('\n')).toEqual([
    '── Mount (of many)',
    '            ours  beside  figure  noise   target',
    'fast        1 ms    1 ms       1   ±5 %   ≤ 1.80      ok',
    'slow        3 ms    1 ms       3  ±25 %   ≤ 1.80  MISSED',
    'heavy                      41 kB         ≤ 27 kB  MISSED',
    'by the way  7 ms',
    '   The machine was noisy during: slow.',
  ]);
});

test('the summary counts the targets and names those that are missed', () => {
  expect(summaryOf([FIGURE])).toBe(
    '1 of 3 targets met\n  missed: Mount, slow: 3, target ≤ 1.80\n  missed: Mount, heavy: 41 kB, target ≤ 27 kB',
  );
});
