import type { GatewayUrls } from '../http/gateway-urls.js';
import type { FindForSale } from '../order/for-sale.js';
import { planBody } from '../plan/plan-body.js';
import { termsOf } from '../plan/plan-terms.js';
import { firstBill } from './schedule.js';
import type { Subscriptions } from './subscriptions.js';

/** Finds plans for orders: each order starts a subscription. */
export const planForSale =
  (urls: GatewayUrls, subscriptions: Subscriptions): FindForSale =>
  async (id, store) => {
    const record = await store.plans.byId(id);
    if (!record) return undefined;
    return {
      id,
      shopId: record.shopId,
      name: record.title,
      description: null,
      amount: firstBill(record).amount,
      currency: record.currency,
      language: record.language,
      test: record.test,
      transactionType: 'payment',
      // Spec 2.9: the order creates a customer, who needs an e-mail address.
      asks: ['email'],
      returnUrl: null,
      receiptText: [],
      unavailable: undefined,
      expiresAt: null,
      offer: { plan: planBody(record, urls) },
      facts: (language) => termsOf(record, language),
      take: (order, within) => subscriptions.begin(order, record, within),
    };
  };
