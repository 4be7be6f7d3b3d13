import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Store } from '../store.js';
import { createStore } from '../table/create-store.js';
import { lockFolder } from './folder-lock.js';
import { migrate, SCHEMA } from './migrate.js';

export interface EmbeddedOptions {
  /** The folder that keeps the state between runs; absent: in memory. */
  readonly folder?: string | undefined;
  /** A tar archive of an empty database from `dumpDataDir`: a second faster than creating a new one. */
  readonly readyMade?: string | undefined;
}

/**
 * PostgreSQL reserves its shared buffers at once, 128 MB by default. They are of little use here: the data are already in memory,
 * or in the system's file cache.
 */
const START = [...PGlite.defaultStartParams, '-c', 'shared_buffers=4MB', '-c', 'wal_buffers=256kB'];

async function archive(path: string | undefined): Promise<{ loadDataDir?: Blob }> {
  return path !== undefined && existsSync(path) ? { loadDataDir: new Blob([await readFile(path)]) } : {};
}

async function openFolder(folder: string, readyMade: string | undefined): Promise<PGlite> {
  const data = join(folder, 'database');
  const complete = join(folder, 'complete');
  if (existsSync(complete)) return PGlite.create({ dataDir: data, startParams: START });
  // A process that ended while it created the database leaves this.
  await rm(data, { recursive: true, force: true });
  const lite = await PGlite.create({ dataDir: data, startParams: START, ...(await archive(readyMade)) });
  await writeFile(complete, '');
  return lite;
}

/**
 * Opens a store on an embedded PostgreSQL.
 *
 * @throws Error when another process uses the folder; the text names it and the cure.
 */
export async function openEmbedded({ folder, readyMade }: EmbeddedOptions = {}): Promise<Store> {
  if (folder === undefined) return storeOn(await PGlite.create({ startParams: START, ...(await archive(readyMade)) }));
  await mkdir(folder, { recursive: true });
  const unlock = lockFolder(folder);
  try {
    return await storeOn(await openFolder(folder, readyMade), unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

async function storeOn(lite: PGlite, unlock: () => void = () => undefined): Promise<Store> {
  const database = drizzle(lite);
  await migrate(database, SCHEMA);
  const store = createStore({
    database,
    schema: SCHEMA,
    shared: false,
    withLock: (work) => work(),
    async close() {
      await lite.close();
      unlock();
    },
  });
  // No other process uses the folder, so the leases of an earlier one are void.
  await store.tasks.dropLeases();
  return store;
}
