import { describe, expect, test } from 'vitest';
import { openCatalogue } from '../../demo/shop/gateway/catalogue.js';
import { plansFor, productsFor } from '../../demo/shop/gateway/goods.js';
import { openClient } from '../merchant/client/open-client.js';

const unexpected = (): never => {
  throw new Error('Nothing is to be made or changed.');
};

describe('the catalogue', () => {
  test('is created at a gateway that does not know the shop yet, and found again at the next start', async () => {
    const { client } = await openClient();
    const first = await openCatalogue(client, true, 'http://127.0.0.1:4020');
    expect([...first.products.keys()]).toEqual(productsFor(true).map(({ sku }) => sku));
    expect([...first.plans.keys()]).toEqual(plansFor(true).map(({ sku }) => sku));
    const again = await openCatalogue(client, true, 'http://127.0.0.1:4020');
    expect([...again.products.values()].map(({ id }) => id)).toEqual([...first.products.values()].map(({ id }) => id));
    expect([...again.plans.values()].map(({ id }) => id)).toEqual([...first.plans.values()].map(({ id }) => id));
    expect(await client.listProducts()).toHaveLength(first.products.size);
  });

  test.each([null, undefined])('with %s for no test is found again, too', async (mark) => {
    const { client } = await openClient();
    const { products, plans } = await openCatalogue(client, false, 'http://127.0.0.1:4020');
    const again = await openCatalogue(
      {
        listProducts: async () => [...products.values()].map((product) => ({ ...product, test: mark })),
        listPlans: async () => [...plans.values()].map((plan) => ({ ...plan, test: mark })),
        createProduct: unexpected,
        createPlan: unexpected,
        updateProduct: unexpected,
      },
      false,
      'http://127.0.0.1:4020',
    );
    expect([...again.products.values()].map(({ id }) => id)).toEqual([...products.values()].map(({ id }) => id));
    expect([...again.plans.values()].map(({ id }) => id)).toEqual([...plans.values()].map(({ id }) => id));
  });

  test('does not reuse a product with another price', async () => {
    const { client } = await openClient();
    const coffee = productsFor(true).find(({ sku }) => sku === 'coffee')!;
    const { id } = await client.createProduct({ ...coffee.product, amount: 1 });
    const { products } = await openCatalogue(client, true, 'http://127.0.0.1:4020');
    expect(products.get('coffee')).toMatchObject({ amount: 1850 });
    expect(products.get('coffee')!.id).not.toBe(id);
  });
});
