import type { IntervalUnit } from '../../../../src/wire/request/plan.js';
import type { TransactionType, VisibleField } from '../../../../src/wire/request/product.js';

// Times are milliseconds since the epoch, amounts minor units.

/** Spec 2.7: a product. */
export interface ProductRecord {
  readonly id: string;
  readonly shopId: number;
  readonly name: string;
  readonly description: string;
  readonly currency: string;
  readonly amount: number;
  /** The number left; null for an infinite product. */
  readonly quantity: number | null;
  readonly infinite: boolean;
  readonly visibleFields: readonly VisibleField[];
  readonly test: boolean;
  readonly immortal: boolean;
  /** Null for an immortal product. */
  readonly expiresAt: number | null;
  readonly returnUrl: string | null;
  readonly successUrl: string | null;
  readonly failUrl: string | null;
  readonly notificationUrl: string | null;
  readonly language: string;
  readonly transactionType: TransactionType;
  readonly additionalData: Readonly<Record<string, unknown>>;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Spec 2.8: a price, and the time that it pays for. */
export interface Interval {
  readonly amount: number;
  readonly interval: number;
  readonly unit: IntervalUnit;
}

/** Spec 2.8: a subscription plan. */
export interface PlanRecord {
  readonly id: string;
  readonly shopId: number;
  readonly title: string;
  readonly currency: string;
  readonly language: string;
  readonly test: boolean;
  readonly charge: Interval;
  readonly trial: (Interval & { readonly asFirstPayment: boolean }) | null;
  /** Null: until cancelled. */
  readonly billingCycles: number | null;
  readonly paymentAttempts: number;
  readonly notAtNight: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Spec 2.9: a customer. */
export interface CustomerRecord {
  readonly id: string;
  readonly shopId: number;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly address: string | null;
  readonly city: string | null;
  readonly country: string | null;
  readonly zip: string | null;
  readonly state: string | null;
  readonly phone: string | null;
  readonly email: string;
  readonly ip: string;
  readonly external_id: string | null;
  readonly createdAt: number;
}

/** Spec 6.3: an e-mail, kept in an outbox and never sent. */
export interface EmailRecord {
  readonly id: string;
  readonly shopId: number;
  /** Uid of its transaction or id of its subscription. */
  readonly uid: string;
  readonly to: string;
  readonly language: string;
  readonly subject: string;
  readonly text: string;
  readonly at: number;
}
