import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LOADERS } from '../../src/locales/loaders.js';
import { formatAmount, formatFigure, formatMajor, formatPercent } from '../../src/money/amount.js';
import { parseAmount } from '../../src/money/parse-amount.js';

test.each([
  [10_000, 'USD', 'en', '100.00 USD'],
  [10_000, 'USD', 'de', '100,00 USD'],
  [123_456_789, 'USD', 'en', '1,234,567.89 USD'],
  [123_456_789, 'EUR', 'de', '1.234.567,89 EUR'],
  [123_456_789, 'EUR', 'de-AT', '1.234.567,89 EUR'],
  [123_456_789, 'INR', 'en-IN', '12,34,567.89 INR'],
  [123_456_789, 'BYN', 'ru', '1\u00A0234\u00A0567,89 BYN'],
  [5, 'USD', 'en', '0.05 USD'],
  [0, 'USD', 'en', '0.00 USD'],
  [1234, 'JPY', 'ja', '1,234 JPY'],
  [1234, 'KWD', 'en', '1.234 KWD'],
  [12_345, 'CLF', 'en', '1.2345 CLF'],
  // Intl alone would show these without decimals.
  [10_050, 'HUF', 'en', '100.50 HUF'],
  [10_050, 'IDR', 'en', '100.50 IDR'],
  [12_345, 'EGP', 'ar-EG', '\u2067١٢٣٫٤٥ EGP\u2069'],
  [12_345, 'ILS', 'he', '\u2067123.45 ILS\u2069'],
  [12_345, 'IRR', 'fa', '\u2067۱۲۳٫۴۵ IRR\u2069'],
])('shows %i minor units of %s in %s', (minor, currency, locale, text) => {
  expect(formatAmount(minor, currency, locale)).toBe(text);
});

test.each([
  ['USD', '90,071,992,547,409.91'],
  ['JPY', '9,007,199,254,740,991'],
  ['KWD', '9,007,199,254,740.991'],
  ['CLF', '900,719,925,474.0991'],
])('is exact at the largest safe integer in %s', (currency, text) => {
  expect(formatFigure(Number.MAX_SAFE_INTEGER, currency, 'en')).toBe(text);
});

test('writes English without a formatter as Intl writes it', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.constantFrom('USD', 'JPY', 'KWD', 'CLF'), (minor, currency) => {
      // The tag with a region is read by Intl.
      expect(formatFigure(minor, currency, 'en')).toBe(formatFigure(minor, currency, 'en-US'));
    }),
  );
});

test.each([[-1], [1.5], [Number.NaN], [2 ** 53]])('refuses to show %d minor units', (minor) => {
  expect(() => formatAmount(minor, 'USD', 'en')).toThrow(TypeError);
});

test('refuses to show a currency without a known exponent', () => {
  expect(() => formatAmount(1, 'XXX', 'en')).toThrow(/ISO 4217/);
});

const LOCALES = [
  'en',
  ...Object.keys(LOADERS),
  // Other digits, groups and marks.
  ...'en-IN ar-EG ar-MA fa-AF de-AT de-CH fr-CH es-419 pt-CV mr my ne ckb ff-Adlm'.split(' '),
];

test('a formatted amount is parsed back, for every exponent and locale', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.integer({ min: 1, max: 2_000_000 }),
        fc.maxSafeNat().filter((minor) => minor > 0),
      ),
      fc.constantFrom('JPY', 'USD', 'CVE', 'KWD', 'CLF'),
      fc.constantFrom(...LOCALES),
      (minor, currency, locale) => {
        const valid = { state: 'valid', minor };
        expect(parseAmount(formatFigure(minor, currency, locale), currency, locale)).toEqual(valid);
        expect(parseAmount(formatAmount(minor, currency, locale), currency, locale)).toEqual(valid);
      },
    ),
    { numRuns: 1000 },
  );
});

test.each([
  [0.7, 'EUR', 'en', '0.70 EUR'],
  ['0.7', 'EUR', 'de', '0,70 EUR'],
  [1234.5, 'EUR', 'de-AT', '1.234,50 EUR'],
  [150, 'JPY', 'en', '150 JPY'],
  [0.705, 'EUR', 'en', '0.705 EUR'],
  [1e-7, 'XYZ', 'en', '0.0000001 XYZ'],
  [0.7, 'EUR', 'ar', '\u20670.70 EUR\u2069'],
])('%j in major units of %s reads in %s as %j, unrounded', (figure, currency, locale, text) => {
  expect(formatMajor(figure, currency, locale)).toBe(text);
});

test.each([
  [1.5, 'en', '1.5%'],
  [1.1, 'en', '1.1%'],
  ['1.50', 'en', '1.5%'],
  [2.35, 'ru', '2,35\u00A0%'],
  [1e-7, 'en', '0.0000001%'],
  ['1e1', 'en', '10%'],
])('%j per cent reads in %s as %j', (percent, locale, text) => {
  expect(formatPercent(percent, locale)).toBe(text);
});
