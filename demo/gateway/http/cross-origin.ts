import type { MiddlewareHandler } from 'hono';
import { errorResponse } from './error-response.js';
import type { Clock } from '../time/clock.js';

/** Dates every answer by the sandbox's clock: browsers compute their offset from it. */
export const dated = (clock: Clock): MiddlewareHandler => async (context, next) => {
  await next();
  context.res.headers.set('date', new Date(clock.now()).toUTCString());
};

/** Lets pages of every origin call the checkout endpoints, and read what they are answered, errors too. */
export const openToAll: MiddlewareHandler = async (context, next) => {
  if (context.req.method === 'OPTIONS') {
    return new Response(null, {
      status: 204,
      headers: {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': 'authorization, content-type, x-api-version',
        'access-control-max-age': '7200',
      },
    });
  }
  await next();
  context.res.headers.set('access-control-allow-origin', '*');
  context.res.headers.set('access-control-expose-headers', 'Date, Retry-After');
  return undefined;
};

/**
 * Keeps pages of other origins away from the console's data: no CORS, and a request that says it comes from
 * elsewhere is refused (403) before it can change anything.
 */
export const sameOriginOnly = (own: string): MiddlewareHandler => async (context, next) => {
  const { protocol } = new URL(own);
  const origin = context.req.header('origin');
  const site = context.req.header('sec-fetch-site');
  // A page opened under another loopback name is the console's own when origin and host agree.
  const sameHost = origin === own || origin === `${protocol}//${context.req.header('host') ?? ''}`;
  // Following a link shows a page to the person at the browser; the site the link is on learns nothing of it.
  if (context.req.method === 'GET' && context.req.header('sec-fetch-dest') === 'document') return next();
  const foreign = (origin !== undefined && !sameHost) || (site !== undefined && site !== 'same-origin' && site !== 'none');
  if (!foreign) return next();
  return errorResponse({
    status: 403, code: 'foreign_origin', message: 'The console answers its own pages and programs, not other sites.',
  });
};
