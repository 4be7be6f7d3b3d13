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

const {
  SHOP_ID = '',
  SECRET_KEY = '',
  GATEWAY_URL = 'http://127.0.0.1:4010',
  ALLOW_TEST,
  SHOP_URL = '',
  SESSION_SECRET,
} = process.env;
if (!SESSION_SECRET) throw new Error('Expected SESSION_SECRET in the environment: a long random text that nobody knows.');
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
// The gateway has no session. Before express.json(), which would leave no bytes to verify. A body of more than 256 KB is answered with
// 413: `maxBytes` of toExpress.
app.post('/notifications', toExpress(notifications));
// Only https may carry the cookie. On this machine it comes by http, where not every browser keeps a Secure cookie: Safari drops it.
const secure = !/^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(SHOP_URL);
// `proxy`: whatever ends https in front of this server says so in X-Forwarded-Proto.
app.use(
  session({
    secret: SESSION_SECRET,
    cookie: { httpOnly: true, sameSite: 'lax', secure },
    proxy: secure,
    resave: false,
    saveUninitialized: false,
  }),
);
app.get('/status', toExpress(status));

app.post('/orders', express.json({ type: '*/*', limit: '64kb' }), async (request, response) => {
  const { amount } = Object(request.body) as { amount?: unknown };
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

// On this machine alone, unless HOST says otherwise.
const { HOST = '127.0.0.1', PORT = new URL(SHOP_URL).port || '3000' } = process.env;
app.listen(Number(PORT), HOST, (error) => {
  if (error) throw error; // the port is taken, for example
  console.log(`The shop is at ${SHOP_URL}`);
});
