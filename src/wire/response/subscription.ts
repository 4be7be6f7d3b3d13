import * as z from 'zod/mini';
import { plan } from './plan.js';
import { transaction } from './transaction.js';
import { minorUnitsOrNone, someText, textOrNone } from './values.js';

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
  last_transaction: z.catch(z.nullish(transaction), undefined),
  /** How many charges of the plan's price were paid. */
  paid_billing_cycles: minorUnitsOrNone,
  created_at: textOrNone,
});
export type Subscription = z.infer<typeof subscription>;

/** The known states. `trial` and `active` mean that the first charge was paid, `failed` and `error` that there are no more charges. */
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
