import { Hono, type Context } from 'hono';
import { errorResponse } from '../http/error-response.js';
import type { GatewayEnv } from '../http/gateway-env.js';
import type { GatewayUrls } from '../http/gateway-urls.js';
import { readBytes } from '../http/request-body.js';
import { languageOf } from '../page/texts.js';
import type { Shop } from '../shop/shops.js';
import { nothingForSale, orderPage } from './order-page.js';
import type { Orders } from './orders.js';

export interface OrderPagesDependencies {
  readonly orders: Orders;
  readonly shops: ReadonlyMap<number, Shop>;
  readonly urls: GatewayUrls;
  /** Finds the subscription of a payment token. */
  readonly subscriptionLinks: { readonly idOf: (paymentToken: string) => string | undefined };
}

/** Whether a request to a confirm_url asks for the page, as a browser does, and not for JSON. */
function asksForPage({ req }: Context): boolean {
  const accept = req.header('accept') ?? '';
  if (accept.includes('text/html')) return true;
  return req.header('authorization') === undefined && !accept.includes('application/json');
}

/** Serves the order pages: at pay_url (spec 2.7, 4.3), and at confirm_url for a browser. */
export function createOrderPages({ orders, shops, urls, subscriptionLinks }: OrderPagesDependencies): Hono<GatewayEnv> {
  async function show(kind: 'product' | 'plan' | undefined, id: string, asked: string | null | undefined, shopId?: string) {
    const item = await orders.find(id);
    const shop = item && shops.get(item.shopId);
    const here = shop && (kind === undefined || kind in item.offer) && (shopId === undefined || shopId === String(shop.id));
    if (!here) return nothingForSale(languageOf(asked));
    return orderPage(item, shop, urls, languageOf(asked || item.language));
  }

  const pages = new Hono<GatewayEnv>();
  for (const [kind, path] of [
    ['product', '/products/:id/pay'],
    ['plan', '/plans/:id/pay'],
  ] as const) {
    pages.get(path, ({ req }) => show(kind, req.param('id'), req.query('language')));
    // Spec 4.3: a form on the merchant's page may submit to this address.
    pages.post(path, async ({ req }) => {
      const form = new URLSearchParams(new TextDecoder().decode(await readBytes(req.raw)));
      return show(kind, req.param('id'), form.get('language') ?? req.query('language'));
    });
    pages.all(path, () =>
      errorResponse({
        status: 405,
        code: 'method_not_allowed',
        message: 'This page takes GET and POST only.',
        headers: { allow: 'GET, POST' },
      }),
    );
  }
  // Where the payer pays for a subscription that the merchant created.
  pages.get('/v2/checkout', ({ req }) =>
    show('plan', subscriptionLinks.idOf(req.query('token') ?? '') ?? '', req.query('language')),
  );
  pages.get('/v2/confirm_order/:id/:shop_id', (context, next) => {
    const { id, shop_id: shopId } = context.req.param();
    return asksForPage(context) ? show(undefined, id, context.req.query('language'), shopId) : next();
  });
  return pages;
}
