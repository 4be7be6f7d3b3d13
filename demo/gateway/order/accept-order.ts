import { countUse, showCard } from '../card/saved-card.js';
import type { Identifiers } from '../crypto/identifiers.js';
import { duplicatesFault } from '../faults/request-faults.js';
import { invalidParams } from '../http/error-response.js';
import { Problems } from '../http/problems.js';
import { decidePayment } from '../issuer/decide.js';
import type { CardDependencies } from '../payment/card-services.js';
import { claimPayment, type JudgeCopy } from '../payment/duplicates.js';
import { newPayment } from '../payment/new-payment.js';
import type { Store } from '../store/store.js';
import type { Catalogue } from './catalogue.js';
import type { ForSale, Order, OrderResult } from './for-sale.js';
import { echoOrder } from './order-echo.js';
import { addUnavailable, judgePrice, type ReadOrder } from './read-order.js';

export interface AcceptDependencies extends Omit<CardDependencies, 'store'> {
  readonly identifiers: Identifiers;
  readonly catalogue: Catalogue;
  readonly duplicatesBy: 'pan' | 'token';
}

/** An order of an item, with the card's data from its request. */
export interface OrderOfItem {
  readonly order: Order;
  readonly item: ForSale;
  readonly read: Pick<ReadOrder, 'sealIds' | 'cardToken'>;
}

function claimOrder(
  { order: { shop, card, request }, item, read }: OrderOfItem,
  store: Store,
  { clock, vault, habit, duplicatesBy }: AcceptDependencies,
): Promise<JudgeCopy> {
  const byToken = (duplicatesFault() ?? duplicatesBy) === 'token' ? read.cardToken : undefined;
  return claimPayment(
    {
      shopId: shop.id,
      source: byToken ?? card.pan,
      amount: item.amount,
      sealIds: read.sealIds,
      compare: request.duplicate_check !== false,
    },
    { clock, vault, habit, store },
  );
}

/** Takes the item from the stock. Another buyer or the merchant may have changed it since it was read. */
async function takeItem({ order, item }: OrderOfItem, store: Store, catalogue: Catalogue): Promise<OrderResult> {
  const { shop } = order;
  const taken = await item.take(order, store);
  const now = await catalogue.findAt({ id: item.id, shopId: String(shop.id) }, shop, store);
  const problems = new Problems();
  if (!taken) addUnavailable('sold out', problems);
  judgePrice(item, now, problems);
  if (problems.any || !taken) throw invalidParams(problems);
  return taken;
}

/**
 * Accepts an order within the transaction of `store`: takes its item from the stock and creates its payment.
 *
 * @returns the work that takes the payment to its end.
 * @throws Refusal 422: the duplicate rejection, or a change of the item since it was read.
 */
export async function acceptOrder(
  accepted: OrderOfItem,
  store: Store,
  dependencies: AcceptDependencies,
): Promise<OrderResult['work']> {
  const { order, item } = accepted;
  const { uid, shop, card, at } = order;
  const { vault, identifiers, catalogue } = dependencies;
  const judged = await claimOrder(accepted, store, dependencies);
  const { purchase, work } = await takeItem(accepted, store, catalogue);
  await store.transactions.insert(
    newPayment({
      uid,
      shopId: shop.id,
      type: item.transactionType,
      request: echoOrder(order, item),
      source: showCard(card, null, vault),
      purchase,
      decision: judged(decidePayment(card, await countUse(card, shop.id, store, vault))),
      challenge: identifiers.secret(),
      at,
      expiresAt: item.expiresAt,
    }),
  );
  return work;
}
