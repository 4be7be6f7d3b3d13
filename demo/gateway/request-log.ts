import type { Context, MiddlewareHandler } from 'hono';
import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { errorResponse, Refusal } from './error-answer.js';
import { ConnectionClosed } from './faults/cut.js';

/** What a request leaves for its log line: the id of the shop it came from. */
export type LoggedEnv = { Variables: { shop?: number } };

/** One line per request: no query, no header, no body. */
export const logged = (log: Logger): MiddlewareHandler<LoggedEnv> => async (context, next) => {
  const start = performance.now();
  await next();
  const { method, path } = context.req;
  const ms = Math.round((performance.now() - start) * 10) / 10;
  log.info({ method, path, status: context.res.status, ms, shop: context.get('shop') }, 'request');
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
