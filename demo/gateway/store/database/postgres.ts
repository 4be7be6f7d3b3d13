import { drizzle } from 'drizzle-orm/node-postgres';
import type { Logger } from 'pino';
import pg from 'pg';
import { createStore } from '../table/create-store.js';
import { migrate, SCHEMA } from './migrate.js';
import type { Database } from '../table/session.js';
import type { Store } from '../store.js';

export interface PostgresOptions {
  readonly url: string;
  readonly schema?: string;
  readonly log: Pick<Logger, 'warn'>;
  /** The most connections this process takes, beside the one that `alone` has of its own. */
  readonly connections?: number;
  /** Milliseconds to wait for a connection, or for a lock that others have. */
  readonly patience?: number;
}

const CONNECTIONS = 10;

// Any number that nobody else on the server uses for a lock.
const ALONE = 7_215_046_914;

// Milliseconds. No transaction is that long: another sandbox stands still in one, or the network is gone.
const PATIENCE = 30_000;
const MOST_IDLE = 60_000;

// Another sandbox may move the clock over a year of charges meanwhile.
const ALONE_WITHIN = 120_000;

const LOCK_NOT_AVAILABLE = '55P03';

/** A pool as Drizzle's database. */
export function databaseOn(pool: pg.Pool): Database {
  // Its own `transaction` never gives a connection back that breaks before the transaction has begun.
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
export async function openPostgres({ url, schema = SCHEMA, log, connections = CONNECTIONS, patience = PATIENCE }: PostgresOptions): Promise<Store> {
  const settings: pg.ClientConfig = {
    connectionString: url, application_name: 'checkout-sandbox', keepAlive: true, connectionTimeoutMillis: patience,
  };
  const lost = (error: Error): void => log.warn({ err: error }, 'a connection to the database was lost');
  const pool = new pg.Pool({
    ...settings,
    max: connections,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool awaits it, which its types don't say
    onConnect: (client) => limit(client, patience),
  });
  // A connection may be cut at any time: where it waits in the pool the next query takes another, and within a
  // transaction the next query fails. Without a listener the process would end.
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
    async alone(work) {
      // Not one of the pool's, which `work` may need all.
      const client = new pg.Client(settings);
      client.on('error', lost);
      await client.connect();
      try {
        await limit(client, ALONE_WITHIN);
        await client.query('select pg_advisory_lock($1)', [ALONE]).catch(explain);
        return await work();
      } finally {
        // The lock ends with its connection.
        await client.end();
      }
    },
    close: () => pool.end(),
  });
}

// By queries: a pooler between here and the server refuses them among the settings of a new connection.
async function limit(client: pg.ClientBase, lockTimeout: number): Promise<void> {
  await client.query(`set lock_timeout = ${lockTimeout}`);
  await client.query(`set idle_in_transaction_session_timeout = ${MOST_IDLE}`);
}

function explain(error: unknown): never {
  if (!(error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE)) throw error;
  throw new Error(
    `Another sandbox on this database has been moving the clock for ${ALONE_WITHIN / 1000} s. ` +
      'Try again when it is done, or end that sandbox.',
    { cause: error },
  );
}
