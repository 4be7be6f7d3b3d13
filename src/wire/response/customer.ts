import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.js';
import { lazily } from './lazily.js';
import { someText, textOrNone } from './values.js';

/** Spec 2.9: a customer as the gateway stores them. */
export const storedCustomer = lazily(() =>
  z.looseObject({
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
  }),
);
export type StoredCustomer = z.infer<typeof storedCustomer>;

/** Spec 4.4. */
export const createCustomer: Endpoint<StoredCustomer> = {
  method: 'POST',
  host: 'base',
  path: '/customers',
  authorization: 'basic',
  response: storedCustomer,
};

/** Spec 4.4. */
export const getCustomer: Endpoint<StoredCustomer> = {
  method: 'GET',
  host: 'base',
  path: '/customers/{customer_id}',
  authorization: 'basic',
  response: storedCustomer,
};

/** Spec 4.4. */
export const listCustomers: Endpoint<StoredCustomer[]> = {
  method: 'GET',
  host: 'base',
  path: '/customers',
  authorization: 'basic',
  response: z.array(storedCustomer),
};
