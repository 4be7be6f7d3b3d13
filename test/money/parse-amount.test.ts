import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseAmount } from '../../src/money/parse-amount.js';

test.each([
  // The locale's own format.
  ['100', 'USD', 'en', 10_000],
  ['1,234', 'USD', 'en', 123_400],
  ['1,234.5', 'USD', 'en', 123_450],
  ['1.234', 'EUR', 'de', 123_400],
  ['1.234,50', 'EUR', 'de', 123_450],
  ['1234,5', 'EUR', 'de', 123_450],
  ['1 234,50', 'EUR', 'fr', 123_450],
  ['1\u202F234,50', 'EUR', 'fr', 123_450],
  ['1\u00A0234', 'BYN', 'ru', 123_400],
  ['1.234', 'EUR', 'de-AT', 123_400],
  ["1'234.50", 'CHF', 'de-CH', 123_450],
  ['1’234.50', 'CHF', 'de-CH', 123_450],
  ['12,34,567', 'INR', 'en-IN', 123_456_700],
  ['20$50', 'CVE', 'pt-CV', 2050],
  ['١٬٢٣٤٫٥٠', 'EGP', 'ar-EG', 123_450],
  ['۱۲۳٫۴۵', 'IRR', 'fa', 12_345],
  ['१२,३४,५६७.८९', 'INR', 'mr', 123_456_789],
  ['１，２３４．５', 'USD', 'ja', 123_450],
  ['1,234', 'JPY', 'en', 1234],
  ['1,500', 'KWD', 'en', 1_500_000],
  ['1.5', 'KWD', 'en', 1500],
  ['0.1234', 'CLF', 'en', 1234],
  ['$ 1,234.50 USD', 'USD', 'en', 123_450],
  ['USD $5', 'USD', 'en', 500],
  ['1 234,50 руб. RUB', 'RUB', 'ru', 123_450],
  ['.5', 'USD', 'en', 50],
  ['007', 'USD', 'en', 700],
  ['0.01', 'USD', 'en', 1],
  // Another format that is unambiguous.
  ['1,5', 'USD', 'en', 150],
  ['1,50', 'USD', 'en', 150],
  ['1.5', 'EUR', 'de', 150],
  ['0,50', 'USD', 'en', 50],
  [',5', 'USD', 'en', 50],
  ['1.234,56', 'USD', 'en', 123_456],
  ['1,234.56', 'EUR', 'de', 123_456],
  ['1.234.567', 'USD', 'en', 123_456_700],
  ['1 234 567', 'USD', 'en', 123_456_700],
  ['١٫٥', 'USD', 'en', 150],
  ['١٫٥', 'EUR', 'de', 150],
  ['1.5', 'EUR', 'fr', 150],
  ['15.79', 'EUR', 'nl', 1579],
  ['1.500', 'EUR', 'de', 150_000],
  ['0.014', 'KWD', 'de', 14],
  ['0,500', 'KWD', 'en', 500],
  // Nothing, or a dash, in place of the decimals.
  ['12.', 'USD', 'en', 1200],
  ['12,', 'USD', 'en', 1200],
  ['1234,', 'USD', 'en', 123_400],
  ['1.', 'JPY', 'en', 1],
  ['100.-', 'CHF', 'de-CH', 10_000],
  ['CHF 1’000.–', 'CHF', 'de-CH', 100_000],
  ['100,-', 'EUR', 'de', 10_000],
  ['100,--', 'EUR', 'de', 10_000],
  // With the currency code.
  ['100.00 USD', 'USD', 'en', 10_000],
  ['usd100', 'USD', 'en', 10_000],
  ['100.00\tUSD\n', 'USD', 'en', 10_000],
  ['  100\u00A0', 'USD', 'en', 10_000],
  // With its symbol.
  ['$50', 'USD', 'en', 5000],
  ['$ 1,234.50', 'USD', 'en', 123_450],
  ['50 $', 'USD', 'ru', 5000],
  ['US$50', 'USD', 'en', 5000],
  ['$50', 'CAD', 'en', 5000],
  ['CA$50', 'CAD', 'en', 5000],
  ['50 €', 'EUR', 'de', 5000],
  ['€50', 'EUR', 'ru', 5000],
  ['50 руб', 'RUB', 'ru', 5000],
  ['50 руб.', 'RUB', 'en', 5000],
  ['1 000,50 ₽', 'RUB', 'ru', 100_050],
  ['1 000,50', 'RUB', 'ru', 100_050],
  ['1 000,50', 'USD', 'en', 100_050],
  ['50 р.', 'BYN', 'ru', 5000],
  ['50 Br', 'BYN', 'ru', 5000],
  ['£5', 'GBP', 'en', 500],
  ['\u2067١٠٠٫٠٠ EGP\u2069', 'EGP', 'ar-EG', 10_000],
  ['90071992547409.91', 'USD', 'en', Number.MAX_SAFE_INTEGER],
])('reads %j in %s, %s', (text, currency, locale, minor) => {
  expect(parseAmount(text, currency, locale)).toEqual({ state: 'valid', minor });
});

