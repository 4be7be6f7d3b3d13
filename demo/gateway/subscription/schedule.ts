import type { PlanRecord } from '../store/record/sale-records.js';
import type { ChargeRecord, SubscriptionRecord } from '../store/record/subscription-record.js';
import { MORNING, type Calendar } from '../time/calendar.js';

// Spec 2.8 and 8 as arithmetic on records: no clock, no store. Where they are silent, the reason stands beside the rule.

/** What there is to pay, before it is charged. */
export type Bill = Pick<ChargeRecord, 'kind' | 'cycle' | 'amount'>;

/** How a charge went. */
export type ChargeResult = Exclude<ChargeRecord['result'], 'pending'>;

type Subscribed = Pick<SubscriptionRecord, 'plan' | 'paidCycles'>;

/** Spec 8: the hour of the following day at which a declined charge is tried again. */
const RETRY_HOUR = 3;

const isPaidUp = ({ plan, paidCycles }: Subscribed): boolean =>
  plan.billingCycles !== null && paidCycles >= plan.billingCycles;

/** The first thing a subscription pays: the trial, where there is one. */
export const firstBill = ({ trial, charge }: PlanRecord): Bill =>
  trial ? { kind: 'trial', cycle: trial.asFirstPayment ? 1 : 0, amount: trial.amount } : { kind: 'cycle', cycle: 1, amount: charge.amount };

/** What a subscription pays next; undefined when all its cycles are paid. */
export const nextBill = (subscription: Subscribed): Bill | undefined =>
  isPaidUp(subscription) ? undefined : { kind: 'cycle', cycle: subscription.paidCycles + 1, amount: subscription.plan.charge.amount };

/** When a charge that falls due at `time` may be made (spec 8, night window). */
export const chargeTime = ({ notAtNight }: PlanRecord, time: number, calendar: Calendar): number =>
  notAtNight ? calendar.byDay(time) : time;

/**
 * When the cycle after a charge at `time` begins. Counted from the anchor, so that neither recovery nor a night moves
 * the cycles that follow. Those that went by meanwhile are not charged afterwards: several charges at once are taken
 * for double ones, and rightly disputed.
 */
export const nextCycle = ({ plan, anchorAt }: SubscriptionRecord, time: number, calendar: Calendar): number =>
  calendar.nextAfter(anchorAt, plan.charge, time);

// Cycles are counted from the second that the merchant was told of (spec 2.1), not from some fraction of it: a charge at
// 03:00:00 would be followed by another at 03:00:00.7.
const wholeSecond = (time: number): number => Math.floor(time / 1000) * 1000;

function afterSuccess(subscription: SubscriptionRecord, charge: ChargeRecord, now: number, calendar: Calendar): SubscriptionRecord {
  const { plan, chargeCount } = subscription;
  // The last cycle is over when another one would begin. That is no payment: the night doesn't matter.
  const timeOf = (next: number): number => (isPaidUp(subscription) ? next : chargeTime(plan, next, calendar));
  if (charge.kind === 'trial' && plan.trial) {
    const anchorAt = calendar.after(wholeSecond(now), plan.trial, 1);
    return { ...subscription, state: 'trial', anchorAt, nextChargeAt: timeOf(anchorAt) };
  }
  const begun = chargeCount === 1 ? { ...subscription, anchorAt: wholeSecond(now) } : subscription;
  return { ...begun, state: 'active', failedAttempts: 0, nextChargeAt: timeOf(nextCycle(begun, now, calendar)) };
}

function nextAttempt(plan: PlanRecord, result: 'failed' | 'error', now: number, calendar: Calendar): number {
  if (result === 'failed') return calendar.nextDayAt(now, plan.notAtNight ? MORNING : RETRY_HOUR);
  return chargeTime(plan, calendar.nextHour(now), calendar);
}

function afterFailure(subscription: SubscriptionRecord, result: 'failed' | 'error', now: number, calendar: Calendar): SubscriptionRecord {
  const { plan, everPaid, paidCycles } = subscription;
  const failedAttempts = subscription.failedAttempts + 1;
  const ended = { ...subscription, failedAttempts, nextChargeAt: null };
  // Nothing was ever paid: there is no subscription to speak of.
  if (!everPaid) return { ...ended, state: 'failed' };
  // The charge that began the trouble is the first of the failed attempts that spec 2.8 counts.
  // Spec 8: recovery takes an earlier payment, and spec 2.8 says of which trial that is one.
  if (paidCycles === 0 || failedAttempts >= plan.paymentAttempts) return { ...ended, state: 'canceled' };
  // Each attempt is judged by itself: an error after a decline is tried again in the next hour.
  return {
    ...subscription,
    failedAttempts,
    state: result === 'failed' ? 'failed_attempt' : 'rescuing',
    nextChargeAt: nextAttempt(plan, result, now, calendar),
  };
}

/** A subscription with one more charge, whose result is not known yet. */
export const withCharge = (subscription: SubscriptionRecord, bill: Bill, uid: string, at: number): SubscriptionRecord => ({
  ...subscription,
  firstUid: subscription.firstUid ?? uid,
  lastCharge: { uid, at, ...bill, result: 'pending' },
  chargeCount: subscription.chargeCount + 1,
  updatedAt: at,
});

/** A subscription of which a charge was paid, or is taken to be. */
export const asPaid = <S extends Pick<SubscriptionRecord, 'everPaid' | 'paidCycles'>>(subscription: S, { cycle }: Bill): S => ({
  ...subscription,
  everPaid: true,
  // Spec 2.8: the trial's payment is one of the plan's only with as_first_payment; otherwise it comes before the first.
  paidCycles: subscription.paidCycles + (cycle > 0 ? 1 : 0),
});

/** What a subscription is good for: begun and charged from time to time, not yet paid for the first time, or over. */
export function phaseOf({ state }: Pick<SubscriptionRecord, 'state'>): 'beginning' | 'running' | 'over' {
  if (state === 'pending' || state === 'redirecting') return 'beginning';
  return ['failed', 'error', 'expired', 'canceled'].includes(state) ? 'over' : 'running';
}

/** A running subscription that ends at `now` because somebody wants it to: nothing is charged any more. */
export const asCanceled = (subscription: SubscriptionRecord, now: number): SubscriptionRecord => ({
  ...subscription, state: 'canceled', nextChargeAt: null, updatedAt: now,
});

/** A subscription after the last of its charges ended at `now`. */
export function afterCharge(subscription: SubscriptionRecord, result: ChargeResult, now: number, calendar: Calendar): SubscriptionRecord {
  const { lastCharge: charge } = subscription;
  if (!charge) return subscription;
  const known = { ...subscription, lastCharge: { ...charge, result }, updatedAt: now };
  // Nothing wakes up what was ended while its charge was under way; that it was paid stays true.
  if (phaseOf(subscription) === 'over') return result === 'successful' ? asPaid(known, charge) : known;
  return result === 'successful' ? afterSuccess(asPaid(known, charge), charge, now, calendar) : afterFailure(known, result, now, calendar);
}
