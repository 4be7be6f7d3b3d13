import { isFault } from '../issuer/decide.js';
import type { PlanRecord } from '../store/record/sale-records.js';
import type { ChargeRecord, SubscriptionRecord } from '../store/record/subscription-record.js';
import type { TransactionRecord } from '../store/store.js';
import { MORNING, type Calendar } from '../time/calendar.js';

// Spec 2.8 and 8 as arithmetic on records, without clock and store. A rule that the spec leaves open has its reason beside it.

/** A payment that is due. */
export type Bill = Pick<ChargeRecord, 'kind' | 'cycle' | 'amount'>;

/** The result of a charge. */
export type ChargeResult = Exclude<ChargeRecord['result'], 'pending'>;

type Subscribed = Pick<SubscriptionRecord, 'plan' | 'paidCycles'>;

/** Spec 8: the hour of the following day when a declined charge is repeated. */
const RETRY_HOUR = 3;

const isPaidUp = ({ plan, paidCycles }: Subscribed): boolean => plan.billingCycles !== null && paidCycles >= plan.billingCycles;

/** The first payment of a subscription: the trial, if there is one. */
export const firstBill = ({ trial, charge }: PlanRecord): Bill =>
  trial
    ? { kind: 'trial', cycle: trial.asFirstPayment ? 1 : 0, amount: trial.amount }
    : { kind: 'cycle', cycle: 1, amount: charge.amount };

/** The next payment of a subscription; undefined when all its cycles are paid. */
export const nextBill = (subscription: Subscribed): Bill | undefined =>
  isPaidUp(subscription)
    ? undefined
    : { kind: 'cycle', cycle: subscription.paidCycles + 1, amount: subscription.plan.charge.amount };

/** The second charge of a subscription that starts at `now`; undefined if the plan has only one. */
export function secondCharge(
  plan: PlanRecord,
  now: number,
  calendar: Calendar,
): { readonly at: number; readonly amount: number } | undefined {
  const bill = nextBill(asPaid({ plan, paidCycles: 0, everPaid: false }, firstBill(plan)));
  return bill && { at: chargeTime(plan, calendar.after(now, plan.trial ?? plan.charge, 1), calendar), amount: bill.amount };
}

/** When a charge that is due at `time` is allowed (spec 8, night window). */
export const chargeTime = ({ notAtNight }: PlanRecord, time: number, calendar: Calendar): number =>
  notAtNight ? calendar.byDay(time) : time;

/**
 * When the cycle after a charge at `time` starts. Counted from the anchor, so that neither recovery nor a night moves later
 * cycles. Cycles missed in between are not charged: several charges at once look like duplicates, and payers dispute them.
 */
export const nextCycle = ({ plan, anchorAt }: SubscriptionRecord, time: number, calendar: Calendar): number =>
  calendar.nextAfter(anchorAt, plan.charge, time);

// Cycles are counted from the whole second that the merchant sees (spec 2.1). With a fraction, a charge at 03:00:00 could be
// followed by another at 03:00:00.7.
const wholeSecond = (time: number): number => Math.floor(time / 1000) * 1000;

function afterSuccess(
  subscription: SubscriptionRecord,
  charge: ChargeRecord,
  now: number,
  calendar: Calendar,
): SubscriptionRecord {
  const { plan, chargeCount } = subscription;
  // The last cycle ends when another one would start. Nothing is charged then, so the night doesn't matter.
  const timeOf = (next: number): number => (isPaidUp(subscription) ? next : chargeTime(plan, next, calendar));
  if (charge.kind === 'trial' && plan.trial) {
    const anchorAt = calendar.after(wholeSecond(now), plan.trial, 1);
    return { ...subscription, state: 'trial', anchorAt, activeTo: anchorAt, nextChargeAt: timeOf(anchorAt) };
  }
  const started = chargeCount === 1 ? { ...subscription, anchorAt: wholeSecond(now) } : subscription;
  const activeTo = nextCycle(started, now, calendar);
  return { ...started, state: 'active', failedAttempts: 0, activeTo, nextChargeAt: timeOf(activeTo) };
}

function nextAttempt(plan: PlanRecord, result: 'failed' | 'error', now: number, calendar: Calendar): number {
  if (result === 'failed') return calendar.nextDayAt(now, plan.notAtNight ? MORNING : RETRY_HOUR);
  return chargeTime(plan, calendar.nextHour(now), calendar);
}

function afterFailure(
  subscription: SubscriptionRecord,
  result: 'failed' | 'error',
  now: number,
  calendar: Calendar,
): SubscriptionRecord {
  const { plan, everPaid, paidCycles } = subscription;
  const failedAttempts = subscription.failedAttempts + 1;
  const ended = { ...subscription, failedAttempts, nextChargeAt: null };
  // Spec 2.8 names no state. In the family, an error in the very first charge is a failure too.
  if (!everPaid) return { ...ended, state: 'failed' };
  // Failed charges are repeated only after a paid cycle (spec 8). A trial is one only with `as_first_payment`, and the first failed
  // charge counts as an attempt (spec 2.8).
  if (paidCycles === 0 || failedAttempts >= plan.paymentAttempts) return { ...ended, state: result };
  // Only the last attempt matters: an error after a decline is repeated in the next hour.
  return {
    ...subscription,
    failedAttempts,
    state: result === 'failed' ? 'failed_attempt' : 'rescuing',
    nextChargeAt: nextAttempt(plan, result, now, calendar),
  };
}

