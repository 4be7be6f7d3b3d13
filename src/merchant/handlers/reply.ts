import { parseUrl } from '../../url/parse-url.js';

/** Which pages of other origins may read an answer: these, or any. Absent: none but the server's own. */
export type AllowedOrigins = readonly string[] | '*';

/** How a handler answers whatever it was asked. */
export interface ReplyOptions {
  readonly allowOrigins: AllowedOrigins | undefined;
  /** Whether a page of another origin may send its cookies along. */
  readonly credentials: boolean;
}

const METHODS = 'GET, HEAD, OPTIONS';

/** @throws TypeError when an origin is not written as a browser sends it: `https://shop.example`. */
export function requireOrigins(allowOrigins: AllowedOrigins | undefined): void {
  for (const origin of allowOrigins === '*' ? [] : (allowOrigins ?? [])) {
    if (parseUrl(origin)?.origin === origin) continue;
    throw new TypeError(`allowOrigins: expected origins such as https://shop.example; came "${origin}".`);
  }
}

function crossOriginHeaders(request: Request, { allowOrigins, credentials }: ReplyOptions): Record<string, string> {
  if (allowOrigins === undefined) return {};
  if (allowOrigins === '*') return { 'access-control-allow-origin': '*' };
  const origin = request.headers.get('origin');
  // A cache must not hand one page's permission, or the lack of it, to another.
  if (origin === null || !allowOrigins.includes(origin)) return { vary: 'Origin' };
  return {
    vary: 'Origin',
    'access-control-allow-origin': origin,
    ...(credentials && { 'access-control-allow-credentials': 'true' }),
  };
}

/** A JSON answer of a handler, without a body where the request is HEAD. */
export function reply(
  request: Request,
  options: ReplyOptions,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
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

/** The answer to a request that asks for nothing: OPTIONS, or a method there is none of. Undefined: go on. */
export function replyToMethod(request: Request, options: ReplyOptions): Response | undefined {
  if (request.method === 'GET' || request.method === 'HEAD') return undefined;
  if (request.method === 'OPTIONS') {
    return reply(request, options, 204, undefined, {
      allow: METHODS,
      ...(options.allowOrigins !== undefined && { 'access-control-allow-methods': METHODS, 'access-control-max-age': '7200' }),
    });
  }
  return reply(request, options, 405, { message: `Expected GET; came ${request.method}.` }, { allow: METHODS });
}
