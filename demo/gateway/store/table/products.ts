import { and, eq, gt, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Store } from '../store.js';
import type { Session } from './session.js';
import { collectionOf } from './table-records.js';
import type { Tables } from './tables.js';

/** The store's products and their stock. */
export function productsIn(session: Session, { products }: Tables): Store['products'] {
  /** Changes the quantity of the product that `where` selects, and returns it; undefined when there is none. */
  const stock = async (where: SQL | undefined, quantity: SQL) =>
    (await session.db.update(products).set({ quantity }).where(where).returning({ left: products.quantity }))[0];

  return {
    ...collectionOf(session, products),
    // An infinite product's quantity is null, and null less one is null.
    async takeOne(id) {
      const some = or(isNull(products.quantity), gt(products.quantity, 0));
      const changed = await stock(and(eq(products.id, id), some), sql`${products.quantity} - 1`);
      return changed && (changed.left === null ? 'endless' : 'taken');
    },
    async putBack(id) {
      await stock(eq(products.id, id), sql`${products.quantity} + 1`);
    },
  };
}
