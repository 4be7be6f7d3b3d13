import { brandOf } from './brand.js';
import { checkPan, groupPan } from './pan.js';
import { panDigits } from './read-pan.js';
import { readable } from './unicode-digits.js';

/** What a pasted text says about one card, and the sum for it. */
export interface PastedCard {
  /** The digits of the card number. */
  readonly number: string;
  /** Month and year, as in the text. */
  readonly expiry?: string | undefined;
  readonly code?: string | undefined;
  /** The figure before or after the currency. */
  readonly sum?: string | undefined;
}

const EXPIRY = /(?<!\d)(?:0?[1-9]|1[0-2])\s?\/\s?(?:20)?\d\d(?![\d/])/g;

/** What may be between the digits of one number. */
const APART = String.raw`[\p{Zs}\p{Pd}.,]{0,3}`;

/** A figure of money. Beside other digits it may be a part of their number, so it is none there. */
const FIGURE = String.raw`(?<!\d${APART})(?:\d{1,3}(?:\p{Zs}\d{3})+|\d+(?:[.,]\d{3})*)(?:[.,]\d{1,3})?(?!${APART}\d)`;

/** Every mark of a currency, in a regular expression: its code and its sign. */
function marksOf(currency: string): string {
  const sign = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value;
  return [currency, sign ?? currency].map((mark) => mark.replaceAll(/[^\p{L}\p{N}]/gu, String.raw`\$&`)).join('|');
}

const isPan = (digits: string): boolean => checkPan(digits).state === 'valid';

/** Whether a number stands in the text without gaps, or in groups as on a card. Others may be two numbers. */
function isWhole(text: string, number: string): boolean {
  const groups = text.match(/\d+/g)?.join(' ');
  if (groups === number) return true;
  // What follows a whole card number of 16 digits may be another figure.
  const mayEndSooner = number.length > 16 && isPan(number.slice(0, 16));
  return !mayEndSooner && (groups === groupPan(number) || groups === number.replaceAll(/\d{4}(?=\d)/g, '$& '));
}

/** Takes the only match out of a text. @returns undefined if there are several. */
function takeOnly(text: string, pattern: RegExp): { readonly found: string | undefined; readonly rest: string } | undefined {
  const matches = text.match(pattern) ?? [];
  return matches.length > 1 ? undefined : { found: matches[0], rest: text.replace(pattern, '\n') };
}

/**
 * Reads a text that says more than a card number: also the expiry date and the security code of that card, or a sum in the currency.
 *
 * @returns undefined unless each of them is in the text at most once, the number exactly once, and no other digit at all. Whatever could
 * be read in two ways is not read.
 */
export function readPasted(text: string, currency: string | undefined): PastedCard | undefined {
  const plain = readable(text);
  const marks = currency === undefined ? undefined : marksOf(currency);
  const sums =
    marks === undefined
      ? { found: undefined, rest: plain }
      : takeOnly(plain, new RegExp(`(?:${marks})\\s?${FIGURE}|${FIGURE}\\s?(?:${marks})`, 'giu'));
  const expiries = sums && takeOnly(sums.rest, EXPIRY);
  if (!expiries || (sums.found ?? expiries.found) === undefined) return undefined;
  // Without the rest of it, each line is one number.
  const [first = '', second, third] = expiries.rest.split(/[\n\t]+/).filter((line) => /\d/.test(line));
  const number = panDigits(first);
  if (number === undefined || third !== undefined || !isPan(number) || !isWhole(first, number)) return undefined;
  const code = second === undefined ? undefined : panDigits(second);
  const isCode = code !== undefined && code.length === (brandOf(number)?.id === 'amex' ? 4 : 3);
  if (second !== undefined && !(isCode && expiries.found !== undefined)) return undefined;
  return { number, expiry: expiries.found, code, sum: sums.found?.match(new RegExp(FIGURE, 'u'))?.[0] };
}
