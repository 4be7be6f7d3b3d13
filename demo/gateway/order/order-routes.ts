import { endpoints } from '../../../src/wire/endpoints.js';
import { readJson } from '../request-body.js';
import type { Serve } from '../serve.js';
import type { OrderAddress, Orders } from './orders.js';

const addressIn = (param: (name: string) => string | undefined): OrderAddress => ({
  id: param('id') ?? '',
  shopId: param('shop_id') ?? '',
});

/** Serves what a card form asks of a confirm_url: what is sold there, and to buy it. */
export function serveOrders(serve: Serve, orders: Orders): void {
  serve(endpoints.getOrder, (shop, { req }) => orders.offer(addressIn((name) => req.param(name)), shop));
  serve(endpoints.confirmOrder, async (shop, { req }) =>
    orders.place(await readJson(req.raw), addressIn((name) => req.param(name)), shop));
}
