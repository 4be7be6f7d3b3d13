// What the sandbox does with every request besides answering it, as plainly as Hono and pino allow.
import { pino } from 'pino';

/** @typedef {import('hono').Hono<{ Variables: { shop: number } }>} App */

/** Logs a line, sets the headers of the sandbox's responses, and checks the credentials. @param {App} app @param {string} publicKey */
export function addDuties(app, publicKey) {
  const log = pino(pino.destination(2));
  const shops = new Map([[publicKey, 1002]]);
  app.use(async (context, next) => {
    const began = performance.now();
    await next();
    const { method, path } = context.req;
    log.info({ method, path, status: context.res.status, ms: performance.now() - began, shop: context.get('shop') }, 'request');
  });
  app.use(async (context, next) => {
    await next();
    const { headers } = context.res;
    headers.set('date', new Date().toUTCString());
    headers.set('access-control-allow-origin', '*');
    headers.set('access-control-expose-headers', 'Date, Retry-After');
    headers.set('cache-control', 'no-store');
  });
  app.use(async (context, next) => {
    const shop = shops.get(/^bearer +(\S+) *$/i.exec(context.req.header('authorization') ?? '')?.[1] ?? '');
    if (shop === undefined || context.req.header('x-api-version') !== '2')
      return context.json({ error_code: 'unauthorized' }, 401);
    context.set('shop', shop);
    return next();
  });
}
