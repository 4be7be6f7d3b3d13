import type { Context, MiddlewareHandler } from 'hono';
import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { GatewayEnv } from '../http/gateway-env.js';
import type { Clock } from '../time/clock.js';
import { endpointOf, type EndpointName } from '../http/endpoint-names.js';
import { errorResponse, Refusal } from '../http/error-response.js';
import { ConnectionClosed } from '../faults/close-connection.js';
import { scrub } from './log.js';
import { oddities } from './request-warnings.js';
import { bodyOf } from '../http/request-body.js';
import type { Shop } from '../shop/shops.js';

/** A request as the console shows it. No text of it holds card data, a secret or a token. */
export interface LoggedRequest {
  /** Counts from 1. */
  readonly number: number;
  /** Milliseconds since the epoch, on the sandbox's clock. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly endpoint: EndpointName | undefined;
  readonly shop: number | undefined;
  /** 499: the client hung up before it was answered. */
  readonly status: number;
  readonly milliseconds: number;
  /** Why it was refused. */
  readonly refusal: string | undefined;
  readonly odd: readonly string[];
  readonly faults: readonly string[];
}

/** The last requests to the API of this process. */
export interface RequestLog {
  add(request: Omit<LoggedRequest, 'number'>): void;
  /** At most `limit`, newest first, without the newest `skip`. */
  latest(limit: number, skip?: number): readonly LoggedRequest[];
  /** How many are kept. */
  count(): number;
  /** The same without the preflights that were let through: browsers ask them before most requests of another origin. */
  readonly withoutPreflights: Pick<RequestLog, 'latest' | 'count'>;
}

/** How many requests the log keeps. */
export const KEPT = 500;
const LONGEST = 240;

const isPreflight = ({ method, status }: LoggedRequest): boolean => method === 'OPTIONS' && status < 300;

/** Creates the log of requests, which forgets the oldest beyond 500. */
export function createRequestLog(secrets: readonly string[]): RequestLog {
  const seen: LoggedRequest[] = [];
  let count = 0;
  const clean = (text: string): string => {
    const scrubbed = scrub(text, secrets);
    return scrubbed.length > LONGEST ? `${scrubbed.slice(0, LONGEST)}…` : scrubbed;
  };
  const listOf = (kept: () => readonly LoggedRequest[]): Pick<RequestLog, 'latest' | 'count'> => ({
    latest: (limit, skip = 0) => kept().toReversed().slice(skip, skip + limit),
    count: () => kept().length,
  });
  return {
    add(request) {
      count += 1;
      const { path, refusal, odd } = request;
      seen.push({ ...request, number: count, path: clean(path), refusal: refusal && clean(refusal), odd: odd.map(clean) });
      if (seen.length > KEPT) seen.shift();
    },
    ...listOf(() => seen),
    withoutPreflights: listOf(() => seen.filter((request) => !isPreflight(request))),
  };
}

/** What the API's requests are looked at with. */
export interface Watching {
  readonly requests: RequestLog;
  readonly clock: Clock;
  readonly shops: ReadonlyMap<number, Shop>;
}

/** One line per request: no query, no header, no body. */
export const logged = (log: Logger, watching?: Watching): MiddlewareHandler<GatewayEnv> => async (context, next) => {
  const start = performance.now();
  const { method, path, raw, url } = context.req;
  try {
    await next();
  } finally {
    const milliseconds = Math.round((performance.now() - start) * 10) / 10;
    // The pages of the console have addresses of their own.
    const endpoint = watching && endpointOf(method, path);
    const { status } = context.res;
    const [shop, faults = [], cut] = [context.get('shop'), context.get('faults'), context.get('cut')];
    const header = (name: string): string | undefined => raw.headers.get(name) ?? undefined;
    const odd = endpoint ? oddities({ endpoint, url, header, body: bodyOf(raw), shop: watching.shops.get(shop ?? 0) }) : [];
    log.info({
      method, path, status, ms: milliseconds, shop,
      ...(odd.length > 0 && { odd }), ...(faults.length > 0 && { faults }), ...(cut && { cut }),
    }, 'request');
    const { error } = context;
    watching?.requests.add({
      at: watching.clock.now(),
      method, path, endpoint, shop, status, milliseconds, odd, faults,
      refusal: error instanceof Refusal ? `${error.answer.code}: ${error.message}` : undefined,
    });
  }
};

/** Turns whatever a handler threw into an error body; what nobody foresaw is logged and told to nobody. */
export const answerErrors = (log: Logger) => (error: Error, { env, req }: Context): Response => {
  if (error instanceof ConnectionClosed) throw error;
  if (error instanceof Refusal) return errorResponse(error.answer);
  // Whoever hangs up in the middle of a body breaks its reading. Nobody hears this answer; the log tells it apart.
  const { incoming } = (env ?? {}) as { readonly incoming?: IncomingMessage };
  if (incoming?.errored || req.raw.signal.aborted) return new Response(null, { status: 499 });
  log.error({ err: error }, 'unexpected error');
  return errorResponse({ status: 500, code: 'internal_error', message: 'The gateway failed. The error is in its log.' });
};
