import type { Context, MiddlewareHandler } from 'hono';
import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { ConnectionClosed } from '../faults/close-connection.js';
import { endpointOf, type EndpointName } from '../http/endpoint-names.js';
import { errorResponse, Refusal } from '../http/error-response.js';
import type { GatewayEnv } from '../http/gateway-env.js';
import { bodyOf } from '../http/request-body.js';
import type { Shop } from '../shop/shops.js';
import type { Clock } from '../time/clock.js';
import { scrub } from './log.js';
import { requestWarnings } from './request-warnings.js';

/** A request as the console shows it, without card data, secrets or tokens. */
export interface LoggedRequest {
  /** Counts from 1. */
  readonly number: number;
  /** Milliseconds since the epoch, on the sandbox's clock. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly endpoint: EndpointName | undefined;
  readonly shop: number | undefined;
  /** 499: the client disconnected before the response. */
  readonly status: number;
  readonly milliseconds: number;
  /** Why it was refused. */
  readonly refusal: string | undefined;
  /** Its warnings. */
  readonly odd: readonly string[];
  readonly faults: readonly string[];
}

/** The last requests to the API of this process. */
export interface RequestLog {
  add(request: Omit<LoggedRequest, 'number'>): void;
  /** At most `limit`, newest first, without the newest `skip`. */
  latest(limit: number, skip?: number): readonly LoggedRequest[];
  /** The number of kept requests. */
  count(): number;
  /** The same without successful preflights, which browsers send before most requests to another origin. */
  readonly withoutPreflights: Pick<RequestLog, 'latest' | 'count'>;
}

/** The number of requests that the log keeps. */
export const MAX_LOGGED_REQUESTS = 500;
const MAX_LENGTH = 240;

const isPreflight = ({ method, status }: LoggedRequest): boolean => method === 'OPTIONS' && status < 300;

/** Creates the log of requests, which drops the oldest beyond 500. */
export function createRequestLog(secrets: readonly string[]): RequestLog {
  const seen: LoggedRequest[] = [];
  let count = 0;
  const clean = (text: string): string => {
    const scrubbed = scrub(text, secrets);
    return scrubbed.length > MAX_LENGTH ? `${scrubbed.slice(0, MAX_LENGTH)}…` : scrubbed;
  };
  const listOf = (kept: () => readonly LoggedRequest[]): Pick<RequestLog, 'latest' | 'count'> => ({
    latest: (limit, skip = 0) =>
      kept()
        .toReversed()
        .slice(skip, skip + limit),
    count: () => kept().length,
  });
  return {
    add(request) {
      count += 1;
      const { path, refusal, odd } = request;
      seen.push({ ...request, number: count, path: clean(path), refusal: refusal && clean(refusal), odd: odd.map(clean) });
      if (seen.length > MAX_LOGGED_REQUESTS) seen.shift();
    },
    ...listOf(() => seen),
    withoutPreflights: listOf(() => seen.filter((request) => !isPreflight(request))),
  };
}

/** The services of the API's request log. */
export interface ApiLog {
  readonly requests: RequestLog;
  readonly clock: Clock;
  readonly shops: ReadonlyMap<number, Shop>;
}

/** Logs a line per request, without query, headers or body. With `api`, also adds the request to the console's log. */
export const logRequests =
  (log: Logger, api?: ApiLog): MiddlewareHandler<GatewayEnv> =>
  async (context, next) => {
    const start = performance.now();
    const { method, path, raw, url } = context.req;
    try {
      await next();
    } finally {
      const milliseconds = Math.round((performance.now() - start) * 10) / 10;
      const endpoint = api && endpointOf(method, path);
      const { status } = context.res;
      const [shop, faults = [], cut] = [context.get('shop'), context.get('faults'), context.get('cut')];
      const header = (name: string): string | undefined => raw.headers.get(name) ?? undefined;
      const odd = endpoint ? requestWarnings({ endpoint, url, header, body: bodyOf(raw), shop: api.shops.get(shop ?? 0) }) : [];
      log.info(
        {
          method,
          path,
          status,
          ms: milliseconds,
          shop,
          ...(odd.length > 0 && { odd }),
          ...(faults.length > 0 && { faults }),
          ...(cut && { cut }),
        },
        'request',
      );
      const { error } = context;
      api?.requests.add({
        at: api.clock.now(),
        method,
        path,
        endpoint,
        shop,
        status,
        milliseconds,
        odd,
        faults,
        refusal: error instanceof Refusal ? `${error.answer.code}: ${error.message}` : undefined,
      });
    }
  };

/** Turns a handler's error into an error body. The details of an unexpected error go to the log only. */
export const answerErrors =
  (log: Logger) =>
  (error: Error, { env, req }: Context): Response => {
    if (error instanceof ConnectionClosed) throw error;
    if (error instanceof Refusal) return errorResponse(error.answer);
    // The client disconnected while sending the body. Only the log sees this status.
    const { incoming } = (env ?? {}) as { readonly incoming?: IncomingMessage };
    if (incoming?.errored || req.raw.signal.aborted) return new Response(null, { status: 499 });
    log.error({ err: error }, 'unexpected error');
    return errorResponse({ status: 500, code: 'internal_error', message: 'The gateway failed. The error is in its log.' });
  };
