import { exponentOf, knownExponent } from './currency.js';
import { DECIMALS, formatDecimal, localeOfFigures, styleOf } from './locale-style.js';

const RIGHT_TO_LEFT = /^(ar|arc|ckb|dv|fa|he|iw|ks|ps|sd|ug|ur|yi)(-|$)/i;

/** Whether a language is written from right to left, by its subtag. */
export const isRightToLeft = (language: string): boolean => RIGHT_TO_LEFT.test(language);

/**
 * Formats an amount in minor units as the locale writes numbers, with exactly as many decimals as the currency has:
 * "1,234.50" in English, "1.234,50" in German. Exact for every safe integer.
 *
 * @throws {TypeError} when the amount is not a whole number, 0 or more, or the currency is unknown.
 * @throws {RangeError} when the locale is not a language tag.
 */
export function formatFigure(minor: number, currency: string, locale: string): string {
  if (!Number.isSafeInteger(minor) || minor < 0) {
    throw new TypeError(`an amount must be a whole number of minor units, 0 or more; got ${minor}`);
  }
  const exponent = knownExponent(currency);
  const text = String(minor).padStart(exponent + 1, '0');
  const split = text.length - exponent;
  // Intl formats only the major units, a safe integer: with decimals it would be a float.
  return styleOf(locale).figure(Number(text.slice(0, split)), text.slice(split));
}

/**
 * The amount with its currency code, in the same order in every language: "100.00 USD". The code is unambiguous; twenty
 * currencies share the dollar sign.
 *
 * For right-to-left languages it is wrapped in direction isolates, so that it keeps its order in any sentence.
 */
export function formatAmount(minor: number, currency: string, locale: string): string {
  return withCode(formatFigure(minor, currency, locale), currency, locale);
}

/**
 * A figure in major units, as a gateway wrote it in its terms, with the currency code: 0.7 is "0.70 EUR". It is not
 * rounded, and the currency may be unknown.
 *
 * @throws {RangeError} when the locale is not a language tag.
 */
export function formatMajor(figure: number | string, currency: string, locale: string): string {
  return withCode(formatDecimal(figure, exponentOf(currency) ?? 0, locale), currency, locale);
}

const withCode = (figure: string, currency: string, locale: string): string =>
  isRightToLeft(locale) ? `\u2067${figure} ${currency}\u2069` : `${figure} ${currency}`;

/**
 * A percentage as the locale writes it: 1.5 is "1.5%" in English, "1,5 %" in Russian. It is not rounded.
 *
 * @throws {RangeError} when the locale is not a language tag.
 */
export function formatPercent(percent: number | string, locale: string): string {
  // Dividing 1.1 by 100 would add digits.
  const share = /e/i.test(String(percent)) ? Number(percent) / 100 : Number(`${percent}e-2`);
  return new Intl.NumberFormat(localeOfFigures(locale), { style: 'percent', maximumFractionDigits: DECIMALS }).format(share);
}
