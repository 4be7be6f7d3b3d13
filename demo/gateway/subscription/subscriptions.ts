import type { Agenda } from '../time/agenda.js';
import type { Clock } from '../time/clock.js';
import type { Identifiers } from '../crypto/identifiers.js';
import { decideRecurring, isFault } from '../issuer/decide.js';
import { countUse, saveCard, showCard } from '../card/saved-card.js';
import { newPayment } from '../payment/new-payment.js';
import type { Order, Taken } from '../order/for-sale.js';
import type { Payments } from '../payment/payments.js';
import { isOutage } from '../store/outage.js';
import type { PlanRecord } from '../store/record/sale-records.js';
import type { Store, TransactionRecord } from '../store/store.js';
import type { ChargeRecord, SubscriptionRecord } from '../store/record/subscription-record.js';
import type { Vault } from '../crypto/vault.js';
import type { Calendar } from '../time/calendar.js';
import { notRunning } from './cancel-refusal.js';
import { customerOf } from './customer-of.js';
import { afterCharge, asCanceled, chargeTime, firstBill, nextBill, phaseOf, withCharge, type ChargeResult } from './schedule.js';

/** Subscriptions: customers' cards, charged by plans (spec 2.8, 8). */
export interface Subscriptions {
  /** Begins one with an order of its plan, whose payment is the first charge; the customer and his card are kept. */
  begin(order: Order, plan: PlanRecord, within: Store): Promise<Taken>;
  /** Does what is due: a charge, an attempt, or the end. Nothing when nothing is. */
  charge(id: string): Promise<void>;
  /**
   * Ends a running one: it is `canceled`, and not charged any more. The contract has no request for it (spec 4.4), so both
   * the console and the payer's page come here.
   *
   * @returns the subscription as it then is; undefined when there is none.
   * @throws Refusal 409: it has ended already, or its first payment is still under way.
   */
  cancel(id: string): Promise<SubscriptionRecord | undefined>;
  /** Takes notice of what became of a payment; of interest are those of subscriptions alone. */
  follow(payment: TransactionRecord): Promise<void>;
}

export interface SubscriptionDependencies {
  readonly clock: Clock;
  readonly store: Store;
  readonly vault: Vault;
  readonly identifiers: Identifiers;
  readonly agenda: () => Agenda;
  readonly payments: () => Payments;
  readonly calendar: Calendar;
  /** What follows when a subscription's state changes. */
  readonly changed: (record: SubscriptionRecord) => Promise<void>;
}

// Milliseconds to wait when the gateway itself failed at a charge.
const AGAIN = 3_600_000;

const resultOf = ({ status, decision }: TransactionRecord): ChargeResult =>
  status === 'successful' ? 'successful' : isFault(decision) ? 'error' : 'failed';

