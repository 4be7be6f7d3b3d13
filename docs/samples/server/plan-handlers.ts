import { createPlanHandler, createStatusHandler, MerchantClient } from 'checkout-elements/merchant';
import { cookieOf, sessionOf } from './session.js';
import { store } from './store.js';

const { SHOP_ID = '', SECRET_KEY = '', GATEWAY_URL = 'http://127.0.0.1:4010', ALLOW_TEST } = process.env;
const allowTest = ALLOW_TEST === 'yes';
const client = new MerchantClient({ shopId: SHOP_ID, secretKey: SECRET_KEY, gatewayUrl: GATEWAY_URL });

// A real shop creates its plans once, and keeps their ids.
const { id: planId } = await client.createPlan({
  title: 'Tea club',
  currency: 'USD',
  trial: { amount: 100, interval: 3, interval_unit: 'day' },
  plan: { amount: 1000, interval: 1, interval_unit: 'month' },
  test: allowTest,
});

/** POST /orders: opens an order for one attempt. The page's `prepare` calls it, and returns its answer: { trackingId }. */
export async function openOrder(request: Request): Promise<Response> {
  const trackingId = crypto.randomUUID();
  const session = sessionOf(request) ?? crypto.randomUUID();
  await store.open({ trackingId, session, subscription: { planId } });
  return Response.json({ trackingId }, { headers: { 'set-cookie': cookieOf(session) } });
}

/** GET /status?tracking_id=…: the page's `resolveStatus` calls it. */
export const status = createStatusHandler({
  client,
  allowTest,
  authorize: (request, trackingId) => store.owns(sessionOf(request), trackingId),
  report: console.error,
});

/** GET /plan: the terms, and the plan's `confirm_url` for the element. */
export const plan = createPlanHandler({ client, id: planId });
