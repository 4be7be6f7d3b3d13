import { randomUUID } from 'node:crypto';
import express from 'express';
import session from 'express-session';
import { createStatusHandler, MerchantClient, toExpress } from 'checkout-elements/merchant';
import { notifications } from './notifications.js';
import { store } from './store.js';

declare module 'express-session' {
  interface SessionData {
    /** The tracking ids of the orders that were opened in this session. */
    orders: string[];
  }
}

const { SHOP_ID = '', SECRET_KEY = '', GATEWAY_URL = 'http://127.0.0.1:4010', ALLOW_TEST, SESSION_SECRET = '' } = process.env;
const allowTest = ALLOW_TEST === 'yes';
const client = new MerchantClient({ shopId: SHOP_ID, secretKey: SECRET_KEY, gatewayUrl: GATEWAY_URL });

const status = createStatusHandler({
  client,
  allowTest,
  // Behind toExpress, the third argument is Express's request.
  authorize: (_, trackingId, request: express.Request) => request.session.orders?.includes(trackingId) ?? false,
  report: console.error,
});

const app = express();
// The gateway has no session. Before express.json(), which would leave no bytes to verify.
app.post('/notifications', toExpress(notifications));
app.use(session({ secret: SESSION_SECRET, resave: false, saveUninitialized: false }));
app.get('/status', toExpress(status));

app.post('/orders', express.json({ type: '*/*' }), async (request, response) => {
  const { amount } = request.body as { amount?: unknown };
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount <= 0) {
    response.status(400).send('Expected an amount in minor units.');
    return;
  }
  const trackingId = randomUUID();
  request.session.orders = [...(request.session.orders ?? []), trackingId];
  await store.open({
    trackingId,
    session: request.sessionID,
    payment: { type: 'p2p', amount, currency: 'USD', test: allowTest },
  });
  response.json({ trackingId });
});

app.listen(Number(process.env['PORT'] ?? 3000));
