import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import express from 'express';
import { toExpress } from 'checkout-elements/merchant';
import { GATEWAY_URL, HOST, PORT, PUBLIC_KEY, SHOP_URL } from './settings.js';
import { notifications, openOrder, product, status } from './shop.js';

const scripts = dirname(createRequire(import.meta.url).resolve('checkout-elements/checkout.js'));
const page = readFileSync(new URL('public/index.html', import.meta.url), 'utf8')
  .replaceAll('{{PUBLIC_KEY}}', PUBLIC_KEY)
  .replaceAll('{{SHOP_URL}}', SHOP_URL);
// Scripts of this shop only, and no host to send cards to but the gateway.
const policy = `default-src 'self'; img-src 'self' data:; connect-src 'self' ${GATEWAY_URL}; base-uri 'none'; object-src 'none'; frame-ancestors 'none'`;

const app = express();
// Before any express.json(), which would leave no bytes to verify. A body of more than 256 KB is answered with 413: `maxBytes` of toExpress.
app.post('/api/notifications', toExpress(notifications));
app.post('/api/orders', toExpress(openOrder));
app.get('/api/status', toExpress(status));
app.get('/api/tea', toExpress(product));
app.get('/', (_request, response) => {
  response.set('content-security-policy', policy).type('html').send(page);
});
app.use(express.static(new URL('public', import.meta.url).pathname, { index: false }));
app.use('/checkout', express.static(scripts));
app.listen(PORT, HOST, (error) => {
  if (error) throw error; // the port is taken, for example
  console.log(`The shop is at ${SHOP_URL}`);
});
