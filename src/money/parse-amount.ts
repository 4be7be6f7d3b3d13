import { exponentOf, knownExponent } from './currency.js';
import { withoutSymbols } from './currency-symbols.js';
import { styleOf, type LocaleStyle } from './locale-style.js';
import { asciiDigits } from './unicode-digits.js';

/**
 * Why an amount is refused. `characters`: it contains something that is not part of a number; `currency`: it is in another
 * currency; `separators`: they are ambiguous or meaningless; `decimals`: more than the currency has; `too_large`: beyond the safe
 * integers.
 */
export type AmountReason =
  | 'empty'
  | 'unfinished'
  | 'characters'
  | 'currency'
  | 'separators'
  | 'decimals'
  | 'zero'
  | 'negative'
  | 'too_large';

/** An amount in minor units, or the reason why the text is not one; "incomplete" text can still become one by typing more. */
export type ParsedAmount =
  | { readonly state: 'valid'; readonly minor: number }
  | { readonly state: 'incomplete' | 'invalid'; readonly reason: AmountReason };

// Within this file every separator is one of four: a gap (only for groups), the comma and the point (whose meaning depends
// on the locale), and an unambiguous decimal separator.
const GAP = ' ';
const SURE = '٫';

/** Digits in groups of three, or in Indian lakhs and crores, with the same separator throughout. */
const GROUPED = /^[1-9]\d{0,2}([ .,])\d{3}(?:\1\d{3})*$|^[1-9]\d?([ .,])(?:\d\d\2)*\d{3}$/;

/**
 * Converts an amount, as a payer types or pastes it in their locale, to minor units of the currency.
 *
 * Separators of the locale have the meaning they have there: "1,234" is 1234 in English, as "1.234" is in German. Other
 * separators are accepted when the text is unambiguous: "1,5" is one and a half in English too, and "1.234,50" is clear
 * everywhere. "1.234" in French, which uses the point for neither, is refused. Nothing is ever rounded. The currency's code
 * or symbol may precede or follow the number; that of another currency is refused.
 *
 * @throws {TypeError} when the currency is unknown.
 * @throws {RangeError} when the locale is not a language tag.
 */
export function parseAmount(text: string, currency: string, locale: string): ParsedAmount {
  const exponent = knownExponent(currency);
  const style = styleOf(locale);
  // Prices are written "100.-", with a dash in place of the decimals.
  const figure = plainFigure(withoutCurrency(text, currency, locale), style).replace(/^(\d.*[.,])[\p{Pd}−]{1,2}$/u, '$1');
  if (figure === '') return incomplete('empty');
  if (/^[\p{Pd}−]|[\p{Pd}−]$/u.test(figure)) return invalid('negative');
  // A tab or a line break separates two numbers, which only look like groups of one.
  if (/[^\S ]/.test(figure)) return invalid('separators');
  if (/[^\d ,.٫]/.test(figure)) return invalid(namesCurrency(figure) ? 'currency' : 'characters');

  const point = decimalPoint(figure);
  // A single separator that is not the locale's decimal separator is interpreted by what follows it.
  const foreign = point !== undefined && point !== SURE && point !== style.decimal && !/[.,].*[.,]/.test(figure);
  if (foreign && GROUPED.test(figure)) {
    // Groups, if the locale writes them this way. If not, it is ambiguous by a factor of a thousand.
    return point === style.group ? inMinorUnits(figure, undefined, exponent) : invalid('separators');
  }
  const at = point === undefined ? figure.length : figure.lastIndexOf(point);
  const whole = figure.slice(0, at);
  const fraction = point === undefined ? undefined : figure.slice(at + 1);
  if (figure === point) return incomplete('unfinished');
  if (/\D/.test(whole) && !GROUPED.test(whole)) {
    return fraction === undefined && canBeGrouped(whole) ? incomplete('unfinished') : invalid('separators');
  }
  if (fraction !== undefined) {
    if (/\D/.test(fraction)) return invalid('separators');
    // In a currency without two decimals, "1,2" may be the beginning of "1,234", whose comma separates a group: the amount would jump.
    if (foreign && exponent !== 2 && canBeGrouped(figure)) return incomplete('unfinished');
    if (fraction.length > exponent) return invalid(foreign ? 'separators' : 'decimals');
  }
  return inMinorUnits(whole, fraction, exponent);
}

/** Whether there is the code or the symbol of a currency before or after the digits. */
function namesCurrency(figure: string): boolean {
  // Each part begins with what the one before it can't contain, so a long text is not divided in many ways.
  const [, before = '', after = ''] = /^([^\d.,]*)[\d.,][\d ,.٫]*([^\d ,.٫][^\d,]*)?$/.exec(figure) ?? [];
  return [before, after].some((each) => /\p{Sc}/u.test(each) || exponentOf(each.trim().toUpperCase()) !== undefined);
}

function incomplete(reason: AmountReason): ParsedAmount {
  return { state: 'incomplete', reason };
}

function invalid(reason: AmountReason): ParsedAmount {
  return { state: 'invalid', reason };
}

/** Whether typing more digits can complete its last group. */
function canBeGrouped(figure: string): boolean {
  return ['0', '00', '000'].some((rest) => GROUPED.test(figure + rest));
}

function inMinorUnits(whole: string, fraction: string | undefined, exponent: number): ParsedAmount {
  const minor = Number(whole.replace(/\D/g, '') + (fraction ?? '').padEnd(exponent, '0'));
  if (!Number.isSafeInteger(minor)) return invalid('too_large');
  if (minor > 0) return { state: 'valid', minor };
  // "0." can become "0.50"; "0.00" is complete.
  return fraction?.length === exponent ? invalid('zero') : incomplete('zero');
}

/** The text without the currency's code or symbol, direction marks and surrounding space. */
function withoutCurrency(text: string, currency: string, locale: string): string {
  const trimmed = text.replace(/\p{Cf}/gu, '').trim();
  // The symbols cost several formatters, which most amounts do not need.
  return /^[\d.,\s]*$/.test(trimmed) ? trimmed : withoutSymbols(trimmed, currency, locale).trim();
}

/** The number in ASCII digits and the four separators. */
function plainFigure(text: string, { decimal, group }: LocaleStyle): string {
  let figure = text;
  // A separator of the locale that is neither comma nor point (Cape Verde's 20$00) is unambiguous.
  if (!/[.,]/.test(decimal)) figure = figure.replaceAll(decimal, SURE);
  if (group !== '' && !/[.,]/.test(group)) figure = figure.replaceAll(group, GAP);
  return asciiDigits(figure)
    .replace(/[\p{Zs}'’`´٬_]/gu, GAP)
    .replace(/[，،]/g, ',')
    .replace(/[．。]/g, '.');
}

/** The separator that can begin the decimals: an unambiguous one, the last of two kinds, or one that occurs once. */
function decimalPoint(figure: string): string | undefined {
  if (figure.includes(SURE)) return SURE;
  const separators = figure.match(/[.,]/g) ?? [];
  const last = separators.at(-1);
  return separators.length > 1 && separators.every((separator) => separator === last) ? undefined : last;
}
