import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { migrate } from '../../demo/gateway/store/database/migrate.js';
import { type AwaitingPoolOptions, databaseOn } from '../../demo/gateway/store/database/postgres.js';
import type { Store } from '../../demo/gateway/store/store.js';
import { createStore } from '../../demo/gateway/store/table/create-store.js';
import type { Database } from '../../demo/gateway/store/table/session.js';
import { emptyDatabase } from '../../build/empty-database.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server for the tests that run on one; absent: the embedded database. */
    postgresUrl: string | undefined;
  }
}

/** The PostgreSQL server that these tests run on; undefined: the one inside the process. */
export const postgresUrl: string | undefined = inject('postgresUrl');

// One embedded database per test file, with a schema for each store, because starting a database takes half a second.
const embedded =
  postgresUrl === undefined ? new PGlite({ loadDataDir: new Blob([await readFile(await emptyDatabase())]) }) : undefined;
// Awaited here, because on a busy machine it takes longer than the first test's limit.
await embedded?.waitReady;

/** One store's connection to the database, opened when its schema is empty and closed with the test. */
interface Access {
  readonly database: Database;
  readonly close: () => Promise<void>;
}

function accessEmbedded(lite: PGlite, ready: () => Promise<void>): Access {
  let closed = false;
  const whenReady = async (): Promise<PGlite> => {
    await ready();
    // Work that an earlier test left running must not affect a later test.
    if (closed) throw new Error('The test that this store was made for has ended.');
    return lite;
  };
  const client: Pick<PGlite, 'query' | 'transaction'> = {
    query: async (...query) => (await whenReady()).query(...query),
    transaction: async (work) => (await whenReady()).transaction(work),
  };
  return {
    database: drizzleEmbedded(client as PGlite),
    async close() {
      closed = true;
    },
  };
}

function accessServer(url: string, ready: () => Promise<void>): Access {
  // For what hangs: 500 buyers of one product wait for each other, and on a busy machine longer than an operator would let them.
  const options: AwaitingPoolOptions = {
    connectionString: url,
    max: 5,
    connectionTimeoutMillis: 300_000,
    lock_timeout: 300_000,
    onConnect: ready,
  };
  const pool = new pg.Pool(options);
  // Work that a test left running may lose its connection.
  pool.on('error', () => undefined);
  return { database: databaseOn(pool), close: () => pool.end() };
}

const free: string[] = [];
let made = 0;

const setUp = postgresUrl === undefined ? undefined : new pg.Pool({ connectionString: postgresUrl, max: 1 });
const own = embedded ? drizzleEmbedded(embedded) : setUp && databaseOn(setUp);

async function empty(schema: string): Promise<void> {
  const text = `do $$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = '${schema}' and tablename <> 'migrations' loop
      execute format('delete from %I.%I', '${schema}', name);
    end loop; end $$`;
  if (embedded) await embedded.exec(text);
  else await setUp?.query(text);
}

/** The version text of the database under these tests. */
export async function serverVersion(): Promise<unknown> {
  const asked = 'select version() as version';
  const answer = embedded ? await embedded.query<{ version: string }>(asked) : await setUp?.query<{ version: string }>(asked);
  return answer?.rows[0]?.version;
}

/** The stores of several processes on one state. The embedded database has only one process, and so one store. */
export function sharedStores(processes: number): readonly Store[] {
  if (!own) throw new Error('no database');
  const reused = free.pop();
  const schema = reused ?? `test_${randomUUID().slice(0, 8)}_${++made}`;
  const preparing = reused === undefined ? migrate(own, schema) : empty(schema);
  const ready = () => preparing;
  // No lock here: advances are rare, and each process of a test makes only one. `postgres.test.ts` tests the real lock.
  const withLock: Store['withLock'] = (work) => work();
  const accesses = Array.from({ length: embedded ? 1 : processes }, () =>
    embedded ? accessEmbedded(embedded, ready) : accessServer(postgresUrl ?? '', ready),
  );
  try {
    onTestFinished(async () => {
      for (const { close } of accesses) await close();
      free.push(schema);
    });
  } catch {
    // Created for all tests of a file.
  }
  return accesses.map(({ database }) =>
    createStore({ database, schema, shared: !embedded, withLock, close: async () => undefined }),
  );
}

/** An empty store, until the test ends; one that was created outside of a test, until the file ends. */
export function freshStore(): Store {
  const [store] = sharedStores(1);
  if (!store) throw new Error('no store');
  return store;
}
