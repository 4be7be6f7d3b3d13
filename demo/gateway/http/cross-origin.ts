import type { MiddlewareHandler } from 'hono';
import type { Clock } from '../time/clock.js';
import { errorResponse } from './error-response.js';

/** Dates every response by the sandbox's clock: browsers compute their offset from it. */
export const dated =
  (clock: Clock): MiddlewareHandler =>
  async (context, next) => {
    await next();
    context.res.headers.set('date', new Date(clock.now()).toUTCString());
  };

/** Lets pages of every origin call the checkout endpoints and read their responses, errors included. */
export const allowEveryOrigin: MiddlewareHandler = async (context, next) => {
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

/** Protects the console's data from pages of other origins: no CORS, and 403 for a request that names another origin. */
export const refuseOtherOrigins =
  (own: string): MiddlewareHandler =>
  async (context, next) => {
    const { protocol } = new URL(own);
    const origin = context.req.header('origin');
    const site = context.req.header('sec-fetch-site');
    // A page opened under another loopback name belongs to the console when origin and host agree.
    const sameHost = origin === own || origin === `${protocol}//${context.req.header('host') ?? ''}`;
    // A link from another site may open a page: that site can't read it.
    if (context.req.method === 'GET' && context.req.header('sec-fetch-dest') === 'document') return next();
    const foreign = (origin !== undefined && !sameHost) || (site !== undefined && site !== 'same-origin' && site !== 'none');
    if (!foreign) return next();
    return errorResponse({
      status: 403,
      code: 'foreign_origin',
      message: 'The console answers its own pages and programs, not other sites.',
    });
  };
