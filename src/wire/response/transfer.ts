import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.js';
import { lazily } from './lazily.js';
import { jobAccepted, type JobAccepted } from './job.js';
import { transaction } from './transaction.js';

/** Spec 2.6: the answer to a transfer. */
export const transferResponse = lazily(() => z.looseObject({ transaction }));
export type TransferResponse = z.infer<typeof transferResponse>;

/** Spec 4.1 row 5. */
export const p2ps: Endpoint<TransferResponse> = {
  method: 'POST',
  host: 'gateway',
  path: '/transactions/p2ps',
  authorization: 'basic',
  response: transferResponse,
};

/** Spec 4.1 row 6. */
export const p2p: Endpoint<TransferResponse> = {
  method: 'POST',
  host: 'checkout',
  path: '/ctp/api/p2p',
  authorization: 'bearer',
  response: transferResponse,
};

/** Spec 4.1 row 7. */
export const p2pAsync: Endpoint<JobAccepted> = {
  method: 'POST',
  host: 'checkout',
  path: '/ctp/api/async/p2p',
  authorization: 'bearer',
  response: jobAccepted,
};

/** The status of a transfer by its uid; the spec mentions this query without its path. */
export const transactionByUid: Endpoint<TransferResponse> = {
  method: 'GET',
  host: 'gateway',
  path: '/transactions/{uid}',
  authorization: 'basic',
  response: transferResponse,
};

/** Spec 8: the 10 most recent transactions with a tracking_id, newest first. A single one is read as a list of one. */
export const transactionList = lazily(() =>
  z.union([
    z.looseObject({ transactions: z.array(transaction) }),
    z.pipe(
      transferResponse,
      z.transform(({ transaction: one }) => ({ transactions: [one] })),
    ),
  ]),
);
export type TransactionList = z.infer<typeof transactionList>;

/** The status of the transfers with a tracking_id (spec 4.4, 8). */
export const transactionsByTrackingId: Endpoint<TransactionList> = {
  method: 'GET',
  host: 'gateway',
  path: '/v2/transactions/tracking_id/{tracking_id}',
  authorization: 'basic',
  response: transactionList,
};

const followUp = (path: string): Endpoint<TransferResponse> => ({
  method: 'POST',
  host: 'gateway',
  path,
  authorization: 'basic',
  response: transferResponse,
});

// The spec has none of these; gateways of the family do.

/** Takes money that an authorization has reserved, whole or in parts. */
export const captures = /* @__PURE__ */ followUp('/transactions/captures');

/** Releases the money of an authorization that was not captured. */
export const voids = /* @__PURE__ */ followUp('/transactions/voids');

/** Gives back the money of a payment or a capture, whole or in parts. */
export const refunds = /* @__PURE__ */ followUp('/transactions/refunds');

/** The same at the older path, by spec 8: `{transaction}` for a unique tracking_id, `{transactions}` for another. */
export const lookupByTrackingId: Endpoint<TransactionList> = {
  method: 'GET',
  host: 'gateway',
  path: '/transactions/tracking_id/{tracking_id}',
  authorization: 'basic',
  response: transactionList,
};
