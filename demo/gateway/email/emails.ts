import type { Clock } from '../clock.js';
import type { Identifiers } from '../identifiers.js';
import type { Shop } from '../shops.js';
import type { Store, TransactionRecord } from '../store/store.js';
import { writeEmail } from './write-email.js';

/** Tells payers how their payments ended (spec 6.3). Nothing is sent: e-mails lie in an outbox. */
export interface Emails {
  /** Writes to the payer of a transaction that became final, where his shop has e-mails and his address is known. */
  tell(record: TransactionRecord): Promise<void>;
}

export interface EmailDependencies {
  readonly clock: Clock;
  readonly store: Store;
  readonly identifiers: Identifiers;
  readonly shops: ReadonlyMap<number, Shop>;
  /** Where receipts are, without trailing slash. */
  readonly checkout: string;
}

/** An outbox in a store. */
export const createEmails = ({ clock, store, identifiers, shops, checkout }: EmailDependencies): Emails => ({
  async tell(record) {
    const { uid, request } = record;
    const shop = shops.get(record.shopId);
    const to = request.customer.email?.trim();
    if (!shop?.emails || !to) return;
    await store.emails.insert({
      id: identifiers.next(),
      shopId: shop.id,
      uid,
      to,
      language: request.language,
      ...writeEmail(record, shop.name, checkout),
      at: clock.now(),
    });
  },
});
