import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.js';
import { lazily } from './lazily.js';
import { flagOrNone, minorUnitsOrNone, objectOrNone, someText, testOrNone, textOrNone } from './values.js';

/** Spec 2.7: a product as the gateway stores it. `amount` is in minor units; `quantity` is meaningless when `infinite`. */
export const product = lazily(() =>
  z.looseObject({
    id: someText,
    name: z.string(),
    description: textOrNone,
    currency: z.string(),
    amount: z.int(),
    quantity: minorUnitsOrNone,
    infinite: flagOrNone,
    language: textOrNone,
    transaction_type: textOrNone,
    created_at: textOrNone,
    updated_at: textOrNone,
    expired_at: textOrNone,
    immortal: flagOrNone,
    visible_fields: z.catch(z.nullish(z.array(z.string())), undefined),
    return_url: textOrNone,
    test: testOrNone,
    additional_data: objectOrNone,
    pay_url: textOrNone,
    payment_url: textOrNone,
    confirm_url: textOrNone,
  }),
);
export type Product = z.infer<typeof product>;

/** Spec 4.2. */
export const createProduct: Endpoint<Product> = {
  method: 'POST',
  host: 'base',
  path: '/products',
  authorization: 'basic',
  response: product,
};

/** Spec 4.2. */
export const getProduct: Endpoint<Product> = {
  method: 'GET',
  host: 'base',
  path: '/products/{product_id}',
  authorization: 'basic',
  response: product,
};

/** Spec 4.2. */
export const listProducts: Endpoint<Product[]> = {
  method: 'GET',
  host: 'base',
  path: '/products',
  authorization: 'basic',
  response: z.array(product),
};

/** Spec 4.2: sends only the changed fields; answered with 204 and no body. */
export const updateProduct: Endpoint<undefined> = {
  method: 'PUT',
  host: 'base',
  path: '/products/{product_id}',
  authorization: 'basic',
  response: z.undefined(),
};
