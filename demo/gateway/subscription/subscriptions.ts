import type { Identifiers } from '../crypto/identifiers.js';
import type { Vault } from '../crypto/vault.js';
import type { Order, OrderResult } from '../order/for-sale.js';
import type { Payments } from '../payment/payments.js';
import { isOutage } from '../store/outage.js';
import type { Shop } from '../shop/shops.js';
import type { PlanRecord } from '../store/record/sale-records.js';
import type { SubscriptionRecord } from '../store/record/subscription-record.js';
import type { Store, TransactionRecord } from '../store/store.js';
import type { Calendar } from '../time/calendar.js';
import type { Clock } from '../time/clock.js';
import { beginSubscription, type NewSubscription, newSubscription, startSubscription } from './begin-subscription.js';
import { notRunning } from './cancel-refusal.js';
import { changeSubscription, type ChangeDependencies } from './change-subscription.js';
import { chargePayment } from './charge-payment.js';
import { afterDue, afterPayment, asCanceled, phaseOf } from './schedule.js';

/** Subscriptions: customers' cards, charged by plans (spec 2.8, 8). */
export interface Subscriptions {
  /** Starts a subscription with an order of its plan, whose payment is the first charge. Saves the customer and their card. */
  begin(order: Order, plan: PlanRecord, within: Store): Promise<OrderResult>;
  /** Creates a subscription whose payer still has to pay, within a day. */
  create(given: NewSubscription, plan: PlanRecord, shop: Shop, within: Store): Promise<SubscriptionRecord>;
  /** Starts such a subscription with an order; undefined when another order has, or the day is over. */
  start(order: Order, subscription: SubscriptionRecord, within: Store): Promise<OrderResult | undefined>;
  /**
   * Makes the first charge of a subscription that the merchant ordered, within the transaction of `within`: at once, or, when its
   * plan prevents payments at night, in the morning. The payer is not there.
   */
  chargeFirst(id: string, within: Store): Promise<void>;
  /** Makes the charge or the attempt that is due, or ends the subscription; does nothing when nothing is due. */
  charge(id: string): Promise<void>;
  /**
   * Cancels a running subscription, for a reason that its body shows.
   *
   * @returns the changed subscription; undefined when it does not exist.
   * @throws Refusal 409: it has ended, or its first payment is not finished.
   */
  cancel(id: string, reason: string): Promise<SubscriptionRecord | undefined>;
  /** Updates the subscription of a payment whose status has changed. Ignores other payments. */
  follow(payment: TransactionRecord): Promise<void>;
}

export interface SubscriptionDependencies extends ChangeDependencies {
  readonly clock: Clock;
  readonly store: Store;
  readonly vault: Vault;
  readonly identifiers: Identifiers;
  readonly payments: () => Payments;
  readonly calendar: Calendar;
}

/** Milliseconds until the payment token of an unpaid subscription expires, as in the family. */
const TOKEN_LASTS = 86_400_000;

// Milliseconds until a charge is repeated after a failure of the gateway itself.
const RETRY_AFTER = 3_600_000;

/** Makes what is due of a subscription, within the transaction of `kept`. */
async function chargeWithin(id: string, kept: Store, dependencies: SubscriptionDependencies): Promise<void> {
  const { clock, identifiers, payments, calendar } = dependencies;
  const uid = identifiers.next();
  if (!(await changeSubscription(id, kept, (current) => afterDue(current, uid, clock.now(), calendar), dependencies))) return;
  const record = await kept.subscriptions.byId(id);
  // A first charge that has waited for the morning.
  if (record?.lastCharge?.result === 'pending' && record.lastCharge.uid !== uid && record.nextChargeAt === null)
    await payments().settle(record.lastCharge.uid);
  if (!record || record.lastCharge?.uid !== uid) return;
  await kept.transactions.insert(await chargePayment(record, record.lastCharge, kept, dependencies));
  await payments().settle(uid);
}

/** Creates subscriptions on a store, a clock and the scheduler. */
export function createSubscriptions(dependencies: SubscriptionDependencies): Subscriptions {
  const { clock, store, identifiers, scheduler, calendar } = dependencies;

  return {
    begin: (order, plan, within) => beginSubscription(order, plan, within, dependencies),
    start: (order, subscription, within) => startSubscription(order, subscription, within, dependencies),

    async create(given, plan, shop, within) {
      const at = clock.now();
      const nextChargeAt = at + TOKEN_LASTS;
      const created = newSubscription(given, plan, shop, { id: identifiers.next('sbs'), at });
      const record: SubscriptionRecord = { ...created, state: 'redirecting', nextChargeAt };
      await within.subscriptions.insert(record);
      await scheduler().add('charge subscription', record.id, nextChargeAt, within);
      return record;
    },

    async chargeFirst(id, within) {
      const now = clock.now();
      const wait = (current: SubscriptionRecord) => ({ ...current, nextChargeAt: now });
      await within.subscriptions.update(id, wait);
      await chargeWithin(id, within, dependencies);
    },

    async charge(id) {
      try {
        // In one transaction: a process that ends in the middle leaves neither half a charge nor a second one.
        await store.atomically((kept) => chargeWithin(id, kept, dependencies));
      } catch (error) {
        // The transaction was rolled back, and the scheduler repeats it once the database is back.
        if (isOutage(error)) throw error;
        // Otherwise nothing would charge the subscription again.
        await scheduler().add('charge subscription', id, clock.now() + RETRY_AFTER);
        throw error;
      }
    },

    cancel: (id, reason) =>
      store.atomically(async (kept) => {
        // Reads the record under its lock: another process's charge has either been paid or finds nothing due.
        const cancel = (current: SubscriptionRecord) => {
          if (phaseOf(current) !== 'running') throw notRunning(current);
          return asCanceled(current, reason, clock.now());
        };
        await changeSubscription(id, kept, cancel, dependencies);
        return kept.subscriptions.byId(id);
      }),

    async follow(payment) {
      const { purchase } = payment;
      if (purchase?.kind !== 'subscription') return;
      const now = clock.now();
      const follow = (current: SubscriptionRecord) => afterPayment(current, payment, now, calendar);
      await store.atomically((kept) => changeSubscription(purchase.id, kept, follow, dependencies));
    },
  };
}
