import * as z from 'zod/mini';
import { recipientCard, sourceCard } from './card-section.js';
import { amount, currency, flag } from './values.js';

/** Spec 2.2: additional transfer data; the processing center issues the operation type, 3 alphanumeric characters. */
export const p2pData = z.looseObject(
  {
    /** Additional transfer data. */
    p2p: z.nullish(
      z.looseObject(
        {
          /** The operation type that the processing center issues, up to 3 letters or digits. Ask your gateway whether you need it. */
          type: z.nullish(z.string('must be a string').check(z.regex(/^[A-Za-z0-9]{1,3}$/, 'must be up to 3 letters or digits'))),
        },
        'must be an object',
      ),
    ),
  },
  'must be an object',
);

/** Spec 2.2: asks whether a transfer between two cards is possible and what it costs. */
export const checkRequest = z.looseObject(
  {
    /** The amount that the recipient gets, in minor units: 100.00 USD is `10000`. */
    amount,
    /** ISO 4217: `USD`. */
    currency,
    /** The card that pays. */
    credit_card: z.nullish(sourceCard),
    /** The card that receives. */
    recipient_card: z.nullish(recipientCard),
    /** `true` for test cards. */
    test: flag,
    additional_data: z.nullish(p2pData),
  },
  "can't be blank",
);
export type CheckRequest = z.infer<typeof checkRequest>;
