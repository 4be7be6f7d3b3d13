import { readable } from './unicode-digits.js';
import { incomplete, invalid, VALID, type Verdict } from './verdict.js';

/** An expiry date in the spec's spelling: a two-digit month and a four-digit year (spec 2.2). */
export interface Expiry {
  readonly month: string;
  readonly year: string;
}

/**
 * Why an expiry date is refused. `format`: it can't be read as month and year; `month`: not 01 to 12; `past`: the month is
 * over everywhere on earth; `too_far`: more than 20 years ahead.
 */
export type ExpiryReason = 'empty' | 'unfinished' | 'format' | 'month' | 'past' | 'too_far';

const HOUR = 3_600_000;

/** One number, or two numbers with a separator between them. */
const SHAPE = /^(\d+)(?:[\s/.\p{Pd}／⁄∕]+(\d*))?$/u;

/** The digits of month and year typed so far; undefined for text in another format: with letters, or a third number. */
export function splitExpiry(text: string): readonly [month: string, year: string] | undefined {
  const [, first, second] = SHAPE.exec(readable(text)) ?? [];
  if (first === undefined) return undefined;
  if (second) return first.length === 4 ? [second, first] : [first, second];
  const overTwelve = Number(first.slice(0, 2)) > 12;
  // Without a separator the length decides: 202701 has the year first (no month is 20), 127 is an unfinished December but
  // 327 is March 2027, and 12027 is January 2027.
  if (first.length === 6 && overTwelve) return [first.slice(4), first.slice(0, 4)];
  const monthLength = (first.length === 3 && overTwelve) || /^[1-9]20\d\d$/.test(first) ? 1 : 2;
  return [first.slice(0, monthLength), first.slice(monthLength)];
}

/**
 * Reads an expiry date in the formats that people and autofill enter: `1/27`, `01 / 2027`, `0127`, `12027`, `2027-01`,
 * `01-27`, `1.27`, in digits of any script. A two-digit year is 20YY. Undefined when it is incomplete or unreadable;
 * `checkExpiry` checks whether the month exists and is in the future.
 */
export function parseExpiry(text: string): Expiry | undefined {
  const [month, year] = splitExpiry(text) ?? [];
  if (!month || month.length > 2 || !year || !/^(\d\d){1,2}$/.test(year)) return undefined;
  return { month: month.padStart(2, '0'), year: year.padStart(4, '20') };
}

/**
 * Checks an expiry date, as typed or in parts, at a time in milliseconds since 1970. A card is valid through the last day
 * of its month, in the last time zone where that day ends.
 */
export function checkExpiry(expiry: string | Expiry, now: number): Verdict<ExpiryReason> {
  const text = typeof expiry === 'string' ? expiry : `${expiry.month}/${expiry.year}`;
  if (readable(text) === '') return incomplete('empty');
  const split = splitExpiry(text);
  if (!split) return invalid('format');
  const [month, year] = split;
  if (month.length > 2 || year.length > 4) return invalid('format');
  if (Number(month) > 12 || month === '00' || (year !== '' && Number(month) < 1)) return invalid('month');
  const whole = parseExpiry(text);
  // 202 can become 2027; 029 is how 2029-12 begins in the input, after "02 / ".
  if (year.length === 3 && !year.startsWith('20') && !(month === '02' && year.startsWith('0'))) return invalid('format');
  if (!whole) return incomplete('unfinished');
  const after = [Number(whole.year), Number(whole.month)] as const;
  // UTC-12 is the last zone to leave the month, UTC+14 the first to reach it.
  if (now >= Date.UTC(...after) + 12 * HOUR) {
    // 20 can become 2027, and "02 / 02" is how 202 is shown while 2027-01 is being typed.
    return year === '20' || (month === '02' && /^0\d{0,3}$/.test(year)) ? incomplete('past') : invalid('past');
  }
  if (Date.UTC(after[0] - 20, after[1] - 1) > now + 14 * HOUR) return invalid('too_far');
  return VALID;
}
