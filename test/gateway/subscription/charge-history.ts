import { expect } from 'vitest';
import { Subscriber, type Charge } from '../subscriber.js';

// Every table was worked out by hand from spec 2.8 and 8, with a calendar of the zone. Times are in UTC.
// Europe/Berlin: UTC+1; UTC+2 from 28 March 2027, 02:00, to 31 October 2027, 03:00.

export const MONTHLY = { amount: 1000, interval: 1, interval_unit: 'month' };
export const DAILY = { amount: 1000, interval: 1, interval_unit: 'day' };
export const HOURLY = { amount: 1000, interval: 1, interval_unit: 'hour' };

export const DECLINES_2_AFTER_1 = '4000500000000019';
export const DECLINES_5_AFTER_1 = '4000500000000027';
export const ERRS_2_AFTER_1 = '4000500000000035';
export const ERRS_5_AFTER_1 = '4000500000000043';
export const ERRS_2_AFTER_3 = '4000500000000068';

type Terms = Record<string, unknown>;
/** A subscription and its charges until `end`. */
export type ChargeHistory = readonly [
  what: string,
  start: string,
  zone: string,
  card: string | undefined,
  plan: Terms,
  end: string,
  charges: Charge[],
  state: string,
];

/** Subscribes, moves the clock to the end, and compares charges and state. */
export async function checkChargeHistory(...[, start, timeZone, card, plan, end, charges, state]: ChargeHistory): Promise<void> {
  const subscriber = Subscriber.at(start, card, { timeZone });
  await subscriber.subscribe(plan);
  await subscriber.until(end);
  expect(await subscriber.charges()).toEqual(charges);
  expect((await subscriber.subscription()).state).toBe(state);
}
