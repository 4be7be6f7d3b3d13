import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.js';
import { someText, textOrNone } from './reading.js';
import { orBlank, requiredText, text, textUpTo } from './writing.js';

/** Spec 2.9: a customer as a merchant describes him. The conditions of 2.1 (state, zip) and the form of `ip` are the receiver's to judge. */
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

/** Spec 2.9: a customer as the gateway keeps him. */
export const storedCustomer = z.looseObject({
  id: someText,
  first_name: textOrNone,
  last_name: textOrNone,
  address: textOrNone,
  city: textOrNone,
  country: textOrNone,
  zip: textOrNone,
  state: textOrNone,
  phone: textOrNone,
  email: textOrNone,
  ip: textOrNone,
  external_id: textOrNone,
  created_at: textOrNone,
});
export type StoredCustomer = z.infer<typeof storedCustomer>;

/** Spec 4.4. */
export const createCustomer: Endpoint<StoredCustomer> = {
  method: 'POST', host: 'base', path: '/customers', authorization: 'basic', response: storedCustomer,
};

/** Spec 4.4. */
export const getCustomer: Endpoint<StoredCustomer> = {
  method: 'GET', host: 'base', path: '/customers/{customer_id}', authorization: 'basic', response: storedCustomer,
};

/** Spec 4.4. */
export const listCustomers: Endpoint<StoredCustomer[]> = {
  method: 'GET', host: 'base', path: '/customers', authorization: 'basic', response: z.array(storedCustomer),
};
