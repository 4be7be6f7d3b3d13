import { endpoints } from '../../../src/wire/endpoints.js';
import type { StoredCustomer } from '../../../src/wire/response/customer.js';
import type { Identifiers } from '../crypto/identifiers.js';
import { notFound } from '../http/error-response.js';
import { readJson } from '../http/request-body.js';
import type { Serve } from '../http/serve.js';
import type { CustomerRecord } from '../store/record/sale-records.js';
import type { Store } from '../store/store.js';
import { timestampOf, type Clock } from '../time/clock.js';
import { readCustomer } from './read-customer.js';

export interface CustomerDependencies {
  readonly clock: Clock;
  readonly store: Store;
  readonly identifiers: Identifiers;
}

/** The body of a customer: every field of spec 2.9, null where the request had none. */
export function customerBody({ id, shopId: _shop, createdAt, ...stored }: CustomerRecord): StoredCustomer {
  return { id, ...stored, created_at: timestampOf(createdAt) };
}

/** Serves customers (spec 4.4). A shop can't see another shop's. */
export function serveCustomers(serve: Serve, { clock, store, identifiers }: CustomerDependencies): void {
  serve(
    endpoints.createCustomer,
    async (shop, { req }) => {
      const details = readCustomer(await readJson(req.raw));
      const record = { ...details, id: identifiers.next('cst'), shopId: shop.id, createdAt: clock.now() };
      await store.customers.insert(record);
      return customerBody(record);
    },
    201,
  );

  serve(endpoints.getCustomer, async (shop, { req }) => {
    const record = await store.customers.byId(req.param('customer_id') ?? '');
    if (record?.shopId !== shop.id) throw notFound('The customer');
    return customerBody(record);
  });

  serve(endpoints.listCustomers, async (shop) => (await store.customers.ofShop(shop.id)).map(customerBody));
}
