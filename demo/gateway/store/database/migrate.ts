import { sql } from 'drizzle-orm';
import type { Database } from '../table/session.js';
import { MIGRATIONS } from './migrations.js';

/** The schema of the sandbox's tables, apart from everything else in a developer's own database. */
export const SCHEMA = 'checkout_sandbox';

// Any number that no other program on the server uses for a lock.
const LOCK = 7_215_046_913;

const rowsOf = (result: unknown): Record<string, unknown>[] => (result as { rows: Record<string, unknown>[] }).rows;

/**
 * Migrates a schema of the database to this program's version, in one transaction. If several processes start at the same
 * time, one of them does the work.
 *
 * @throws Error when a newer program has migrated it already.
 */
export async function migrate(database: Database, schema: string): Promise<void> {
  await database.transaction(async (transaction) => {
    const run = (statement: string) => transaction.execute(sql.raw(statement));
    await run(`select pg_advisory_xact_lock(${LOCK})`);
    await run(`create schema if not exists "${schema}"`);
    await run(`set local search_path to "${schema}"`);
    await run('create table if not exists migrations (number integer primary key)');
    const [found] = rowsOf(await run('select coalesce(max(number), 0)::integer as done from migrations'));
    const done = Number(found?.['done'] ?? 0);
    if (done > MIGRATIONS.length) {
      throw new Error(
        `The database's schema "${schema}" belongs to a newer version of the sandbox (${done}; this version knows ${MIGRATIONS.length}). ` +
          'Use that version, or another database.',
      );
    }
    for (const [index, migration] of MIGRATIONS.entries()) {
      if (index < done) continue;
      for (const statement of migration.split(/;\s*$/m)) if (statement.trim() !== '') await run(statement);
      await run(`insert into migrations values (${index + 1})`);
    }
  });
}
