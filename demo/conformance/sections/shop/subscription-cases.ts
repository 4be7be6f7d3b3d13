import type { Fields } from '../../requests/requests.js';
import { spec, type Rule } from '../../answers/rule.js';

const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** One charge: when, how much, and whether it was paid. */
export type Charge = readonly [at: number, amount: number, paid: boolean];

const hourOf = (time: number): number => new Date(time).getUTCHours();
const startOfDay = (time: number): number => Math.floor(time / DAY) * DAY;
/** Spec 8: an hour of the following day. */
const nextDayAt = (time: number, hour: number): number => startOfDay(time) + DAY + hour * HOUR;
/** Spec 8: the start of the following hour. */
const nextHour = (time: number): number => Math.floor(time / HOUR) * HOUR + HOUR;
/** Spec 8: from 08:00 to 20:00 as it is, otherwise at the next 08:00. */
const byDay = (time: number): number => {
  if (hourOf(time) >= 8 && hourOf(time) < 20) return time;
  return startOfDay(time) + (hourOf(time) < 8 ? 8 * HOUR : DAY + 8 * HOUR);
};
/** A time by day stays; one that is repeated hour by hour pauses at night. */
const hours = (first: number, count: number, step: (time: number) => number): number[] => {
  const times = [first];
  while (times.length < count) times.push(step(times.at(-1) ?? first));
  return times;
};

export interface Case {
  readonly rule: Rule;
  readonly statement: string;
  /** A card that pays once, then fails a number of times, and so on; absent: one that always pays. */
  readonly card?: { readonly number: string; readonly fails: number };
  /** `now` in milliseconds since the epoch. */
  readonly plan: (amount: number, now: number) => Fields;
  /**
   * The charges, by hand from spec 2.8 and 8, for a first one at `began`. Later charges don't matter unless the subscription
   * ends.
   */
  readonly charges: (began: number, amount: number) => readonly Charge[];
  /** Whether no charge follows these. */
  readonly ends?: true;
}

const CARDS = {
  declinesTwice: { number: '4000500000000019', fails: 2 },
  declinesOften: { number: '4000500000000027', fails: 5 },
  errsTwice: { number: '4000500000000035', fails: 2 },
  errsOften: { number: '4000500000000043', fails: 5 },
} as const;

export const every =
  (interval: number, interval_unit: 'hour' | 'day' | 'month') =>
  (amount: number): Fields => ({ plan: { amount, interval, interval_unit } });
// A subscription that continues would use its card while another case counts the uses.
const twice =
  (plan: Case['plan']): Case['plan'] =>
  (amount, now) => ({ ...plan(amount, now), infinite: false, billing_cycles: 2 });
const ATTEMPTS = spec('8 plan payment attempts');
const NIGHT = spec('8 night window');
export const paid = (times: readonly number[], amount: number): Charge[] => times.map((time): Charge => [time, amount, true]);

const declined = (times: readonly number[], amount: number): Charge[] => times.map((time): Charge => [time, amount, false]);
/** Spec 8: a charge that is due, and its next two attempts when it is declined, each at an hour of the following day. */
const triedDaily = (due: number, hour: number): [number, number, number] => [
  due,
  nextDayAt(due, hour),
  nextDayAt(due, hour) + DAY,
];

