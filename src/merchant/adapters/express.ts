import { type NodeRequest, type NodeResponse, send, webRequest } from './node.js';

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

/**
 * Middleware for Express 4 and 5, from a handler of this package: `app.post('/notifications', toExpress(handler))`.
 *
 * The handler gets the raw bytes of the body, so that signatures can be verified: mount it before `express.json()`, or with
 * `express.raw({ type: '*\/*' })`. The handler's second argument is Express's request. Its errors go to Express's error handling.
 */
export function toExpress<Incoming extends ExpressRequest = ExpressRequest>(
  handler: ExpressHandler<Incoming>,
): (request: Incoming, response: NodeResponse, next: (error?: unknown) => void) => void {
  const respond = async (request: Incoming, response: NodeResponse, next: (error?: unknown) => void): Promise<void> => {
    try {
      const { originalUrl: path, protocol, body: parsed } = request;
      await send(await handler(webRequest(request, { path, protocol, parsed }), request), response);
    } catch (error) {
      next(error);
    }
  };
  // Express expects nothing back.
  return (request, response, next) => void respond(request, response, next);
}
