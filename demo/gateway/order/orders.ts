import type { Job } from '../../../src/wire/response/job.js';
import type { OrderOffer } from '../../../src/wire/response/order.js';
import type { CardDependencies } from '../card/present-card.js';
import { countUse, showCard } from '../card/saved-card.js';
import type { Identifiers } from '../crypto/identifiers.js';
import { duplicatesFault } from '../faults/request-faults.js';
import { invalidParams, notFound } from '../http/error-response.js';
import { Problems } from '../http/problems.js';
import { asSource } from '../issuer/cards.js';
import { decidePayment } from '../issuer/decide.js';
import { languageOf } from '../page/language.js';
import { claimPayment } from '../payment/duplicates.js';
import type { Jobs } from '../payment/jobs.js';
import { newPayment } from '../payment/new-payment.js';
import type { Shop } from '../shop/shops.js';
import type { Store } from '../store/store.js';
import type { FindForSale, ForSale, Order } from './for-sale.js';
import { echoOrder } from './order-echo.js';
import { judgePrice, readOrder, addUnavailable, type ReadOrder } from './read-order.js';

/** The address of an order: the parts of a confirm_url. */
export interface OrderAddress {
  readonly id: string;
  readonly shopId: string;
}

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

export interface OrderDependencies extends CardDependencies {
  readonly identifiers: Identifiers;
  readonly jobs: Jobs;
  readonly duplicatesBy: 'pan' | 'token';
  /** One for each kind of item. */
  readonly kinds: readonly FindForSale[];
}

/** Accepts orders with a store, a clock and the sandbox's issuer. */
export function createOrders(dependencies: OrderDependencies): Orders {
  const { clock, store, vault, identifiers, jobs, duplicatesBy, kinds } = dependencies;

  async function find(id: string, within: Store): Promise<ForSale | undefined> {
    for (const kind of kinds) {
      const item = await kind(id, within);
      if (item) return item;
    }
    return undefined;
  }

  async function findAt({ id, shopId }: OrderAddress, shop: Shop, within: Store): Promise<ForSale> {
    const item = await find(id, within);
    if (!item || item.shopId !== shop.id || shopId !== String(shop.id)) throw notFound('The product or plan');
    return item;
  }

  const claim = ({ card, request, sealIds, cardToken }: ReadOrder, { amount }: ForSale, shop: Shop, within: Store) =>
    claimPayment(
      {
        shopId: shop.id,
        source: ((duplicatesFault() ?? duplicatesBy) === 'token' ? cardToken : undefined) ?? card.pan,
        amount,
        sealIds,
        compare: request.duplicate_check !== false,
      },
      { clock, vault, store: within },
    );

  /** Takes the item from the stock. Another buyer or the merchant may have changed it since it was read. */
  async function take(order: Order, item: ForSale, within: Store) {
    const taken = await item.take(order, within);
    const now = await findAt({ id: item.id, shopId: String(order.shop.id) }, order.shop, within);
    const problems = new Problems();
    if (!taken) addUnavailable('sold out', problems);
    judgePrice(item, now, problems);
    if (problems.any || !taken) throw invalidParams(problems);
    return taken;
  }

  async function insert(order: Order, item: ForSale, within: Store): Promise<Job> {
    const { uid, shop, card, at } = order;
    const { purchase, work } = await take(order, item, within);
    await within.transactions.insert(
      newPayment({
        uid,
        shopId: shop.id,
        type: item.transactionType,
        request: echoOrder(order, item),
        source: showCard(card, null, vault),
        purchase,
        decision: decidePayment(card, await countUse(card, shop.id, within, vault)),
        challenge: identifiers.secret(),
        at,
        expiresAt: item.expiresAt,
      }),
    );
    return jobs.start(work, shop, asSource(card.pan).transferJob ?? {});
  }

  return {
    find: (id) => find(id, store),
    async offer(address, shop) {
      return { ...(await findAt(address, shop, store)).offer, shop: { name: shop.name } };
    },
    async place(body, address, shop, ip) {
      const item = await findAt(address, shop, store);
      const read = await readOrder(body, item, shop, dependencies);
      const { request, card } = read;
      const order: Order = {
        uid: identifiers.next(),
        shop,
        request,
        card,
        ip: request.customer?.ip || ip,
        language: languageOf(request.language ?? item.language),
        at: clock.now(),
      };
      return store.atomically(async (within) => {
        await claim(read, item, shop, within);
        return insert(order, item, within);
      });
    },
  };
}
