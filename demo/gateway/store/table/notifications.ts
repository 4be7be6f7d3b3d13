import { and, eq, ne, sql } from 'drizzle-orm';
import type { Store } from '../store.js';
import type { Session } from './session.js';
import { listOf, recordsOf } from './table-records.js';
import type { Tables } from './tables.js';

// Any number that no other program on the server uses as the first part of a lock.
const QUEUES = 721_504_691;

/** The store's notifications to merchants, each in a queue. */
export function notificationsIn(session: Session, { notifications }: Tables): Store['notifications'] {
  const records = recordsOf(session, notifications);

  return {
    insert: (record) => records.insert(record),
    byId: (id) => records.one(eq(notifications.id, id)),
    async head(queue) {
      if (!session.inTransaction) throw new Error('The head of a queue must be read inside a transaction.');
      // Row locks are not enough: two transactions that find the queue empty would each add a first notification.
      await session.db.execute(sql`select pg_advisory_xact_lock(${QUEUES}, hashtext(${queue}))`);
      return records.first(and(eq(notifications.queue, queue), eq(notifications.state, 'waiting')));
    },
    attempted: (id, attempt, becomes) =>
      records.update(eq(notifications.id, id), (record) => ({
        ...record,
        state: becomes(record),
        attempts: [...record.attempts, attempt],
      })),
    about: async (uid) => (await records.all(eq(notifications.uid, uid))).toReversed(),
    countUndelivered: () => records.count(ne(notifications.state, 'delivered')),
    ...listOf(records),
  };
}
