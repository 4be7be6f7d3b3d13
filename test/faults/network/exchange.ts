import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { type RawMessage, toBytes } from './raw-http.js';
import { type Role, roleOf } from './roles.js';
import type { Upstream } from './upstream.js';

/** A fingerprint that is equal for requests with the same bytes. */
export const fingerprintOf = (path: string, body: string | Buffer): string =>
  createHash('sha256').update(path).update(body).digest('base64url').slice(0, 12);

/** One request on its way through the proxy, with everything that can be done to it and to its answer. */
export class Exchange {
  readonly request: RawMessage;
  /** Whether the connection has carried a request before: then browsers send a lost request again by themselves. */
  readonly warm: boolean;
  readonly method: string;
  readonly path: string;
  role: Role;
  readonly #socket: Socket;
  readonly #upstream: Upstream;

  constructor(socket: Socket, request: RawMessage, warm: boolean, upstream: Upstream) {
    this.#socket = socket;
    this.#upstream = upstream;
    this.request = request;
    this.warm = warm;
    const [method = '', path = ''] = request.first.split(' ');
    this.method = method;
    this.path = path;
    this.role = roleOf(path);
  }

  get fingerprint(): string {
    return fingerprintOf(this.path, this.request.body);
  }

  /** Passes the request to the gateway. @returns the gateway's answer. */
  deliver(): Promise<RawMessage> {
    return this.#upstream.ask(this.request);
  }

  answer(message: RawMessage): void {
    this.write(toBytes(message));
  }

  /** The gateway's answer as it is. */
  async pass(): Promise<void> {
    this.answer(await this.deliver());
  }

  write(bytes: Buffer | string): void {
    if (!this.#socket.destroyed) this.#socket.write(bytes);
  }

  /** Ends the connection in order, after what was written. */
  close(): void {
    this.#socket.end();
  }

  /** Ends the connection with a reset, without what was not sent yet. */
  reset(): void {
    this.#socket.resetAndDestroy();
  }
}
