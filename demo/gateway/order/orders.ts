import type { Job } from '../../../src/wire/response/job.js';
import type { OrderOffer } from '../../../src/wire/response/order.js';
import { claimPayment } from '../payment/duplicates.js';
import { invalidParams, notFound } from '../http/error-response.js';
import { duplicatesFault } from '../faults/request-faults.js';
import type { Identifiers } from '../crypto/identifiers.js';
import { asSource } from '../issuer/cards.js';
import { decidePayment } from '../issuer/decide.js';
import type { Jobs } from '../payment/jobs.js';
import type { CardDependencies } from '../card/present-card.js';
import { countUse, showCard } from '../card/saved-card.js';
import { languageOf } from '../page/language.js';
import { newPayment } from '../payment/new-payment.js';
import { Problems } from '../http/problems.js';
import type { Shop } from '../shop/shops.js';
import type { Store } from '../store/store.js';
import { echoOrder } from './order-echo.js';
import type { FindForSale, ForSale, Order } from './for-sale.js';
import { judgePrice, readOrder, tellUnavailable, type ReadOrder } from './read-order.js';

/** Where an order is sent: the parts of a confirm_url. */
export interface OrderAddress {
  readonly id: string;
  readonly shopId: string;
}

/** Orders of products and plans, behind their confirm_url; `Payments` carries them to their end. */
export interface Orders {
  /** What is sold under an id, as it is now. */
  find(id: string): Promise<ForSale | undefined>;
  /** @throws Refusal 404: nothing of this shop's is sold there. */
  offer(address: OrderAddress, shop: Shop): Promise<OrderOffer>;
  /**
   * Takes an order: from here on its payment exists, and what it takes is gone. `ip` is where it came from.
   *
   * @throws Refusal 404: nothing of this shop's is sold there; 422 with every problem of the request, or the duplicate
   * rejection.
   */
  place(body: unknown, address: OrderAddress, shop: Shop, ip: string): Promise<Job>;
}

export interface OrderDependencies extends CardDependencies {
  readonly identifiers: Identifiers;
  readonly jobs: Jobs;
  readonly duplicatesBy: 'pan' | 'token';
  /** One for each kind of thing that is sold. */
  readonly kinds: readonly FindForSale[];
}

/** Runs orders on a store, a clock and the sandbox's issuer. */
export function createOrders(dependencies: OrderDependencies): Orders {
  const { clock, store, vault, identifiers, jobs, duplicatesBy, kinds } = dependencies;

  async function find(id: string, within: Store): Promise<ForSale | undefined> {
    for (const kind of kinds) {
      const thing = await kind(id, within);
      if (thing) return thing;
    }
    return undefined;
  }

  async function findAt({ id, shopId }: OrderAddress, shop: Shop, within: Store): Promise<ForSale> {
    const thing = await find(id, within);
    if (!thing || thing.shopId !== shop.id || shopId !== String(shop.id)) throw notFound('The product or plan');
    return thing;
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

  /** Takes the thing; another buyer, or the merchant, may have been there since it was looked up. */
  async function take(order: Order, thing: ForSale, within: Store) {
    const taken = await thing.take(order, within);
    const now = await findAt({ id: thing.id, shopId: String(order.shop.id) }, order.shop, within);
    const problems = new Problems();
    if (!taken) tellUnavailable('sold out', problems);
    judgePrice(thing, now, problems);
    if (problems.any || !taken) throw invalidParams(problems);
    return taken;
  }

  async function insert(order: Order, thing: ForSale, within: Store): Promise<Job> {
    const { uid, shop, card, at } = order;
    const { purchase, work } = await take(order, thing, within);
    await within.transactions.insert(
      newPayment({
        uid,
        shopId: shop.id,
        type: thing.transactionType,
        request: echoOrder(order, thing),
        source: showCard(card, null, vault),
        purchase,
        decision: decidePayment(card, await countUse(card, shop.id, within, vault)),
        challenge: identifiers.secret(),
        at,
        expiresAt: thing.expiresAt,
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
      const thing = await findAt(address, shop, store);
      const read = await readOrder(body, thing, shop, dependencies);
      const { request, card } = read;
      const order: Order = {
        uid: identifiers.next(),
        shop,
        request,
        card,
        ip: request.customer?.ip || ip,
        language: languageOf(request.language ?? thing.language),
        at: clock.now(),
      };
      return store.atomically(async (within) => {
        await claim(read, thing, shop, within);
        return insert(order, thing, within);
      });
    },
  };
}
