import * as z from 'zod/mini';
import { amount, BLANK, currency, flag, orBlank, requiredText, text } from './values.js';

/** Spec 2.8: the units of intervals. */
export const INTERVAL_UNITS = ['hour', 'day', 'month'] as const;
export type IntervalUnit = (typeof INTERVAL_UNITS)[number];

/** A whole number of at least 1. */
const count = /* @__PURE__ */ z.number(orBlank('must be an integer')).check(
  z.refine((value) => Number.isSafeInteger(value), { error: 'must be an integer', abort: true }),
  z.refine((value) => value > 0, 'must be greater than 0'),
);

const unit = z.enum(INTERVAL_UNITS, orBlank(`must be one of ${INTERVAL_UNITS.join(', ')}`));

/** Spec 2.8: a subscription plan. The receiver checks that a trial's amount and interval come together. */
export const planRequest = z.looseObject(
  {
    test: flag,
    title: requiredText,
    currency,
    plan: z.looseObject({ amount, interval: count, interval_unit: unit }, orBlank('must be an object')),
    trial: z.nullish(
      z.looseObject(
        {
          amount: z.nullish(amount),
          interval: z.nullish(count),
          interval_unit: z.nullish(unit),
          as_first_payment: flag,
        },
        'must be an object',
      ),
    ),
    language: text,
    infinite: flag,
    billing_cycles: z.nullish(count),
    number_payment_attempts: z.nullish(count),
    prevent_payments_at_night: flag,
  },
  BLANK,
);
export type PlanRequest = z.infer<typeof planRequest>;
