import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, MiddlewareHandler } from 'hono';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GatewayEnv } from '../http/gateway-env.js';

/** Represents a closed connection when the application is called without a socket. */
export class ConnectionClosed extends TypeError {
  override readonly name = 'ConnectionClosed';
}

// Present for requests from node-server; absent when the application is called as a function.
interface Sockets {
  readonly incoming?: IncomingMessage;
  readonly outgoing?: ServerResponse;
}

const closed = (): ConnectionClosed => new ConnectionClosed('The connection was closed by a fault that is switched on.');

function closeAtOnce({ incoming }: Sockets): Response {
  if (!incoming) throw closed();
  incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

async function sendHalf({ res }: Context, { incoming, outgoing }: Sockets): Promise<Response> {
  const bytes = new Uint8Array(await res.arrayBuffer());
  const half = bytes.subarray(0, Math.floor(bytes.length / 2));
  const headers = { ...Object.fromEntries(res.headers), 'content-length': String(bytes.length) };
  if (!incoming || !outgoing) {
    let sent = false;
    const body = new ReadableStream<Uint8Array>({
      pull(stream) {
        if (sent) stream.error(closed());
        else stream.enqueue(half);
        sent = true;
      },
    });
    return new Response(body, { status: res.status, headers });
  }
  outgoing.writeHead(res.status, headers);
  outgoing.write(half, () => incoming.socket.destroy());
  return RESPONSE_ALREADY_SENT;
}

/**
 * Closes the connection of a request with such a fault, before the response or in the middle of it. Use it as the outermost
 * middleware, so that half a response has every header of a whole one.
 */
export const closingConnections: MiddlewareHandler<GatewayEnv> = async (context, next) => {
  await next();
  const cut = context.get('cut');
  if (!cut) return;
  const sockets = (context.env ?? {}) as Sockets;
  const cutAnswer = cut === 'at once' ? closeAtOnce(sockets) : await sendHalf(context, sockets);
  context.res = undefined;
  context.res = cutAnswer;
};
