import * as z from 'zod/mini';
import { orBlank, requiredText, text, textUpTo } from './values.js';

/** Spec 2.9: a customer as a merchant describes them. The receiver checks the conditions of 2.1 (state, zip) and the form of `ip`. */
export const customerRequest = z.looseObject(
  {
    first_name: text,
    last_name: text,
    address: text,
    city: text,
    country: text,
    zip: text,
    state: text,
    phone: text,
    email: requiredText,
    ip: requiredText,
    external_id: textUpTo(255),
  },
  orBlank('must be an object'),
);
export type CustomerRequest = z.infer<typeof customerRequest>;
