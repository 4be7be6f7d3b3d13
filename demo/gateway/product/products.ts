import { endpoints } from '../../../src/wire/endpoints.js';
import type { Identifiers } from '../crypto/identifiers.js';
import { notFound } from '../http/error-response.js';
import type { GatewayUrls } from '../http/gateway-urls.js';
import { readJson } from '../http/request-body.js';
import type { Serve } from '../http/serve.js';
import type { Store, TransactionRecord } from '../store/store.js';
import type { Clock } from '../time/clock.js';
import { productBody } from './product-body.js';
import { readProduct } from './read-product.js';

export interface ProductDependencies {
  readonly clock: Clock;
  readonly store: Store;
  readonly identifiers: Identifiers;
  readonly urls: GatewayUrls;
}

/** Serves products (spec 4.2). A shop can't see another shop's. */
export function serveProducts(serve: Serve, { clock, store, identifiers, urls }: ProductDependencies): void {
  const missing = () => notFound('The product');

  serve(
    endpoints.createProduct,
    async (shop, { req }) => {
      const now = clock.now();
      const terms = readProduct(await readJson(req.raw), shop);
      const record = { ...terms, id: identifiers.next('prd'), shopId: shop.id, createdAt: now, updatedAt: now };
      await store.products.insert(record);
      return productBody(record, urls);
    },
    201,
  );

  serve(endpoints.getProduct, async (shop, { req }) => {
    const record = await store.products.byId(req.param('product_id') ?? '');
    if (record?.shopId !== shop.id) throw missing();
    return productBody(record, urls);
  });

  serve(endpoints.listProducts, async (shop) =>
    (await store.products.ofShop(shop.id)).map((record) => productBody(record, urls)),
  );

  serve(
    endpoints.updateProduct,
    async (shop, { req }) => {
      const body = await readJson(req.raw);
      const record = await store.products.update(req.param('product_id') ?? '', (current) =>
        // Reads and writes the stock in one step, so that it keeps a sale at the same moment.
        current.shopId === shop.id ? { ...current, ...readProduct(body, shop, current), updatedAt: clock.now() } : undefined,
      );
      if (record?.shopId !== shop.id) throw missing();
    },
    204,
  );
}

/** Puts back the item of a failed payment. Call it once, when the payment ends. */
export async function putBackUnpaid({ status, purchase }: TransactionRecord, store: Store): Promise<void> {
  if (status === 'failed' && purchase?.kind === 'product' && purchase.taken !== false) await store.products.putBack(purchase.id);
}
