import { and, asc, desc, eq, getTableColumns, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Listed } from '../store.js';
import type { Session } from './session.js';

type RecordTable = PgTable & { readonly seq: PgColumn; readonly $inferSelect: object };

/** The records of one table, without the column `seq`. */
export interface Records<R> {
  readonly insert: (record: R, extra?: Readonly<Record<string, unknown>>) => Promise<void>;
  readonly one: (where: SQL) => Promise<R | undefined>;
  /** The oldest. */
  readonly first: (where: SQL | undefined) => Promise<R | undefined>;
  /** Oldest first. */
  readonly all: (where: SQL | undefined) => Promise<readonly R[]>;
  /** At most `limit`, newest first, without the newest `skip`. */
  readonly latest: (where: SQL | undefined, limit: number, skip?: number) => Promise<readonly R[]>;
  readonly count: (where: SQL | undefined) => Promise<number>;
  /** Locks a record and replaces it by the result of `change`; undefined leaves it as it is. */
  readonly update: (where: SQL, change: (record: R) => R | undefined) => Promise<R | undefined>;
}

/** Reads and writes a table's records; `hidden` are columns for searching only. */
export function recordsOf<T extends RecordTable, Hidden extends string = never>(
  session: Session,
  table: T,
  hidden: readonly Hidden[] = [],
): Records<Omit<T['$inferSelect'], 'seq' | Hidden>> {
  type R = Omit<T['$inferSelect'], 'seq' | Hidden>;
  const unseen: readonly string[] = ['seq', ...hidden];
  const columns = Object.fromEntries(Object.entries(getTableColumns(table)).filter(([name]) => !unseen.includes(name)));
  // Drizzle's types for a generic table are no more precise than this.
  const plain: PgTable = table;
  const read = (where: SQL | undefined) => session.db.select(columns).from(plain).where(where);

  return {
    async insert(record, extra) {
      await session.db.insert(plain).values({ ...record, ...extra });
    },
    one: async (where) => (await read(where))[0] as R | undefined,
    first: async (where) => (await read(where).orderBy(asc(table.seq)).limit(1))[0] as R | undefined,
    all: async (where) => (await read(where).orderBy(asc(table.seq))) as unknown as readonly R[],
    async latest(where, limit, skip = 0) {
      return (await read(where).orderBy(desc(table.seq)).limit(limit).offset(skip)) as unknown as readonly R[];
    },
    count: (where) => session.db.$count(plain, where),
    update: (where, change) =>
      session.atomically(async () => {
        const record = (await read(where).for('update'))[0] as R | undefined;
        const changed = record && change(record);
        if (!record || !changed) return record;
        const differing = Object.entries(changed).filter(([name, value]) => value !== record[name as keyof R]);
        if (differing.length > 0) await session.db.update(plain).set(Object.fromEntries(differing)).where(where);
        return changed;
      }),
  };
}

/** Records for the console's lists: all of them, or those that `where` selects. */
export const listOf = <R>({ latest, count }: Records<R>, where?: SQL): Listed<R> => ({
  latest: (limit, skip) => latest(where, limit, skip),
  count: () => count(where),
});

type CollectionTable = RecordTable & { readonly id: PgColumn; readonly shopId: PgColumn };

/** Records that belong to shops and have an id. */
export function collectionOf<T extends CollectionTable>(session: Session, table: T) {
  const records = recordsOf(session, table);
  type R = Omit<T['$inferSelect'], 'seq'>;
  return {
    insert: (record: R) => records.insert(record),
    byId: (id: string) => records.one(eq(table.id, id)),
    ofShop: (shopId: number) => records.all(and(eq(table.shopId, shopId))),
    update: (id: string, change: (record: R) => R | undefined) => records.update(eq(table.id, id), change),
    latest: (limit: number, skip?: number) => records.latest(undefined, limit, skip),
    count: () => records.count(undefined),
  };
}
