import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { setCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';
import { isLoopback } from '../../../src/url/safe-url.js';

const COOKIE = 'shop_session';

/** Browsers accept a cookie of this name only by https, for the whole origin, from the origin itself: no other host can set it. */
const SECURE_COOKIE = `__Host-${COOKIE}`;

/**
 * The browser sessions of a shop. Each sees only its own orders.
 *
 * The shop signs sessions and keeps no list of them: anyone who opened enough pages could push others out of a list.
 */
export class Sessions {
  readonly #newId: () => string;
  readonly #secure: boolean;
  readonly #key: Uint8Array;
  /** Of requests that began one: a second cookie of the same answer would replace the first, and with it its orders. */
  readonly #begun = new WeakMap<Request, string>();

  /** @param key signs the sessions; by default a new one, so that sessions end with the process. */
  constructor(shopUrl: string, newId: () => string, key: Uint8Array = randomBytes(32)) {
    this.#newId = newId;
    // Only https may carry it. On this machine it comes by http, where not every browser keeps a Secure cookie: Safari drops it.
    const { protocol, hostname } = new URL(shopUrl);
    this.#secure = protocol === 'https:' || !isLoopback(hostname);
    this.#key = key;
  }

  /** The browser session of a request; undefined before the first page. Accepts only sessions that this shop has signed. */
  of(c: Context): string | undefined {
    return this.ofRequest(c.req.raw);
  }

  /** The same for a plain request. */
  ofRequest(request: Request): string | undefined {
    // A program on another port of this host may have set one of the same name: the one that the shop signed counts.
    const given = (request.headers.get('cookie') ?? '').split(';').flatMap((pair) => parse(pair, this.#name)[this.#name] ?? []);
    return given.map((value) => this.#sessionIn(value)).find((session) => session !== undefined);
  }

  get #name(): string {
    return this.#secure ? SECURE_COOKIE : COOKIE;
  }

  #sessionIn(value: string): string | undefined {
    const session = value.slice(0, Math.max(0, value.lastIndexOf('.')));
    const [received, expected] = [Buffer.from(value), Buffer.from(this.#signed(session))];
    return received.length === expected.length && timingSafeEqual(received, expected) ? session : undefined;
  }

  /** The browser session of a request, or a new one. It ends with the browser. */
  begin(c: Context): string {
    const known = this.of(c) ?? this.#begun.get(c.req.raw);
    if (known) return known;
    const session = this.#newId();
    this.#begun.set(c.req.raw, session);
    // Lax, not Strict: the return from the bank's page comes from another site and needs the session.
    setCookie(c, this.#name, this.#signed(session), { httpOnly: true, sameSite: 'Lax', path: '/', secure: this.#secure });
    return session;
  }

  #signed(session: string): string {
    return `${session}.${createHmac('sha256', this.#key).update(session).digest('base64url')}`;
  }
}
