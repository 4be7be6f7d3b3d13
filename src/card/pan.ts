import { brandOf } from './brand.js';
import { digitsIn, readable } from './digits.js';
import { incomplete, invalid, VALID, type Verdict } from './verdict.js';

/** ISO/IEC 7812: no PAN is longer. */
export const LONGEST_PAN = 19;
const SHORTEST_PAN = 12;

/** Why a PAN is refused. `characters`: something other than ASCII digits was given. */
export type PanReason = 'empty' | 'characters' | 'too_short' | 'too_long' | 'luhn';

/** Digits with at most three spaces or dashes between two of them; a wider gap, or a tab, parts one column from the next. */
const NUMBER = /\d(?:(?:[^\S\t\n\r]|\p{Pd}){0,3}\d)*/gu;

/**
 * The digits of the one number in a text, all of them, in whatever script; empty for a blank text.
 *
 * Undefined where the text has another reading: an expiry behind the number, a digit in its label ("Card 1: 4200…"), a
 * letter between its digits, the plus of a phone number. Joining those digits would make another card's number.
 */
export function panDigits(text: string): string | undefined {
  const plain = readable(text);
  if (plain === '') return '';
  const [number, second] = plain.match(NUMBER) ?? [];
  // Figures that are no decimal digits (½, ⑤, 〇) would be lost.
  return number === undefined || second !== undefined || /[^\d\P{N}]|[+＋]/u.test(plain) ? undefined : digitsIn(number);
}

/** Whether ASCII digits pass the Luhn check (ISO/IEC 7812-1, annex B). */
export function luhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const value = Number(digits[digits.length - 1 - i]);
    // Every second digit from the right counts twice, a two-digit product by its digits' sum.
    sum += i % 2 === 0 ? value : (value * 2) % 10 + (value > 4 ? 1 : 0);
  }
  return sum % 10 === 0;
}

/** The most digits a PAN that begins like this one can have. */
export function longestPan(digits: string): number {
  return brandOf(digits)?.lengths.at(-1) ?? LONGEST_PAN;
}

/**
 * Judges a PAN: 12 to 19 ASCII digits, of a length its brand has, passing Luhn where the brand keeps it. An unknown
 * brand is held to Luhn and to nothing else.
 *
 * Separators are not taken away here, so a server can judge with the same function what it was sent.
 */
export function checkPan(digits: string): Verdict<PanReason> {
  if (digits === '') return incomplete('empty');
  if (/[^0-9]/.test(digits)) return invalid('characters');
  const brand = brandOf(digits);
  const { length } = digits;
  const longest = longestPan(digits);
  if (length > longest) return invalid('too_long');
  if (brand ? !brand.lengths.includes(length) : length < SHORTEST_PAN) return incomplete('too_short');
  if (brand?.luhn !== false && !luhn(digits)) return length < longest ? incomplete('luhn') : invalid('luhn');
  return VALID;
}

/** The digits in groups with a space between, as the brand prints them; never a space at the end. */
export function groupPan(digits: string): string {
  const groups = brandOf(digits)?.groups ?? [4];
  const parts: string[] = [];
  for (let at = 0, i = 0; at < digits.length; i++) {
    const size = groups[i] ?? groups.at(-1) ?? 4;
    parts.push(digits.slice(at, at + size));
    at += size;
  }
  return parts.join(' ');
}
