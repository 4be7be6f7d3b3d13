import type { Job } from '../../../src/wire/response/job.js';
import type { OrderOffer } from '../../../src/wire/response/order.js';
import { asSource } from '../issuer/cards.js';
import { readingFor, type CardDependencies } from '../payment/card-services.js';
import type { Jobs } from '../payment/jobs.js';
import type { Shop } from '../shop/shops.js';
import { acceptOrder, type AcceptDependencies } from './accept-order.js';
import type { OrderAddress } from './catalogue.js';
import type { ForSale, Order } from './for-sale.js';
import { readOrder } from './read-order.js';

/** Accepts orders of products and plans at their confirm_url; `Payments` takes them to their end. */
export interface Orders {
  /** The current item with an id. */
  find(id: string): Promise<ForSale | undefined>;
  /** @throws Refusal 404: the shop has no such item. */
  offer(address: OrderAddress, shop: Shop): Promise<OrderOffer>;
  /**
   * Accepts an order: creates its payment and takes the item from the stock. `ip` is the client's address.
   *
   * @throws Refusal 404: the shop has no such item; 422 with every problem of the request, or the duplicate rejection.
   */
  place(body: unknown, address: OrderAddress, shop: Shop, ip: string): Promise<Job>;
}

export type OrderDependencies = AcceptDependencies & CardDependencies & { readonly jobs: Jobs };

/** Accepts orders with a store, a clock and the sandbox's issuer. */
export function createOrders(dependencies: OrderDependencies): Orders {
  const { clock, store, identifiers, jobs, catalogue } = dependencies;

  return {
    find: (id) => catalogue.find(id, store),
    async offer(address, shop) {
      return { ...(await catalogue.findAt(address, shop, store)).offer, shop: { name: shop.name } };
    },
    async place(body, address, shop, ip) {
      const item = await catalogue.findAt(address, shop, store);
      const read = await readOrder(body, item, shop, readingFor(shop, dependencies));
      const { request, card } = read;
      const order: Order = {
        uid: identifiers.next(),
        shop,
        request,
        card,
        ip: request.customer?.ip || ip,
        language: request.language || item.language,
        at: clock.now(),
      };
      return store.atomically(async (within) => {
        const work = await acceptOrder({ order, item, read }, within, dependencies);
        return jobs.start(work, shop, asSource(card.pan).transferJob ?? {}, within);
      });
    },
  };
}
