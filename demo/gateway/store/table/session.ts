import { AsyncLocalStorage } from 'node:async_hooks';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** Drizzle's database, on a server or embedded. */
export type Database = PgDatabase<PgQueryResultHKT>;

/** A database, and the current transaction of the caller. */
export interface Session {
  /** The caller's transaction; without one the database itself. */
  readonly db: Database;
  /** Whether the caller runs inside a transaction. */
  readonly inTransaction: boolean;
  /**
   * Runs `work` in a transaction, or in the caller's one. It may run again after a conflict, so it must change nothing but
   * the database.
   */
  atomically<T>(work: () => Promise<T>): Promise<T>;
  /** Runs `act` once the caller's transaction is committed, never when it fails; without a transaction at once. */
  afterCommit(act: () => void): void;
}

interface Frame {
  db: Database;
  open: boolean;
  readonly kept: (() => void)[];
}

const MAX_TRIES = 5;

// PostgreSQL's codes: serialization_failure, deadlock_detected.
const TRANSIENT = ['40001', '40P01'];

function isTransient(error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof Error && 'code' in cause && TRANSIENT.includes(String(cause.code));
}

/**
 * Opens a session. The transaction follows the caller through asynchronous calls. A query outside of it would wait forever
 * where there is only one connection, and would escape the rollback where there are more.
 */
export function createSession(database: Database): Session {
  const frames = new AsyncLocalStorage<Frame>();

  const current = (): Frame | undefined => {
    const frame = frames.getStore();
    // Work that was not awaited may outlive its transaction.
    return frame?.open ? frame : undefined;
  };

  async function once<T>(work: () => Promise<T>): Promise<T> {
    const frame: Frame = { db: database, open: true, kept: [] };
    const result = await database.transaction(async (transaction) => {
      frame.db = transaction;
      try {
        return await frames.run(frame, work);
      } finally {
        frame.open = false;
      }
    });
    for (const act of frame.kept) act();
    return result;
  }

  return {
    get db() {
      return current()?.db ?? database;
    },
    get inTransaction() {
      return current() !== undefined;
    },
    async atomically(work) {
      if (current()) return work();
      for (let tries = 1; ; tries += 1) {
        try {
          return await once(work);
        } catch (error) {
          if (tries === MAX_TRIES || !isTransient(error)) throw error;
        }
      }
    },
    afterCommit(act) {
      const frame = current();
      if (frame) frame.kept.push(act);
      else act();
    },
  };
}
