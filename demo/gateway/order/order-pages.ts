import { Hono, type Context } from 'hono';
import type { GatewayUrls } from '../http/gateway-urls.js';
import { errorResponse } from '../http/error-response.js';
import { languageOf } from '../page/language.js';
import { readBytes } from '../http/request-body.js';
import type { GatewayEnv } from '../http/gateway-env.js';
import type { Shop } from '../shop/shops.js';
import { nothingForSale, orderPage } from './order-page.js';
import type { Orders } from './orders.js';

export interface OrderPagesDependencies {
  readonly orders: Orders;
  readonly shops: ReadonlyMap<number, Shop>;
  readonly urls: GatewayUrls;
}

/** Whether a request to a confirm_url comes from a person's browser, rather than from a card form or a program. */
function asksForPage({ req }: Context): boolean {
  const accept = req.header('accept') ?? '';
  if (accept.includes('text/html')) return true;
  return req.header('authorization') === undefined && !accept.includes('application/json');
}

/** The pages where payers order: behind pay_url (spec 2.7, 4.3), and behind confirm_url for a browser. */
export function createOrderPages({ orders, shops, urls }: OrderPagesDependencies): Hono<GatewayEnv> {
  async function show(kind: 'product' | 'plan' | undefined, id: string, asked: string | null | undefined, shopId?: string) {
    const thing = await orders.find(id);
    const shop = thing && shops.get(thing.shopId);
    const here = shop && (kind === undefined || kind in thing.offer) && (shopId === undefined || shopId === String(shop.id));
    if (!here) return nothingForSale(languageOf(asked));
    return orderPage(thing, shop, urls, asked ? languageOf(asked) : thing.language);
  }

  const pages = new Hono<GatewayEnv>();
  for (const [kind, path] of [['product', '/products/:id/pay'], ['plan', '/plans/:id/pay']] as const) {
    pages.get(path, ({ req }) => show(kind, req.param('id'), req.query('language')));
    // Spec 4.3: a form of the merchant's page may lead here too.
    pages.post(path, async ({ req }) => {
      const form = new URLSearchParams(new TextDecoder().decode(await readBytes(req.raw)));
      return show(kind, req.param('id'), form.get('language') ?? req.query('language'));
    });
    pages.all(path, () =>
      errorResponse({
        status: 405, code: 'method_not_allowed', message: 'This page takes GET and POST only.', headers: { allow: 'GET, POST' },
      }));
  }
  pages.get('/v2/confirm_order/:id/:shop_id', (context, next) => {
    const { id, shop_id: shopId } = context.req.param();
    return asksForPage(context) ? show(undefined, id, context.req.query('language'), shopId) : next();
  });
  return pages;
}
