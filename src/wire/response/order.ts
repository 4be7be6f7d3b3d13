import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.js';
import { lazily } from './lazily.js';
import { jobAccepted, type JobAccepted } from './job.js';
import { plan } from './plan.js';
import { product } from './product.js';
import { subscription } from './subscription.js';
import { transaction } from './transaction.js';

// The spec gives products and plans a confirm_url on {checkout_url} and does not describe it. This is our definition, with
// the conventions of the P2P endpoints. For a gateway that differs, only this file changes.

/** The part of a shop that payers may see. */
const seller = z.catch(z.nullish(z.looseObject({ name: z.string() })), undefined);

/** The answer to `GET {confirm_url}`: what a browser may know about the offer. Exactly one of `product` and `plan`. */
export const orderOffer = lazily(() =>
  z.union([z.looseObject({ product, shop: seller }), z.looseObject({ plan, shop: seller })]),
);
export type OrderOffer = z.infer<typeof orderOffer>;

/** The result of the job that `POST {confirm_url}` started: for a product its transaction, for a plan the subscription. */
export const orderResponse = lazily(() => z.union([z.looseObject({ subscription }), z.looseObject({ transaction })]));

const CONFIRM_PATH = '/v2/confirm_order/{id}/{shop_id}';

/** Returns the offer, for the page that asks for the card. */
export const getOrder: Endpoint<OrderOffer> = {
  method: 'GET',
  host: 'checkout',
  path: CONFIRM_PATH,
  authorization: 'bearer',
  response: orderOffer,
};

/** Pays for it: `{request: {credit_card: {token}, customer, tracking_id, return_url, notification_url, language}}`. */
export const confirmOrder: Endpoint<JobAccepted> = {
  method: 'POST',
  host: 'checkout',
  path: CONFIRM_PATH,
  authorization: 'bearer',
  response: jobAccepted,
};
