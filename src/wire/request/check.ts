import * as z from 'zod/mini';
import { recipientCard, sourceCard } from './card-section.js';
import { amount, currency, flag } from './values.js';

/** Spec 2.2: additional transfer data; the processing center issues the operation type, 3 alphanumeric characters. */
export const p2pData = z.looseObject(
  {
    p2p: z.nullish(
      z.looseObject(
        {
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
