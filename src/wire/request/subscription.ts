import * as z from 'zod/mini';
import { customerRequest } from './customer.js';
import { planRequest } from './plan.js';
import { address, orBlank, requiredText, text, textUpTo, postedAddress } from './values.js';

// The family's clients send the expiry as text and as integers.
const numeral = z.nullish(z.union([z.string(), z.number()], 'must be a string'));

/**
 * A subscription that a server creates. The spec has no such request; this is the family's. The receiver reads the plan, the
 * customer and the card.
 */
export const subscriptionRequest = z.looseObject(
  {
    /** `{ id }` of a plan, or a whole new one. */
    plan: z.looseObject({ id: text, ...z.partial(planRequest).shape }, orBlank('must be an object')),
    /** `{ id }` of a customer, or a whole new one. Without a card, the payer may give their e-mail address instead. */
    customer: z.nullish(z.looseObject({ id: text, ...z.partial(customerRequest).shape }, 'must be an object')),
    /** The token of a saved card, or a whole card. Without one, send the payer to `redirect_url`. */
    card: z.nullish(
      z.looseObject(
        { number: text, exp_month: numeral, exp_year: numeral, holder: text, verification_value: numeral, token: text },
        'must be an object',
      ),
    ),
    /** The id of your order. */
    tracking_id: textUpTo(255),
    /** The id of the payer's device in your system. */
    device_id: text,
    /** Where the payer goes afterwards; the subscription's id is added as `id`. */
    return_url: address,
    /** Where your server is notified of the subscription and its charges. */
    notification_url: postedAddress,
    /** Of the payment page; default: the plan's. */
    language: text,
    /** The older place of `language`. */
    settings: z.nullish(z.looseObject({ language: text }, 'must be an object')),
    /** Data of your own; the subscription repeats it. */
    additional_data: z.nullish(z.looseObject({}, 'must be an object')),
  },
  orBlank('must be an object'),
);
export type SubscriptionRequest = z.infer<typeof subscriptionRequest>;

/** The end of a subscription, for a reason that its body repeats. */
export const cancelRequest = z.looseObject({ cancel_reason: requiredText }, orBlank('must be an object'));
