import Fastify from 'fastify';
import { toNode, type WebHandler } from 'checkout-elements/merchant';
import { notifications } from './notifications.js';
import { openOrder, status } from './page-handlers.js';

const app = Fastify();
await app.register(async (raw) => {
  // In here no parser reads the body: its bytes are verified.
  raw.removeAllContentTypeParsers();
  raw.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const add = (method: 'GET' | 'POST', url: string, handler: WebHandler): void => {
    // A body of more than 256 KB is answered with 413: `maxBytes` of toNode.
    const answer = toNode(handler);
    raw.route({
      method,
      url,
      handler: (request, reply) => {
        reply.hijack();
        answer(request.raw, reply.raw);
      },
    });
  };
  add('POST', '/notifications', notifications);
  add('POST', '/orders', openOrder);
  add('GET', '/status', status);
});
// On this machine alone, unless HOST says otherwise.
const { HOST = '127.0.0.1', SHOP_URL = 'http://localhost:3000', PORT = new URL(SHOP_URL).port || '3000' } = process.env;
await app.listen({ port: Number(PORT), host: HOST });
console.log(`The shop is at ${SHOP_URL}`);
