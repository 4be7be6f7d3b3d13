import { type Clock, systemClock } from '../../clock/clock.js';
import { CheckoutError } from '../../http/error.js';
import { isPathStep } from '../../wire/endpoint.js';
import type { CallOptions, MerchantClient } from '../client/client.js';
import { GatewayError } from '../../wire/response/gateway-error.js';
import { publicPlan, publicProduct } from './public-offer.js';
import { type AllowedOrigins, reply, type ReplyOptions, replyAtOnce, requireOrigins } from './reply.js';
import { within } from './time-limit.js';

/** Options of an offer handler. */
export interface OfferHandlerOptions {
  /**
   * The id of the product or plan that a request asks for; undefined when it is not offered here. Use a fixed id, or read it
   * from the address and check that it is one of yours: anyone can see the item that you return.
   */
  readonly id: string | ((request: Request) => string | undefined | Promise<string | undefined>);
  /** Other origins whose pages may read the answer, https or on this machine, or `*`. */
  readonly allowOrigins?: AllowedOrigins | undefined;
  /** How long browsers and proxies may cache an answer, in seconds; 10 when absent. Every sale changes the quantity left. */
  readonly maxAge?: number | undefined;
  /** How long the gateway may take, in milliseconds; 10,000 when absent. */
  readonly patience?: number | undefined;
  /** Called with the gateway's failures, which are not sent to the page. */
  readonly report?: ((error: unknown) => void) | undefined;
  /** Replaces the system clock. */
  readonly clock?: Clock | undefined;
}

/** The status that reports a failure to the page; its message is not meant for the page. */
function statusFor(error: unknown): 404 | 502 | 503 | 504 {
  if (!(error instanceof CheckoutError)) return 502;
  if (error instanceof GatewayError) {
    if (error.code === 'not_found') return 404;
    return error.code === 'rate_limited' || error.code === 'gateway_unavailable' ? 503 : 502;
  }
  return error.code === 'network_timeout' ? 504 : 503;
}

/** The entity tag of an answer (RFC 9110, 8.8.3): equal offers have equal tags. */
async function tagOf(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return `"${[...digest.subarray(0, 12)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}"`;
}

function createOfferHandler(
  read: (id: string, options: CallOptions) => Promise<object>,
  options: OfferHandlerOptions,
): (request: Request) => Promise<Response> {
  const { id, allowOrigins, maxAge = 10, patience = 10_000, report = () => undefined, clock = systemClock } = options;
  if (typeof id !== 'function' && !(typeof id === 'string' && isPathStep(id))) {
    const got = typeof id !== 'string' ? typeof id : id === '' ? 'an empty text' : `${JSON.stringify(id)}, which can't be an id`;
    throw new TypeError(`id: expected an id or a function; got ${got}.`);
  }
  if (!Number.isSafeInteger(maxAge) || maxAge < 0) {
    throw new TypeError(`maxAge: expected a whole number of seconds; got ${String(maxAge)}.`);
  }
  requireOrigins(allowOrigins);
  const replying: ReplyOptions = { allowOrigins, credentials: false };
  const nothingOffered = (request: Request): Response =>
    reply(request, replying, { status: 404, body: { message: 'Nothing is offered here.' } });

  return async (request) => {
    const done = replyAtOnce(request, replying);
    if (done) return done;
    try {
      const wanted = typeof id === 'string' ? id : await id(request);
      if (!wanted || !isPathStep(wanted)) return nothingOffered(request);
      const offer = await within(patience, clock, (signal) => read(wanted, { signal }));
      const tag = await tagOf(JSON.stringify(offer));
      const headers = { 'cache-control': `public, max-age=${maxAge}`, etag: tag };
      const tags = request.headers
        .get('if-none-match')
        ?.split(',')
        .map((each) => each.trim().replace(/^W\//, ''));
      return tags?.includes(tag) || tags?.includes('*')
        ? reply(request, replying, { status: 304, headers })
        : reply(request, replying, { status: 200, body: offer, headers });
    } catch (error) {
      const status = statusFor(error);
      if (status === 404) return nothingOffered(request);
      report(error);
      const wait = error instanceof GatewayError && error.retryAfter ? Math.ceil(error.retryAfter / 1000) : undefined;
      return reply(request, replying, {
        status,
        body: { message: 'This offer can’t be shown now. Try again later.' },
        headers: wait === undefined ? {} : { 'retry-after': String(wait) },
      });
    }
  };
}

/**
 * Creates the handler for the `product` of `<product-pay>`: it answers with the public part of a product as JSON (spec
 * 2.7), with an `ETag`.
 *
 * @example
 * const tea = createProductHandler({ client, id: 'prd_ee2b1dd6a5f4a1c2' });
 * app.get('/tea.json', toExpress(tea));
 *
 * @throws TypeError when an option is invalid.
 */
export const createProductHandler = ({
  client,
  ...options
}: OfferHandlerOptions & { readonly client: Pick<MerchantClient, 'getProduct'> }): ((request: Request) => Promise<Response>) =>
  createOfferHandler(async (id, call) => publicProduct(await client.getProduct(id, call)), options);

/**
 * Creates the handler for the `plan` of `<plan-subscribe>`: it answers with the public part of a plan as JSON (spec 2.8),
 * with an `ETag`.
 *
 * @example
 * const club = createPlanHandler({ client, id: 'pln_cf5e0e7a8b3a91fa' });
 * app.get('/club.json', toExpress(club));
 *
 * @throws TypeError when an option is invalid.
 */
export const createPlanHandler = ({
  client,
  ...options
}: OfferHandlerOptions & { readonly client: Pick<MerchantClient, 'getPlan'> }): ((request: Request) => Promise<Response>) =>
  createOfferHandler(async (id, call) => publicPlan(await client.getPlan(id, call)), options);
