import * as z from 'zod/mini';
import { orBlank, requiredText, text, textUpTo } from './values.js';

/** Spec 2.9: a customer as a merchant describes them. The receiver checks the conditions of 2.1 (state, zip) and the form of `ip`. */
export const customerRequest = z.looseObject(
  {
    first_name: text,
    last_name: text,
    address: text,
    city: text,
    /** ISO 3166-1, two letters: `US`. */
    country: text,
    /** In the `US`: `12345` or `12345-6789`. */
    zip: text,
    /** Two letters; required in `US` and `CA`, left out elsewhere. */
    state: text,
    phone: text,
    email: requiredText,
    /** The IP address of the customer's device. */
    ip: requiredText,
    /** The customer's id in your system, up to 255 characters. */
    external_id: textUpTo(255),
  },
  orBlank('must be an object'),
);
export type CustomerRequest = z.infer<typeof customerRequest>;
