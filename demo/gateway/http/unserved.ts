import type { Hono } from 'hono';
import { errorResponse } from './error-response.js';
import type { GatewayEnv } from './gateway-env.js';

/** What gateways of the family do with card data and transactions, outside this specification and the sandbox's extensions. */
const TYPES = 'authorizations|chargebacks|checkups|credits|payments|payouts|recipient_tokenizations|tokenizations';

/** Answers the requests of the family's clients that this sandbox does not serve: 404 with what it does serve. */
export function refuseUnserved(api: Hono<GatewayEnv>): void {
  api.post(`/transactions/:type{${TYPES}}`, ({ req }) =>
    errorResponse({
      status: 404,
      code: 'not_served',
      message: `This sandbox does not serve POST ${req.path}: it makes transfers (/transactions/p2ps), sells products and plans on their payment pages, and captures, voids and refunds what they paid.`,
    }),
  );
}
