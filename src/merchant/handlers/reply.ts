import { parseUrl } from '../../url/parse-url.js';
import { isLoopback } from '../../url/safe-url.js';

/** Other origins whose pages may read an answer, https or on this machine, or `*` for any. When absent, only the server's own. */
export type AllowedOrigins = readonly string[] | '*';

/** Options for every answer of a handler. */
export interface ReplyOptions {
  readonly allowOrigins: AllowedOrigins | undefined;
  /** Whether a page of another origin may send cookies. */
  readonly credentials: boolean;
}

const METHODS = 'GET, HEAD, OPTIONS';

/** Whether anyone on the way can change the origin's pages, and so read what they may read. */
function isPlain(origin: string): boolean {
  const url = parseUrl(origin);
  return url?.protocol === 'http:' && !isLoopback(url.hostname);
}

/** @throws TypeError when an origin is not written as a browser sends it, `https://shop.example`, or is http elsewhere than here. */
export function requireOrigins(allowOrigins: AllowedOrigins | undefined): void {
  for (const origin of allowOrigins === '*' ? [] : (allowOrigins ?? [])) {
    if (parseUrl(origin)?.origin !== origin)
      throw new TypeError(`allowOrigins: expected origins such as https://shop.example; got "${origin}".`);
    if (!isPlain(origin)) continue;
    throw new TypeError(
      `allowOrigins: expected https, or http on this machine; got ${origin}, whose pages anyone on the way can change. ` +
        `Serve them by https, and list ${origin.replace(/^http:/, 'https:')}.`,
    );
  }
}

function crossOriginHeaders(request: Request, { allowOrigins, credentials }: ReplyOptions): Record<string, string> {
  if (allowOrigins === undefined) return {};
  if (allowOrigins === '*') return { 'access-control-allow-origin': '*' };
  const origin = request.headers.get('origin');
  // A cache must not serve one page's permission, or the lack of it, to another.
  if (origin === null || !allowOrigins.includes(origin)) return { vary: 'Origin' };
  return {
    vary: 'Origin',
    'access-control-allow-origin': origin,
    ...(credentials && { 'access-control-allow-credentials': 'true' }),
  };
}

/** A handler's JSON answer, without a body when the request is HEAD. */
export function reply(
  request: Request,
  options: ReplyOptions,
  {
    status,
    body,
    headers = {},
  }: {
    readonly status: number;
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
  },
): Response {
  const text = body === undefined || request.method === 'HEAD' ? null : JSON.stringify(body);
  return new Response(text, {
    status,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...crossOriginHeaders(request, options),
      ...headers,
    },
  });
}

/**
 * The answer to OPTIONS, to unsupported methods, and to pages that come by http from elsewhere than this machine; undefined for the GET
 * and HEAD of all others. What may be read by any site (`*`) is not secret, so it may also be read there.
 */
export function replyAtOnce(request: Request, options: ReplyOptions): Response | undefined {
  if (options.allowOrigins !== '*' && isPlain(request.headers.get('origin') ?? '')) {
    return reply(request, options, {
      status: 403,
      body: { message: 'Expected a page that came by https, or from this machine; anyone on the way can change this one.' },
      headers: { vary: 'Origin' },
    });
  }
  if (request.method === 'GET' || request.method === 'HEAD') return undefined;
  if (request.method === 'OPTIONS') {
    return reply(request, options, {
      status: 204,
      headers: {
        allow: METHODS,
        ...(options.allowOrigins !== undefined && { 'access-control-allow-methods': METHODS, 'access-control-max-age': '7200' }),
      },
    });
  }
  return reply(request, options, {
    status: 405,
    body: { message: `Expected GET; got ${request.method}.` },
    headers: { allow: METHODS },
  });
}