test.each([
  // Another currency's code or symbol.
  ['$50', 'EUR', 'en', 'invalid', 'currency'],
  ['50 €', 'USD', 'de', 'invalid', 'currency'],
  ['50 EUR', 'USD', 'en', 'invalid', 'currency'],
  ['CA$50', 'USD', 'en', 'invalid', 'currency'],
  ['£5', 'EGP', 'en', 'invalid', 'currency'],
  ['50 руб', 'USD', 'ru', 'invalid', 'characters'],
  // Two lines, or two cells of a table.
  ['10\t000', 'USD', 'en', 'invalid', 'separators'],
  ['1\n000', 'EUR', 'fr', 'invalid', 'separators'],
  ['100\t50', 'USD', 'en', 'invalid', 'separators'],
  ['', 'USD', 'en', 'incomplete', 'empty'],
  ['USD', 'USD', 'en', 'incomplete', 'empty'],
  ['.', 'USD', 'en', 'incomplete', 'unfinished'],
  ['1 2', 'USD', 'en', 'incomplete', 'unfinished'],
  ['1,234,5', 'USD', 'en', 'incomplete', 'unfinished'],
  ['1,23', 'JPY', 'en', 'incomplete', 'unfinished'],
  // While 1,500 is being typed, this would be 1000 times as much.
  ['1,50', 'KWD', 'en', 'incomplete', 'unfinished'],
  ['0', 'USD', 'en', 'incomplete', 'zero'],
  ['0.0', 'USD', 'en', 'incomplete', 'zero'],
  ['0.00', 'USD', 'en', 'invalid', 'zero'],
  ['-5', 'USD', 'en', 'invalid', 'negative'],
  ['−5', 'USD', 'en', 'invalid', 'negative'],
  ['5-', 'USD', 'en', 'invalid', 'negative'],
  ['-5.-', 'USD', 'en', 'invalid', 'negative'],
  ['1,-', 'KWD', 'en', 'incomplete', 'unfinished'],
  ['1.234', 'USD', 'en', 'invalid', 'decimals'],
  ['1,234', 'EUR', 'de', 'invalid', 'decimals'],
  ['1٫234', 'USD', 'en', 'invalid', 'decimals'],
  ['1.5', 'JPY', 'en', 'invalid', 'decimals'],
  ['1.00', 'JPY', 'en', 'invalid', 'decimals'],
  ['1,234.567', 'USD', 'en', 'invalid', 'decimals'],
  ['1.2345', 'KWD', 'en', 'invalid', 'decimals'],
  ['1.234', 'EUR', 'fr', 'invalid', 'separators'],
  ['1,234', 'CHF', 'de-CH', 'invalid', 'separators'],
  ['1,2345', 'USD', 'en', 'invalid', 'separators'],
  ['0,123', 'USD', 'en', 'invalid', 'separators'],
  ['1,2345,6', 'USD', 'en', 'invalid', 'separators'],
  ['1.2.3', 'USD', 'en', 'invalid', 'separators'],
  ['1.234.56', 'EUR', 'de', 'incomplete', 'unfinished'],
  ['12 34', 'USD', 'en', 'incomplete', 'unfinished'],
  ['1234 5678', 'USD', 'en', 'invalid', 'separators'],
  ['1,234 567', 'USD', 'en', 'invalid', 'separators'],
  ['1.5 0', 'USD', 'en', 'invalid', 'separators'],
  ['1.234,5,6', 'EUR', 'de', 'invalid', 'separators'],
  ['abc', 'USD', 'en', 'invalid', 'characters'],
  ['100 EUR', 'USD', 'en', 'invalid', 'currency'],
  ['1e5', 'USD', 'en', 'invalid', 'characters'],
  ['5-3', 'USD', 'en', 'invalid', 'characters'],
  ['90071992547409.92', 'USD', 'en', 'invalid', 'too_large'],
  ['9007199254740993', 'JPY', 'en', 'invalid', 'too_large'],
  ['9'.repeat(400), 'USD', 'en', 'invalid', 'too_large'],
])('refuses %j in %s, %s: %s, %s', (text, currency, locale, state, reason) => {
  expect(parseAmount(text, currency, locale)).toEqual({ state, reason });
});

