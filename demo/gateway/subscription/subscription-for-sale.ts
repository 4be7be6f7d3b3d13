import type { FindForSale } from '../order/for-sale.js';
import { planOnSale, type PlanForSaleDependencies } from './plan-for-sale.js';
import { isUnpaid, phaseOf } from './schedule.js';

/** Finds subscriptions that merchants have created and nobody has paid for: an order starts one. */
export const subscriptionForSale =
  (dependencies: PlanForSaleDependencies): FindForSale =>
  async (id, store) => {
    const record = await store.subscriptions.byId(id);
    if (!record || phaseOf(record) !== 'beginning') return undefined;
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
      // Another order is paying for it.
      unavailable: isUnpaid(record) ? undefined : 'expired',
      take: (order, within) => dependencies.subscriptions.start(order, record, within),
    };
  };
