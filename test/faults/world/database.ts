import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { createStore } from '../../../demo/gateway/store/table/create-store.js';
import { migrate } from '../../../demo/gateway/store/database/migrate.js';
import type { Store } from '../../../demo/gateway/store/store.js';
import { emptyDatabase } from '../../../build/empty-database.mjs';
import type { Activity } from '../time/activity.js';

const SCHEMA = 'faults';

/** The embedded database for all runs of this process, because starting one takes longer than ten runs. */
export interface RunDatabase {
  /**
   * The store of all gateways on it. There is only one, because each store slows down every later step of the process.
   * Closing it does nothing.
   */
  readonly store: Store;
  /** Empties the database. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

export async function openDatabase(activity: Activity): Promise<RunDatabase> {
  const lite = await PGlite.create({ loadDataDir: new Blob([await readFile(await emptyDatabase())]) });
  const client: Pick<PGlite, 'query' | 'transaction'> = {
    query: (...query) => activity.during(() => lite.query(...query)),
    transaction: (work) => activity.during(() => lite.transaction(work)),
  };
  const database = drizzle(client as PGlite);
  await migrate(database, SCHEMA);
  const { rows } = await lite.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = '${SCHEMA}' and tablename <> 'migrations'`,
  );
  const emptying = rows.map(({ name }) => `delete from "${SCHEMA}"."${name}"`).join(';');
  return {
    store: createStore({ database, schema: SCHEMA, shared: false, withLock: (work) => work(), close: async () => undefined }),
    async empty() {
      await lite.exec(emptying);
    },
    close: () => lite.close(),
  };
}
