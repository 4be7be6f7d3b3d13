import { Hono } from 'hono';
import { allowEveryOrigin } from './http/cross-origin.js';
import type { GatewayUrls } from './http/gateway-urls.js';
import { planBody } from './plan/plan-body.js';
import { readPlan } from './plan/read-plan.js';
import { productBody } from './product/product-body.js';
import { readProduct } from './product/read-product.js';
import type { Shop } from './shop/shops.js';
import type { Store } from './store/store.js';
import type { Clock } from './time/clock.js';

export interface ExamplesDependencies {
  readonly clock: Clock;
  readonly store: Store;
  readonly urls: GatewayUrls;
  readonly shops: ReadonlyMap<number, Shop>;
}

const TEA = {
  name: 'Green tea, 100 g',
  description: 'First flush',
  currency: 'USD',
  amount: '1250',
  infinite: true,
  immortal: true,
};
const CLUB = {
  title: 'Tea club',
  currency: 'USD',
  plan: { amount: 1000, interval: 1, interval_unit: 'month' },
  trial: { amount: 100, interval: 7, interval_unit: 'day' },
  infinite: true,
};

interface Kept<Item> {
  readonly byId: (id: string) => Promise<Item | undefined>;
  readonly insert: (item: Item) => Promise<void>;
}

/** The record with an id, created when it is missing: two requests at the same time get the same one. */
async function once<Item>(kept: Kept<Item>, id: string, make: () => Item): Promise<Item> {
  const found = await kept.byId(id);
  if (found) return found;
  const made = make();
  try {
    await kept.insert(made);
    return made;
  } catch (error) {
    const other = await kept.byId(id);
    if (other) return other;
    throw error;
  }
}

/**
 * `/examples/product` and `/examples/plan`: a product and a plan for pages without a server, such as the documentation's. They are
 * answered as a merchant's server would, to pages of any origin. The first request creates them.
 */
export function createExamples({ clock, store, urls, shops }: ExamplesDependencies): Hono {
  const [shop] = shops.values();
  if (!shop)
    throw new TypeError('Expected at least one shop; got an empty list. Pass the shops that the sandbox was started with.');
  const made = () => ({ shopId: shop.id, createdAt: clock.now(), updatedAt: clock.now() });
  const examples = new Hono();
  examples.use('/examples/*', allowEveryOrigin);
  examples.get('/examples/product', async (c) => {
    const make = () => ({ ...readProduct(TEA, shop), id: 'prd_example', ...made() });
    return c.json(productBody(await once(store.products, 'prd_example', make), urls));
  });
  examples.get('/examples/plan', async (c) => {
    const make = () => ({ ...readPlan(CLUB), id: 'pln_example', ...made() });
    return c.json(planBody(await once(store.plans, 'pln_example', make), urls));
  });
  return examples;
}