/** A subscription with one more charge, whose result is pending. */
export const withCharge = (subscription: SubscriptionRecord, bill: Bill, uid: string, at: number): SubscriptionRecord => ({
  ...subscription,
  nextChargeAt: null,
  firstUid: subscription.firstUid ?? uid,
  lastCharge: { uid, at, ...bill, result: 'pending' },
  chargeCount: subscription.chargeCount + 1,
  updatedAt: at,
});

/** A subscription after a successful charge. */
export const asPaid = <S extends Pick<SubscriptionRecord, 'everPaid' | 'paidCycles'>>(subscription: S, { cycle }: Bill): S => ({
  ...subscription,
  everPaid: true,
  // Spec 2.8: a trial pays for a cycle only with as_first_payment; otherwise it precedes the first cycle.
  paidCycles: subscription.paidCycles + (cycle > 0 ? 1 : 0),
});

/** The phase of a subscription: before its first payment, charged regularly, or ended. */
export function phaseOf({ state }: Pick<SubscriptionRecord, 'state'>): 'beginning' | 'running' | 'over' {
  if (state === 'pending' || state === 'redirecting') return 'beginning';
  return ['failed', 'error', 'expired', 'canceled'].includes(state) ? 'over' : 'running';
}

/** Whether a subscription waits for its payer to type a card. */
export const isUnpaid = ({ state, cardToken }: SubscriptionRecord): boolean => state === 'redirecting' && cardToken === null;

/** A subscription that is cancelled at `now`. It stays paid until `activeTo`. */
export const asCanceled = (subscription: SubscriptionRecord, reason: string, now: number): SubscriptionRecord => ({
  ...subscription,
  state: 'canceled',
  cancelled: { at: now, reason },
  nextChargeAt: null,
  updatedAt: now,
});

/** A subscription after its last charge ended at `now`. */
export function afterCharge(
  subscription: SubscriptionRecord,
  result: ChargeResult,
  now: number,
  calendar: Calendar,
): SubscriptionRecord {
  const { lastCharge: charge } = subscription;
  if (!charge) return subscription;
  const known = { ...subscription, lastCharge: { ...charge, result }, updatedAt: now };
  // A subscription that was cancelled during the charge stays cancelled, but the payment counts.
  if (phaseOf(subscription) === 'over') {
    return result === 'successful' ? { ...asPaid(known, charge), activeTo: nextCycle(known, now, calendar) } : known;
  }
  return result === 'successful'
    ? afterSuccess(asPaid(known, charge), charge, now, calendar)
    : afterFailure(known, result, now, calendar);
}

/**
 * A subscription after a change of a payment at `now`: redirected to 3-D Secure, or with the charge ended; undefined: the
 * payment is not its pending charge.
 */
export function afterPayment(
  current: SubscriptionRecord,
  { uid, status, decision }: TransactionRecord,
  now: number,
  calendar: Calendar,
): SubscriptionRecord | undefined {
  const last = current.lastCharge;
  if (last?.uid !== uid || last.result !== 'pending') return undefined;
  if (status === 'incomplete') return { ...current, state: 'redirecting', updatedAt: now };
  const result = status === 'successful' ? 'successful' : isFault(decision) ? 'error' : 'failed';
  // A charge never ends before it started, whatever the clock says: its cycle must not become due again.
  return afterCharge(current, result, Math.max(now, last.at), calendar);
}

/**
 * A subscription after everything due at `now`: ended, postponed to the morning, with one more charge, or with nothing due any more
 * because its first charge, which is pending, is to be made now; undefined: nothing is due.
 */
export function afterDue(
  current: SubscriptionRecord,
  uid: string,
  now: number,
  calendar: Calendar,
): SubscriptionRecord | undefined {
  if (current.nextChargeAt === null || current.nextChargeAt > now) return undefined;
  // A gateway that was not running when a charge was due may reach it at night.
  const allowedAt = chargeTime(current.plan, now, calendar);
  const postponed = { ...current, nextChargeAt: allowedAt };
  if (current.lastCharge?.result === 'pending') return allowedAt > now ? postponed : { ...current, nextChargeAt: null };
  const ended = { ...current, nextChargeAt: null, updatedAt: now };
  if (phaseOf(current) === 'beginning') return { ...ended, state: 'expired' };
  const bill = nextBill(current);
  if (!bill) return { ...ended, state: 'canceled' };
  if (allowedAt > now) return postponed;
  return withCharge(current, bill, uid, now);
}
