import { notFound } from '../http/error-response.js';
import type { Shop } from '../shop/shops.js';
import type { Store } from '../store/store.js';
import type { FindForSale, ForSale } from './for-sale.js';

/** The address of an order: the parts of a confirm_url. */
export interface OrderAddress {
  readonly id: string;
  readonly shopId: string;
}

/** The products and plans of all shops. */
export interface Catalogue {
  /** The current item with an id. */
  find(id: string, within: Store): Promise<ForSale | undefined>;
  /** @throws Refusal 404: the shop has no such item. */
  findAt(address: OrderAddress, shop: Shop, within: Store): Promise<ForSale>;
}

/** Creates a catalogue of several kinds of item. */
export function createCatalogue(kinds: readonly FindForSale[]): Catalogue {
  async function find(id: string, within: Store): Promise<ForSale | undefined> {
    for (const kind of kinds) {
      const item = await kind(id, within);
      if (item) return item;
    }
    return undefined;
  }

  return {
    find,
    async findAt({ id, shopId }, shop, within) {
      const item = await find(id, within);
      if (!item || item.shopId !== shop.id || shopId !== String(shop.id)) throw notFound('The product or plan');
      return item;
    },
  };
}
