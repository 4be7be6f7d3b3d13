import type { Context } from 'hono';
import type { IncomingMessage } from 'node:http';

// The sandbox listens on the payer's own machine unless it was told otherwise.
const THIS_MACHINE = '127.0.0.1';

/** The IP address that a request comes from; this machine's where the application is called without a connection. */
export function payerAddress({ env }: Context): string {
  const { incoming } = (env ?? {}) as { readonly incoming?: IncomingMessage };
  // A server on all interfaces sees IPv4 addresses in the form that IPv6 has for them.
  return incoming?.socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/, '') ?? THIS_MACHINE;
}