/** Runs subscriptions on a store, a clock and the agenda. */
export function createSubscriptions(dependencies: SubscriptionDependencies): Subscriptions {
  const { clock, store, vault, identifiers, agenda, payments, calendar, changed } = dependencies;

  /** Changes a subscription, plans what comes next, and tells of a new state; false when `step` found nothing to change. */
  async function change(id: string, kept: Store, step: (current: SubscriptionRecord) => SubscriptionRecord | undefined): Promise<boolean> {
    let before: SubscriptionRecord | undefined;
    const record = await kept.subscriptions.update(id, (current) => {
      const next = step(current);
      before = next && current;
      return next;
    });
    if (!record || !before) return false;
    if (record.nextChargeAt !== null) await agenda().add('charge subscription', id, record.nextChargeAt, kept);
    if (record.state !== before.state) await changed(record);
    return true;
  }

  /** The payment of a charge, like the first one in all but card and amount: nobody is there to say otherwise. */
  async function paymentOf(subscription: SubscriptionRecord, { uid, amount, at }: ChargeRecord, kept: Store): Promise<TransactionRecord> {
    const { id, shopId, cardToken, firstUid } = subscription;
    const first = await kept.transactions.byUid(firstUid ?? '');
    const saved = await kept.savedCards.byToken(shopId, cardToken);
    if (!first || !saved) throw new Error(`Subscription ${id} has lost its first payment or its card.`);
    const { holder, expMonth: exp_month, expYear: exp_year } = saved;
    const card = { pan: vault.decrypt(saved.encryptedPan), holder, exp_month, exp_year };
    return newPayment({
      uid,
      shopId,
      type: 'payment',
      request: { ...first.request, amount },
      source: showCard(card, null, vault),
      purchase: { kind: 'subscription', id },
      decision: decideRecurring(card, await countUse(card, shopId, kept, vault), at),
      challenge: identifiers.secret(),
      at,
      expiresAt: null,
    });
  }

  /** A subscription after what is due at `now`: at its end, put off to the morning, or with one more charge. */
  function afterDue(current: SubscriptionRecord, uid: string, now: number): SubscriptionRecord | undefined {
    if (current.nextChargeAt === null || current.nextChargeAt > now) return undefined;
    const bill = nextBill(current);
    if (!bill) return { ...current, state: 'expired', nextChargeAt: null, updatedAt: now };
    // Whoever was not running when the charge fell due may come to it at night.
    const allowedAt = chargeTime(current.plan, now, calendar);
    if (allowedAt > now) return { ...current, nextChargeAt: allowedAt };
    return { ...withCharge(current, bill, uid, now), nextChargeAt: null };
  }

  // All of it or nothing: a process that ends in the middle leaves neither half a charge nor a second one.
  async function chargeWithin(id: string, kept: Store): Promise<void> {
    const uid = identifiers.next();
    if (!(await change(id, kept, (current) => afterDue(current, uid, clock.now())))) return;
    const record = await kept.subscriptions.byId(id);
    const charge = record?.lastCharge;
    if (!record || charge?.uid !== uid) return;
    await kept.transactions.insert(await paymentOf(record, charge, kept));
    await payments().settle(uid);
  }

  return {
    async begin({ uid, shop, request, card, ip, language, at }, plan, within) {
      const id = `sbs_${identifiers.next()}`;
      const customer = { ...customerOf(request.customer, ip), id: `cst_${identifiers.next()}`, shopId: shop.id, createdAt: at };
      await within.customers.insert(customer);
      const record: SubscriptionRecord = {
        id,
        shopId: shop.id,
        state: 'pending',
        plan,
        customerId: customer.id,
        cardToken: await saveCard(card, shop.id, { store: within, vault, identifiers }),
        trackingId: request.tracking_id ?? null,
        returnUrl: request.return_url ?? shop.shopUrl ?? null,
        notificationUrl: request.notification_url ?? null,
        language,
        createdAt: at,
        updatedAt: at,
        firstUid: null,
        lastCharge: null,
        chargeCount: 0,
        everPaid: false,
        paidCycles: 0,
        anchorAt: at,
        nextChargeAt: null,
        failedAttempts: 0,
      };
      await within.subscriptions.insert(withCharge(record, firstBill(plan), uid, at));
      return { purchase: { kind: 'subscription', id }, work: { kind: 'subscription', id, uid } };
    },

    async charge(id) {
      try {
        await store.atomically((kept) => chargeWithin(id, kept));
      } catch (error) {
        // Nothing was charged, and the same is done once the database is back.
        if (isOutage(error)) throw error;
        // A subscription that nobody looks at again would stay so for good.
        await agenda().add('charge subscription', id, clock.now() + AGAIN);
        throw error;
      }
    },

    cancel: (id) =>
      store.atomically(async (kept) => {
        // Read again under its lock: a charge of another process is either paid by now, or finds nothing due.
        await change(id, kept, (current) => {
          if (phaseOf(current) !== 'running') throw notRunning(current);
          return asCanceled(current, clock.now());
        });
        return kept.subscriptions.byId(id);
      }),

    async follow(payment) {
      const { purchase, uid, status } = payment;
      if (purchase?.kind !== 'subscription') return;
      const now = clock.now();
      await store.atomically((kept) =>
        change(purchase.id, kept, (current) => {
          const last = current.lastCharge;
          if (last?.uid !== uid || last.result !== 'pending') return undefined;
          if (status === 'incomplete') return { ...current, state: 'redirecting', updatedAt: now };
          // A charge ends after it began, whatever the clock says: the cycle that it paid never falls due again.
          return afterCharge(current, resultOf(payment), Math.max(now, last.at), calendar);
        }),
      );
    },
  };
}
