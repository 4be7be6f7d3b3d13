import * as z from 'zod/mini';
import { plan } from './plan.js';
import { transaction } from './transaction.js';
import { objectOrNone, someText, textOrNone } from './values.js';

/**
 * A subscription, as a job answers it and as notifications carry it. The spec shows none (2.8); this is what gateways
 * of the family send. `state` is any word: see `SUBSCRIPTION_STATES`.
 */
export const subscription = z.looseObject({
  id: someText,
  state: z.string(),
  tracking_id: textOrNone,
  customer: objectOrNone,
  plan: z.catch(z.nullish(plan), undefined),
  redirect_url: textOrNone,
  last_transaction: z.catch(z.nullish(transaction), undefined),
  created_at: textOrNone,
});
export type Subscription = z.infer<typeof subscription>;

/** The states that are known. Of the first charge: `trial` and `active` say it was paid, `failed` and `error` that it was not. */
export const SUBSCRIPTION_STATES = [
  'pending', 'redirecting', 'trial', 'active', 'failed_attempt', 'failed', 'error', 'rescuing', 'expired', 'canceled',
] as const;
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];
