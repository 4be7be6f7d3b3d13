import type { Context } from 'hono';
import { setCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';

const COOKIE = 'shop_session';
const MOST = 10_000;

/** The browser sessions of a shop, each of which sees its own orders only. */
export class Sessions {
  readonly #begun = new Set<string>();
  readonly #newId: () => string;
  readonly #secure: boolean;

  constructor(shopUrl: string, newId: () => string) {
    this.#newId = newId;
    this.#secure = shopUrl.startsWith('https:');
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
    const given = parse(request.headers.get('cookie') ?? '', COOKIE)[COOKIE];
    return given !== undefined && this.#begun.has(given) ? given : undefined;
  }

  /** The browser session of a request, begun now when there is none. It ends with the browser. */
  begin(c: Context): string {
    const known = this.of(c);
    if (known) return known;
    const session = this.#newId();
    this.#begun.add(session);
    const [oldest] = this.#begun;
    if (this.#begun.size > MOST && oldest !== undefined) this.#begun.delete(oldest);
    // Lax, not Strict: the way back from the bank's page comes from another site and has to find its orders.
    setCookie(c, COOKIE, session, { httpOnly: true, sameSite: 'Lax', path: '/', secure: this.#secure });
    return session;
  }
}
