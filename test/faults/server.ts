import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Activity } from './activity.js';
import { MessageReader, type RawMessage, toBytes } from './raw-http.js';

/** One request that has arrived, and what can be done to its connection. */
export interface Exchange {
  readonly path: string;
  readonly method: string;
  readonly body: string;
  answer(message: RawMessage): void;
  write(bytes: Buffer): void;
  /** Ends the connection in order, after what was written. */
  close(): void;
  /** Ends the connection with a reset, without what was not sent yet. */
  reset(): void;
}

/** A server on raw TCP. It can do everything to an answer, byte by byte, that a gateway, a network or a company's proxy can. */
export class Server {
  readonly #activity: Activity;
  readonly #server = createServer((socket) => this.#serve(socket));
  readonly #sockets = new Set<Socket>();
  #port = 0;
  /** Every exchange ends by answering or by cutting the connection, or stays silent. */
  handle: (exchange: Exchange) => Promise<void> = () => Promise.resolve();

  constructor(activity: Activity) {
    this.#activity = activity;
  }

  /** Listens, on the same port as before if there was one. */
  async open(): Promise<void> {
    if (this.#server.listening) return;
    await this.#activity.during(
      () => new Promise<void>((resolve) => void this.#server.listen(this.#port, '127.0.0.1', () => resolve())),
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
          for (const socket of this.#sockets) socket.destroy();
        }),
    );
  }

  get address(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  #serve(socket: Socket): void {
    this.#activity.touch();
    this.#sockets.add(socket);
    socket.setNoDelay(true);
    let first = '';
    let parts: Buffer[] = [];
    const write = (bytes: Buffer): void => void (socket.destroyed || socket.write(bytes));
    const reader = new MessageReader('request', {
      head: (line) => {
        first = line;
        parts = [];
      },
      body: (part) => void parts.push(part),
      end: () => {
        const [method = '', path = ''] = first.split(' ');
        const exchange: Exchange = {
          method,
          path,
          body: Buffer.concat(parts).toString(),
          answer: (message) => write(toBytes(message)),
          write,
          close: () => void socket.end(),
          reset: () => void socket.resetAndDestroy(),
        };
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
