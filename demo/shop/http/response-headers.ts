import type { MiddlewareHandler } from 'hono';

/** A page may allow one more source of scripts. */
export interface HeadersEnv {
  readonly Variables: { readonly scriptSource?: string };
}

/**
 * The headers of every response: a Content-Security-Policy without any `unsafe-` keyword, to show that the elements work with
 * it. It allows scripts and connections of the shop and the checkout; a framework's page may add one source.
 */
export function responseHeaders(checkoutUrl: string, baseUrl: string): MiddlewareHandler<HeadersEnv> {
  const checkout = new URL(checkoutUrl).origin;
  const policyWith = (scriptSource: string): string =>
    [
      "default-src 'none'",
      `script-src 'self' ${checkout}${scriptSource}`,
      `connect-src 'self' ${checkout}`,
      "style-src 'self'",
      "img-src 'self'",
      // The isolated fields, from the gateway or from the shop itself; and the bank's page, here the gateway's.
      `frame-src 'self' ${checkout}`,
      // The button to a plan's page submits a form to the gateway.
      `form-action 'self' ${new URL(baseUrl).origin}`,
      "base-uri 'none'",
      // From the bank, the payer comes back inside the dialog.
      "frame-ancestors 'self'",
    ].join('; ');
  return async (c, next) => {
    await next();
    const more = c.get('scriptSource');
    c.header('Content-Security-Policy', policyWith(more ? ` ${more}` : ''));
    c.header('X-Content-Type-Options', 'nosniff');
    // Return addresses contain a transaction's uid and token, which no other site may read.
    c.header('Referrer-Policy', 'same-origin');
  };
}

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * Serves only the shop's own address. Other loopback names redirect to it, because the return address must have the page's
 * origin; any other host name is refused (DNS rebinding).
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
    return c.text(`This shop is at ${own.origin} only.`, 421);
  };
}
