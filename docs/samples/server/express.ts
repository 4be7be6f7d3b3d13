import { readFileSync } from 'node:fs';
import express from 'express';
import { toExpress } from 'checkout-elements/merchant';
import { notifications } from './notifications.js';
import { openOrder, status } from './page-handlers.js';

const app = express();
// Before express.json(), which would leave no bytes to verify. A body of more than 256 KB is answered with 413: `maxBytes` of toExpress.
app.post('/notifications', toExpress(notifications));
app.post('/orders', toExpress(openOrder));
app.get('/status', toExpress(status));

// The page, with this shop's settings in it.
const page = readFileSync('index.html', 'utf8').replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => process.env[name] ?? '');
app.get('/', (_request, response) => void response.type('html').send(page));
app.get('/page.js', (_request, response) => response.sendFile('page.js', { root: '.' }));

// On this machine alone, unless HOST says otherwise.
const { HOST = '127.0.0.1', SHOP_URL = 'http://localhost:3000', PORT = new URL(SHOP_URL).port || '3000' } = process.env;
app.listen(Number(PORT), HOST, (error) => {
  if (error) throw error; // the port is taken, for example
  console.log(`The shop is at ${SHOP_URL}`);
});
