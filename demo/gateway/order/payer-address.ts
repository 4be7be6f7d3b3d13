import type { Context } from 'hono';
import type { IncomingMessage } from 'node:http';

// By default the sandbox listens on the payer's own machine.
const THIS_MACHINE = '127.0.0.1';

/** The IP address of the client; this machine's when the application is called without a connection. */
export function payerAddress({ env }: Context): string {
  const { incoming } = (env ?? {}) as { readonly incoming?: IncomingMessage };
  // A server on all interfaces sees IPv4 addresses mapped to IPv6.
  return incoming?.socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/, '') ?? THIS_MACHINE;
}
