import * as z from 'zod/mini';
import { sourceCard } from './card-section.js';
import { address, flag, text, textUpTo, postedAddress } from './values.js';

/** The buyer: the fields that a product can ask for (spec 2.7, visible_fields), and those of a customer (spec 2.9). */
export const buyer = z.looseObject(
  {
    first_name: text,
    last_name: text,
    country: text,
    state: text,
    city: text,
    address: text,
    zip: text,
    phone: text,
    birth_date: text,
    email: text,
    taxpayer_id: text,
    ip: text,
    device_id: text,
    external_id: textUpTo(255),
  },
  'must be an object',
);
export type Buyer = z.infer<typeof buyer>;

/**
 * An order for a product or a plan. The gateway sets price, currency, quantity, expiry and terms; the price that the payer
 * saw is inside the sealed card section, and an order at another price is refused.
 *
 * The section is bound to `{operation: "order", section: "credit_card", amount, currency, tracking_id, product_id}`:
 * `product_id` is the product's or the plan's id, and the amount of a plan is its first charge (see `firstCharge`). A
 * refusal names `amount` when the price has changed, `quantity` when nothing is left, and `expired_at` when the offer has
 * ended: then the offer is read again. Any other name is that of a field (`credit_card.number`, `customer.zip`).
 */
export const orderRequest = z.looseObject(
  {
    credit_card: z.nullish(sourceCard),
    customer: z.nullish(buyer),
    tracking_id: text,
    duplicate_check: flag,
    return_url: address,
    notification_url: postedAddress,
    language: text,
  },
  "can't be blank",
);
export type OrderRequest = z.infer<typeof orderRequest>;
