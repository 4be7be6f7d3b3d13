import { brandOf } from '../../../src/card/brand.js';
import { luhn } from '../../../src/card/pan.js';

/**
 * Whether digits can be a PAN: 12 to 19 of them, with a valid Luhn digit where the brand uses one. The brand's usual
 * lengths don't matter: an acquirer knows ranges that no public table lists.
 */
export const isPan = (digits: string): boolean =>
  /^[0-9]{12,19}$/.test(digits) && (brandOf(digits)?.luhn === false || luhn(digits));

/** Spec 2.6 brand: the brand's name in lower case. */
export const brandName = (pan: string): string => brandOf(pan)?.id ?? 'unknown';

/** The number of digits of a card's verification value. */
export const verificationLength = (pan: string): number => brandOf(pan)?.verificationLength ?? 3;

/** Whether a card has expired at `now` (milliseconds since the epoch): after its last day has ended everywhere, at UTC-12. */
export const hasExpired = (month: string, year: string, now: number): boolean =>
  Date.UTC(Number(year), Number(month)) + 12 * 3_600_000 <= now;
