import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

const COOKIE = 'shop_session';

/** The browser session of a request: what its orders belong to. Undefined before the first page. */
export const sessionOf = (c: Context): string | undefined => getCookie(c, COOKIE);

/** The browser session of a request, begun now when there is none. It ends with the browser. */
export function beginSession(c: Context, shopUrl: string, newId: () => string): string {
  const known = sessionOf(c);
  if (known) return known;
  const session = newId();
  // Lax, not Strict: the way back from the bank's page comes from another site and has to find its orders.
  setCookie(c, COOKIE, session, { httpOnly: true, sameSite: 'Lax', path: '/', secure: shopUrl.startsWith('https:') });
  return session;
}
