import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupPan } from '../../src/card/pan.js';
import { readPasted } from '../../src/card/read-pasted.js';

const VISA = '4200000000000000';
const AMEX = '378282246310005';

test.each([
  ['4200 0000 0000 0000 12/30 737', { number: VISA, expiry: '12/30', code: '737' }],
  ['4200000000000000\t12 / 2030\t737', { number: VISA, expiry: '12 / 2030', code: '737' }],
  ['Card 4200-0000-0000-0000, exp. 1/30', { number: VISA, expiry: '1/30' }],
  ['12/30 4200.0000.0000.0000', { number: VISA, expiry: '12/30' }],
  ['3782 822463 10005 12/30 1234', { number: AMEX, expiry: '12/30', code: '1234' }],
  ['Send 50 USD to 4111 1111 1111 1111, please', { number: '4111111111111111', sum: '50' }],
  ['4111 1111 1111 1111\t$1,250.50', { number: '4111111111111111', sum: '1,250.50' }],
  ['usd 1 000 на карту 4111111111111111', { number: '4111111111111111', sum: '1 000' }],
  ['٤١١١ ١١١١ ١١١١ ١١١١، ٥٠ USD', { number: '4111111111111111', sum: '50' }],
])('%j says a card and more', (text, said) => {
  expect(readPasted(text, 'USD')).toEqual({ expiry: undefined, code: undefined, sum: undefined, ...said });
});

test.each([
  ['only a number', '4200 0000 0000 0000'],
  ['a code without an expiry date, which may be anything', '4200 0000 0000 0000\t737'],
  ['a code of the wrong length', '4200 0000 0000 0000 12/30 7371'],
  ['two expiry dates', '4200 0000 0000 0000 12/30 01/31'],
  ['two cards', '4200 0000 0000 0000 12/30 4111 1111 1111 1111'],
  ['two sums', '50 USD, then 60 USD to 4111 1111 1111 1111'],
  ['a sum in another currency', '50 EUR to 4111 1111 1111 1111'],
  ['a sum without a currency', '50 to 4111 1111 1111 1111'],
  ['a date', '4111 1111 1111 1111 50 USD on 24 May'],
  ['a number in its label', 'Card 1: 4111 1111 1111 1111, 50 USD'],
  ['a wrong digit', '4111 1111 1111 1112, 50 USD'],
  ['a figure that may belong to the number', '1 000 4111 1111 1111 1111 USD'],
  ['a sum right after the number, which may go on', '4111 1111 1111 1111 120 USD'],
  ['a currency right before the number, which may be a sum', 'USD 4111 1111 1111 1111'],
  ['digits after the number, which would make another valid one', '2204 0768 8820 9509 2$0'],
  ['a hidden digit', '4111 1111 1111 111*, 50 USD'],
])('a text with %s is not read', (_, text) => {
  expect(readPasted(text, 'USD')).toBeUndefined();
});

test('without a currency, no sum is read', () => {
  expect(readPasted('50 USD to 4111 1111 1111 1111', undefined)).toBeUndefined();
});

const checkDigit = (digits: string): string => {
  const sum = Array.from(`${digits}0`, Number)
    .toReversed()
    .reduce((total, digit, index) => total + (index % 2 === 0 ? digit : [0, 2, 4, 6, 8, 1, 3, 5, 7, 9][digit]!), 0);
  return String((10 - (sum % 10)) % 10);
};

test('whatever stands around a card number, it is read whole or not at all', () => {
  const pans = fc
    .tuple(fc.constantFrom('4', '51', '2204', '9860'), fc.stringMatching(/^\d{15}$/))
    .map(([first, rest]) => (first + rest).slice(0, 15))
    .map((digits) => digits + checkDigit(digits));
  const around = fc.stringMatching(/^[a-z 0-9.,/$\t-]{0,14}$/);
  fc.assert(
    fc.property(around, pans, fc.boolean(), around, (before, pan, isGrouped, after) => {
      const shown = isGrouped ? groupPan(pan) : pan;
      const text = `${before} ${shown} ${after}`;
      const read = readPasted(text, 'USD');
      if (!read) return;
      const parts = [read.number, read.expiry, read.code, read.sum].map((part) => part?.replaceAll(/\D/g, '') ?? '');
      const sorted = (digits: string): string => Array.from(digits.replaceAll(/\D/g, '')).toSorted().join('');
      expect(sorted(parts.join(''))).toBe(sorted(text));
      expect(read.number).toBe(pan);
    }),
    { numRuns: 10_000 },
  );
});
