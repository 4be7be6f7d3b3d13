import type { Context } from 'hono';
import { endpoints } from '../../../src/wire/endpoints.js';
import { readJson } from '../http/request-body.js';
import type { Serve } from '../http/serve.js';
import type { OrderAddress } from './catalogue.js';
import type { Orders } from './orders.js';
import { payerAddress } from './payer-address.js';

const addressIn = ({ req }: Context): OrderAddress => ({
  id: req.param('id') ?? '',
  shopId: req.param('shop_id') ?? '',
});

/** Serves the requests of a card form to a confirm_url: reading the item, and ordering it. */
export function serveOrders(serve: Serve, orders: Orders): void {
  serve(endpoints.getOrder, (shop, context) => orders.offer(addressIn(context), shop));
  serve(endpoints.confirmOrder, async (shop, context) => {
    const body = await readJson(context.req.raw);
    return orders.place(body, addressIn(context), shop, payerAddress(context));
  });
}
