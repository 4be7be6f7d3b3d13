import * as z from 'zod/mini';
import { billingAddress } from './address.js';
import { recipientCard, sourceCard } from './card-section.js';
import { p2pData } from './check.js';
import { address, amount, currency, flag, requiredText, text, textUpTo, timestamp, postedAddress } from './values.js';

/** Spec 2.5: the sender. */
export const customer = z.looseObject(
  {
    /** The sender's IP address. */
    ip: text,
    email: text,
    /** The id of the sender's device in your system. */
    device_id: text,
    /** The sender's id in your system, up to 255 characters. */
    external_id: textUpTo(255),
  },
  'must be an object',
);
export type Customer = z.infer<typeof customer>;

/** Spec 2.5: additional data of a transfer; `oneclick` in `contract` asks for a card token. */
export const transferData = /* @__PURE__ */ z.extend(p2pData, {
  /** Lines for the e-mail to the payer. */
  receipt_text: z.nullish(z.array(z.string('must be a string'), 'must be an array of strings')),
  /** `['oneclick']` asks for tokens of the cards, to pay again with the security code alone. */
  contract: z.nullish(z.array(z.string('must be a string'), 'must be an array')),
});

/** Spec 2.5: a card-to-card transfer. */
export const transferRequest = z.looseObject(
  {
    /** The amount that the recipient gets, in minor units: 100.00 USD is `10000`. */
    amount,
    /** ISO 4217: `USD`. */
    currency,
    /** The purpose of the transfer. */
    description: requiredText,
    /** Until when the payer can confirm it, ISO 8601 with an offset: `2030-01-31T23:59:59Z`. */
    expired_at: timestamp,
    /** The id of your order. Without it, the outcome of a transfer whose answer was lost can't be queried. */
    tracking_id: text,
    /** Whether the same amount from the same card within 30 seconds is refused; default `true`. */
    duplicate_check: flag,
    /** Of the bank's page and of e-mails; default `en`. */
    language: text,
    /** Where your server is notified. */
    notification_url: postedAddress,
    /** Where the payer goes after 3-D Secure. */
    return_url: address,
    /** `true` for test cards. */
    test: flag,
    /** The card that pays. */
    credit_card: z.nullish(sourceCard),
    /** The card that receives. */
    recipient_card: z.nullish(recipientCard),
    additional_data: z.nullish(transferData),
    /** The sender. */
    customer: z.nullish(customer),
    /** The sender's address. */
    sender_billing_address: z.nullish(billingAddress),
    /** The recipient's address. */
    recipient_billing_address: z.nullish(billingAddress),
    /** The sender's address under its older name. */
    billing_address: z.nullish(billingAddress),
  },
  "can't be blank",
);
export type TransferRequest = z.infer<typeof transferRequest>;
