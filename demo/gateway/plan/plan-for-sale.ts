import { formatAmount } from '../../../src/money/amount.js';
import type { GatewayUrls } from '../addresses.js';
import type { FindForSale } from '../order/for-sale.js';
import type { PlanRecord } from '../store/sale-records.js';
import { firstBill } from '../subscription/schedule.js';
import type { Subscriptions } from '../subscription/subscriptions.js';
import { planBody } from './plan-body.js';
import { planTextsIn } from './plan-texts.js';

/** A plan's terms in words: a label and a text each, the price first. */
export function termsOf({ currency, charge, trial, billingCycles }: PlanRecord, language: string): [label: string, text: string][] {
  const texts = planTextsIn(language);
  const money = (amount: number): string => formatAmount(amount, currency, texts.language);
  const regular = `${money(charge.amount)} ${texts.every(charge.interval, charge.unit)}`;
  const counted = billingCycles !== null && [texts.payments(billingCycles), ...(trial?.asFirstPayment ? [texts.trialIsFirst] : [])];
  const end: [string, string] = [texts.end, counted ? counted.join(', ') : texts.untilCancelled];
  if (!trial) return [[texts.price, regular], end];
  return [[texts.today, money(trial.amount)], [texts.trial, texts.length(trial.interval, trial.unit)], [texts.afterTrial, regular], end];
}

/** Plans as things for sale: an order begins a subscription. */
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
      // Spec 2.9: the customer that the order makes has an e-mail address.
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
