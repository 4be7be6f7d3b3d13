import { CheckoutError, type Party } from './error.js';
import { parseJson } from './parse-json.js';
import { readBody } from './read-body.js';

/** The part of `fetch` that is used; inject your own for tests, or to route calls. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A response with any status. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON body; undefined when the body is empty or not JSON. */
  readonly body: unknown;
}

/** No answer arrived. Whether the request reached the server is unknown. */
export class TransportError extends CheckoutError {
  override readonly name = 'TransportError';
  readonly code: 'network_unreachable' | 'network_timeout' | 'answer_too_large';
  readonly party: Party = 'network';

  constructor(code: TransportError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** How requests are sent and answers are read in one environment: a page, or a server. */
export interface Transport {
  /** The options of every request. */
  readonly options: () => RequestInit;
  /** The maximum size of an answer, in bytes. */
  readonly limit: number;
  readonly parse: (text: string) => unknown;
  /** Creates the error for a `fetch` that rejected. */
  readonly unreachable: (origin: string, cause: unknown) => TransportError;
}

/** For a page: no cookies, referrer, cache or redirects, and parsed objects without the page's prototype. */
export const pageTransport: Transport = {
  options: () => ({ credentials: 'omit', referrerPolicy: 'no-referrer', redirect: 'error', cache: 'no-store', mode: 'cors' }),
  // The gateway's answers are a few kilobytes; a larger one comes from somewhere else.
  limit: 262_144,
  parse: parseJson,
  unreachable: (origin) =>
    // Browsers report a broken connection, a refused redirect and missing CORS headers in the same way.
    new TransportError(
      'network_unreachable',
      `Expected an answer from ${origin}; got none. ` +
        'Either there is no connection, or the address is wrong, redirects, or does not allow this page (CORS).',
    ),
};

/**
 * Sends one request and reads its answer, whatever its status.
 *
 * @param signal Aborts the request; the promise then rejects with its reason. A `fetch` that ignores the signal is still
 *   awaited, so call this within a deadline.
 * @throws TransportError when no answer arrives.
 */
export async function send(
  fetch: Fetch,
  {
    method,
    url,
    headers,
    body,
    signal,
  }: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string | undefined;
    readonly signal: AbortSignal;
  },
  { options, limit, parse, unreachable }: Transport = pageTransport,
): Promise<Answer> {
  const { origin } = new URL(url);
  // Without a prototype: a page that pollutes Object.prototype can't add an option such as `credentials`.
  const init: RequestInit = Object.assign(Object.create(null), options(), {
    method,
    headers: Object.assign(Object.create(null), headers),
    ...(body !== undefined && { body }),
    signal,
  });
  signal.throwIfAborted();
  try {
    const response = await fetch(url, init);
    const decoder = new TextDecoder();
    let text = '';
    if (!(await readBody(response, limit, (bytes) => (text += decoder.decode(bytes, { stream: true }))))) {
      throw new TransportError(
        'answer_too_large',
        `Expected an answer of at most ${limit} bytes; ${origin} sent more. Check the address.`,
      );
    }
    return { status: response.status, headers: response.headers, body: parsed(text + decoder.decode(), parse) };
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof CheckoutError ? error : unreachable(origin, error);
  }
}

function parsed(text: string, parse: Transport['parse']): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
