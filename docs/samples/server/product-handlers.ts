import { createProductHandler, createStatusHandler, MerchantClient } from 'checkout-elements/merchant';
import { cookieOf, sessionOf } from './session.js';
import { store } from './store.js';

const { SHOP_ID = '', SECRET_KEY = '', GATEWAY_URL = 'http://127.0.0.1:4010', ALLOW_TEST } = process.env;
const allowTest = ALLOW_TEST === 'yes';
const client = new MerchantClient({ shopId: SHOP_ID, secretKey: SECRET_KEY, gatewayUrl: GATEWAY_URL });

// A real shop creates its products once, and keeps their ids.
const price = { amount: 1250, currency: 'USD' };
const { id: productId } = await client.createProduct({
  name: 'Tea',
  description: 'Green tea, 100 g',
  ...price,
  infinite: true,
  immortal: true,
  language: 'en',
  test: allowTest,
});

/** POST /orders: opens an order for one attempt. The page's `prepare` calls it, and returns its answer: { trackingId }. */
export async function openOrder(request: Request): Promise<Response> {
  const trackingId = crypto.randomUUID();
  const session = sessionOf(request) ?? crypto.randomUUID();
  // A gateway may leave out the product. This shop sells only one, so no other can have been paid for at the same price.
  const bought = { productId, acceptUnnamedProduct: true };
  await store.open({ trackingId, session, payment: { type: 'payment', ...bought, ...price, test: allowTest } });
  return Response.json({ trackingId }, { headers: { 'set-cookie': cookieOf(session) } });
}

/** GET /status?tracking_id=…: the page's `resolveStatus` calls it. */
export const status = createStatusHandler({
  client,
  allowTest,
  authorize: (request, trackingId) => store.owns(sessionOf(request), trackingId),
  report: console.error,
});

/** GET /product: the element's `product`. */
export const product = createProductHandler({ client, id: productId });
