import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkExpiry, parseExpiry } from '../../src/card/expiry.js';

test.each([
  '1/27',
  '01/27',
  '01 / 27',
  '01 / 2027',
  '1/2027',
  '0127',
  '12027',
  '012027',
  '202701',
  '2027-01',
  '2027/1',
  '01-27',
  '1.27',
  '01/27 ',
  ' 01 27',
  '01–27',
  '０１／２７',
  '٠١/٢٧',
  '۰۱ / ۲۰۲۷',
  '\u200E01/27',
])('reads %j as January 2027', (text) => {
  expect(parseExpiry(text)).toEqual({ month: '01', year: '2027' });
});

test.each([
  ['1227', '12', '2027'],
  ['12/27', '12', '2027'],
  ['122027', '12', '2027'],
  ['202712', '12', '2027'],
  ['327', '03', '2027'],
  ['92031', '09', '2031'],
  ['13/27', '13', '2027'],
  ['2/99', '02', '2099'],
])('reads %s as month %s of %s', (text, month, year) => {
  expect(parseExpiry(text)).toEqual({ month, year });
});

test.each(['', '1', '01', '127', '01/2', '01/202', '/27', '01/27/01', '001/27', 'Jan 27', '01/02027'])(
  'does not read %j',
  (text) => {
    expect(parseExpiry(text)).toBeUndefined();
  },
);

test('reads every month in every format', () => {
  const shapes: ((m: number, y: number) => string)[] = [
    (m, y) => `${m}/${y % 100}`,
    (m, y) => `${m} / ${y}`,
    (m, y) => `${y}-${String(m).padStart(2, '0')}`,
    (m, y) => `${String(m).padStart(2, '0')}${y % 100}`,
    (m, y) => `${String(m).padStart(2, '0')}${y}`,
    (m, y) => `${y}${String(m).padStart(2, '0')}`,
  ];
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 2013, max: 2099 }),
      fc.constantFrom(...shapes),
      (m, y, write) => {
        expect(parseExpiry(write(m, y))).toEqual({ month: String(m).padStart(2, '0'), year: String(y) });
      },
    ),
  );
});

const NOW = Date.UTC(2026, 10, 21, 12);

test.each([
  ['', 'incomplete', 'empty'],
  ['  ', 'incomplete', 'empty'],
  ['0', 'incomplete', 'unfinished'],
  ['1', 'incomplete', 'unfinished'],
  ['01', 'incomplete', 'unfinished'],
  ['01 / ', 'incomplete', 'unfinished'],
  ['01 / 2', 'incomplete', 'unfinished'],
  ['01 / 202', 'incomplete', 'unfinished'],
  ['00', 'invalid', 'month'],
  ['13', 'invalid', 'month'],
  ['13 / 27', 'invalid', 'month'],
  ['00/27', 'invalid', 'month'],
  ['0/27', 'invalid', 'month'],
  ['Jan 27', 'invalid', 'format'],
  ['01/27/01', 'invalid', 'format'],
  ['001/27', 'invalid', 'format'],
  ['01/20271', 'invalid', 'format'],
  ['10 / 26', 'invalid', 'past'],
  ['12 / 25', 'invalid', 'past'],
  ['01 / 1999', 'invalid', 'past'],
  ['01/0027', 'invalid', 'past'],
  // 20 can become 2027.
  ['01 / 20', 'incomplete', 'past'],
  ['01 / 2020', 'invalid', 'past'],
  // So can 202 of 2027-01 as it is shown in the input.
  ['02 / 0', 'incomplete', 'unfinished'],
  ['02 / 02', 'incomplete', 'past'],
  ['02 / 0270', 'incomplete', 'past'],
  ['03 / 02', 'invalid', 'past'],
  ['12 / 46', 'invalid', 'too_far'],
  ['01 / 9999', 'invalid', 'too_far'],
])('%j is %s: %s', (text, state, reason) => {
  expect(checkExpiry(text, NOW)).toEqual({ state, reason });
});

test.each(['11 / 26', '1/27', '2026-11', '11 / 46', '０１／２７'])('accepts %s in November 2026', (text) => {
  expect(checkExpiry(text, NOW)).toEqual({ state: 'valid' });
});

test('month and year as separate values are checked like their text', () => {
  expect(checkExpiry({ month: '11', year: '2026' }, NOW)).toEqual({ state: 'valid' });
  expect(checkExpiry({ month: '1', year: '2026' }, NOW)).toEqual({ state: 'invalid', reason: 'past' });
});

test('is valid until the month is over in the last time zone, twelve hours behind UTC', () => {
  const overAtUtcMinus12 = Date.UTC(2026, 11, 1, 12);
  expect(checkExpiry('11/26', overAtUtcMinus12 - 1)).toEqual({ state: 'valid' });
  expect(checkExpiry('11/26', overAtUtcMinus12)).toEqual({ state: 'invalid', reason: 'past' });
});

test('is valid at the end of December too', () => {
  expect(checkExpiry('12/26', Date.UTC(2027, 0, 1, 11, 59))).toEqual({ state: 'valid' });
  expect(checkExpiry('12/26', Date.UTC(2027, 0, 1, 12))).toEqual({ state: 'invalid', reason: 'past' });
});

test('may be twenty years ahead as soon as the month has begun anywhere', () => {
  const begunAtUtcPlus14 = Date.UTC(2026, 10, 30, 10);
  expect(checkExpiry('12/46', begunAtUtcPlus14)).toEqual({ state: 'valid' });
  expect(checkExpiry('12/46', begunAtUtcPlus14 - 1)).toEqual({ state: 'invalid', reason: 'too_far' });
});
