import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCalendar, type Length } from '../../../demo/gateway/time/calendar.js';

// Europe/Berlin: UTC+1; UTC+2 from 28 March 2027, 02:00 (which becomes 03:00), to 31 October 2027, 03:00 (which becomes 02:00).

const time = (text: string): number => Date.parse(text);
const written = (moment: number): string => new Date(moment).toISOString().replace('.000Z', 'Z');
const lasting = (interval: number, unit: Length['unit']): Length => ({ interval, unit });

describe('lengths counted from an anchor', () => {
  test.each<[zone: string, anchor: string, length: Length, count: number, expected: string, why: string]>([
    ['UTC', '2027-01-31T10:00:00Z', lasting(1, 'month'), 1, '2027-02-28T10:00:00Z', 'February has no 31st'],
    ['UTC', '2027-01-31T10:00:00Z', lasting(1, 'month'), 2, '2027-03-31T10:00:00Z', 'March has one again'],
    ['UTC', '2027-01-31T10:00:00Z', lasting(1, 'month'), 3, '2027-04-30T10:00:00Z', 'April has 30 days'],
    ['UTC', '2028-01-31T10:00:00Z', lasting(1, 'month'), 1, '2028-02-29T10:00:00Z', '2028 is a leap year'],
    ['UTC', '2028-02-29T10:00:00Z', lasting(12, 'month'), 1, '2029-02-28T10:00:00Z', '2029 is no leap year'],
    ['UTC', '2028-02-29T10:00:00Z', lasting(12, 'month'), 4, '2032-02-29T10:00:00Z', '2032 is one again'],
    ['UTC', '2026-12-31T10:00:00Z', lasting(2, 'month'), 1, '2027-02-28T10:00:00Z', 'over the end of a year'],
    ['UTC', '2027-03-27T09:00:00Z', lasting(3, 'day'), 2, '2027-04-02T09:00:00Z', 'six days'],
    ['UTC', '2027-03-27T09:00:00Z', lasting(12, 'hour'), 3, '2027-03-28T21:00:00Z', '36 hours'],
    ['Europe/Berlin', '2027-03-27T09:00:00Z', lasting(1, 'day'), 1, '2027-03-28T08:00:00Z', '10:00 to 10:00, a day of 23 hours'],
    ['Europe/Berlin', '2027-03-27T09:00:00Z', lasting(24, 'hour'), 1, '2027-03-28T09:00:00Z', '24 hours are 24 hours'],
    ['Europe/Berlin', '2027-10-30T08:00:00Z', lasting(1, 'day'), 1, '2027-10-31T09:00:00Z', '10:00 to 10:00, a day of 25 hours'],
    ['Europe/Berlin', '2027-10-30T08:00:00Z', lasting(24, 'hour'), 1, '2027-10-31T08:00:00Z', '24 hours are 24 hours'],
    ['Europe/Berlin', '2027-03-27T01:30:00Z', lasting(1, 'day'), 1, '2027-03-28T01:30:00Z', '02:30 is skipped, so 03:30'],
    ['Europe/Berlin', '2027-03-27T01:30:00Z', lasting(1, 'day'), 2, '2027-03-29T00:30:00Z', '02:30 again on the day after'],
    ['Europe/Berlin', '2027-10-30T00:30:00Z', lasting(1, 'day'), 1, '2027-10-31T00:30:00Z', '02:30 comes twice: the first'],
    [
      'Europe/Berlin',
      '2027-01-31T23:30:00Z',
      lasting(1, 'month'),
      1,
      '2027-02-28T23:30:00Z',
      "1 March 00:30, a month after Berlin's 1 February 00:30",
    ],
    ['Europe/Berlin', '2026-12-31T09:30:00Z', lasting(1, 'month'), 3, '2027-03-31T08:30:00Z', '10:30 in winter, 10:30 in summer'],
  ])('%s: %s and %o times %i is %s: %s', (zone, anchor, length, count, expected) => {
    expect(written(createCalendar(zone).after(time(anchor), length, count))).toBe(expected);
  });

  test.each([
    ['before the first is over', '2027-02-01T00:00:00Z', '2027-02-28T10:00:00Z'],
    ['at the moment that one is over', '2027-02-28T10:00:00Z', '2027-03-31T10:00:00Z'],
    ['a millisecond before', '2027-02-28T09:59:59.999Z', '2027-02-28T10:00:00Z'],
    ['at the anchor', '2027-01-31T10:00:00Z', '2027-02-28T10:00:00Z'],
    ['before the anchor', '2026-05-05T00:00:00Z', '2027-02-28T10:00:00Z'],
    ['years later', '2030-12-31T09:00:00Z', '2030-12-31T10:00:00Z'],
  ])('the next of months from 31 January, %s', (_, now, expected) => {
    expect(written(createCalendar('UTC').nextAfter(time('2027-01-31T10:00:00Z'), lasting(1, 'month'), time(now)))).toBe(expected);
  });
});

