import type { ChargeRecord, SubscriptionRecord } from '../store/subscription-record.js';
import type { Calendar } from './calendar.js';
import { chargeTime, nextBill, nextCycle, type Bill } from './schedule.js';

/** A charge that is still to come, if all before it are paid. */
export interface DueCharge extends Bill {
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** What a subscription was charged, and what it will be. */
export interface Timeline {
  readonly past: readonly ChargeRecord[];
  readonly due: readonly DueCharge[];
  /** When the last cycle ends, in milliseconds since the epoch; null: never, or not within what is foretold. */
  readonly endsAt: number | null;
}

/** Lists the charges of a subscription, and foretells at most `limit` more. */
export function timelineOf(record: SubscriptionRecord, calendar: Calendar, limit: number): Timeline {
  const { plan, charges } = record;
  const due: DueCharge[] = [];
  let foreseen = record;
  let at = record.nextChargeAt;
  let bill = nextBill(foreseen);
  while (at !== null && bill && due.length < limit) {
    due.push({ at, ...bill });
    foreseen = { ...foreseen, charges: [...foreseen.charges, { uid: '', at, ...bill, result: 'successful' }] };
    bill = nextBill(foreseen);
    const cycle = nextCycle(foreseen, at, calendar);
    at = bill ? chargeTime(plan, cycle, calendar) : cycle;
  }
  return { past: charges, due, endsAt: bill ? null : at };
}
