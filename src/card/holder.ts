import { asciiDigits, visible } from './unicode-digits.js';
import { incomplete, invalid, VALID, type Verdict } from './verdict.js';

/** Spec 8: the maximum length of a holder's name, in characters. */
export const MAX_HOLDER_LENGTH = 35;

/** Why a holder's name is refused. `card_number`: it contains digits that belong in the number's field. */
export type HolderReason = 'empty' | 'characters' | 'too_long' | 'card_number';

/** A holder's name as it is sent: composed characters, trimmed, with single spaces, without invisible marks. */
export function holderName(text: string): string {
  return visible(text).normalize('NFC').trim().replace(/\s+/g, ' ');
}

/**
 * Checks a holder's name as typed: up to 35 characters (code points), no control characters, and no PAN, which would be
 * sent and shown as a name. Twelve digits without a letter between them count as a PAN, even one with a typo: no name
 * contains them.
 */
export function checkHolder(text: string): Verdict<HolderReason> {
  const name = holderName(text);
  // Checked first: a PAN must not be quoted anywhere as a name that is too long.
  if (/\d([^\p{L}\d]*\d){11}/u.test(asciiDigits(name))) return invalid('card_number');
  // Control characters and unpaired surrogates.
  if (/[\p{Cc}\p{Cs}]/u.test(text)) return invalid('characters');
  if (name === '') return incomplete('empty');
  return Array.from(name).length > MAX_HOLDER_LENGTH ? invalid('too_long') : VALID;
}
