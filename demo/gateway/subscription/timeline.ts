import type { SubscriptionRecord } from '../store/record/subscription-record.js';
import type { Calendar } from '../time/calendar.js';
import { asPaid, chargeTime, nextBill, nextCycle, type Bill } from './schedule.js';

/** A charge that is still to come, if all before it are paid. */
export interface DueCharge extends Bill {
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** What a subscription will be charged. */
export interface Timeline {
  readonly due: readonly DueCharge[];
  /** When the last cycle ends, in milliseconds since the epoch; null: never, or not within what is foretold. */
  readonly endsAt: number | null;
}

/** Foretells at most `limit` charges of a subscription. */
export function timelineOf(record: SubscriptionRecord, calendar: Calendar, limit: number): Timeline {
  const { plan } = record;
  const due: DueCharge[] = [];
  let foreseen = record;
  let at = record.nextChargeAt;
  let bill = nextBill(foreseen);
  while (at !== null && bill && due.length < limit) {
    due.push({ at, ...bill });
    foreseen = asPaid(foreseen, bill);
    bill = nextBill(foreseen);
    const cycle = nextCycle(foreseen, at, calendar);
    at = bill ? chargeTime(plan, cycle, calendar) : cycle;
  }
  return { due, endsAt: bill ? null : at };
}
