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

createServer(toNode(route)).listen(Number(process.env['PORT'] ?? 3000));
