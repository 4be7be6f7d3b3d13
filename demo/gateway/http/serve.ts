import type { Context, Hono } from 'hono';
import { endpoints } from '../../../src/wire/endpoints.js';
import type { Shop } from '../shop/shops.js';
import type { Authenticator } from './authentication.js';
import { errorResponse } from './error-response.js';
import type { GatewayEnv } from './gateway-env.js';
import type { WriteBody } from './write-body.js';

type ServedEndpoint = (typeof endpoints)[keyof typeof endpoints];

/** Handles a request with valid credentials; its result becomes the body. */
export type Handler = (shop: Shop, context: Context<GatewayEnv>) => Promise<unknown>;

/** Serves an endpoint of spec 4. `status` is the status of success; 204 has no body. */
export type Serve = (endpoint: ServedEndpoint, handler: Handler, status?: 200 | 201 | 204) => void;

const all: readonly ServedEndpoint[] = Object.values(endpoints);

/** Creates the function that serves endpoints: it checks credentials, sets the status, and refuses other methods (405). */
export function createServe(api: Hono<GatewayEnv>, authenticator: Authenticator, write: WriteBody): Serve {
  return (endpoint, handler, status = 200) => {
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1');
    api.on(endpoint.method, path, async (context) => {
      const { req } = context;
      const authorization = req.header('authorization');
      const shop =
        endpoint.authorization === 'basic'
          ? authenticator.basic(authorization)
          : authenticator.bearer(authorization, req.header('x-api-version'));
      context.set('shop', shop.id);
      const body = await handler(shop, context);
      const headers = { 'cache-control': 'no-store' };
      if (status === 204) return new Response(null, { status, headers });
      return new Response(write(body), { status, headers: { ...headers, 'content-type': 'application/json' } });
    });
    // Includes endpoints of the same address that are added later.
    const methods: readonly string[] = all.filter((other) => other.path === endpoint.path).map(({ method }) => method);
    const allow = methods.join(', ');
    api.all(path, ({ req }, next) =>
      methods.includes(req.method)
        ? next()
        : errorResponse({
            status: 405,
            code: 'method_not_allowed',
            message: `This address takes ${methods.join(' and ')} only.`,
            headers: { allow },
          }),
    );
  };
}
