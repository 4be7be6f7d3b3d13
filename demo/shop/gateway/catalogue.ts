import type { MerchantClient, Plan, Product } from '../../../src/merchant/index.js';
import { plansFor, productsFor } from './goods.js';

/** What the shop sells as the gateway knows it, by the shop's own names (sku). */
export interface Catalogue {
  readonly products: ReadonlyMap<string, Product>;
  readonly plans: ReadonlyMap<string, Plan>;
}

export type CatalogueClient = Pick<MerchantClient, 'listProducts' | 'createProduct' | 'listPlans' | 'createPlan'>;

/**
 * Makes the shop's products and plans at the gateway, but for those that are there from an earlier start: a gateway that
 * keeps its data must not fill up with the same things. A product is known again by its name; one whose price or terms
 * differ from the shop's is another.
 */
export async function openCatalogue(client: CatalogueClient, test: boolean): Promise<Catalogue> {
  const [products, plans] = await Promise.all([client.listProducts(), client.listPlans()]);
  const catalogue = { products: new Map<string, Product>(), plans: new Map<string, Plan>() };
  for (const { sku, product } of productsFor(test)) {
    const known = products.find(
      ({ name, amount, currency, test: isTest = false }) =>
        name === product.name && amount === product.amount && currency === product.currency && isTest === test,
    );
    catalogue.products.set(sku, known ?? (await client.createProduct(product)));
  }
  for (const { sku, plan } of plansFor(test)) {
    const known = plans.find(
      ({ title, currency, plan: { amount, interval, interval_unit: unit }, test: isTest = false }) =>
        title === plan.title && currency === plan.currency && isTest === test &&
        amount === plan.plan.amount && interval === plan.plan.interval && unit === plan.plan.interval_unit,
    );
    catalogue.plans.set(sku, known ?? (await client.createPlan(plan)));
  }
  return catalogue;
}
