import type { Clock } from '../time/clock.js';
import type { Identifiers } from '../crypto/identifiers.js';
import type { Shop } from '../shop/shops.js';
import type { Store, TransactionRecord } from '../store/store.js';
import type { SubscriptionRecord } from '../store/record/subscription-record.js';
import type { CancelLinks } from '../subscription/cancel-links.js';
import { writeCancellation } from './write-cancellation.js';
import { writeEmail } from './write-email.js';

/** Tells payers how their payments and subscriptions ended (spec 6.3). Nothing is sent: e-mails lie in an outbox. */
export interface Emails {
  /** Writes to the payer of a transaction that became final, where his shop has e-mails and his address is known. */
  tell(record: TransactionRecord): Promise<void>;
  /** Writes to the subscriber whose subscription was cancelled, where his shop has e-mails. */
  tellCancelled(record: SubscriptionRecord): Promise<void>;
}

export interface EmailDependencies {
  readonly clock: Clock;
  readonly store: Store;
  readonly identifiers: Identifiers;
  readonly shops: ReadonlyMap<number, Shop>;
  /** Where receipts are, without trailing slash. */
  readonly checkout: string;
  readonly cancelLinks: CancelLinks;
}

/** An outbox in a store. */
export function createEmails({ clock, store, identifiers, shops, checkout, cancelLinks }: EmailDependencies): Emails {
  /** Where the subscription of a payment is cancelled; undefined where that was no charge, or paid for nothing that runs. */
  async function cancelUrlFor({ purchase, status }: TransactionRecord): Promise<string | undefined> {
    if (purchase?.kind !== 'subscription') return undefined;
    // A failed charge does not end a subscription that was paid before: it is tried again.
    const runs = status === 'successful' || (await store.subscriptions.byId(purchase.id))?.everPaid;
    return runs ? cancelLinks.addressOf(purchase.id) : undefined;
  }

  return {
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
        ...writeEmail(record, shop.name, checkout, await cancelUrlFor(record)),
        at: clock.now(),
      });
    },
    async tellCancelled(record) {
      const shop = shops.get(record.shopId);
      const customer = await store.customers.byId(record.customerId);
      if (!shop?.emails || !customer) return;
      await store.emails.insert({
        id: identifiers.next(),
        shopId: shop.id,
        uid: record.id,
        to: customer.email,
        language: record.language,
        ...writeCancellation(record, shop.name),
        at: clock.now(),
      });
    },
  };
}