test('throws on an invalid currency and an invalid locale', () => {
  expect(() => parseAmount('1', 'XXX', 'en')).toThrow(TypeError);
  expect(() => parseAmount('1', 'USD', 'en_US')).toThrow(RangeError);
});

test('never throws, and never returns an amount that isn’t a positive safe integer', () => {
  const text = fc.oneof(fc.string(), fc.stringMatching(/^[\d., '٫٬-]{0,12}$/));
  fc.assert(
    fc.property(
      text,
      fc.constantFrom('JPY', 'USD', 'KWD', 'CLF'),
      fc.constantFrom('en', 'de', 'fr', 'ar-EG', 'pt-CV'),
      (typed, currency, locale) => {
        const parsed = parseAmount(typed, currency, locale);
        if (parsed.state === 'valid') expect(Number.isSafeInteger(parsed.minor) && parsed.minor > 0).toBe(true);
      },
    ),
    { numRuns: 1000 },
  );
});

test('no digit typed after a separator makes a valid amount jump, except in the locale’s own groups', () => {
  // While typing, each digit may at most multiply the amount by ten (and add 9), until the group is complete.
  fc.assert(
    fc.property(
      fc.stringMatching(/^[1-9]\d{0,5}[.,]\d{1,4}$/),
      fc.constantFrom('en', 'de', 'fr'),
      fc.constantFrom('JPY', 'USD', 'KWD'),
      (typed, locale, currency) => {
        const now = parseAmount(typed, currency, locale);
        const before = parseAmount(typed.slice(0, -1), currency, locale);
        if (now.state !== 'valid' || before.state !== 'valid') return;
        const ownGroup = { en: ',', de: '.', fr: ' ' }[locale] ?? '';
        if (typed.at(-4) === ownGroup) return;
        expect(now.minor).toBeGreaterThanOrEqual(before.minor);
        expect(now.minor).toBeLessThan(before.minor * 2);
      },
    ),
  );
});

test.each([
  // 2 to the power of 31 ways to read the symbol with or without its point.
  ['many symbols with a point', `1${'р.'.repeat(31)}x`, 'BYN', 'ru', 'characters'],
  ['many symbols', `1${'$'.repeat(200_000)}x`, 'USD', 'en', 'currency'],
  ['many spaces between letters', `x${' '.repeat(5000)}x1x1`, 'USD', 'en', 'characters'],
  ['many spaces after digits', `1${' '.repeat(200_000)}x1`, 'USD', 'en', 'characters'],
])('takes a number of steps that grows with the text’s length only: %s', (_, text, currency, locale, reason) => {
  expect(parseAmount(text, currency, locale)).toEqual({ state: 'invalid', reason });
});

test('reads symbols with and without their points in any order', () => {
  expect(parseAmount('BYN р. Br 50 р..р руб.BYN', 'BYN', 'ru')).toEqual({ state: 'valid', minor: 5000 });
});
