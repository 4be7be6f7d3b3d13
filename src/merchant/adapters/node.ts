import { readUpTo } from '../../http/read-body.js';
import { joined, requireMaxBytes } from '../body-limit.js';

// Node's own types and modules are not imported: this file is part of an entry that runs on other platforms too.

/** A handler of this package, or of any framework that uses web requests. */
export type WebHandler = (request: Request) => Response | Promise<Response>;

/** The part of a request of `node:http`, `node:https` or Express that the adapters read. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly socket?: object | null | undefined;
  readonly readableDidRead?: boolean | undefined;
}

/** The part of a response of `node:http`, `node:https` or Express that the adapters use. */
export interface NodeResponse {
  statusCode: number;
  readonly headersSent: boolean;
  setHeader(name: string, value: string | string[]): unknown;
  end(body?: Uint8Array): unknown;
  destroy(): unknown;
}

/** The differences between `node:http` and Express. */
interface Incoming {
  /** Path and query. */
  readonly path: string;
  readonly protocol: string;
  /** The body that a body parser has produced; undefined when the body has not been read. */
  readonly parsed?: unknown;
  readonly maxBytes: number;
}

const HOST = /^[\w.-]+(:\d{1,5})?$|^\[[\da-f:.]+\](:\d{1,5})?$/i;

function urlOf({ headers }: NodeRequest, { path, protocol }: Incoming): string {
  const { host } = headers;
  // A host that is not valid in an address would make the request fail before any handler sees it.
  const origin = `${protocol}://${typeof host === 'string' && HOST.test(host) ? host : 'localhost'}`;
  // Joined, not resolved: a path that begins with two slashes must not name another host.
  return path.startsWith('/') ? `${origin}${path}` : `${origin}/`;
}

function headersOf({ headers }: NodeRequest): Headers {
  const read = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    // HTTP/2 has pseudo-headers, such as `:path`.
    if (name.startsWith(':')) continue;
    for (const each of typeof value === 'string' ? [value] : (value ?? [])) read.append(name, each);
  }
  return read;
}

/** A body that can't be read to its end. The handler says what that means: to the gateway, for example, that it has to send it again. */
const interrupted = (cause: unknown): ReadableStream<Uint8Array> =>
  new ReadableStream({ pull: (controller) => controller.error(cause) });

/**
 * The body of a request; undefined when it is longer than `maxBytes`.
 *
 * @throws TypeError when a body parser has read the body and left no bytes.
 */
async function bodyOf(request: NodeRequest, { parsed, maxBytes }: Incoming): Promise<BodyInit | undefined> {
  if (parsed instanceof Uint8Array) return parsed.byteLength > maxBytes ? undefined : new Uint8Array(parsed);
  if (request.readableDidRead) {
    throw new TypeError(
      'Expected the raw bytes of the body, which a signature covers; a body parser has read them. Mount this handler before ' +
        "express.json(), or put app.use('/its/path', express.raw({ type: '*/*' })) before that.",
    );
  }
  if (Number(request.headers['content-length']) > maxBytes) return undefined;
  // Not `for await`: leaving that loop would close the connection, which still has to carry the answer.
  const arriving = request[Symbol.asyncIterator]();
  const pieces: Uint8Array[] = [];
  const reading = readUpTo(
    maxBytes,
    () => arriving.next(),
    (bytes) => void pieces.push(bytes),
  );
  return reading.then((isWhole) => (isWhole ? joined(pieces) : undefined), interrupted);
}

function tooLarge({ headers }: NodeRequest, maxBytes: number): Response {
  // RFC 9112, 9.6: the rest of the body is not read, so the connection can't serve another request. HTTP/2, which has
  // pseudo-headers, ends the one stream by itself, and forbids the header.
  const closing = ':path' in headers ? {} : { connection: 'close' };
  return new Response(`Expected a body of at most ${maxBytes} bytes; got a longer one.`, {
    status: 413,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...closing },
  });
}

/** The answer of a handler to a Node request; 413, without the handler, when its body is too long. */
export async function answerTo(
  request: NodeRequest,
  incoming: Incoming,
  handler: (request: Request) => Response | Promise<Response>,
): Promise<Response> {
  const { method = 'GET' } = request;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = hasBody ? await bodyOf(request, incoming) : null;
  if (body === undefined) return tooLarge(request, incoming.maxBytes);
  return handler(
    new Request(urlOf(request, incoming), {
      method,
      headers: headersOf(request),
      body,
      // Required for a stream; the type of RequestInit does not have it yet.
      ...(hasBody && { duplex: 'half' }),
    }),
  );
}

/** Sends a complete web response. */
export async function send(answer: Response, response: NodeResponse): Promise<void> {
  const body = new Uint8Array(await answer.arrayBuffer());
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) if (name !== 'set-cookie') response.setHeader(name, value);
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  response.end(body);
}

/** Options of `toNode`. */
export interface ToNodeOptions {
  /** Called with errors from the handler or from reading the request; `console.error` when absent. The answer is a bare 500. */
  readonly report?: ((error: unknown) => void) | undefined;
  /**
   * The maximum size of a request's body, in bytes; 262,144 when absent. A longer one is answered with 413, without the handler, as soon
   * as its `Content-Length` or the bytes so far say so.
   */
  readonly maxBytes?: number | undefined;
}

/**
 * A listener for Node’s HTTP server, from a handler of this package: `createServer(toNode(handler))`. The handler gets the raw bytes
 * of the body, so that signatures can be verified.
 *
 * @example
 * createServer(toNode(notifications)).listen(3000);
 *
 * @throws TypeError when an option is invalid.
 */
export function toNode(
  handler: WebHandler,
  { report = console.error, ...options }: ToNodeOptions = {},
): (request: NodeRequest, response: NodeResponse) => void {
  const maxBytes = requireMaxBytes(options.maxBytes);
  const respond = async (request: NodeRequest, response: NodeResponse): Promise<void> => {
    const { socket, url = '/' } = request;
    const isSecure = !!socket && 'encrypted' in socket && socket.encrypted === true;
    await send(await answerTo(request, { path: url, protocol: isSecure ? 'https' : 'http', maxBytes }, handler), response);
  };
  return (request, response) => {
    respond(request, response).catch((error: unknown) => {
      // Answers first, because `report` is the shop's own function and may throw.
      if (response.headersSent) response.destroy();
      else {
        response.statusCode = 500;
        response.end();
      }
      report(error);
    });
  };
}
