import type { Fetch } from '../../src/http/request.js';
import type { Activity } from './activity.js';
import { Connection } from './connection.js';
import { headerOf, type RawMessage, statusOf, toBytes } from './raw-http.js';

/** A request as a program makes it. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

type Head = Pick<RawMessage, 'first' | 'headers'>;

/** Headers that a page may read of any answer (Fetch standard: CORS-safelisted response-header names). */
const SAFE = ['cache-control', 'content-language', 'content-length', 'content-type', 'expires', 'last-modified', 'pragma'];

const failure = (): TypeError => new TypeError('Failed to fetch');

/**
 * The network of a browser as its pages see it through `fetch`. Connections are kept, and used by all tabs. A request that
 * dies on a used connection before any byte of its answer is sent again, POST or not, and the page does not learn of it
 * (Chromium: `HttpNetworkTransaction::ShouldResendRequest`). Answers need CORS, and show only the headers they expose.
 */
export class Client {
  readonly #activity: Activity;
  readonly #resending: (sent: Sent) => void;
  readonly #idle: Connection[] = [];
  readonly #open = new Set<Connection>();

  /** @param resending Called when a request is sent once more without its page. */
  constructor(activity: Activity, resending: (sent: Sent) => void) {
    this.#activity = activity;
    this.#resending = resending;
  }

  /** Ends every connection. */
  close(): void {
    this.#idle.length = 0;
    for (const connection of this.#open) connection.cut();
  }

  /** Ends the connections that wait for use: the next request makes a new one. */
  closeIdle(): void {
    for (const connection of this.#idle.splice(0)) connection.drop();
  }

  /** Whether a kept connection waits for use. */
  get isWarm(): boolean {
    return this.#idle.length > 0;
  }

  readonly fetch: Fetch = async (url, init) => {
    const sent: Sent = {
      method: init.method ?? 'GET',
      url,
      headers: { ...(init.headers as Record<string, string>) },
      body: typeof init.body === 'string' ? init.body : undefined,
    };
    const signal = init.signal ?? undefined;
    for (let copies = 1; ; copies += 1) {
      signal?.throwIfAborted();
      if (copies > 1) this.#resending(sent);
      const connection = this.#idle.pop() ?? this.#connect(new URL(url));
      const answer = await this.#exchange(sent, connection, init.redirect ?? 'follow', signal);
      if (answer) return answer;
      // A used connection may have died long ago, but a new one that dies means trouble. So the repeats end.
      if (!connection.isUsed) throw failure();
    }
  };

  #connect({ port }: URL): Connection {
    const connection = new Connection(Number(port), this.#activity, (gone) => {
      this.#open.delete(gone);
      const at = this.#idle.indexOf(gone);
      if (at >= 0) this.#idle.splice(at, 1);
    });
    this.#open.add(connection);
    return connection;
  }

  /** @returns undefined when the connection died before any byte of an answer. */
  #exchange(
    sent: Sent,
    connection: Connection,
    redirect: string,
    signal: AbortSignal | undefined,
  ): Promise<Response | undefined> {
    return new Promise((resolve, reject) => {
      let body: ReadableStreamDefaultController<Uint8Array> | undefined;
      const abort = (): void => {
        connection.drop();
        body?.error(signal?.reason);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', abort, { once: true });
      const over = (): void => signal?.removeEventListener('abort', abort);
      connection.send(bytesOf(sent), {
        head: (head) => {
          const problem = this.#problemOf(head, redirect);
          if (problem) {
            over();
            connection.drop();
            reject(problem);
            return;
          }
          const stream = new ReadableStream<Uint8Array>({
            start: (controller) => void (body = controller),
            cancel() {
              over();
              body = undefined;
              connection.drop();
            },
          });
          resolve(this.#responseOf(head, stream));
        },
        body: (part) => body?.enqueue(new Uint8Array(part)),
        end: (whole) => {
          over();
          if (whole && connection.keeps) this.#idle.push(connection);
          else connection.drop();
          if (whole) body?.close();
          else if (body) body.error(failure());
          // Bytes that are no answer.
          else reject(failure());
        },
        unanswered() {
          over();
          resolve(undefined);
        },
      });
    });
  }

  #problemOf(head: Head, redirect: string): TypeError | undefined {
    const isRedirect = [301, 302, 303, 307, 308].includes(statusOf(head));
    if (isRedirect && redirect !== 'manual') return failure();
    return headerOf(head, 'access-control-allow-origin') === '*' ? undefined : failure();
  }

  #responseOf(head: Head, body: ReadableStream<Uint8Array>): Response {
    const status = statusOf(head);
    const exposed = (headerOf(head, 'access-control-expose-headers') ?? '').toLowerCase().split(/\s*,\s*/);
    const headers = new Headers();
    for (const [name, value] of head.headers) {
      const lower = name.toLowerCase();
      if (SAFE.includes(lower) || exposed.includes(lower)) headers.append(name, value);
    }
    return new Response([204, 205, 304].includes(status) ? null : body, { status, headers });
  }
}

function bytesOf({ method, url, headers, body = '' }: Sent): Buffer {
  const { host, pathname, search } = new URL(url);
  const lines = [['host', host] as const, ...Object.entries(headers)];
  return toBytes({ first: `${method} ${pathname}${search} HTTP/1.1`, headers: lines, body: Buffer.from(body) });
}
