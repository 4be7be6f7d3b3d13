import type { FindForSale } from '../order/for-sale.js';
import { planOnSale, type PlanForSaleDependencies } from './plan-for-sale.js';
import { isUnpaid } from './schedule.js';

/** Finds subscriptions: an order starts one that a merchant has created, once. */
export const subscriptionForSale =
  (dependencies: PlanForSaleDependencies): FindForSale =>
  async (id, store) => {
    const record = await store.subscriptions.byId(id);
    if (!record) return undefined;
    const { language, customerId, trackingId, returnUrl, notificationUrl } = record;
    return {
      ...planOnSale(record.plan, dependencies),
      id,
      language,
      // The merchant may have named the customer.
      ...(customerId !== null && { asks: [] }),
      returnUrl,
      notificationUrl,
      trackingId,
      expiresAt: record.nextChargeAt,
      // The payer who has paid comes back to its page from the bank, and reads the outcome there.
      unavailable: isUnpaid(record) ? undefined : 'expired',
      take: (order, within) => dependencies.subscriptions.start(order, record, within),
    };
  };
