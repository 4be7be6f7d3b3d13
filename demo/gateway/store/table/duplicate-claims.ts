import { inArray, sql } from 'drizzle-orm';
import type { Store } from '../store.js';
import type { Session } from './session.js';
import type { Tables } from './tables.js';

/** The store's data for the duplicate check (spec 8). */
export function duplicateClaimsIn(session: Session, { seals, payments, cardUses }: Tables): Store['duplicateClaims'] {
  /** Marks seals as used; returns false and marks none when one of them was used before. */
  async function use(sealIds: readonly string[]): Promise<boolean> {
    if (sealIds.length === 0) return true;
    // Sorted, so that of two requests with the same seals one waits for the other at the first seal.
    const wanted = [...new Set(sealIds)].sort().map((id) => ({ id }));
    const fresh = await session.db.insert(seals).values(wanted).onConflictDoNothing().returning();
    if (fresh.length === wanted.length) return true;
    await release(fresh.map(({ id }) => id));
    return false;
  }

  async function release(sealIds: readonly string[]): Promise<void> {
    if (sealIds.length > 0) await session.db.delete(seals).where(inArray(seals.id, [...sealIds]));
  }

  return {
    async anySealUsed(sealIds) {
      if (sealIds.length === 0) return false;
      return (
        (
          await session.db
            .select()
            .from(seals)
            .where(inArray(seals.id, [...sealIds]))
            .limit(1)
        ).length > 0
      );
    },
    claim: ({ sealIds, fingerprint, at, since }) =>
      session.atomically(async () => {
        if (!(await use(sealIds))) return false;
        // Two at the same time: the second waits here for the first, and then sees its row. An older row than the window is
        // claimed again; a newer one makes this a duplicate.
        const claimed = await session.db
          .insert(payments)
          .values({ fingerprint, at })
          .onConflictDoUpdate({
            target: payments.fingerprint,
            set: { at },
            ...(since !== null && { setWhere: sql`${payments.at} <= ${since}` }),
          })
          .returning();
        if (claimed.length > 0) return true;
        await release(sealIds);
        return false;
      }),
    async countUse(card) {
      const [counted] = await session.db
        .insert(cardUses)
        .values({ card, uses: 1 })
        .onConflictDoUpdate({ target: cardUses.card, set: { uses: sql`${cardUses.uses} + 1` } })
        .returning();
      return (counted?.uses ?? 1) - 1;
    },
  };
}
