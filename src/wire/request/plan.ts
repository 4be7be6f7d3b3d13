import * as z from 'zod/mini';
import { amount, BLANK, count, currency, flag, orBlank, requiredText, text } from './values.js';

/** Spec 2.8: the units of intervals. */
export const INTERVAL_UNITS = ['hour', 'day', 'month'] as const;
export type IntervalUnit = (typeof INTERVAL_UNITS)[number];

const unit = z.enum(INTERVAL_UNITS, orBlank(`must be one of ${INTERVAL_UNITS.join(', ')}`));

/** Spec 2.8: a subscription plan. The receiver checks that a trial's amount and interval come together. */
export const planRequest = z.looseObject(
  {
    /** `true`: a test plan: subscribing to it moves no money. */
    test: flag,
    /** The title that payers see. */
    title: requiredText,
    /** ISO 4217: `USD`. */
    currency,
    /** Each charge after the trial. */
    plan: z.looseObject(
      {
        /** In minor units: 10.00 USD is `1000`. */
        amount,
        /** How many units pass between two charges: a whole number, 1 or more. */
        interval: count,
        interval_unit: unit,
      },
      orBlank('must be an object'),
    ),
    /** A trial before the first regular charge: set its amount and interval together. */
    trial: z.nullish(
      z.looseObject(
        {
          /** In minor units. */
          amount: z.nullish(amount),
          /** How many units the trial lasts. */
          interval: z.nullish(count),
          interval_unit: z.nullish(unit),
          /** `true`: a failed charge after the trial is tried again. Default `false`: such a failure ends the subscription. */
          as_first_payment: flag,
        },
        'must be an object',
      ),
    ),
    /** Of the payment page; default `en`. */
    language: text,
    /** Default `true`: charges go on until the subscription is cancelled. */
    infinite: flag,
    /** How many charges there are. Counts only with `infinite: false`. */
    billing_cycles: z.nullish(count),
    /** How often a charge is tried before the subscription is cancelled; default 3. */
    number_payment_attempts: z.nullish(count),
    /** `true`: charges only from 08:00 to 20:00 in the gateway's time zone; default `false`. */
    prevent_payments_at_night: flag,
  },
  BLANK,
);
export type PlanRequest = z.infer<typeof planRequest>;
