import { eq } from 'drizzle-orm';
import type { ChargeRecord } from '../record/subscription-record.js';
import type { Store } from '../store.js';
import type { Session } from './session.js';
import { collectionOf, recordsOf } from './table-records.js';
import type { Tables } from './tables.js';

/** The store's subscriptions. Each charge is a row: an hourly plan has 8,760 a year. */
export function subscriptionsIn(session: Session, { subscriptions, charges }: Tables): Store['subscriptions'] {
  const collection = collectionOf(session, subscriptions);
  const chargeRecords = recordsOf(session, charges, ['subscriptionId']);

  /** Writes a subscription's last charge: a new one, or its result. */
  async function keep(subscriptionId: string, charge: ChargeRecord | null): Promise<void> {
    if (!charge) return;
    await session.db
      .insert(charges)
      .values({ ...charge, subscriptionId })
      .onConflictDoUpdate({ target: charges.uid, set: { result: charge.result } });
  }

  return {
    ...collection,
    insert: (record) =>
      session.atomically(async () => {
        await collection.insert(record);
        await keep(record.id, record.lastCharge);
      }),
    update: (id, change) =>
      session.atomically(async () => {
        let before: ChargeRecord | null = null;
        const record = await collection.update(id, (current) => {
          before = current.lastCharge;
          return change(current);
        });
        if (record && record.lastCharge !== before) await keep(id, record.lastCharge);
        return record;
      }),
    chargesOf: (id, limit, skip) => chargeRecords.latest(eq(charges.subscriptionId, id), limit, skip),
  };
}
