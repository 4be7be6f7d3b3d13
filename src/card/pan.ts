import { brandOf } from './brand.js';
import { incomplete, invalid, VALID, type Verdict } from './verdict.js';

/** ISO/IEC 7812: the maximum length of a PAN. */
export const MAX_PAN_LENGTH = 19;
const MIN_PAN_LENGTH = 12;

/** Why a PAN is refused. `characters`: it contains something other than ASCII digits. */
export type PanReason = 'empty' | 'characters' | 'too_short' | 'too_long' | 'luhn';

/** Whether ASCII digits pass the Luhn check (ISO/IEC 7812-1, annex B). */
export function luhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const value = Number(digits[digits.length - 1 - i]);
    // Every second digit from the right is doubled; a two-digit product counts as the sum of its digits.
    sum += i % 2 === 0 ? value : ((value * 2) % 10) + (value > 4 ? 1 : 0);
  }
  return sum % 10 === 0;
}

/** The maximum length of a PAN that begins with these digits. */
export function maxPanLength(digits: string): number {
  return brandOf(digits)?.lengths.at(-1) ?? MAX_PAN_LENGTH;
}

/**
 * Checks a PAN: 12 to 19 ASCII digits, a length that its brand uses, and the Luhn checksum where the brand uses it. For an
 * unknown brand only Luhn is checked.
 *
 * Separators are not removed here, so that a server can check what it received with the same function.
 */
export function checkPan(digits: string): Verdict<PanReason> {
  if (digits === '') return incomplete('empty');
  if (/[^0-9]/.test(digits)) return invalid('characters');
  const brand = brandOf(digits);
  const { length } = digits;
  const longest = maxPanLength(digits);
  if (length > longest) return invalid('too_long');
  if (brand ? !brand.lengths.includes(length) : length < MIN_PAN_LENGTH) return incomplete('too_short');
  if (brand?.luhn !== false && !luhn(digits)) return length < longest ? incomplete('luhn') : invalid('luhn');
  return VALID;
}

/** The digits in groups separated by spaces, as the brand prints them; never with a trailing space. */
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
