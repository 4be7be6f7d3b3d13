import { and, eq, or, sql } from 'drizzle-orm';
import type { Store } from '../store.js';
import { cacheFinal } from './cache-final.js';
import type { Session } from './session.js';
import { listOf, recordsOf } from './table-records.js';
import type { Tables } from './tables.js';

// Spec 8: a list by tracking_id has the 10 most recent transactions.
const LISTED = 10;

/** The store's transactions. Final ones never change, so they are cached, except inside a database transaction. */
export function transactionsIn(session: Session, { transactions }: Tables): Store['transactions'] {
  const records = recordsOf(session, transactions, ['trackingId']);

  return {
    insert: (record) => records.insert(record, { trackingId: record.request.tracking_id }),
    byUid: cacheFinal(
      (uid) => records.one(eq(transactions.uid, uid)),
      ({ status }) => (status === 'successful' || status === 'failed') && !session.inTransaction,
    ),
    followUpsOf: (uid) => records.all(eq(transactions.parentUid, uid)),
    byChallenge: (challenge) => records.one(eq(transactions.challenge, challenge)),
    byTrackingId: (shopId, trackingId) =>
      records.latest(
        and(
          eq(transactions.shopId, shopId),
          sql`md5(${transactions.trackingId}) = md5(${sql.param(trackingId, transactions.trackingId)})`,
          eq(transactions.trackingId, trackingId),
        ),
        LISTED,
      ),
    update: (uid, change) => records.update(eq(transactions.uid, uid), change),
    called: (id) => listOf(records, or(eq(transactions.uid, id), eq(transactions.trackingId, id))),
    ...listOf(records),
  };
}
