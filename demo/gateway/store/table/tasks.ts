import { and, asc, eq, isNull, lt, lte, min, or, sql } from 'drizzle-orm';
import type { Store } from '../store.js';
import type { Session } from './session.js';
import type { Tables } from './tables.js';

/** Milliseconds of real time until a lease expires: longer than any task takes, on a busy machine too. */
const LEASE = 60_000;

/** The store's due work, shared by all processes. */
export function tasksIn(session: Session, { tasks }: Tables): Store['tasks'] {
  const free = () => or(isNull(tasks.leasedUntil), lt(tasks.leasedUntil, sql`clock_timestamp()`));

  return {
    async add({ id, kind, subject, dueAt }) {
      await session.db
        .insert(tasks)
        .values({ id, kind, subject, dueAt })
        .onConflictDoUpdate({
          target: [tasks.kind, tasks.subject],
          set: { id, dueAt, seq: sql`excluded.seq`, leasedUntil: null },
        });
    },
    async nextDueAt({ taken = false } = {}) {
      const [next] = await session.db
        .select({ dueAt: min(tasks.dueAt) })
        .from(tasks)
        .where(taken ? undefined : free());
      return next?.dueAt ?? undefined;
    },
    async take(now) {
      const earliest = session.db
        .select({ id: tasks.id })
        .from(tasks)
        .where(and(lte(tasks.dueAt, now), free()))
        .orderBy(asc(tasks.dueAt), asc(tasks.seq))
        .limit(1)
        .for('update', { skipLocked: true });
      const [task] = await session.db
        .update(tasks)
        .set({ leasedUntil: sql`clock_timestamp() + make_interval(secs => ${LEASE / 1000})` })
        .where(sql`${tasks.id} = (${earliest})`)
        .returning({ id: tasks.id, kind: tasks.kind, subject: tasks.subject, dueAt: tasks.dueAt });
      return task;
    },
    async finish(id) {
      await session.db.delete(tasks).where(eq(tasks.id, id));
    },
    async dropLeases() {
      await session.db.update(tasks).set({ leasedUntil: null });
    },
  };
}