/** Plans that are charged at any time. */
export const BY_DAY_AND_NIGHT: readonly Case[] = [
  {
    rule: spec('2.8 plan.interval'),
    statement: 'a plan of two days is charged every other day',
    plan: every(2, 'day'),
    charges: (began, amount) => paid([began, began + 2 * DAY, began + 4 * DAY], amount),
  },
  {
    rule: spec('2.8 plan.interval_unit'),
    statement: 'a plan of 18 hours is charged every 18 hours',
    plan: every(18, 'hour'),
    charges: (began, amount) => paid([began, began + 18 * HOUR, began + 36 * HOUR], amount),
  },
  {
    rule: spec('2.8 trial'),
    statement: 'a trial of three days comes first, at its own price',
    plan: (amount) => ({ ...every(2, 'day')(amount), trial: { amount: amount + 1, interval: 3, interval_unit: 'day' } }),
    charges: (began, amount) => [
      [began, amount + 1, true],
      [began + 3 * DAY, amount, true],
      [began + 5 * DAY, amount, true],
    ],
  },
  {
    rule: spec('2.8 billing_cycles'),
    statement: 'a plan of two cycles is charged twice',
    ends: true,
    plan: twice(every(1, 'day')),
    charges: (began, amount) => paid([began, began + DAY], amount),
  },
  {
    rule: ATTEMPTS,
    statement: 'a declined charge is tried again on the following days at 03:00, until success',
    card: CARDS.declinesTwice,
    plan: twice(every(3, 'day')),
    ends: true,
    charges: (began, amount) => {
      const [due, second, third] = triedDaily(began + 3 * DAY, 3);
      return [...paid([began], amount), ...declined([due, second], amount), ...paid([third], amount)];
    },
  },
  {
    rule: spec('2.8 number_payment_attempts'),
    statement: 'after three failed attempts, the default, nothing follows',
    card: CARDS.declinesOften,
    plan: every(2, 'day'),
    ends: true,
    charges: (began, amount) => {
      const [due, second, third] = triedDaily(began + 2 * DAY, 3);
      return [...paid([began], amount), ...declined([due, second, third], amount)];
    },
  },
  {
    rule: ATTEMPTS,
    statement: 'a charge with an error is tried again at the start of each following hour, until success',
    card: CARDS.errsTwice,
    plan: twice(every(3, 'day')),
    ends: true,
    charges: (began, amount) => {
      const due = began + 3 * DAY;
      return [
        [began, amount, true],
        [due, amount, false],
        [nextHour(due), amount, false],
        [nextHour(due) + HOUR, amount, true],
      ];
    },
  },
  {
    rule: ATTEMPTS,
    statement: 'after as many failed attempts as the plan allows nothing follows',
    card: CARDS.errsOften,
    ends: true,
    plan: (amount) => ({ ...every(3, 'day')(amount), number_payment_attempts: 4 }),
    charges: (began, amount) => {
      const due = began + 3 * DAY;
      return [
        [began, amount, true],
        [due, amount, false],
        ...hours(nextHour(due), 3, nextHour).map((time): Charge => [time, amount, false]),
      ];
    },
  },
];

const nightly =
  (plan: Case['plan']): Case['plan'] =>
  (amount, now) => ({ ...plan(amount, now), prevent_payments_at_night: true });
/** Half a day after any hour of the day, or a day after any hour of the night, it is night, and again a day later. */
const hoursIntoNight = (now: number): number => (hourOf(now) >= 8 && hourOf(now) < 20 ? 36 : 48);

/** Plans that are not charged at night. */
export const NOT_AT_NIGHT: readonly Case[] = [
  {
    rule: NIGHT,
    statement: 'a charge that is due at night waits for 08:00',
    ends: true,
    plan: (amount, now) => twice(nightly(every(hoursIntoNight(now), 'hour')))(amount, now),
    charges: (began, amount) => paid([began, byDay(began + hoursIntoNight(began) * HOUR)], amount),
  },
  {
    rule: ATTEMPTS,
    statement: 'without payments at night a declined charge is tried again at 08:00',
    card: CARDS.declinesTwice,
    plan: twice(nightly(every(3, 'day'))),
    ends: true,
    charges: (began, amount) => {
      const [due, second, third] = triedDaily(byDay(began + 3 * DAY), 8);
      return [...paid([began], amount), ...declined([due, second], amount), ...paid([third], amount)];
    },
  },
  {
    rule: ATTEMPTS,
    statement: 'without payments at night the hourly attempts after an error leave out the night',
    card: CARDS.errsTwice,
    plan: twice(nightly(every(3, 'day'))),
    ends: true,
    charges: (began, amount) => {
      const due = byDay(began + 3 * DAY);
      const [second = 0, third = 0] = hours(byDay(nextHour(due)), 2, (time) => byDay(nextHour(time)));
      return [
        [began, amount, true],
        [due, amount, false],
        [second, amount, false],
        [third, amount, true],
      ];
    },
  },
  {
    rule: spec('2.8 trial.as_first_payment'),
    statement: 'when the payment after a trial fails nothing follows',
    card: CARDS.declinesOften,
    ends: true,
    plan: (amount) => ({ ...every(2, 'day')(amount), trial: { amount: amount + 1, interval: 1, interval_unit: 'day' } }),
    charges: (began, amount) => [
      [began, amount + 1, true],
      [began + DAY, amount, false],
    ],
  },
  {
    rule: spec('2.8 trial.as_first_payment'),
    statement: 'with as_first_payment the payment after a trial is tried again',
    card: CARDS.errsOften,
    ends: true,
    plan: (amount) => ({
      ...every(2, 'day')(amount),
      trial: { amount: amount + 1, interval: 1, interval_unit: 'day', as_first_payment: true },
    }),
    charges: (began, amount) => [
      [began, amount + 1, true],
      [began + DAY, amount, false],
      ...hours(nextHour(began + DAY), 2, nextHour).map((time): Charge => [time, amount, false]),
    ],
  },
];
