import { knownExponent } from './currency.js';
import { styleOf } from './locale-style.js';

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
  const { numerals, parts } = styleOf(locale);
  const text = String(minor).padStart(exponent + 1, '0');
  const split = text.length - exponent;
  // Intl formats only the major units, a safe integer: with decimals it would be a float.
  return parts(Number(text.slice(0, split)), exponent)
    .map(({ type, value }) => (type === 'fraction' ? text.slice(split).replace(/\d/g, (d) => numerals[Number(d)] ?? d) : value))
    .join('');
}

/**
 * The amount with its currency code, in the same order in every language: "100.00 USD". The code is unambiguous; twenty
 * currencies share the dollar sign.
 *
 * For right-to-left languages it is wrapped in direction isolates, so that it keeps its order in any sentence.
 */
export function formatAmount(minor: number, currency: string, locale: string): string {
  const text = `${formatFigure(minor, currency, locale)} ${currency}`;
  return isRightToLeft(locale) ? `\u2067${text}\u2069` : text;
}
