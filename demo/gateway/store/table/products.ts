import { and, eq, gt, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Store } from '../store.js';
import type { Session } from './session.js';
import { collectionOf } from './table-records.js';
import type { Tables } from './tables.js';

/** The store's products and their stock. */
export function productsIn(session: Session, { products }: Tables): Store['products'] {
  /** Changes the quantity of the products that `where` selects; returns whether there are any. */
  const stock = async (where: SQL | undefined, quantity: SQL): Promise<boolean> =>
    (await session.db.update(products).set({ quantity }).where(where).returning({ id: products.id })).length > 0;

  return {
    ...collectionOf(session, products),
    // An infinite product's quantity is null, and null less one is null.
    takeOne: (id) =>
      stock(and(eq(products.id, id), or(isNull(products.quantity), gt(products.quantity, 0))), sql`${products.quantity} - 1`),
    async putBack(id) {
      await stock(eq(products.id, id), sql`${products.quantity} + 1`);
    },
  };
}
