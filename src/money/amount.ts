import { knownExponent } from './currency.js';
import { styleOf } from './locale-style.js';

const RIGHT_TO_LEFT = /^(ar|arc|ckb|dv|fa|he|iw|ks|ps|sd|ug|ur|yi)(-|$)/i;

/** Whether a language is written from right to left, by its subtag. */
export const isRightToLeft = (language: string): boolean => RIGHT_TO_LEFT.test(language);

/**
 * An amount in minor units as the digits a locale writes, with exactly as many decimals as the currency has:
 * "1,234.50" in English, "1.234,50" in German. Exact for every safe integer.
 *
 * @throws {TypeError} on an amount that is no whole number from 0 on, or an unknown currency.
 * @throws {RangeError} on a locale that is no language tag.
 */
export function formatFigure(minor: number, currency: string, locale: string): string {
  if (!Number.isSafeInteger(minor) || minor < 0) {
    throw new TypeError(`an amount must be a whole number of minor units from 0 on; got ${minor}`);
  }
  const exponent = knownExponent(currency);
  const { numerals, parts } = styleOf(locale);
  const text = String(minor).padStart(exponent + 1, '0');
  const split = text.length - exponent;
  // Intl sees the major units only, a safe integer: with the decimals it would see a float.
  return parts(Number(text.slice(0, split)), exponent)
    .map(({ type, value }) => (type === 'fraction' ? text.slice(split).replace(/\d/g, (d) => numerals[Number(d)] ?? d) : value))
    .join('');
}

/**
 * The amount with its currency's code, in the same order in every language: "100.00 USD". The code names the currency
 * beyond doubt where a symbol is shared by twenty.
 *
 * For languages written from right to left it comes in direction isolates, so it keeps its order in any sentence.
 */
export function formatAmount(minor: number, currency: string, locale: string): string {
  const text = `${formatFigure(minor, currency, locale)} ${currency}`;
  return isRightToLeft(locale) ? `\u2067${text}\u2069` : text;
}
