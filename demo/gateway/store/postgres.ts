import { drizzle } from 'drizzle-orm/node-postgres';
import type { Logger } from 'pino';
import pg from 'pg';
import { createStore } from './create-store.js';
import { migrate } from './migrate.js';
import type { Store } from './store.js';

export interface PostgresOptions {
  readonly url: string;
  readonly schema: string;
  readonly log: Pick<Logger, 'warn'>;
  /** The most connections this process takes. */
  readonly connections?: number;
}

const CONNECTIONS = 10;

// Any number that nobody else on the server uses for a lock.
const ALONE = 7_215_046_914;

/**
 * Opens a store on a PostgreSQL server, which other sandboxes may use at the same time.
 *
 * @throws Error when the server can't be reached.
 */
export async function openPostgres({ url, schema, log, connections = CONNECTIONS }: PostgresOptions): Promise<Store> {
  const pool = new pg.Pool({ connectionString: url, max: connections, application_name: 'checkout-sandbox' });
  // A connection that waits in the pool may be cut at any time; the next query takes another.
  pool.on('error', (error) => log.warn({ err: error }, 'a connection to the database was lost'));
  const database = drizzle(pool);
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
      const client = await pool.connect();
      try {
        await client.query('select pg_advisory_lock($1)', [ALONE]);
        return await work();
      } finally {
        // The lock ends with its connection.
        client.release(true);
      }
    },
    close: () => pool.end(),
  });
}
