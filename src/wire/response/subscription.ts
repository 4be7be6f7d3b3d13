import * as z from 'zod/mini';
import { plan } from './plan.js';
import { transaction } from './transaction.js';
import { someText, textOrNone } from './values.js';

const countOrNone = z.catch(z.nullish(z.custom<number>((value) => Number.isSafeInteger(value) && value >= 0)), undefined);

// Spec 2.8 shows none; this is what gateways of the family send.
/** A subscription, as the result of a job and in notifications. `state` can be any word. */
export const subscription = z.looseObject({
  id: someText,
  state: z.string(),
  tracking_id: textOrNone,
  /** The customer's id at the gateway; `getCustomer(id)` returns their e-mail address. */
  customer: z.catch(z.nullish(z.looseObject({ id: textOrNone })), undefined),
  plan: z.catch(z.nullish(plan), undefined),
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
  created_at: textOrNone,
});
export type Subscription = z.infer<typeof subscription>;

/** The known states. `trial` and `active` mean that the first charge was paid, `failed` and `error` that it was not. */
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
