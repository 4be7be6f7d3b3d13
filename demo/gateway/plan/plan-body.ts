import { formatAmount } from '../../../src/money/amount.js';
import type { Plan } from '../../../src/wire/response/plan.js';
import type { GatewayUrls } from '../http/gateway-urls.js';
import type { Interval, PlanRecord } from '../store/record/sale-records.js';
import { timestampOf } from '../time/clock.js';

const inWords = ({ amount, interval, unit }: Interval, currency: string): string =>
  `${formatAmount(amount, currency, 'en')} each ${interval} ${unit}`;

const descriptionOf = ({ charge, trial, currency }: PlanRecord): string =>
  `Subscription. Main period: ${inWords(charge, currency)}.${trial ? ` Trial: ${inWords(trial, currency)}.` : ''}`;

/** The body of a plan: every field of spec 2.8 and of its request, and its links. */
export function planBody(record: PlanRecord, urls: Pick<GatewayUrls, 'base' | 'checkout'>): Plan {
  const { charge, trial } = record;
  const payUrl = `${urls.base}/plans/${record.id}/pay`;
  return {
    id: record.id,
    title: record.title,
    // The family repeats the terms in these fields.
    name: record.title,
    description: descriptionOf(record),
    amount: trial?.amount ?? charge.amount,
    currency: record.currency,
    language: record.language,
    plan: { amount: charge.amount, interval: charge.interval, interval_unit: charge.unit },
    trial: trial
      ? { amount: trial.amount, interval: trial.interval, interval_unit: trial.unit, as_first_payment: trial.asFirstPayment }
      : { amount: null, interval: null, interval_unit: 'hour' },
    infinite: record.billingCycles === null,
    billing_cycles: record.billingCycles,
    number_payment_attempts: record.paymentAttempts,
    prevent_payments_at_night: record.notAtNight,
    test: record.test,
    created_at: timestampOf(record.createdAt),
    updated_at: timestampOf(record.updatedAt),
    pay_url: payUrl,
    payment_url: payUrl,
    confirm_url: `${urls.checkout}/v2/confirm_order/${record.id}/${record.shopId}`,
  };
}
