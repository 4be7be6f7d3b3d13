import { and, eq, gt, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Store } from '../store.js';
import { notificationsIn } from './notifications.js';
import { paymentsIn } from './payments.js';
import { rememberFinal } from './remember-final.js';
import { createSession, type Database } from './session.js';
import { settingsIn } from './settings.js';
import { subscriptionsIn } from './subscriptions.js';
import { collectionOf, listOf, recordsOf } from './table-records.js';
import { tablesIn } from './tables.js';
import { tasksIn } from './tasks.js';

/** The database of a store. */
export interface StoreOptions {
  readonly database: Database;
  /** The schema that holds the tables. */
  readonly schema: string;
  /** Whether other processes use it at the same time. */
  readonly shared: boolean;
  /** Runs `work` while it holds the lock that all processes share. */
  readonly withLock: Store['withLock'];
  readonly close: () => Promise<void>;
}

// Spec 8: a list by tracking_id holds the 10 most recent transactions.
const LISTED = 10;

/** Creates the store on PostgreSQL's SQL. Final records never change, so it caches them, except inside a transaction. */
export function createStore({ database, schema, shared, withLock, close }: StoreOptions): Store {
  const session = createSession(database);
  const tables = tablesIn(schema);
  const { transactions, jobs, savedCards, products } = tables;
  const transactionRecords = recordsOf(session, transactions, ['trackingId']);
  const jobRecords = recordsOf(session, jobs);
  const savedCardRecords = recordsOf(session, savedCards);
  const emailRecords = recordsOf(session, tables.emails);

  const stock = async (where: SQL | undefined, change: SQL): Promise<boolean> =>
    (await session.db.update(products).set({ quantity: change }).where(where).returning({ id: products.id })).length > 0;

  const store: Store = {
    shared,
    withLock,
    close,
    atomically: (work) => session.atomically(() => work(store)),
    afterCommit: (act) => session.afterCommit(act),
    transactions: {
      insert: (record) => transactionRecords.insert(record, { trackingId: record.request.tracking_id }),
      byUid: rememberFinal(
        (uid) => transactionRecords.one(eq(transactions.uid, uid)),
        ({ status }) => (status === 'successful' || status === 'failed') && !session.inTransaction,
      ),
      byChallenge: (challenge) => transactionRecords.one(eq(transactions.challenge, challenge)),
      byTrackingId: (shopId, trackingId) =>
        transactionRecords.latest(
          and(
            eq(transactions.shopId, shopId),
            sql`md5(${transactions.trackingId}) = md5(${sql.param(trackingId, transactions.trackingId)})`,
            eq(transactions.trackingId, trackingId),
          ),
          LISTED,
        ),
      update: (uid, change) => transactionRecords.update(eq(transactions.uid, uid), change),
      called: (id) => listOf(transactionRecords, or(eq(transactions.uid, id), eq(transactions.trackingId, id))),
      ...listOf(transactionRecords),
    },
    jobs: {
      insert: (record) => jobRecords.insert(record),
      byId: rememberFinal(
        (id) => jobRecords.one(eq(jobs.id, id)),
        ({ state }) => state !== 'new' && !session.inTransaction,
      ),
      async setState(id, state) {
        await session.db.update(jobs).set({ state }).where(eq(jobs.id, id));
      },
      ...listOf(jobRecords),
    },
    payments: paymentsIn(session, tables),
    savedCards: {
      insert: (card) => savedCardRecords.insert(card),
      byToken: (shopId, token) => savedCardRecords.one(sql`${eq(savedCards.token, token)} and ${eq(savedCards.shopId, shopId)}`),
    },
    notifications: notificationsIn(session, tables),
    products: {
      ...collectionOf(session, products),
      // An infinite product's quantity is null, and null less one is null.
      takeOne: (id) =>
        stock(and(eq(products.id, id), or(isNull(products.quantity), gt(products.quantity, 0))), sql`${products.quantity} - 1`),
      async putBack(id) {
        await stock(eq(products.id, id), sql`${products.quantity} + 1`);
      },
    },
    customers: collectionOf(session, tables.customers),
    plans: collectionOf(session, tables.plans),
    subscriptions: subscriptionsIn(session, tables),
    emails: {
      insert: (email) => emailRecords.insert(email),
      ...listOf(emailRecords),
    },
    tasks: tasksIn(session, tables),
    settings: settingsIn(session, tables),
  };
  return store;
}
