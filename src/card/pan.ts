import { brandOf } from './brand.js';
import { digitsIn } from './digits.js';
import { incomplete, invalid, VALID, type Verdict } from './verdict.js';

/** ISO/IEC 7812: no PAN is longer. */
export const LONGEST_PAN = 19;
const SHORTEST_PAN = 12;

/** Why a PAN is refused. `characters`: something other than ASCII digits was given. */
export type PanReason = 'empty' | 'characters' | 'too_short' | 'too_long' | 'luhn';

/** The digits of a PAN as typed, pasted or filled in with any separators and in any script, the first 19 of them. */
export function panDigits(text: string): string {
  return digitsIn(text).slice(0, LONGEST_PAN);
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
