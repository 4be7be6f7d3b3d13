import { brandOf } from '../../../src/card/brand.js';
import { luhn } from '../../../src/card/pan.js';

/**
 * Whether digits can be a PAN: 12 to 19, Luhn where the brand has it. The lengths of the brands are not held against
 * a card: an acquirer knows ranges that no public table does.
 */
export const isPan = (digits: string): boolean =>
  /^[0-9]{12,19}$/.test(digits) && (brandOf(digits)?.luhn === false || luhn(digits));

/** Spec 2.6 brand: the brand's name in lower case. */
export const brandName = (pan: string): string => brandOf(pan)?.id ?? 'unknown';

/** How many digits the verification value of a card has. */
export const verificationLength = (pan: string): number => brandOf(pan)?.verificationLength ?? 3;

/** Whether a card is past its expiry at `now` (milliseconds since the epoch). */
// It is good to the last day of its month wherever on earth that day ends last, at UTC-12.
export const hasExpired = (month: string, year: string, now: number): boolean =>
  Date.UTC(Number(year), Number(month)) + 12 * 3_600_000 <= now;
