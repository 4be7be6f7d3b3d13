import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.js';
import { lazily } from './lazily.js';
import { plan } from './plan.js';
import { cardData, saysMoneyMoved, transaction } from './transaction.js';
import { objectOrNone, someText, textOrNone } from './values.js';

const countOrNone = /* @__PURE__ */ z.catch(z.nullish(z.int().check(z.nonnegative())), undefined);

// Spec 2.8 shows none; this is what gateways of the family send.
/** A subscription, as the result of a job and in notifications. `state` can be any word. */
export const subscription = lazily(() =>
  z.looseObject({
    id: someText,
    state: z.string(),
    tracking_id: textOrNone,
    device_id: textOrNone,
    /** When the next charge is due; null when none follows. */
    renew_at: textOrNone,
    /** The end of the time that is paid for, also after the subscription was cancelled. */
    active_to: textOrNone,
    /** The saved card; only servers get its `token`. Empty until the payer has typed one. */
    card: z.catch(z.nullish(cardData), undefined),
    /** The customer's id at the gateway; `getCustomer(id)` returns their e-mail address. */
    customer: z.catch(z.nullish(z.looseObject({ id: textOrNone })), undefined),
    plan: z.catch(z.nullish(plan), undefined),
    /** Where the payer pays the first charge, or passes 3-D Secure for it. */
    redirect_url: textOrNone,
    /**
     * The last charge. Gateways of the family send only uid, status, message and created_at, and redirect_url while it is
     * incomplete: `getTransaction(uid)` returns its amount.
     */
    last_transaction: z.catch(z.nullish(transaction), undefined),
    /** How many cycles are paid. A paid trial is one only with `as_first_payment`. */
    paid_billing_cycles: countOrNone,
    /** How many attempts at the charge that is due have failed. */
    number_failed_payment_attempts: countOrNone,
    additional_data: objectOrNone,
    cancel_reason: textOrNone,
    cancelled_at: textOrNone,
    created_at: textOrNone,
  }),
);
export type Subscription = z.infer<typeof subscription>;

/**
 * The known states. `trial` and `active`: paid. `failed_attempt` and `rescuing`: a later charge failed and is tried again.
 * `failed`, `error`, `canceled` and `expired` mean that no charge follows, whatever was paid before; the last one that nothing was.
 */
export const SUBSCRIPTION_STATES = [
  'pending',
  'redirecting',
  'trial',
  'active',
  'failed_attempt',
  'failed',
  'error',
  'rescuing',
  'expired',
  'canceled',
] as const;
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

/** The states of a subscription whose first charge was paid, and of one that has ended, paid or not. */
const PAID: readonly string[] = ['trial', 'active', 'failed_attempt', 'rescuing'];
const ENDED: readonly string[] = ['canceled', 'expired', 'failed', 'error'];

/** How long after a subscription was created its last transaction is certainly the first, in milliseconds: the shortest trial is an hour. */
const FIRST_CHARGE = 55 * 60_000;

/**
 * Whether a subscription names a charge that may have moved money, whatever its state says: one that is not final, or that failed and
 * has a sign of a payment. Gateways of the family name it in `last_transaction`, or in a small `transaction`.
 */
export const subscriptionSaysMoneyMoved = ({ last_transaction: last, transaction: small }: Subscription): boolean =>
  [last, transaction.safeParse(small).data].some((charge) => !!charge && (charge.status !== 'failed' || saysMoneyMoved(charge)));

/**
 * What a subscription proves about its first charge, the trial's or the first cycle's: `successful`, `failed`, or undefined while it
 * proves neither. A subscription that has ended may have been paid before: a paid trial counts as a cycle only with
 * `as_first_payment`, and gateways may send no counters at all.
 *
 * @example
 * if (firstChargeOf(subscription) === 'successful') deliver(subscription.id);
 */
export function firstChargeOf(about: Subscription): 'successful' | 'failed' | undefined {
  const { state, plan: terms, paid_billing_cycles: cycles, last_transaction: last, created_at: createdAt } = about;
  if (PAID.includes(state)) return 'successful';
  if (!ENDED.includes(state)) return undefined;
  if ((cycles ?? 0) > 0 || last?.status === 'successful') return 'successful';
  if (subscriptionSaysMoneyMoved(about)) return undefined;
  // A paid trial may not count as a cycle, and a later charge may be the one that failed.
  const age = Date.parse(last?.created_at ?? '') - Date.parse(createdAt ?? '');
  const isFirst = !terms?.trial?.interval || age < FIRST_CHARGE;
  return cycles === 0 && isFirst && (state === 'failed' || state === 'error') ? 'failed' : undefined;
}

// The spec leaves these endpoints out (4.4). Gateways of the family serve them.

/** Creates a subscription. Without a card, the payer types it at `redirect_url`. */
export const createSubscription: Endpoint<Subscription> = {
  method: 'POST',
  host: 'base',
  path: '/subscriptions',
  authorization: 'basic',
  response: subscription,
};

/** The current subscription. */
export const getSubscription: Endpoint<Subscription> = {
  method: 'GET',
  host: 'base',
  path: '/subscriptions/{subscription_id}',
  authorization: 'basic',
  response: subscription,
};

/** Ends a subscription: no charge follows, and what is paid stays paid until `active_to`. */
export const cancelSubscription: Endpoint<Subscription> = {
  method: 'POST',
  host: 'base',
  path: '/subscriptions/{subscription_id}/cancel',
  authorization: 'basic',
  response: subscription,
};
