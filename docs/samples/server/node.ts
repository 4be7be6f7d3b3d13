import { createServer } from 'node:http';
import { toNode, type WebHandler } from 'checkout-elements/merchant';
import { notifications } from './notifications.js';
import { openOrder, status } from './page-handlers.js';

const routes: Readonly<Record<string, WebHandler>> = {
  'POST /notifications': notifications,
  'POST /orders': openOrder,
  'GET /status': status,
};

const route: WebHandler = (request) => {
  const handler = routes[`${request.method} ${new URL(request.url).pathname}`];
  return handler ? handler(request) : new Response('There is no such page.', { status: 404 });
};

// On this machine alone, unless HOST says otherwise.
const { HOST = '127.0.0.1', SHOP_URL = 'http://localhost:3000', PORT = new URL(SHOP_URL).port || '3000' } = process.env;
// A body of more than 256 KB is answered with 413: `maxBytes` of toNode.
createServer(toNode(route)).listen(Number(PORT), HOST, () => console.log(`The shop is at ${SHOP_URL}`));
