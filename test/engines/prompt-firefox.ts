// Firefox answers WebDriver BiDi through a socket that keeps Nagle's algorithm: of two answers in a row the second waits
// until the first is acknowledged, and a system with nothing to send acknowledges after 40 ms. A click takes some fifty
// messages and was slower by half a second for it.
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

// RFC 6455, 5.5.3: a pong that nobody asked for expects no answer; a client masks it. Firefox takes a mask of zeros for none.
const UNASKED_PONG = Buffer.from([0x8a, 0x80, 1, 2, 3, 4]);

/** The name by which the server in Firefox answers the handshake. */
const SERVER = 'httpd.js';

function watch(request: ClientRequest): void {
  if (request.getHeader('upgrade') !== 'websocket') return;
  request.once('upgrade', ({ headers }: IncomingMessage, socket: Socket) => {
    if (headers.server !== SERVER) return;
    // Something to send takes the acknowledgement along at once. Playwright writes whole frames, so it never falls into one.
    socket.on('data', () => {
      if (socket.writable) socket.write(UNASKED_PONG);
    });
  });
}

/** Vitest evaluates its configuration, and this with it, once for each project, in one process. */
const WATCHING = Symbol.for('checkout-elements: Firefox is acknowledged at once');

/** Makes this process acknowledge at once whatever a Firefox says over WebDriver BiDi, from the next connection on. */
export function acknowledgeFirefoxAtOnce(): void {
  const known = globalThis as { [WATCHING]?: true };
  if (known[WATCHING]) return;
  known[WATCHING] = true;
  subscribe('http.client.request.start', (message) => watch((message as { request: ClientRequest }).request));
}
