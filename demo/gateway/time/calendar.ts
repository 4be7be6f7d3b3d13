import { Temporal } from 'temporal-polyfill';
import type { IntervalUnit } from '../../../src/wire/request/plan.js';

/** An interval of a plan (spec 2.8). */
export interface Length {
  readonly interval: number;
  readonly unit: IntervalUnit;
}

/** Computes when subscriptions are charged (spec 2.8, 8), in one time zone. All times are milliseconds since the epoch. */
export interface Calendar {
  readonly timeZone: string;
  /** `count` intervals after the anchor: hours are exact, days and months keep the local time. */
  after(anchor: number, length: Length, count: number): number;
  /** The first time after `time` that is a whole number of intervals after the anchor. */
  nextAfter(anchor: number, length: Length, time: number): number;
  /** The time itself during the day; at night (20:00 to 08:00) the end of the night. */
  byDay(time: number): number;
  /** The given hour of the following day. */
  nextDayAt(time: number, hour: number): number;
  /** The start of the following hour. */
  nextHour(time: number): number;
}

const HOUR = 3_600_000;
const QUARTER = HOUR / 4;

/** Spec 8: the night ends at 08:00 and starts at 20:00. */
export const MORNING = 8;
const EVENING = 20;

/** Whether a time zone has this name. */
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
 * @throws RangeError for an unknown zone.
 */
export function createCalendar(timeZone: string): Calendar {
  const at = (time: number): Temporal.ZonedDateTime => Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone);
  // Fails for an unknown zone here, not at the first charge.
  at(0);

  // A local time that daylight saving skips moves later by the skipped hour; one that occurs twice is the first.
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
      // Offsets from UTC are whole quarters of an hour, so this also finds hours that daylight saving repeats.
      let quarter = Math.floor(time / QUARTER) * QUARTER + QUARTER;
      while (at(quarter).minute !== 0) quarter += QUARTER;
      return quarter;
    },
  };
}
