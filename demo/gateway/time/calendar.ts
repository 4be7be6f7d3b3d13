import { Temporal } from 'temporal-polyfill';
import type { IntervalUnit } from '../../../src/wire/request/plan.js';

/** A length of time as plans have it (spec 2.8). */
export interface Length {
  readonly interval: number;
  readonly unit: IntervalUnit;
}

/** Counts time as subscriptions are charged (spec 2.8, 8), in one time zone. All times are milliseconds since the epoch. */
export interface Calendar {
  readonly timeZone: string;
  /** `count` lengths after the anchor: hours are exact, days and months keep the time on the clock. */
  after(anchor: number, length: Length, count: number): number;
  /** The first whole number of lengths after the anchor that is later than `time`. */
  nextAfter(anchor: number, length: Length, time: number): number;
  /** The time itself by day; by night (20:00 to 08:00) the end of that night. */
  byDay(time: number): number;
  /** An hour of the following day. */
  nextDayAt(time: number, hour: number): number;
  /** The start of the following hour. */
  nextHour(time: number): number;
}

const HOUR = 3_600_000;
const QUARTER = HOUR / 4;

/** Spec 8: the night is over at 08:00 and begins at 20:00. */
export const MORNING = 8;
const EVENING = 20;

/** Whether there is a time zone of that name. */
export function isTimeZone(name: string): boolean {
  try {
    return createCalendar(name).timeZone === name;
  } catch {
    return false;
  }
}

/**
 * Creates the calendar of a time zone.
 *
 * @throws RangeError when there is no such zone.
 */
export function createCalendar(timeZone: string): Calendar {
  const at = (time: number): Temporal.ZonedDateTime =>
    Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone);
  // An unknown zone is found out here, not at the first charge.
  at(0);

  // A wall time that the clocks skip in spring is as much later as they skip; one that they show twice is the first.
  const onDay = (date: Temporal.PlainDate, hour: number): number =>
    date.toZonedDateTime({ timeZone, plainTime: { hour } }).epochMilliseconds;

  // Counted from the anchor each time: from 31 January, one month is 28 February, and two are 31 March again.
  function after(anchor: number, { interval, unit }: Length, count: number): number {
    const units = interval * count;
    if (unit === 'hour') return anchor + units * HOUR;
    return at(anchor).add(unit === 'day' ? { days: units } : { months: units }).epochMilliseconds;
  }

  function unitsBetween(anchor: number, unit: IntervalUnit, time: number): number {
    if (unit === 'hour') return (time - anchor) / HOUR;
    const { days, months } = at(anchor).until(at(time), { largestUnit: unit });
    return unit === 'day' ? days : months;
  }

  return {
    timeZone,
    after,
    nextAfter(anchor, length, time) {
      let count = Math.max(1, Math.floor(unitsBetween(anchor, length.unit, time) / length.interval));
      while (after(anchor, length, count) <= time) count += 1;
      return after(anchor, length, count);
    },
    byDay(time) {
      const local = at(time);
      if (local.hour >= MORNING && local.hour < EVENING) return time;
      return onDay(local.toPlainDate().add({ days: local.hour < MORNING ? 0 : 1 }), MORNING);
    },
    nextDayAt: (time, hour) => onDay(at(time).toPlainDate().add({ days: 1 }), hour),
    nextHour(time) {
      // Zones differ from UTC by whole quarters of an hour; that finds the hours that a change of clocks repeats, too.
      let quarter = Math.floor(time / QUARTER) * QUARTER + QUARTER;
      while (at(quarter).minute !== 0) quarter += QUARTER;
      return quarter;
    },
  };
}
