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

/** The bytes of a request as they arrive, so that a handler can stop reading a body that is too large. */
function streamOf(request: NodeRequest): ReadableStream<Uint8Array> {
  const chunks = request[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(new Uint8Array(value));
    },
    // The rest is not read, but the connection must stay open for the response.
    cancel: () => undefined,
  });
}

/** @throws TypeError when a body parser has read the body and left no bytes. */
function bodyOf(request: NodeRequest, { parsed }: Incoming): BodyInit | null {
  if (parsed instanceof Uint8Array) return new Uint8Array(parsed);
  if (!request.readableDidRead) return streamOf(request);
  throw new TypeError(
    'Expected the raw bytes of the body, which a signature covers; a body parser has read them. Mount this handler before ' +
      "express.json(), or give its path express.raw({ type: '*/*' }).",
  );
}

/** Converts a Node request to a web request. */
export function webRequest(request: NodeRequest, incoming: Incoming): Request {
  const { method = 'GET' } = request;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(urlOf(request, incoming), {
    method,
    headers: headersOf(request),
    ...(hasBody && { body: bodyOf(request, incoming) }),
    // Required for a stream; the type of RequestInit does not have it yet.
    ...(hasBody && { duplex: 'half' }),
  });
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
}

/**
 * A listener for Node’s HTTP server, from a handler of this package: `createServer(toNode(handler))`. The handler gets the raw bytes
 * of the body, so that signatures can be verified.
 */
export function toNode(
  handler: WebHandler,
  { report = console.error }: ToNodeOptions = {},
): (request: NodeRequest, response: NodeResponse) => void {
  const respond = async (request: NodeRequest, response: NodeResponse): Promise<void> => {
    const { socket, url = '/' } = request;
    const isSecure = !!socket && 'encrypted' in socket && socket.encrypted === true;
    await send(await handler(webRequest(request, { path: url, protocol: isSecure ? 'https' : 'http' })), response);
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
