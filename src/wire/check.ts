import * as z from 'zod/mini';
import { recipientCard, sourceCard } from './card-section.js';
import type { Endpoint } from './endpoint.js';
import { jobAccepted } from './job.js';
import { decimalOrNone, flagOrNone, textOrNone } from './reading.js';
import { amount, currency, flag } from './writing.js';

/** Spec 2.2: additional transfer data; the operation type is issued by the processing center, 3 alphanumerics. */
export const p2pData = z.looseObject(
  {
    p2p: z.nullish(
      z.looseObject(
        {
          type: z.nullish(
            z.string('must be a string').check(z.regex(/^[A-Za-z0-9]{1,3}$/, 'must be up to 3 letters or digits')),
          ),
        },
        'must be an object',
      ),
    ),
  },
  'must be an object',
);

/** Spec 2.2: asks whether a transfer between two cards is possible, and what it costs. */
export const checkRequest = z.looseObject(
  {
    amount,
    currency,
    credit_card: z.nullish(sourceCard),
    recipient_card: z.nullish(recipientCard),
    test: flag,
    additional_data: z.nullish(p2pData),
  },
  "can't be blank",
);
export type CheckRequest = z.infer<typeof checkRequest>;

/** Spec 2.3: the commission. All figures are in major units of `currency`. */
export const commission = z.looseObject({
  minimum: decimalOrNone,
  percent: decimalOrNone,
  bank_fee: decimalOrNone,
  currency: textOrNone,
});
export type Commission = z.infer<typeof commission>;

/** Spec 2.3: the card parameters to collect before a transfer is possible. Names outside the spec are kept. */
export const requiredFields = z.looseObject({
  credit_card: z.nullish(z.array(z.string())),
  recipient_card: z.nullish(z.array(z.string())),
});
export type RequiredFields = z.infer<typeof requiredFields>;

/** Spec 2.3: the answer to a check. A successful one can name required fields too. */
export const checkResponse = z.looseObject({
  status: z.enum(['successful', 'failed']),
  message: textOrNone,
  commission: z.nullish(commission),
  required_fields: z.nullish(requiredFields),
  test: flagOrNone,
});
export type CheckResponse = z.infer<typeof checkResponse>;

/** Spec 4.1 row 1. */
export const p2pRestrictions: Endpoint<CheckResponse> = {
  method: 'POST', host: 'gateway', path: '/p2p-restrictions', authorization: 'basic', response: checkResponse,
};

/** Spec 4.1 row 2. */
export const verifyP2p: Endpoint<CheckResponse> = {
  method: 'POST', host: 'checkout', path: '/ctp/api/verify-p2p', authorization: 'bearer', response: checkResponse,
};

/** Spec 4.1 row 3. */
export const verifyP2pAsync: Endpoint<z.infer<typeof jobAccepted>> = {
  method: 'POST', host: 'checkout', path: '/ctp/api/async/verify-p2p', authorization: 'bearer', response: jobAccepted,
};