describe('the hours of spec 8', () => {
  test.each([
    ['Europe/Berlin', '2027-01-15T18:59:59Z', '2027-01-15T18:59:59Z', '19:59:59 is day'],
    ['Europe/Berlin', '2027-01-15T19:00:00Z', '2027-01-16T07:00:00Z', '20:00 is night, until 08:00 of the following day'],
    ['Europe/Berlin', '2027-01-15T23:30:00Z', '2027-01-16T07:00:00Z', '00:30 is night, until 08:00 of the same day'],
    ['Europe/Berlin', '2027-01-16T06:59:59Z', '2027-01-16T07:00:00Z', '07:59:59 is night'],
    ['Europe/Berlin', '2027-01-16T07:00:00Z', '2027-01-16T07:00:00Z', '08:00 is day'],
    ['Europe/Berlin', '2027-03-27T20:00:00Z', '2027-03-28T06:00:00Z', 'the night from winter to summer time'],
    ['Europe/Berlin', '2027-10-30T19:00:00Z', '2027-10-31T07:00:00Z', 'the night from summer to winter time'],
    ['UTC', '2027-01-15T19:59:59Z', '2027-01-15T19:59:59Z', 'another zone, another evening'],
  ])('%s: nothing is charged at night: %s is postponed to %s, %s', (zone, from, expected) => {
    expect(written(createCalendar(zone).byDay(time(from)))).toBe(expected);
  });

  test.each([
    ['Europe/Berlin', '2027-01-15T09:30:00Z', 3, '2027-01-16T02:00:00Z', 'winter'],
    ['Europe/Berlin', '2027-01-15T09:30:00Z', 8, '2027-01-16T07:00:00Z', 'winter'],
    ['Europe/Berlin', '2027-01-15T22:59:00Z', 3, '2027-01-16T02:00:00Z', 'from 23:59'],
    ['Europe/Berlin', '2027-01-15T23:01:00Z', 3, '2027-01-17T02:00:00Z', 'from 00:01, already the 16th there'],
    ['Europe/Berlin', '2027-03-27T12:00:00Z', 3, '2027-03-28T01:00:00Z', 'the first moment of summer time'],
    ['Europe/Berlin', '2027-10-30T12:00:00Z', 3, '2027-10-31T02:00:00Z', 'an hour after 02:00 came for the second time'],
    ['UTC', '2027-02-28T10:00:00Z', 3, '2027-03-01T03:00:00Z', 'the end of a month'],
  ])('%s: the day after %s at %i is %s: %s', (zone, from, hour, expected) => {
    expect(written(createCalendar(zone).nextDayAt(time(from), hour))).toBe(expected);
  });

  test.each([
    ['UTC', '2027-01-15T10:17:30Z', '2027-01-15T11:00:00Z', 'within an hour'],
    ['UTC', '2027-01-15T10:00:00Z', '2027-01-15T11:00:00Z', 'at the start of one: the following'],
    ['UTC', '2027-01-15T23:59:59Z', '2027-01-16T00:00:00Z', 'over midnight'],
    ['Asia/Kolkata', '2027-01-15T10:17:00Z', '2027-01-15T10:30:00Z', '15:47 to 16:00, half an hour off UTC'],
    ['Asia/Kathmandu', '2027-01-15T10:17:00Z', '2027-01-15T11:15:00Z', '16:02 to 17:00, a quarter off UTC'],
    ['Europe/Berlin', '2027-03-28T00:30:00Z', '2027-03-28T01:00:00Z', '01:30 to 03:00, half an hour later'],
    ['Europe/Berlin', '2027-10-31T00:30:00Z', '2027-10-31T01:00:00Z', '02:30 to 02:00 for the second time'],
    ['Europe/Berlin', '2027-10-31T01:30:00Z', '2027-10-31T02:00:00Z', '02:30 for the second time to 03:00'],
    ['Australia/Lord_Howe', '2027-10-02T15:40:00Z', '2027-10-02T16:00:00Z', 'clocks go on by half an hour, 02:40 to 03:00'],
  ])('%s: after %s the next hour starts at %s: %s', (zone, from, expected) => {
    expect(written(createCalendar(zone).nextHour(time(from)))).toBe(expected);
  });
});

test.each(['Mars/Olympus', 'berlin time', ''])('there is no time zone "%s"', (zone) => {
  expect(() => createCalendar(zone)).toThrow(RangeError);
});

