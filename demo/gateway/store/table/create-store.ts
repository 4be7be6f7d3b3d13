import { eq, sql } from 'drizzle-orm';
import type { Store } from '../store.js';
import { jobsIn } from './jobs.js';
import { notificationsIn } from './notifications.js';
import { duplicateClaimsIn } from './duplicate-claims.js';
import { productsIn } from './products.js';
import { createSession, type Database } from './session.js';
import { settingsIn } from './settings.js';
import { subscriptionsIn } from './subscriptions.js';
import { collectionOf, listOf, recordsOf } from './table-records.js';
import { tablesIn } from './tables.js';
import { tasksIn } from './tasks.js';
import { transactionsIn } from './transactions.js';

/** The database of a store. */
export interface StoreOptions {
  readonly database: Database;
  /** The schema of the tables. */
  readonly schema: string;
  /** Whether other processes use it at the same time. */
  readonly shared: boolean;
  /** Runs `work` while it holds the lock that all processes share. */
  readonly withLock: Store['withLock'];
  readonly close: () => Promise<void>;
}

/** Creates the store on PostgreSQL's SQL. */
export function createStore({ database, schema, shared, withLock, close }: StoreOptions): Store {
  const session = createSession(database);
  const tables = tablesIn(schema);
  const { savedCards } = tables;
  const savedCardRecords = recordsOf(session, savedCards);
  const emailRecords = recordsOf(session, tables.emails);

  const store: Store = {
    shared,
    withLock,
    close,
    atomically: (work) => session.atomically(() => work(store)),
    afterCommit: (act) => session.afterCommit(act),
    transactions: transactionsIn(session, tables),
    jobs: jobsIn(session, tables),
    duplicateClaims: duplicateClaimsIn(session, tables),
    savedCards: {
      insert: (card) => savedCardRecords.insert(card),
      byToken: (shopId, token) => savedCardRecords.one(sql`${eq(savedCards.token, token)} and ${eq(savedCards.shopId, shopId)}`),
    },
    notifications: notificationsIn(session, tables),
    products: productsIn(session, tables),
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
