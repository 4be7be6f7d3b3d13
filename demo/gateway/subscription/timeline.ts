import type { SubscriptionRecord } from '../store/record/subscription-record.js';
import type { Calendar } from '../time/calendar.js';
import { asPaid, chargeTime, nextBill, nextCycle, phaseOf, type Bill } from './schedule.js';

/** A future charge, if all charges before it succeed. */
export interface DueCharge extends Bill {
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The future charges of a subscription. */
export interface Timeline {
  readonly due: readonly DueCharge[];
  /** When the last cycle ends, in milliseconds since the epoch; null: never, or after the listed charges. */
  readonly endsAt: number | null;
}

/** Predicts at most `limit` charges of a subscription. */
export function timelineOf(record: SubscriptionRecord, calendar: Calendar, limit: number): Timeline {
  const { plan } = record;
  const due: DueCharge[] = [];
  let foreseen = record;
  let at = record.nextChargeAt;
  // Before the first payment, that time is the end of the payment token.
  let bill = phaseOf(record) === 'beginning' ? undefined : nextBill(foreseen);
  while (at !== null && bill && due.length < limit) {
    due.push({ at, ...bill });
    foreseen = asPaid(foreseen, bill);
    bill = nextBill(foreseen);
    const cycle = nextCycle(foreseen, at, calendar);
    at = bill ? chargeTime(plan, cycle, calendar) : cycle;
  }
  return { due, endsAt: bill || phaseOf(record) === 'beginning' ? null : at };
}
