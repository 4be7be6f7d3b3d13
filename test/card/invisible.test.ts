import { expect, test } from 'vitest';
import { brandOf } from '../../src/card/brand.js';
import { parseExpiry } from '../../src/card/expiry.js';
import { checkHolder, holderName } from '../../src/card/holder.js';
import { panDigits } from '../../src/card/read-pan.js';
import { checkVerificationValue, verificationValue } from '../../src/card/verification-value.js';
import { cleaned, judgeField } from '../../src/elements/fields/buyer/buyer-field.js';
import { parseAmount } from '../../src/money/parse-amount.js';

// A copied text brings marks along that nobody sees: of directions, of places to break a line, of a byte order.
const MARKS = [
  '\u00AD',
  '\u061C',
  '\u200B',
  '\u200C',
  '\u200D',
  '\u200E',
  '\u200F',
  '\u202A',
  '\u202C',
  '\u202E',
  '\u2060',
  '\u2066',
  '\u2069',
  '\uFEFF',
];
const around = MARKS.map((mark) => [`U+${mark.codePointAt(0)!.toString(16).padStart(4, '0')}`, mark] as const);

test.each(around)('%s changes no field', (_, mark) => {
  /** The mark before, between and after the characters. */
  const marked = (text: string): string => mark + Array.from(text).join(mark) + mark;
  const outer = (text: string): string => mark + text + mark;
  expect(panDigits(marked('4200 0000 0000 0000'))).toBe('4200000000000000');
  expect(parseExpiry(marked('12/30'))).toEqual({ month: '12', year: '2030' });
  expect(verificationValue(marked('123'))).toBe('123');
  expect(checkVerificationValue(marked('123'), brandOf('4'))).toEqual({ state: 'valid' });
  expect(checkVerificationValue(mark, brandOf('4'))).toEqual({ state: 'incomplete', reason: 'empty' });
  expect(parseAmount(marked('1,234.50'), 'USD', 'en')).toEqual({ state: 'valid', minor: 123_450 });
  expect(checkHolder(outer('ADA LOVELACE'))).toEqual({ state: 'valid' });
  expect(holderName(outer('ADA LOVELACE'))).toBe('ADA LOVELACE');
  expect(checkHolder(mark)).toEqual({ state: 'incomplete', reason: 'empty' });
  const terms = { country: 'US', now: Date.UTC(2026, 0) };
  for (const [field, text] of [
    ['email', 'ada@example.com'],
    ['zip', '10001-1234'],
    ['phone', '+1 555 010 0199'],
    ['first_name', 'Ada'],
  ] as const) {
    expect([field, judgeField(field, outer(text), terms)]).toEqual([field, undefined]);
    expect(cleaned(outer(text))).toBe(text);
  }
  expect(judgeField('city', mark, terms)).toBe('empty.city');
});

test('the marks that join letters in Persian and Indic names stay', () => {
  for (const name of ['می\u200Cخواهم', 'ක්\u200Dරිස්']) expect([holderName(name), cleaned(name)]).toEqual([name, name]);
});
