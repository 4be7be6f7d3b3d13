import { formatAmount } from '../../../src/money/amount.js';
import type { GatewayUrls } from '../http/gateway-urls.js';
import type { FindForSale, ForSale } from '../order/for-sale.js';
import { dateText } from '../page/date-text.js';
import { fill, textsIn } from '../page/texts.js';
import { planBody } from '../plan/plan-body.js';
import { termsOf } from '../plan/plan-terms.js';
import type { PlanRecord } from '../store/record/sale-records.js';
import { firstBill, secondCharge } from './schedule.js';
import type { Subscriptions } from './subscriptions.js';
import type { Calendar } from '../time/calendar.js';
import type { Clock } from '../time/clock.js';

export interface PlanForSaleDependencies {
  readonly urls: GatewayUrls;
  readonly subscriptions: Subscriptions;
  readonly clock: Clock;
  readonly calendar: Calendar;
}

/** The notes for a payer before they subscribe: the next charge, and how to cancel. */
function notesOf(plan: PlanRecord, language: string, { clock, calendar }: PlanForSaleDependencies): string[] {
  const texts = textsIn(language);
  const next = secondCharge(plan, clock.now(), calendar);
  if (!next) return [texts.how_to_cancel];
  const values = {
    amount: formatAmount(next.amount, plan.currency, texts.language),
    date: dateText(next.at, texts.language),
  };
  return [fill(texts.next_charge_if, values), texts.how_to_cancel];
}

/** A plan on sale: each order starts a subscription. */
export const planOnSale = (record: PlanRecord, dependencies: PlanForSaleDependencies): ForSale => ({
  id: record.id,
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
  notificationUrl: null,
  receiptText: [],
  unavailable: undefined,
  expiresAt: null,
  offer: { plan: planBody(record, dependencies.urls) },
  facts: (language) => termsOf(record, language),
  notes: (language) => notesOf(record, language, dependencies),
  take: (order, within) => dependencies.subscriptions.begin(order, record, within),
});

/** Finds plans for orders. */
export const planForSale =
  (dependencies: PlanForSaleDependencies): FindForSale =>
  async (id, store) => {
    const record = await store.plans.byId(id);
    return record && planOnSale(record, dependencies);
  };
