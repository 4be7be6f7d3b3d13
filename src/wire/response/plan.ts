import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.js';
import { flagOrNone, minorUnitsOrNone, someText, testOrNone, textOrNone } from './values.js';

/** The amount of each charge, in minor units, and the interval between charges. */
export const charge = z.looseObject({
  amount: z.int(),
  interval: z.int(),
  interval_unit: z.string(),
});
export type Charge = z.infer<typeof charge>;

/** The price and the length of a trial. Payers rely on these terms, so an unreadable trial is an error and never left out. */
export const trial = z.looseObject({
  amount: z.nullish(z.int()),
  interval: z.nullish(z.int()),
  interval_unit: z.nullish(z.string()),
  as_first_payment: flagOrNone,
});

/** Spec 2.8: a subscription plan as the gateway stores it. */
export const plan = z.looseObject({
  id: someText,
  title: z.string(),
  currency: z.string(),
  language: textOrNone,
  plan: charge,
  trial: z.nullish(trial),
  infinite: flagOrNone,
  billing_cycles: minorUnitsOrNone,
  number_payment_attempts: minorUnitsOrNone,
  prevent_payments_at_night: flagOrNone,
  test: testOrNone,
  created_at: textOrNone,
  updated_at: textOrNone,
  pay_url: textOrNone,
  payment_url: textOrNone,
  confirm_url: textOrNone,
});
export type Plan = z.infer<typeof plan>;

/** The first charge of a subscription, in minor units: the trial's amount if there is a trial (spec 2.8). */
export const firstCharge = ({ plan: { amount }, trial: first }: Plan): number => (first?.interval ? (first.amount ?? 0) : amount);

/** Spec 4.3. */
export const createPlan: Endpoint<Plan> = {
  method: 'POST',
  host: 'base',
  path: '/plans',
  authorization: 'basic',
  response: plan,
};

/** Spec 4.3. */
export const getPlan: Endpoint<Plan> = {
  method: 'GET',
  host: 'base',
  path: '/plans/{plan_id}',
  authorization: 'basic',
  response: plan,
};

/** Spec 4.3. */
export const listPlans: Endpoint<Plan[]> = {
  method: 'GET',
  host: 'base',
  path: '/plans',
  authorization: 'basic',
  response: z.array(plan),
};
