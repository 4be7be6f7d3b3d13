import type { MiddlewareHandler } from 'hono';

/** What a page may ask for beside what every page has: one more source of script. */
export interface HeadersEnv {
  readonly Variables: { readonly scriptSource?: string };
}

/**
 * The headers of every answer: a Content-Security-Policy without any `unsafe-` word, which the elements have to work
 * under. Scripts and connections are the shop's own and the checkout's; a framework's page may name one source more.
 */
export function responseHeaders(checkoutUrl: string, baseUrl: string): MiddlewareHandler<HeadersEnv> {
  const checkout = new URL(checkoutUrl).origin;
  const policyWith = (scriptSource: string): string => [
    "default-src 'none'",
    `script-src 'self' ${checkout}${scriptSource}`,
    `connect-src 'self' ${checkout}`,
    "style-src 'self'",
    "img-src 'self'",
    // A plan's page is the gateway's, and its button a form's.
    `form-action 'self' ${new URL(baseUrl).origin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return async (c, next) => {
    await next();
    const more = c.get('scriptSource');
    c.header('Content-Security-Policy', policyWith(more ? ` ${more}` : ''));
    c.header('X-Content-Type-Options', 'nosniff');
    // The way back from the bank carries a transaction's uid and token: no other site may read them.
    c.header('Referrer-Policy', 'same-origin');
  };
}

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * Answers under the shop's own address only. Another name of the same machine is led there, because the return address
 * must be of the page's origin; a foreign name pointed here by its DNS learns nothing.
 */
export function ownAddress(shopUrl: string): MiddlewareHandler {
  const own = new URL(shopUrl);
  return async (c, next) => {
    const url = new URL(c.req.url);
    const host = c.req.header('host') ?? url.host;
    if (host === own.host) return next();
    const name = host.replace(/:\d+$/, '');
    if (c.req.method === 'GET' && LOOPBACK.test(name) && LOOPBACK.test(own.hostname)) {
      return c.redirect(own.origin + url.pathname + url.search);
    }
    return c.text(`This shop answers at ${own.origin} only.`, 421);
  };
}
