import { requireMaxBytes } from '../body-limit.js';
import { answerTo, type NodeRequest, type NodeResponse, send } from './node.js';

/** The part of an Express request that the adapter reads. */
export interface ExpressRequest extends NodeRequest {
  /** Path and query, including the path of the router that the handler is mounted in. */
  readonly originalUrl: string;
  readonly protocol: string;
  /** The body that a body parser has produced. */
  readonly body?: unknown;
}

/** A handler of this package or of your own, which also gets Express's request: its session, its user. */
export type ExpressHandler<Incoming extends ExpressRequest = ExpressRequest> = (
  request: Request,
  incoming: Incoming,
) => Response | Promise<Response>;

/** Options of `toExpress`. */
export interface ToExpressOptions {
  /**
   * The maximum size of a request's body, in bytes; 262,144 when absent. A longer one is answered with 413, without the handler, as soon
   * as its `Content-Length` or the bytes so far say so.
   */
  readonly maxBytes?: number | undefined;
}

/**
 * Middleware for Express 4 and 5, from a handler of this package: `app.post('/notifications', toExpress(handler))`.
 *
 * The handler gets the raw bytes of the body, so that signatures can be verified: mount it before `express.json()`, or put
 * `app.use('/its/path', express.raw({ type: '*\/*' }))` before that. The handler's second argument is Express's request. Its errors go to
 * Express's error handling.
 *
 * @example
 * app.post('/notifications', toExpress(notifications));
 * app.use(express.json()); // after it: the handler needs the raw bytes
 *
 * @throws TypeError when an option is invalid.
 */
export function toExpress<Incoming extends ExpressRequest = ExpressRequest>(
  handler: ExpressHandler<Incoming>,
  options: ToExpressOptions = {},
): (request: Incoming, response: NodeResponse, next: (error?: unknown) => void) => void {
  const maxBytes = requireMaxBytes(options.maxBytes);
  const respond = async (request: Incoming, response: NodeResponse, next: (error?: unknown) => void): Promise<void> => {
    try {
      const { originalUrl: path, protocol, body: parsed } = request;
      const incoming = { path, protocol, parsed, maxBytes };
      await send(await answerTo(request, incoming, (asked) => handler(asked, request)), response);
    } catch (error) {
      next(error);
    }
  };
  // Express expects nothing back.
  return (request, response, next) => void respond(request, response, next);
}
