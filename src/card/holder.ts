import { asciiDigits } from './digits.js';
import { incomplete, invalid, VALID, type Verdict } from './verdict.js';

/** Spec 8: the most characters of a holder's name. */
export const LONGEST_HOLDER = 35;

/** Why a holder's name is refused. `card_number`: digits that belong into the number's field. */
export type HolderReason = 'empty' | 'characters' | 'too_long' | 'card_number';

/** A holder's name as sent: composed characters, no spaces around, single spaces within. */
export function holderName(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ');
}

/**
 * Judges a holder's name as typed: up to 35 characters (code points), no control characters, and no PAN, which would
 * travel and be shown as a name. Twelve digits in a row, whatever stands between them, count as one, even with a
 * typing error in it: no name has them.
 */
export function checkHolder(text: string): Verdict<HolderReason> {
  const name = holderName(text);
  // Judged first: a refused name must not be quoted anywhere for its length, when it is a PAN.
  if (/\d([^\p{L}\d]*\d){11}/u.test(asciiDigits(name))) return invalid('card_number');
  // Control characters, halves of surrogate pairs, and marks that turn the direction of the text after them.
  if (/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u.test(text)) return invalid('characters');
  if (name === '') return incomplete('empty');
  return Array.from(name).length > LONGEST_HOLDER ? invalid('too_long') : VALID;
}
