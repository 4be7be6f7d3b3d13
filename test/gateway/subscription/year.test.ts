import { describe, expect, test } from 'vitest';
import { Subscriber, type Charge } from '../subscriber.js';

// Milliseconds: the first test of a file starts a database, and a year has many charges.

// Every table was worked out by hand from spec 2.8 and 8, with a calendar of the zone. Times are in UTC.
// Europe/Berlin: UTC+1; UTC+2 from 28 March 2027, 02:00, to 31 October 2027, 03:00.

const BERLIN = { timeZone: 'Europe/Berlin' };
const MONTHLY = { amount: 1000, interval: 1, interval_unit: 'month' };

const DECLINES_2_AFTER_3 = '4000500000000050';

describe('a year of a monthly plan with a trial, two failed charges and a recovery', () => {
  // Ordered on 28 December 2026, 10:30 in Berlin: three days for 1.00, then 10.00 a month, twelve times.
  const plan = {
    plan: MONTHLY,
    trial: { amount: 100, interval: 3, interval_unit: 'day' },
    infinite: false,
    billing_cycles: 12,
  };
  const table: Charge[] = [
    ['2026-12-28T09:30:00Z', 100, 'successful'], // the order: the trial's amount
    ['2026-12-31T09:30:00Z', 1000, 'successful'], // the trial is over after three days: cycle 1, the anchor of all others
    ['2027-01-31T09:30:00Z', 1000, 'successful'], // 2
    ['2027-02-28T09:30:00Z', 1000, 'failed'], // 3 is due on the last day of a short month; declined: attempt 1
    ['2027-03-01T02:00:00Z', 1000, 'failed'], // the following day at 03:00, declined: attempt 2
    ['2027-03-02T02:00:00Z', 1000, 'successful'], // the following day at 03:00: attempt 3 of 3, paid: cycle 3
    ['2027-03-31T08:30:00Z', 1000, 'successful'], // 4, on the 31st again in spite of February and the recovery; 10:30 in summer
    ['2027-04-30T08:30:00Z', 1000, 'successful'], // 5
    ['2027-05-31T08:30:00Z', 1000, 'successful'], // 6
    ['2027-06-30T08:30:00Z', 1000, 'successful'], // 7
    ['2027-07-31T08:30:00Z', 1000, 'successful'], // 8
    ['2027-08-31T08:30:00Z', 1000, 'successful'], // 9
    ['2027-09-30T08:30:00Z', 1000, 'successful'], // 10
    ['2027-10-31T09:30:00Z', 1000, 'successful'], // 11, hours after summer time ended
    ['2027-11-30T09:30:00Z', 1000, 'successful'], // 12, the last; what it paid for ends on 31 December 2027, 10:30
  ];
  // Every paid charge is told, and the first failed attempt; the last cycle's end cancels the subscription.
  const events = [
    ...table.flatMap(([at, , status], index) => {
      if (status === 'successful') return [[at, index === 0 ? 'created' : 'renewed']];
      return index === 3 ? [[at, 'failed_attempt']] : [];
    }),
    ['2027-12-31T09:30:00Z', 'canceled'],
  ];

  test('is charged as in the table when the clock jumps over all of it', async () => {
    const subscriber = Subscriber.at('2026-12-28T09:30:00Z', DECLINES_2_AFTER_3, BERLIN);
    expect((await subscriber.subscribe(plan)).state).toBe('trial');
    await subscriber.until('2029-01-01T00:00:00Z');
    expect(await subscriber.charges()).toEqual(table);
    expect(subscriber.events()).toEqual(events);
    expect(subscriber.toldStatuses()).toEqual(table.map(([, , status]) => status));
    expect((await subscriber.subscription()).state).toBe('canceled');
  });

  test.each([
    ['before the first cycle', '2026-12-31T09:29:59Z', 1, 'trial'],
    ['after it', '2026-12-31T09:30:01Z', 2, 'active'],
    ['before the first new attempt', '2027-03-01T01:59:59Z', 4, 'failed_attempt'],
    ['after it', '2027-03-01T02:00:01Z', 5, 'failed_attempt'],
    ['after the recovery', '2027-03-02T02:00:01Z', 6, 'active'],
    ['before the end of the last cycle', '2027-12-31T09:29:59Z', 15, 'active'],
    ['after it', '2027-12-31T09:30:01Z', 15, 'canceled'],
  ])('%s, %s, there were %i charges and it is %s', async (_, time, count, state) => {
    const subscriber = Subscriber.at('2026-12-28T09:30:00Z', DECLINES_2_AFTER_3, BERLIN);
    await subscriber.subscribe(plan);
    await subscriber.until(time);
    expect(await subscriber.charges()).toEqual(table.slice(0, count));
    expect((await subscriber.subscription()).state).toBe(state);
  });
});
