import type { SubscriptionState } from '../../../../src/wire/response/subscription.js';
import type { PlanRecord } from './sale-records.js';

/** One charge of a subscription. Times are milliseconds since the epoch. */
export interface ChargeRecord {
  /** Uid of its transaction. */
  readonly uid: string;
  readonly at: number;
  readonly kind: 'trial' | 'cycle';
  /** Which billing cycle it pays, from 1, the same for all attempts at it; 0 for a trial that is no payment (spec 2.8). */
  readonly cycle: number;
  readonly amount: number;
  /** `error`: not the bank's no, but a fault on the way (spec 8 tells them apart). */
  readonly result: 'pending' | 'successful' | 'failed' | 'error';
}

/** A subscription: a customer's card, charged by a plan. */
export interface SubscriptionRecord {
  readonly id: string;
  readonly shopId: number;
  readonly state: SubscriptionState;
  /** The plan as it was when it was paid for the first time: later terms don't touch a running subscription. */
  readonly plan: PlanRecord;
  readonly customerId: string;
  /** Token of the saved card that is charged. */
  readonly cardToken: string;
  readonly trackingId: string | null;
  readonly returnUrl: string | null;
  readonly notificationUrl: string | null;
  readonly language: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Uid of the payment that it began with; null before it. */
  readonly firstUid: string | null;
  /** Null before the first. The store keeps those before it. */
  readonly lastCharge: ChargeRecord | null;
  /** How many charges there were, those that failed among them. */
  readonly chargeCount: number;
  /** Whether any of them was paid, a trial too. */
  readonly everPaid: boolean;
  /** How many of its billing cycles are paid. */
  readonly paidCycles: number;
  /** When the first billing cycle begins: at the first payment, or at the end of the trial. All others are counted from it. */
  readonly anchorAt: number;
  /** When the next charge or attempt is due, or, after the last of its cycles, their end; null: nothing follows. */
  readonly nextChargeAt: number | null;
  /** Failed attempts in a row at the charge that is due. */
  readonly failedAttempts: number;
}
