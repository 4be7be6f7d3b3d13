import { isTest, type MerchantClient, type Plan, type Product } from '../../../src/merchant/index.js';
import { plansFor, productsFor } from './goods.js';

/** The shop's products and plans at the gateway, by the shop's own names (sku). */
export interface Catalogue {
  readonly products: ReadonlyMap<string, Product>;
  readonly plans: ReadonlyMap<string, Plan>;
}

export type CatalogueClient = Pick<
  MerchantClient,
  'listProducts' | 'createProduct' | 'updateProduct' | 'listPlans' | 'createPlan'
>;

/**
 * Creates the shop's products and plans at the gateway, unless they exist from an earlier start. A product or plan is the same
 * if name, price and terms are. Each product's payments are notified to an address of its own: they name no product.
 */
export async function openCatalogue(client: CatalogueClient, test: boolean, shopUrl: string): Promise<Catalogue> {
  const [products, plans] = await Promise.all([client.listProducts(), client.listPlans()]);
  const catalogue = { products: new Map<string, Product>(), plans: new Map<string, Plan>() };
  for (const { sku, product } of productsFor(test)) {
    const known = products.find(
      (listed) =>
        listed.name === product.name &&
        listed.amount === product.amount &&
        listed.currency === product.currency &&
        isTest(listed) === test,
    );
    const notification_url = `${shopUrl}/notifications/${sku}`;
    // The shop may have another port than at its earlier start.
    if (known && known['notification_url'] !== notification_url) await client.updateProduct(known.id, { notification_url });
    catalogue.products.set(sku, known ?? (await client.createProduct({ ...product, notification_url })));
  }
  for (const { sku, plan } of plansFor(test)) {
    const known = plans.find(
      (listed) =>
        listed.title === plan.title &&
        listed.currency === plan.currency &&
        isTest(listed) === test &&
        listed.plan.amount === plan.plan.amount &&
        listed.plan.interval === plan.plan.interval &&
        listed.plan.interval_unit === plan.plan.interval_unit,
    );
    catalogue.plans.set(sku, known ?? (await client.createPlan(plan)));
  }
  return catalogue;
}
