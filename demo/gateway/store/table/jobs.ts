import { eq } from 'drizzle-orm';
import type { Store } from '../store.js';
import { cacheFinal } from './cache-final.js';
import type { Session } from './session.js';
import { listOf, recordsOf } from './table-records.js';
import type { Tables } from './tables.js';

/** The store's jobs. Finished ones never change, so they are cached, except inside a database transaction. */
export function jobsIn(session: Session, { jobs }: Tables): Store['jobs'] {
  const records = recordsOf(session, jobs);

  return {
    insert: (record) => records.insert(record),
    byId: cacheFinal(
      (id) => records.one(eq(jobs.id, id)),
      ({ state }) => state !== 'new' && !session.inTransaction,
    ),
    async setState(id, state) {
      await session.db.update(jobs).set({ state }).where(eq(jobs.id, id));
    },
    ...listOf(records),
  };
}
