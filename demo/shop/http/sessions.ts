import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { setCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';

const COOKIE = 'shop_session';

/**
 * The browser sessions of a shop, each of which sees its own orders only.
 *
 * A session is known by the shop's seal on it, not by a list of those that were begun: a list has an end, and whoever opens
 * enough pages would push the others out of it.
 */
export class Sessions {
  readonly #newId: () => string;
  readonly #secure: boolean;
  readonly #key: Uint8Array;

  /** @param key seals the sessions; they end when it does, by default with the process. */
  constructor(shopUrl: string, newId: () => string, key: Uint8Array = randomBytes(32)) {
    this.#newId = newId;
    this.#secure = shopUrl.startsWith('https:');
    this.#key = key;
  }

  /**
   * The browser session of a request; undefined before the first page. Only a session that this shop began is one:
   * whoever could choose it for somebody else would see his orders.
   */
  of(c: Context): string | undefined {
    return this.ofRequest(c.req.raw);
  }

  /** The same, of a plain request. */
  ofRequest(request: Request): string | undefined {
    const given = parse(request.headers.get('cookie') ?? '', COOKIE)[COOKIE] ?? '';
    const session = given.slice(0, Math.max(0, given.lastIndexOf('.')));
    const [came, expected] = [Buffer.from(given), Buffer.from(this.#sealed(session))];
    return came.length === expected.length && timingSafeEqual(came, expected) ? session : undefined;
  }

  /** The browser session of a request, begun now when there is none. It ends with the browser. */
  begin(c: Context): string {
    const known = this.of(c);
    if (known) return known;
    const session = this.#newId();
    // Lax, not Strict: the way back from the bank's page comes from another site and has to find its orders.
    setCookie(c, COOKIE, this.#sealed(session), { httpOnly: true, sameSite: 'Lax', path: '/', secure: this.#secure });
    return session;
  }

  #sealed(session: string): string {
    return `${session}.${createHmac('sha256', this.#key).update(session).digest('base64url')}`;
  }
}
