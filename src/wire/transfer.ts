import * as z from 'zod/mini';
import { billingAddress } from './address.js';
import { recipientCard, sourceCard } from './card-section.js';
import { p2pData } from './check.js';
import type { Endpoint } from './endpoint.js';
import { jobAccepted, type JobAccepted } from './job.js';
import { transaction } from './transaction.js';
import { address, amount, currency, flag, requiredText, text, textUpTo, timestamp } from './writing.js';

/** Spec 2.5: who sends. */
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

/** Spec 2.6: the answer to a transfer. */
export const transferResponse = z.looseObject({ transaction });
export type TransferResponse = z.infer<typeof transferResponse>;

/** Spec 4.1 row 5. */
export const p2ps: Endpoint<TransferResponse> = {
  method: 'POST', host: 'gateway', path: '/transactions/p2ps', authorization: 'basic', response: transferResponse,
};

/** Spec 4.1 row 6. */
export const p2p: Endpoint<TransferResponse> = {
  method: 'POST', host: 'checkout', path: '/ctp/api/p2p', authorization: 'bearer', response: transferResponse,
};

/** Spec 4.1 row 7. */
export const p2pAsync: Endpoint<JobAccepted> = {
  method: 'POST', host: 'checkout', path: '/ctp/api/async/p2p', authorization: 'bearer', response: jobAccepted,
};

/** Status of a transfer by its uid; the spec names such a query without its path, see the README. */
export const transactionByUid: Endpoint<TransferResponse> = {
  method: 'GET', host: 'gateway', path: '/transactions/{uid}', authorization: 'basic', response: transferResponse,
};

/** Spec 8: up to 10 most recent transactions with a tracking_id, newest first. One alone is read as a list of one. */
export const transactionList = z.union([
  z.looseObject({ transactions: z.array(transaction) }),
  z.pipe(transferResponse, z.transform(({ transaction: one }) => ({ transactions: [one] }))),
]);
export type TransactionList = z.infer<typeof transactionList>;

/** Status of the transfers with a tracking_id (spec 4.4, 8). */
export const transactionsByTrackingId: Endpoint<TransactionList> = {
  method: 'GET', host: 'gateway', path: '/v2/transactions/tracking_id/{tracking_id}', authorization: 'basic',
  response: transactionList,
};
