import type { Plan, Product } from '../../../src/merchant/index.js';
import type { Catalogue } from '../gateway/catalogue.js';
import type { Order } from './order.js';

/** The terms of an order, from the shop's own catalogue and never from a page. */
export type OrderTerms = Pick<Order, 'item' | 'amount' | 'currency'>;

const productTerms = (sku: string, { id, amount, currency, transaction_type: type }: Product): OrderTerms => ({
  item: { kind: 'product', sku, productId: id, type: type === 'authorization' ? 'authorization' : 'payment' },
  amount,
  currency,
});

const planTerms = (sku: string, { id, plan, trial, currency }: Plan): OrderTerms => ({
  item: { kind: 'plan', sku, planId: id },
  amount: trial?.amount ?? plan.amount,
  currency,
});

/** The terms for a sku; undefined when this shop does not sell it. */
export function termsOfSku({ products, plans }: Catalogue, sku: string): OrderTerms | undefined {
  const product = products.get(sku);
  if (product) return productTerms(sku, product);
  const plan = plans.get(sku);
  return plan && planTerms(sku, plan);
}

/** The terms for the gateway's id of a product or a plan. */
export function termsOfItem(catalogue: Catalogue, itemId: string): OrderTerms | undefined {
  for (const goods of [catalogue.products, catalogue.plans]) {
    for (const [sku, { id }] of goods) if (id === itemId) return termsOfSku(catalogue, sku);
  }
  return undefined;
}
