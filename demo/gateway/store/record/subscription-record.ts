import type { SubscriptionState } from '../../../../src/wire/response/subscription.js';
import type { PlanRecord } from './sale-records.js';

/** One charge of a subscription. Times are milliseconds since the epoch. */
export interface ChargeRecord {
  /** Uid of its transaction. */
  readonly uid: string;
  readonly at: number;
  readonly kind: 'trial' | 'cycle';
  /** The billing cycle that it pays for, from 1; 0 for a trial that does not count as a payment (spec 2.8). */
  readonly cycle: number;
  readonly amount: number;
  /** `failed`: a decline; `error`: a technical fault (spec 8 treats them differently). */
  readonly result: 'pending' | 'successful' | 'failed' | 'error';
}

/** A subscription: a customer's card, charged by a plan. */
export interface SubscriptionRecord {
  readonly id: string;
  readonly shopId: number;
  readonly state: SubscriptionState;
  /** The plan at the time of the first payment: later changes don't affect a running subscription. */
  readonly plan: PlanRecord;
  /** Null until its payer has paid, where the merchant named none. */
  readonly customerId: string | null;
  /** Token of the saved card; null until its payer has typed one. */
  readonly cardToken: string | null;
  readonly trackingId: string | null;
  readonly deviceId: string | null;
  readonly additionalData: Readonly<Record<string, unknown>>;
  readonly returnUrl: string | null;
  readonly notificationUrl: string | null;
  readonly language: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Uid of its first payment; null before it. */
  readonly firstUid: string | null;
  /** Null before the first charge. The store keeps the earlier ones. */
  readonly lastCharge: ChargeRecord | null;
  /** The number of charges, failed ones included. */
  readonly chargeCount: number;
  /** Whether any charge succeeded, a trial's included. */
  readonly everPaid: boolean;
  /** The number of paid billing cycles. */
  readonly paidCycles: number;
  /** When the first billing cycle starts: at the first payment, or at the end of the trial. All others are counted from it. */
  readonly anchorAt: number;
  /**
   * When the next charge or attempt is due; after the last charge, when its cycle ends; before the first, when its payment token
   * expires. Null when nothing follows.
   */
  readonly nextChargeAt: number | null;
  /** The end of the time that is paid for; null before the first payment. */
  readonly activeTo: number | null;
  /** Consecutive failed attempts at the charge that is due. */
  readonly failedAttempts: number;
  /** Set when somebody cancelled it. */
  readonly cancelled: { readonly at: number; readonly reason: string } | null;
}
