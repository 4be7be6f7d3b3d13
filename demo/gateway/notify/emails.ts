import type { Identifiers } from '../crypto/identifiers.js';
import type { Shop } from '../shop/shops.js';
import type { SubscriptionRecord } from '../store/record/subscription-record.js';
import type { Store, TransactionRecord } from '../store/store.js';
import type { SubscriptionLinks } from '../subscription/subscription-links.js';
import type { Clock } from '../time/clock.js';
import { writeEmail } from './write-email.js';
import { writeSubscriptionEnd } from './write-subscription-end.js';

/** E-mails to payers about the end of payments and subscriptions (spec 6.3). They stay in an outbox and are never sent. */
export interface Emails {
  /** Writes to the payer of a final transaction, if the shop sends e-mails and the address is known. */
  paymentEnded(record: TransactionRecord): Promise<void>;
  /** Writes to the customer of a paid subscription that was cancelled, or whose charges failed, if the shop sends e-mails. */
  subscriptionEnded(record: SubscriptionRecord): Promise<void>;
}

export interface EmailDependencies {
  readonly clock: Clock;
  readonly store: Store;
  readonly identifiers: Identifiers;
  readonly shops: ReadonlyMap<number, Shop>;
  /** The address of receipts, without a trailing slash. */
  readonly checkout: string;
  readonly subscriptionLinks: SubscriptionLinks;
}

/** Creates the outbox in a store. */
export function createEmails({ clock, store, identifiers, shops, checkout, subscriptionLinks }: EmailDependencies): Emails {
  /** The address that cancels a payment's subscription; undefined for other payments, and for a subscription that never started. */
  async function cancelUrlFor({ purchase, status }: TransactionRecord): Promise<string | undefined> {
    if (purchase?.kind !== 'subscription') return undefined;
    // A failed charge of a subscription that was paid before does not end it.
    const runs = status === 'successful' || (await store.subscriptions.byId(purchase.id))?.everPaid;
    return runs ? subscriptionLinks.cancelOf(purchase.id) : undefined;
  }

  return {
    async paymentEnded(record) {
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
    async subscriptionEnded(record) {
      // Of a subscription that was never paid, the payment's e-mail says so; one whose cycles are all paid ends as agreed.
      const isNews = record.everPaid && (record.cancelled !== null || record.state === 'failed' || record.state === 'error');
      const shop = shops.get(record.shopId);
      const customer = isNews ? await store.customers.byId(record.customerId ?? '') : undefined;
      if (!shop?.emails || !customer) return;
      await store.emails.insert({
        id: identifiers.next(),
        shopId: shop.id,
        uid: record.id,
        to: customer.email,
        language: record.language,
        ...writeSubscriptionEnd(record, shop.name),
        at: clock.now(),
      });
    },
  };
}
