import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PlanRecord } from '../../../demo/gateway/store/record/sale-records.js';
import type { ChargeRecord, SubscriptionRecord } from '../../../demo/gateway/store/record/subscription-record.js';
import { type NewSubscription, newSubscription } from '../../../demo/gateway/subscription/begin-subscription.js';
import { afterCharge, firstBill, nextBill, withCharge, type ChargeResult } from '../../../demo/gateway/subscription/schedule.js';
import { timelineOf } from '../../../demo/gateway/subscription/timeline.js';
import { createCalendar, type Calendar } from '../../../demo/gateway/time/calendar.js';

const BERLIN = createCalendar('Europe/Berlin');

const monthly: PlanRecord = {
  id: 'pln_x',
  shopId: 1,
  title: 'Tea',
  currency: 'USD',
  language: 'en',
  test: false,
  charge: { amount: 1000, interval: 1, unit: 'month' },
  trial: null,
  billingCycles: null,
  paymentAttempts: 3,
  notAtNight: false,
  createdAt: 0,
  updatedAt: 0,
};

const BUYER: NewSubscription = {
  customerId: 'cst_x',
  trackingId: null,
  deviceId: null,
  additionalData: {},
  returnUrl: null,
  notificationUrl: null,
  language: 'en',
};

const started = (plan: PlanRecord, at: number): SubscriptionRecord => ({
  ...withCharge(newSubscription(BUYER, plan, { id: 1 }, { id: 'sbs_x', at }), firstBill(plan), 'first', at),
  cardToken: 't',
});

/** A subscription with all of its charges, oldest first. */
type Charged = SubscriptionRecord & { readonly charges: readonly ChargeRecord[] };

/** The subscription after each of the results, as long as there is something to charge. */
function course(plan: PlanRecord, start: number, results: readonly ChargeResult[], calendar: Calendar): Charged[] {
  const records: Charged[] = [];
  let record = started(plan, start);
  let now = start;
  for (const result of results) {
    record = afterCharge(record, result, now, calendar);
    if (!record.lastCharge) throw new Error('nothing was charged');
    records.push({ ...record, charges: [...(records.at(-1)?.charges ?? []), record.lastCharge] });
    const bill = nextBill(record);
    if (record.nextChargeAt === null || !bill) break;
    now = record.nextChargeAt;
    record = withCharge(record, bill, `${records.length}`, now);
  }
  return records;
}

const unit = fc.constantFrom('hour', 'day', 'month');
const lengthOf = { interval: fc.integer({ min: 1, max: 30 }), unit, amount: fc.integer({ min: 1, max: 9_999 }) };
const anyPlan = fc
  .record({
    charge: fc.record(lengthOf),
    trial: fc.option(fc.record({ ...lengthOf, asFirstPayment: fc.boolean() })),
    billingCycles: fc.option(fc.integer({ min: 1, max: 6 })),
    paymentAttempts: fc.integer({ min: 1, max: 4 }),
    notAtNight: fc.boolean(),
  })
  .map((terms): PlanRecord => ({ ...monthly, ...terms }));
const anyStart = fc
  .integer({ min: Date.parse('2026-01-01T00:00:00Z') / 1000, max: Date.parse('2029-01-01T00:00:00Z') / 1000 })
  .map((second) => second * 1000);
const anyResults = fc.array(fc.constantFrom<ChargeResult>('successful', 'successful', 'successful', 'failed', 'error'), {
  minLength: 1,
  maxLength: 25,
});
const wallHour = (time: number): number =>
  Number(new Intl.DateTimeFormat('en-US', { timeZone: 'Europe/Berlin', hour: 'numeric', hourCycle: 'h23' }).format(time));

const OVER = ['failed', 'error', 'canceled', 'expired'];

