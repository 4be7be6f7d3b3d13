import { AsyncLocalStorage } from 'node:async_hooks';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** A database as Drizzle sees it, whoever runs it. */
export type Database = PgDatabase<PgQueryResultHKT>;

/** A database and the transaction that is under way around the caller. */
export interface Session {
  /** The transaction around the caller; without one the database itself. */
  readonly db: Database;
  /** Whether there is a transaction around the caller. */
  readonly underWay: boolean;
  /**
   * Runs `work` in one transaction, or as part of the one that is under way. What two transactions can only do one after
   * the other may be begun anew: `work` must change nothing but the database.
   */
  atomically<T>(work: () => Promise<T>): Promise<T>;
  /** Runs `act` once the transaction around the caller is kept, never when it is not; without one at once. */
  afterCommit(act: () => void): void;
}

interface Frame {
  db: Database;
  open: boolean;
  readonly kept: (() => void)[];
}

const MOST_TRIES = 5;

// PostgreSQL's codes: serialization_failure, deadlock_detected.
const TRANSIENT = ['40001', '40P01'];

function isTransient(error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof Error && 'code' in cause && TRANSIENT.includes(String(cause.code));
}

/**
 * Opens a session. The transaction under way follows the caller by itself: a query beside it would wait for good where
 * there is only one connection, and would not be undone with the rest where there are more.
 */
export function createSession(database: Database): Session {
  const frames = new AsyncLocalStorage<Frame>();

  const current = (): Frame | undefined => {
    const frame = frames.getStore();
    // What a transaction's work left running outlives it.
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
    get underWay() {
      return current() !== undefined;
    },
    async atomically(work) {
      if (current()) return work();
      for (let tries = 1; ; tries += 1) {
        try {
          return await once(work);
        } catch (error) {
          if (tries === MOST_TRIES || !isTransient(error)) throw error;
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
