// Firefox answers WebDriver BiDi through a socket with Nagle's algorithm: after one answer, the next waits until the first is
// acknowledged, and a system with nothing to send acknowledges after 40 ms. A click takes about fifty messages, so this
// delayed it by half a second.
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

// RFC 6455, 5.5.3: an unsolicited pong needs no answer; a client masks it. Firefox treats a mask of zeros as no mask.
const UNASKED_PONG = Buffer.from([0x8a, 0x80, 1, 2, 3, 4]);

/** The name by which the server in Firefox answers the handshake. */
const SERVER = 'httpd.js';

function watch(request: ClientRequest): void {
  if (request.getHeader('upgrade') !== 'websocket') return;
  request.once('upgrade', ({ headers }: IncomingMessage, socket: Socket) => {
    if (headers.server !== SERVER) return;
    // Anything sent carries the acknowledgement at once. Playwright writes whole frames, so the pong never splits one.
    socket.on('data', () => {
      if (socket.writable) socket.write(UNASKED_PONG);
    });
  });
}

/** Vitest evaluates its configuration, and this with it, once for each project, in one process. */
const WATCHING = Symbol.for('checkout-elements: Firefox is acknowledged at once');

/** Makes this process acknowledge every WebDriver BiDi message from Firefox at once, from the next connection on. */
export function acknowledgeFirefoxAtOnce(): void {
  const known = globalThis as { [WATCHING]?: true };
  if (known[WATCHING]) return;
  known[WATCHING] = true;
  subscribe('http.client.request.start', (message) => watch((message as { request: ClientRequest }).request));
}
