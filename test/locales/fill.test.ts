import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fill } from '../../src/locales/fill.js';

const DAYS = '{days, plural, one {# day} other {# days}}';

test.each([
  ['Send {amount}', { amount: '1.00 USD' }, 'Send 1.00 USD'],
  ['{a}{b}{a}', { a: '1', b: '2' }, '12'],
  ['no places', { amount: '1' }, 'no places'],
  ['{message}', { message: '{amount} $& $1', amount: '5' }, '{amount} $& $1'],
  ['{message}', { message: '' }, ''],
  ['{ amount } and {}', { amount: '1' }, '{ amount } and {}'],
])('%j filled with %j reads %j', (sentence, values, text) => {
  expect(fill(sentence, values)).toBe(text);
});

test.each(['{amount}', '{toString}', '{constructor}', `in ${DAYS}`])('%j without a value stays as it is', (sentence) => {
  expect(fill(sentence, {})).toBe(sentence);
});

test.each([
  [1, 'en', 'in 1 day'],
  [2, 'en', 'in 2 days'],
  [0, 'en', 'in 0 days'],
  [1234, 'en', 'in 1,234 days'],
  [1234, 'de', 'in 1.234 days'],
  // 0 is singular in French, and a category without a form falls back to other.
  [0, 'fr', 'in 0 day'],
  [2, 'ar', 'in 2 days'],
  [2, 'ar-EG', 'in ٢ days'],
])('%i days in %s read %j', (days, language, text) => {
  expect(fill(`in ${DAYS}`, { days }, language)).toBe(text);
});

test('a form may omit the number, or repeat it', () => {
  const sentence = '{n, plural, one {once} other {# and # times}}';
  expect([1, 3].map((n) => fill(sentence, { n }))).toEqual(['once', '3 and 3 times']);
});

test('a sentence may have forms for two numbers', () => {
  expect(fill(`${DAYS} of {weeks, plural, one {# week} other {# weeks}}`, { days: 3, weeks: 1 })).toBe('3 days of 1 week');
});

test('without a matching form, only the number is shown', () => {
  expect(fill('in {days, plural, one {# day}}', { days: 2 })).toBe('in 2');
});

test('a number in a placeholder without forms is formatted for the language', () => {
  expect(fill('{n}', { n: 12_345 }, 'de')).toBe('12.345');
});

test('every value is inserted unchanged, and the rest stays', () => {
  fc.assert(
    fc.property(fc.string(), fc.stringMatching(/^\w{1,20}$/), fc.stringMatching(/^[^{}]*$/), (value, name, around) => {
      expect(fill(`${around}{${name}}${around}`, { [name]: value })).toBe(around + value + around);
    }),
  );
});

test('each placeholder is filled once, however often it is there', () => {
  expect(fill('{last4}, {last4} and {last4}: {card}', { last4: '1006', card: 'Visa' })).toBe('1006,  and : Visa');
});

test('a placeholder without a value stays visible, whatever its name', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\w{1,20}$/), (name) => {
      expect(fill(`a {${name}} b`, {})).toBe(`a {${name}} b`);
    }),
  );
});
