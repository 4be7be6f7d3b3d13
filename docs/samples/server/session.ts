import { parseCookie, stringifySetCookie } from 'cookie';

/** The browser that a request comes from; undefined when it has no session yet. */
export const sessionOf = (request: Request): string | undefined =>
  parseCookie(request.headers.get('cookie') ?? '')['session'] || undefined;

// Only https may carry it. On this machine it comes by http, where not every browser keeps a Secure cookie: Safari drops it.
const secure = !/^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(process.env['SHOP_URL'] ?? '');

/** The header Set-Cookie that keeps a session in its browser, out of the reach of scripts. */
export const cookieOf = (session: string): string =>
  stringifySetCookie({ name: 'session', value: session, httpOnly: true, sameSite: 'lax', secure, path: '/' });