// The local time by another implementation, Intl's.
function wall(moment: number, zone: string) {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment);
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
  return { year: of('year'), month: of('month'), day: of('day'), hour: of('hour'), minute: of('minute'), second: of('second') };
}

describe('in every zone, at every time', () => {
  const zone = fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'America/St_Johns',
    'Asia/Kolkata',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Pacific/Auckland',
  );
  const moment = fc.integer({ min: time('2025-01-01T00:00:00Z'), max: time('2036-12-31T00:00:00Z') });
  const length = fc.record({ interval: fc.integer({ min: 1, max: 40 }), unit: fc.constantFrom('hour', 'day', 'month') });

  test('the next multiple of an interval is the first that is later', () => {
    fc.assert(
      fc.property(
        zone,
        moment,
        length,
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: -1, max: 1 }),
        (name, anchor, each, count, aside) => {
          const calendar = createCalendar(name);
          const now = (count === 0 ? anchor : calendar.after(anchor, each, count)) + aside;
          const next = calendar.nextAfter(anchor, each, now);
          const all = Array.from({ length: count + 3 }, (_, index) => calendar.after(anchor, each, index + 1));
          expect(next).toBe(all.find((later) => later > now));
        },
      ),
      { numRuns: 300 },
    );
  });

  test('each multiple of an interval is later than the previous one', () => {
    fc.assert(
      fc.property(zone, moment, length, fc.integer({ min: 1, max: 60 }), (name, anchor, each, count) => {
        const calendar = createCalendar(name);
        expect(calendar.after(anchor, each, count + 1)).toBeGreaterThan(calendar.after(anchor, each, count));
        expect(calendar.after(anchor, each, count)).toBeGreaterThan(anchor);
      }),
      { numRuns: 300 },
    );
  });

  test('months end on the day they began, or on the last day of a shorter month', () => {
    fc.assert(
      fc.property(zone, moment, fc.integer({ min: 1, max: 60 }), (name, anchor, count) => {
        const [from, to] = [wall(anchor, name), wall(createCalendar(name).after(anchor, lasting(1, 'month'), count), name)];
        const months = from.year * 12 + from.month - 1 + count;
        const [year, month] = [Math.floor(months / 12), (months % 12) + 1];
        const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
        expect([to.year, to.month, to.day]).toEqual([year, month, Math.min(from.day, lastDay)]);
        // The same time on the clock, unless the clocks skip it that day.
        if (to.hour !== from.hour || to.minute !== from.minute)
          expect(to.hour * 60 + to.minute - from.hour * 60 - from.minute).toBeOneOf([30, 60]);
      }),
      { numRuns: 300 },
    );
  });

  test('a time at night moves to the morning, by no more than a night, and a time by day does not move', () => {
    fc.assert(
      fc.property(zone, moment, (name, now) => {
        const calendar = createCalendar(name);
        const day = calendar.byDay(now);
        const { hour, minute, second } = wall(day, name);
        expect(hour >= 8 && hour < 20).toBe(true);
        expect(calendar.byDay(day)).toBe(day);
        const { hour: before } = wall(now, name);
        if (before >= 8 && before < 20) expect(day).toBe(now);
        else expect([day > now, day - now <= 13 * 3_600_000, hour, minute, second]).toEqual([true, true, 8, 0, 0]);
      }),
      { numRuns: 300 },
    );
  });

  test('the next hour starts on the hour, within 60 minutes', () => {
    fc.assert(
      fc.property(zone, moment, (name, now) => {
        const next = createCalendar(name).nextHour(now);
        const { minute, second } = wall(next, name);
        expect([minute, second, next % 1000]).toEqual([0, 0, 0]);
        expect(next - now).toBeGreaterThan(0);
        // Half an hour longer where clocks go back by half an hour.
        expect(next - now).toBeLessThanOrEqual(name === 'Australia/Lord_Howe' ? 5_400_000 : 3_600_000);
      }),
      { numRuns: 300 },
    );
  });

  test('an hour of the following day is on the following day', () => {
    fc.assert(
      fc.property(zone, moment, fc.constantFrom(3, 8), (name, now, hour) => {
        const next = createCalendar(name).nextDayAt(now, hour);
        const [from, to] = [wall(now, name), wall(next, name)];
        const tomorrow = new Date(Date.UTC(from.year, from.month - 1, from.day + 1));
        expect([to.year, to.month, to.day, to.hour, to.minute]).toEqual([
          tomorrow.getUTCFullYear(),
          tomorrow.getUTCMonth() + 1,
          tomorrow.getUTCDate(),
          hour,
          0,
        ]);
        expect(next).toBeGreaterThan(now);
      }),
      { numRuns: 300 },
    );
  });
});
