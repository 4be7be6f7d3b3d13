import type { Plan, Product } from '../../../src/merchant/index.js';
import type { Catalogue } from '../gateway/catalogue.js';
import type { Order } from './order.js';

/** What an order asks for, by the shop's own word: nothing of it comes from a page or from the gateway. */
export type Wanted = Pick<Order, 'item' | 'amount' | 'currency'>;

const wantedProduct = (sku: string, { id, amount, currency, transaction_type: type }: Product): Wanted => ({
  item: { kind: 'product', sku, productId: id, type: type === 'authorization' ? 'authorization' : 'payment' },
  amount,
  currency,
});

const wantedPlan = (sku: string, { id, plan, trial, currency }: Plan): Wanted => ({
  item: { kind: 'plan', sku, planId: id, renewal: plan.amount },
  amount: trial?.amount ?? plan.amount,
  currency,
});

/** What an order of `sku` asks for; undefined: this shop sells no such thing. */
export function wantedOf({ products, plans }: Catalogue, sku: string): Wanted | undefined {
  const product = products.get(sku);
  if (product) return wantedProduct(sku, product);
  const plan = plans.get(sku);
  return plan && wantedPlan(sku, plan);
}

/** The same by the gateway's id of a product or a plan. */
export function wantedById(catalogue: Catalogue, wantedId: string): Wanted | undefined {
  for (const goods of [catalogue.products, catalogue.plans]) {
    for (const [sku, { id }] of goods) if (id === wantedId) return wantedOf(catalogue, sku);
  }
  return undefined;
}