describe('for any plan and any results of its charges', () => {
  const everyCourse = (claim: (records: Charged[], plan: PlanRecord) => void): void => {
    fc.assert(
      fc.property(anyPlan, anyStart, anyResults, (plan, start, results) => claim(course(plan, start, results, BERLIN), plan)),
      { numRuns: 400 },
    );
  };

  test('the next charge is always later than the last, and is missing exactly when the subscription is over', () => {
    everyCourse((records) => {
      for (const { state, nextChargeAt, charges } of records) {
        expect(nextChargeAt === null).toBe(OVER.includes(state));
        if (nextChargeAt !== null) expect(nextChargeAt).toBeGreaterThan(charges.at(-1)?.at ?? Infinity);
      }
    });
  });

  test('only the order itself is charged at night when the plan prevents payments at night', () => {
    everyCourse((records, { notAtNight }) => {
      if (!notAtNight) return;
      for (const { at } of records.at(-1)?.charges.slice(1) ?? []) {
        expect(wallHour(at)).toBeGreaterThanOrEqual(8);
        expect(wallHour(at)).toBeLessThan(20);
      }
    });
  });

  test('no cycle is paid twice, left out, or paid before it begins', () => {
    everyCourse((records, { charge, trial }) => {
      const last = records.at(-1);
      const first = trial?.asFirstPayment ? 2 : 1;
      const paid = (last?.charges ?? []).filter(({ kind, result }) => kind === 'cycle' && result === 'successful');
      expect(paid.map(({ cycle }) => cycle)).toEqual(paid.map((_, index) => index + first));
      for (const [index, { at }] of paid.entries())
        expect(at).toBeGreaterThanOrEqual(BERLIN.after(last?.anchorAt ?? 0, charge, index));
    });
  });

  test('a trial is charged once and first, and no more cycles than the plan has', () => {
    everyCourse((records, { trial, billingCycles, charge }) => {
      const charges = records.at(-1)?.charges ?? [];
      expect(charges.filter(({ kind }) => kind === 'trial').map(({ amount }) => amount)).toEqual(trial ? [trial.amount] : []);
      expect(charges[0]?.kind).toBe(trial ? 'trial' : 'cycle');
      const cycles = charges.filter(({ kind }) => kind === 'cycle');
      for (const { amount, cycle } of cycles) {
        expect(amount).toBe(charge.amount);
        expect(cycle).toBeLessThanOrEqual(billingCycles ?? Infinity);
      }
    });
  });

  test('the stored totals match the charges', () => {
    everyCourse((records) => {
      for (const { charges, firstUid, lastCharge, chargeCount, everPaid, paidCycles } of records) {
        const paid = charges.filter(({ result }) => result === 'successful');
        expect({ firstUid, lastCharge, chargeCount, everPaid, paidCycles }).toEqual({
          firstUid: charges[0]?.uid,
          lastCharge: charges.at(-1),
          chargeCount: charges.length,
          everPaid: paid.length > 0,
          paidCycles: paid.filter(({ cycle }) => cycle > 0).length,
        });
      }
    });
  });

  test('no more charges fail in a row than the plan allows, and the last of them ends the subscription', () => {
    everyCourse((records, { paymentAttempts }) => {
      for (const { failedAttempts, state, charges } of records) {
        const since = charges.findLastIndex(({ result }) => result === 'successful');
        expect(failedAttempts).toBe(charges.length - 1 - since);
        if (since >= 0 && failedAttempts === paymentAttempts) expect(state).toBe(charges.at(-1)?.result);
        expect(failedAttempts).toBeLessThanOrEqual(paymentAttempts);
      }
    });
  });

  test('after a trial that does not count as a payment, a failure ends the subscription', () => {
    everyCourse((records, { trial }) => {
      const [first, second] = records.at(-1)?.charges ?? [];
      if (
        trial &&
        !trial.asFirstPayment &&
        first?.result === 'successful' &&
        (second?.result === 'failed' || second?.result === 'error')
      ) {
        expect(records.at(-1)).toMatchObject({ state: second.result, nextChargeAt: null });
        expect(records).toHaveLength(2);
      }
    });
  });

  test('the upcoming charges are the ones that are made, when all of them are paid', () => {
    fc.assert(
      fc.property(anyPlan, anyStart, fc.integer({ min: 1, max: 12 }), (plan, start, count) => {
        const paid: ChargeResult[] = Array.from({ length: count + 1 }, () => 'successful');
        const [first, ...rest] = course(plan, start, paid, BERLIN);
        if (!first) throw new Error('nothing was charged');
        const { due, endsAt } = timelineOf(first, BERLIN, count);
        const charges = (rest.at(-1) ?? first).charges.slice(1);
        expect(due).toEqual(charges.map(({ at, kind, cycle, amount }) => ({ at, kind, cycle, amount })));
        const isLast =
          plan.billingCycles !== null &&
          (rest.at(-1) ?? first).charges.filter(({ cycle }) => cycle > 0).length === plan.billingCycles;
        expect(endsAt).toBe(isLast ? (rest.at(-1) ?? first).nextChargeAt : null);
      }),
      { numRuns: 400 },
    );
  });
});

describe('the timeline', () => {
  const START = Date.parse('2027-01-31T09:30:00Z');
  const at = (text: string): number => Date.parse(text);

  test('of a plan with an end predicts every charge and the end', () => {
    const [record] = course({ ...monthly, billingCycles: 4 }, START, ['successful'], BERLIN);
    if (!record) throw new Error('nothing was charged');
    expect(timelineOf(record, BERLIN, 12)).toEqual({
      due: [
        { at: at('2027-02-28T09:30:00Z'), kind: 'cycle', cycle: 2, amount: 1000 },
        { at: at('2027-03-31T08:30:00Z'), kind: 'cycle', cycle: 3, amount: 1000 },
        { at: at('2027-04-30T08:30:00Z'), kind: 'cycle', cycle: 4, amount: 1000 },
      ],
      endsAt: at('2027-05-31T08:30:00Z'),
    });
  });

  test('of a plan without an end predicts as many charges as requested', () => {
    const [record] = course(monthly, START, ['successful'], BERLIN);
    if (!record) throw new Error('nothing was charged');
    const { due, endsAt } = timelineOf(record, BERLIN, 3);
    expect([due.map((charge) => charge.cycle), endsAt]).toEqual([[2, 3, 4], null]);
  });

  test('in recovery predicts the next attempt, then the cycles as before', () => {
    const record = course(monthly, START, ['successful', 'failed'], BERLIN).at(-1);
    if (!record) throw new Error('nothing was charged');
    expect(timelineOf(record, BERLIN, 2).due.map((charge) => [charge.at, charge.cycle])).toEqual([
      [at('2027-03-01T02:00:00Z'), 2],
      [at('2027-03-31T08:30:00Z'), 3],
    ]);
  });

  test.each([[['failed']], [['successful', 'failed', 'failed', 'failed']]] as [ChargeResult[]][])(
    'after %j foretells nothing',
    (results) => {
      const record = course(monthly, START, results, BERLIN).at(-1);
      if (!record) throw new Error('nothing was charged');
      expect(timelineOf(record, BERLIN, 12)).toMatchObject({ due: [], endsAt: null });
      expect(record.chargeCount).toBe(results.length);
    },
  );

  test('before the first payment predicts nothing', () => {
    expect(timelineOf(started(monthly, START), BERLIN, 12)).toMatchObject({ due: [], endsAt: null });
  });
});
