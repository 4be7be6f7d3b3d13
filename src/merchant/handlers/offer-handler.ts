import { type Clock, systemClock } from '../../clock/clock.js';
import { CheckoutError } from '../../http/error.js';
import { isPathStep } from '../../wire/endpoint.js';
import type { CallOptions, MerchantClient } from '../client/client.js';
import { GatewayAnswerError } from '../errors.js';
import { publicPlan, publicProduct } from './public-offer.js';
import { type AllowedOrigins, reply, type ReplyOptions, replyToMethod, requireOrigins } from './reply.js';
import { within } from './time-limit.js';

/** What is offered, and to whom. */
export interface OfferHandlerOptions {
  /**
   * The id of what this request asks for; undefined: of nothing that is offered here. Name your own, or read it from the
   * address and look it up among them: whatever is returned is shown to anybody.
   */
  readonly id: string | ((request: Request) => string | undefined | Promise<string | undefined>);
  /** Origins of pages elsewhere that may read the answer, or `*`. */
  readonly allowOrigins?: AllowedOrigins | undefined;
  /** How long browsers and proxies may keep an answer, in seconds; 10 when absent. What is left changes with each sale. */
  readonly maxAge?: number | undefined;
  /** How long the gateway is asked, in milliseconds; 10,000 when absent. */
  readonly patience?: number | undefined;
  /** Hears of the gateway's failures, which the page is not told. */
  readonly report?: ((error: unknown) => void) | undefined;
  /** In place of the machine's own time. */
  readonly clock?: Clock | undefined;
}

/** Which status tells a page of a failure, in whose words there is nothing for it. */
function statusFor(error: unknown): 404 | 502 | 503 | 504 {
  if (!(error instanceof CheckoutError)) return 502;
  if (error instanceof GatewayAnswerError) {
    if (error.code === 'not_found') return 404;
    return error.code === 'rate_limited' || error.code === 'gateway_unavailable' ? 503 : 502;
  }
  return error.code === 'network_timeout' ? 504 : 503;
}

/** A validator of the answer (RFC 9110, 8.8.3): the same offer has the same. */
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
    const came = typeof id !== 'string' ? typeof id : id === '' ? 'an empty text' : `${JSON.stringify(id)}, which names nothing`;
    throw new TypeError(`id: expected an id or a function; came ${came}.`);
  }
  if (!Number.isSafeInteger(maxAge) || maxAge < 0) {
    throw new TypeError(`maxAge: expected a whole number of seconds; came ${String(maxAge)}.`);
  }
  requireOrigins(allowOrigins);
  const replying: ReplyOptions = { allowOrigins, credentials: false };

  return async (request) => {
    const done = replyToMethod(request, replying);
    if (done) return done;
    try {
      const wanted = typeof id === 'string' ? id : await id(request);
      if (!wanted || !isPathStep(wanted)) return reply(request, replying, 404, { message: 'Nothing is offered here.' });
      const offer = await within(patience, clock, (signal) => read(wanted, { signal }));
      const tag = await tagOf(JSON.stringify(offer));
      const headers = { 'cache-control': `public, max-age=${maxAge}`, etag: tag };
      const known = request.headers.get('if-none-match')?.split(',').map((each) => each.trim().replace(/^W\//, ''));
      return known?.includes(tag) || known?.includes('*')
        ? reply(request, replying, 304, undefined, headers)
        : reply(request, replying, 200, offer, headers);
    } catch (error) {
      const status = statusFor(error);
      if (status === 404) return reply(request, replying, 404, { message: 'Nothing is offered here.' });
      report(error);
      const wait = error instanceof GatewayAnswerError && error.retryAfter ? Math.ceil(error.retryAfter / 1000) : undefined;
      return reply(
        request, replying, status, { message: 'What is offered here can’t be shown now. Try again later.' },
        wait === undefined ? {} : { 'retry-after': String(wait) },
      );
    }
  };
}

/**
 * Makes the address for the `src` of `<product-pay>`: the public part of a product as JSON (spec 2.7), with `ETag`.
 *
 * @throws TypeError when an option can't be used.
 */
export const createProductHandler = (
  { client, ...options }: OfferHandlerOptions & { readonly client: Pick<MerchantClient, 'getProduct'> },
): ((request: Request) => Promise<Response>) =>
  createOfferHandler(async (id, call) => publicProduct(await client.getProduct(id, call)), options);

/**
 * Makes the address for the `src` of `<plan-subscribe>`: the public part of a plan as JSON (spec 2.8), with `ETag`.
 *
 * @throws TypeError when an option can't be used.
 */
export const createPlanHandler = (
  { client, ...options }: OfferHandlerOptions & { readonly client: Pick<MerchantClient, 'getPlan'> },
): ((request: Request) => Promise<Response>) =>
  createOfferHandler(async (id, call) => publicPlan(await client.getPlan(id, call)), options);
