import { knownExponent } from './currency.js';
import { styleOf, type LocaleStyle } from './locale-style.js';
import { asciiDigits } from './numerals.js';

/**
 * Why an amount is refused. `characters`: something that is no figure; `separators`: they can be read in two ways or in
 * none; `decimals`: more than the currency has; `too_large`: beyond the safe integers.
 */
export type AmountReason =
  | 'empty' | 'unfinished' | 'characters' | 'separators' | 'decimals' | 'zero' | 'negative' | 'too_large';

/** An amount in minor units, or the reason there is none; "incomplete" could still become one by typing more. */
export type ParsedAmount =
  | { readonly state: 'valid'; readonly minor: number }
  | { readonly state: 'incomplete' | 'invalid'; readonly reason: AmountReason };

// Within this file every separator is one of four: a gap (groups and nothing else), the two that mean one thing here
// and another there, and a sure decimal.
const GAP = ' ';
const SURE = '٫';

/** Digits in groups of three, or in India's lakhs and crores, with one separator throughout. */
const GROUPED = /^[1-9]\d{0,2}([ .,])\d{3}(?:\1\d{3})*$|^[1-9]\d?([ .,])(?:\d\d\2)*\d{3}$/;

/**
 * Reads an amount as a payer types or pastes it, in the payer's locale, into minor units of the currency.
 *
 * What the locale itself writes is read as the locale means it: "1,234" is 1234 in English, as "1.234" is in German.
 * Anything else counts when it has one reading only: "1,5" is one and a half in English too, "1.234,50" is plain
 * everywhere; "1.234" in French, which uses the point for neither, is refused. Nothing is ever rounded. The currency's
 * own code may stand beside the figure.
 *
 * @throws {TypeError} on an unknown currency.
 * @throws {RangeError} on a locale that is no language tag.
 */
export function parseAmount(text: string, currency: string, locale: string): ParsedAmount {
  const exponent = knownExponent(currency);
  const style = styleOf(locale);
  const figure = plainFigure(text, currency, style);
  if (figure === '') return incomplete('empty');
  if (/^[\p{Pd}−]|[\p{Pd}−]$/u.test(figure)) return invalid('negative');
  if (/[^\d ,.٫]/.test(figure)) return invalid('characters');

  const point = decimalPoint(figure);
  // A separator that stands alone and is not the locale's decimal one has to be judged by what follows it.
  const foreign = point !== undefined && point !== SURE && point !== style.decimal && !/[.,].*[.,]/.test(figure);
  if (foreign && GROUPED.test(figure)) {
    // Groups, if the locale makes them so. If not, there are two readings, a thousandfold apart.
    return point === style.group ? inMinorUnits(figure, undefined, exponent) : invalid('separators');
  }
  const at = point === undefined ? figure.length : figure.lastIndexOf(point);
  const whole = figure.slice(0, at);
  const fraction = point === undefined ? undefined : figure.slice(at + 1);
  if (/\D/.test(whole) && !GROUPED.test(whole)) {
    return fraction === undefined && canBeGrouped(whole) ? incomplete('unfinished') : invalid('separators');
  }
  if (fraction !== undefined) {
    if (/\D/.test(fraction)) return invalid('separators');
    // "1,2" on its way to "1,234" would jump a thousandfold where three decimals are as likely as a group of three.
    if (foreign && exponent !== 2 && canBeGrouped(figure)) return incomplete('unfinished');
    if (fraction.length > exponent || exponent === 0) return invalid(foreign ? 'separators' : 'decimals');
    if (fraction === '') return incomplete('unfinished');
  }
  return inMinorUnits(whole, fraction, exponent);
}

function incomplete(reason: AmountReason): ParsedAmount {
  return { state: 'incomplete', reason };
}

function invalid(reason: AmountReason): ParsedAmount {
  return { state: 'invalid', reason };
}

/** Whether digits typed at the end can make well-formed groups of it. */
function canBeGrouped(figure: string): boolean {
  return ['0', '00', '000'].some((rest) => GROUPED.test(figure + rest));
}

function inMinorUnits(whole: string, fraction: string | undefined, exponent: number): ParsedAmount {
  const minor = Number(whole.replace(/\D/g, '') + (fraction ?? '').padEnd(exponent, '0'));
  if (!Number.isSafeInteger(minor)) return invalid('too_large');
  if (minor > 0) return { state: 'valid', minor };
  // "0." is on its way to "0.50"; "0.00" is at its end.
  return fraction?.length === exponent ? invalid('zero') : incomplete('zero');
}

/** The figure in ASCII digits and the four separators, without code, direction marks and space around. */
function plainFigure(text: string, currency: string, { decimal, group }: LocaleStyle): string {
  let figure = text.replace(/\p{Cf}/gu, '').trim().replace(new RegExp(`^${currency}|${currency}$`, 'i'), '').trim();
  // A separator of the locale that isn't one of the two doubtful ones (Cape Verde's 20$00) can mean one thing only.
  if (!/[.,]/.test(decimal)) figure = figure.replaceAll(decimal, SURE);
  if (group !== '' && !/[.,]/.test(group)) figure = figure.replaceAll(group, GAP);
  return asciiDigits(figure)
    .replace(/[\s'’`´٬_]/g, GAP)
    .replace(/[，،]/g, ',')
    .replace(/[．。]/g, '.');
}

/** The separator that can begin the decimals: a sure one, the last of two kinds, or one that occurs once. */
function decimalPoint(figure: string): string | undefined {
  if (figure.includes(SURE)) return SURE;
  const separators = figure.match(/[.,]/g) ?? [];
  const last = separators.at(-1);
  return separators.length > 1 && separators.every((separator) => separator === last) ? undefined : last;
}
