import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.js';
import { lazily } from './lazily.js';
import { jobAccepted } from './job.js';
import { decimalOrNone, messageOrNone, testOrNone, textOrNone } from './values.js';

/** Spec 2.3: the commission. All amounts are in major units of `currency`. */
export const commission = lazily(() =>
  z.looseObject({
    /** The least fee. */
    minimum: decimalOrNone,
    /** Per cent of the amount. No document says how it and `minimum` become a fee: the larger one is an estimate. */
    percent: decimalOrNone,
    /** The fee itself, as the processing center calculated it. */
    bank_fee: decimalOrNone,
    /** ISO 4217; it may differ from the transfer's. */
    currency: textOrNone,
  }),
);
export type Commission = z.infer<typeof commission>;

const namesOrNone = z.catch(z.nullish(z.array(z.string())), undefined);

/** Spec 2.3: the card parameters to collect before a transfer is possible. Names that are not in the spec are kept. */
export const requiredFields = lazily(() =>
  z.looseObject({
    credit_card: namesOrNone,
    recipient_card: namesOrNone,
  }),
);
export type RequiredFields = z.infer<typeof requiredFields>;

/** Spec 2.3: the answer to a check. A successful answer can also name required fields. */
export const checkResponse = lazily(() =>
  z.looseObject({
    status: z.enum(['successful', 'failed']),
    message: messageOrNone,
    commission: z.nullish(commission),
    // Some languages serialize an empty object as a list.
    required_fields: z.catch(z.nullish(requiredFields), undefined),
    test: testOrNone,
  }),
);
export type CheckResponse = z.infer<typeof checkResponse>;

/** Spec 4.1 row 1. */
export const p2pRestrictions: Endpoint<CheckResponse> = {
  method: 'POST',
  host: 'gateway',
  path: '/p2p-restrictions',
  authorization: 'basic',
  response: checkResponse,
};

/** Spec 4.1 row 2. */
export const verifyP2p: Endpoint<CheckResponse> = {
  method: 'POST',
  host: 'checkout',
  path: '/ctp/api/verify-p2p',
  authorization: 'bearer',
  response: checkResponse,
};

/** Spec 4.1 row 3. */
export const verifyP2pAsync: Endpoint<z.infer<typeof jobAccepted>> = {
  method: 'POST',
  host: 'checkout',
  path: '/ctp/api/async/verify-p2p',
  authorization: 'bearer',
  response: jobAccepted,
};
