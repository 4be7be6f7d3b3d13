import type { Brand } from './brand.js';
import { readable } from './unicode-digits.js';
import { incomplete, invalid, VALID, type Verdict } from './verdict.js';

/** Why a verification value is refused. */
export type VerificationValueReason = 'empty' | 'characters' | 'too_short' | 'too_long';

/**
 * A verification value as it is sent: in ASCII digits, without spaces and invisible marks. A tab or a line break inside separates two
 * numbers.
 */
export function verificationValue(text: string): string {
  return readable(text).replace(/\p{Zs}/gu, '');
}

/**
 * Checks a verification value (spec 2.5) as typed: 4 digits for American Express, 3 for other brands, 3 or 4 while the
 * brand is unknown. The same text can be right for one brand and wrong for another, so check again when the brand changes.
 */
export function checkVerificationValue(text: string, brand: Brand | undefined): Verdict<VerificationValueReason> {
  const value = verificationValue(text);
  if (value === '') return incomplete('empty');
  if (/\D/.test(value)) return invalid('characters');
  const [shortest, longest] = verificationLengths(brand);
  if (value.length < shortest) return incomplete('too_short');
  return value.length > longest ? invalid('too_long') : VALID;
}

/** The minimum and maximum number of digits in a verification value. */
export function verificationLengths(brand: Brand | undefined): readonly [shortest: number, longest: number] {
  const length = brand && (brand.verificationLength ?? 3);
  return [length ?? 3, length ?? 4];
}
