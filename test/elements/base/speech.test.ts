import { expect, test } from 'vitest';
import { Speech } from '../../../src/elements/base/speech.js';
import { catalogues } from '../../../src/locales/catalogues.js';
import { en } from '../../../src/locales/en.js';

const english = new Speech({ ...en, language: 'en' }, 'en');

// A line never ends inside a sum: its space is a no-break space.
test.each([
  [123_456, 'USD', '1,234.56\u00a0USD'],
  [1234, 'JPY', '1,234\u00a0JPY'],
  [0, 'USD', '0.00\u00a0USD'],
  // An old record may have a currency that is unknown by now: its minor units are shown, rather than a guess.
  [1234, 'XXY', '1234\u00a0XXY'],
  [undefined, 'USD', ''],
  [1234, undefined, ''],
])('%s in minor units of %s is written %o', (minor, currency, text) => {
  expect(english.sum(minor, currency).replaceAll(/[\u2066-\u2069]/g, '')).toBe(text);
});

test('numbers follow the region of the language', async () => {
  const words = await catalogues.load('ru-RU');
  expect(new Speech<never>(words, 'ru-RU').sum(123_456, 'RUB').replaceAll(/[\u00a0\u202f]/g, ' ')).toContain('1 234,56');
});

test('an invalid language tag falls back to English, so that the outcome is still shown', () => {
  const speech = new Speech({ ...en, language: 'en' }, 'not a language');
  expect(speech.sum(123_456, 'USD')).toContain('1,234.56');
  expect(speech.date(Date.UTC(2026, 10, 22, 9, 5))).toMatch(/^Nov\u00A02\d,\u00A02026, \d?\d:\d\d[\u00A0\u202F][AP]M\u00A0\S+$/);
});

test('a number selects the plural form in the language of the text', async () => {
  const speech = new Speech<never>(await catalogues.load('ru'), 'ru');
  const sentence = '{n, plural, one {секунда} few {секунды} many {секунд} other {секунды}}';
  expect([1, 2, 5].map((n) => speech.fill(sentence, { n }))).toEqual(['секунда', 'секунды', 'секунд']);
});

// In the machine's time zone, as the payer's clock shows it.
const EVENING = new Date(2026, 10, 22, 20, 48).getTime();

test.each([
  ['en', 'Nov 22, 2026, 8:48 PM'],
  ['en-GB', '22 Nov 2026, 20:48'],
  ['ru', '22 нояб. 2026 г., 20:48'],
  ['ar-EG', '٢٢ نوفمبر ٢٠٢٦، ٨:٤٨ م'],
])('in %s a time is written as its readers write it, with its zone: %o', async (language, text) => {
  const speech = new Speech<never>(await catalogues.load(language), language);
  const written = speech.date(EVENING).replaceAll(/\s/g, ' ');
  expect(written.startsWith(`${text} `)).toBe(true);
  expect(written.slice(text.length + 1)).toMatch(/^(UTC|GMT|غرينتش|[A-Z]{2,5})(\S*)$/);
});
