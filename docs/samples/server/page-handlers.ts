import { createStatusHandler, MerchantClient } from 'checkout-elements/merchant';
import { cookieOf, sessionOf } from './session.js';
import { store } from './store.js';

const { SHOP_ID = '', SECRET_KEY = '', GATEWAY_URL = 'http://127.0.0.1:4010', ALLOW_TEST } = process.env;
const allowTest = ALLOW_TEST === 'yes';
const client = new MerchantClient({ shopId: SHOP_ID, secretKey: SECRET_KEY, gatewayUrl: GATEWAY_URL });

/** POST /orders: opens an order for one attempt. The page's `prepare` calls it, and returns its answer: { trackingId }. */
export async function openOrder(request: Request): Promise<Response> {
  const { amount } = Object(await request.json().catch(() => undefined)) as { amount?: unknown };
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount <= 0)
    return new Response('Expected an amount in minor units.', { status: 400 });
  const trackingId = crypto.randomUUID();
  const session = sessionOf(request) ?? crypto.randomUUID();
  await store.open({ trackingId, session, payment: { type: 'p2p', amount, currency: 'USD', test: allowTest } });
  return Response.json({ trackingId }, { headers: { 'set-cookie': cookieOf(session) } });
}

/** GET /status?tracking_id=…: the page's `resolveStatus` calls it. */
export const status = createStatusHandler({
  client,
  allowTest,
  authorize: (request, trackingId) => store.owns(sessionOf(request), trackingId),
  report: console.error,
});
