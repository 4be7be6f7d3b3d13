import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Activity } from '../time/activity.js';
import { Exchange } from './exchange.js';
import { MessageReader, type RawMessage } from './raw-http.js';
import type { Upstream } from './upstream.js';

/** Decides what becomes of each request; every exchange ends by answering or by cutting the connection, or stays silent. */
export type Handle = (exchange: Exchange) => Promise<void>;

/**
 * A proxy on raw TCP between payers and gateway. It can do everything to a request and its answer, byte by byte, that a
 * network or a company's proxy can.
 */
export class Proxy {
  readonly #activity: Activity;
  readonly #upstream: Upstream;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #port = 0;
  /** Decides about each request; by default all requests pass. */
  handle: Handle = (exchange) => exchange.pass();

  constructor(upstream: Upstream, activity: Activity) {
    this.#activity = activity;
    this.#upstream = upstream;
    this.#server = createServer((socket) => this.#serve(socket));
  }

  /** Listens, on the same port as before if there was one. */
  async open(): Promise<void> {
    if (this.#server.listening) return;
    await this.#activity.during(
      () =>
        new Promise<void>((resolve, reject) => {
          this.#server.once('error', reject);
          this.#server.listen(this.#port, '127.0.0.1', () => {
            this.#server.off('error', reject);
            resolve();
          });
        }),
    );
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Stops listening and cuts every connection: from now on connections are refused. */
  async shut(): Promise<void> {
    if (!this.#server.listening) return;
    await this.#activity.during(
      () =>
        new Promise<void>((resolve) => {
          this.#server.close(() => resolve());
          this.cutAll();
        }),
    );
  }

  cutAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  get address(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  #serve(socket: Socket): void {
    this.#activity.touch();
    this.#sockets.add(socket);
    socket.setNoDelay(true);
    let served = 0;
    let head: Pick<RawMessage, 'first' | 'headers'> = { first: '', headers: [] };
    let parts: Buffer[] = [];
    const reader = new MessageReader('request', {
      head(first, headers) {
        head = { first, headers };
        parts = [];
      },
      body: (part) => void parts.push(part),
      end: () => {
        served += 1;
        const request = { ...head, body: Buffer.concat(parts) };
        const exchange = new Exchange(socket, request, served > 1, this.#upstream);
        // A gateway that was cut off does not answer.
        this.handle(exchange).catch(() => socket.destroy());
      },
    });
    socket.on('data', (part) => {
      this.#activity.touch();
      reader.push(part);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#activity.touch();
      this.#sockets.delete(socket);
    });
  }
}
