import * as z from 'zod/mini';
import { billingAddress } from './address.js';
import { recipientCard, sourceCard } from './card-section.js';
import { p2pData } from './check.js';
import { address, amount, currency, flag, requiredText, text, textUpTo, timestamp } from './values.js';

/** Spec 2.5: the sender. */
export const customer = z.looseObject(
  { ip: text, email: text, device_id: text, external_id: textUpTo(255) },
  'must be an object',
);
export type Customer = z.infer<typeof customer>;

/** Spec 2.5: additional data of a transfer; `oneclick` in `contract` asks for a card token. */
export const transferData = /* @__PURE__ */ z.extend(p2pData, {
  receipt_text: z.nullish(z.array(z.string('must be a string'), 'must be an array of strings')),
  contract: z.nullish(z.array(z.string('must be a string'), 'must be an array')),
});

/** Spec 2.5: a card-to-card transfer. */
export const transferRequest = z.looseObject(
  {
    amount,
    currency,
    description: requiredText,
    expired_at: timestamp,
    tracking_id: text,
    duplicate_check: flag,
    language: text,
    notification_url: address,
    return_url: address,
    test: flag,
    credit_card: z.nullish(sourceCard),
    recipient_card: z.nullish(recipientCard),
    additional_data: z.nullish(transferData),
    customer: z.nullish(customer),
    sender_billing_address: z.nullish(billingAddress),
    recipient_billing_address: z.nullish(billingAddress),
    billing_address: z.nullish(billingAddress),
  },
  "can't be blank",
);
export type TransferRequest = z.infer<typeof transferRequest>;
