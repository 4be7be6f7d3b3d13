import { drizzle } from 'drizzle-orm/node-postgres';
import type { Logger } from 'pino';
import pg from 'pg';
import type { Store } from '../store.js';
import { createStore } from '../table/create-store.js';
import type { Database } from '../table/session.js';
import { migrate, SCHEMA } from './migrate.js';

export interface PostgresOptions {
  readonly url: string;
  readonly schema?: string;
  readonly log: Pick<Logger, 'warn'>;
  /** Maximum number of connections of this process, not counting the one of `withLock`. */
  readonly connections?: number;
  /** Milliseconds to wait for a connection, or for another process's lock. */
  readonly timeout?: number;
}

const CONNECTIONS = 10;

// Any number that no other program on the server uses for a lock.
const LOCK = 7_215_046_914;

// Milliseconds. A transaction that takes longer is stuck: another sandbox hangs in it, or the network is down.
const TIMEOUT = 30_000;
const IDLE_TIMEOUT = 60_000;

// Another sandbox may be moving the clock over a year of charges.
const LOCK_TIMEOUT = 120_000;

const LOCK_NOT_AVAILABLE = '55P03';

/** The options of a pool, which awaits `onConnect`: its own types leave that out. */
export type AwaitingPoolOptions = Omit<pg.PoolConfig, 'onConnect'> & {
  readonly onConnect: (client: pg.ClientBase) => Promise<void>;
};

/** Drizzle's database on a pool. */
export function databaseOn(pool: pg.Pool): Database {
  // Drizzle's own `transaction` never releases a connection that breaks before the transaction starts.
  return Object.assign(drizzle(pool), {
    async transaction<T>(work: (transaction: Database) => Promise<T>): Promise<T> {
      const client = await pool.connect();
      try {
        return await drizzle(client).transaction(work);
      } finally {
        client.release();
      }
    },
  });
}

/**
 * Opens a store on a PostgreSQL server, which other sandboxes may use at the same time.
 *
 * @throws Error when the server can't be reached.
 */
export async function openPostgres({
  url,
  schema = SCHEMA,
  log,
  connections = CONNECTIONS,
  timeout = TIMEOUT,
}: PostgresOptions): Promise<Store> {
  const settings: pg.ClientConfig = {
    connectionString: url,
    application_name: 'checkout-sandbox',
    keepAlive: true,
    connectionTimeoutMillis: timeout,
  };
  const lost = (error: Error): void => log.warn({ err: error }, 'a connection to the database was lost');
  const options: AwaitingPoolOptions = { ...settings, max: connections, onConnect: (client) => limit(client, timeout) };
  const pool = new pg.Pool(options);
  // A connection may break at any time. If it is idle in the pool, the next query takes another one; inside a transaction
  // the next query fails. Without a listener the process would end.
  pool.on('connect', (client) => client.on('error', lost));
  pool.on('error', () => undefined);
  const database = databaseOn(pool);
  try {
    await migrate(database, schema);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return createStore({
    database,
    schema,
    shared: true,
    async withLock(work) {
      // Not from the pool: `work` may need all of its connections.
      const client = new pg.Client(settings);
      client.on('error', lost);
      await client.connect();
      try {
        await limit(client, LOCK_TIMEOUT);
        await client.query('select pg_advisory_lock($1)', [LOCK]).catch(explain);
        return await work();
      } finally {
        // Ends the lock as well.
        await client.end();
      }
    },
    close: () => pool.end(),
  });
}

// By queries: a connection pooler refuses these settings as parameters of a new connection.
async function limit(client: pg.ClientBase, lockTimeout: number): Promise<void> {
  await client.query(`set lock_timeout = ${lockTimeout}`);
  await client.query(`set idle_in_transaction_session_timeout = ${IDLE_TIMEOUT}`);
}

function explain(error: unknown): never {
  if (!(error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE)) throw error;
  throw new Error(
    `Another sandbox on this database has been moving the clock for ${LOCK_TIMEOUT / 1000} s. ` +
      'Try again when it has finished, or stop that sandbox.',
    { cause: error },
  );
}
