import { formatAmount } from '../../../src/money/amount.js';
import type { PlanRecord } from '../store/record/sale-records.js';
import { planTextsIn } from './plan-texts.js';

/** A plan's terms as pairs of label and text, the price first. */
export function termsOf(
  { currency, charge, trial, billingCycles }: PlanRecord,
  language: string,
): [label: string, text: string][] {
  const texts = planTextsIn(language);
  const money = (amount: number): string => formatAmount(amount, currency, texts.language);
  const regular = `${money(charge.amount)} ${texts.every(charge.interval, charge.unit)}`;
  const counted = billingCycles !== null && [
    texts.payments(billingCycles),
    ...(trial?.asFirstPayment ? [texts.trialIsFirst] : []),
  ];
  const end: [string, string] = [texts.end, counted ? counted.join(', ') : texts.untilCancelled];
  if (!trial) return [[texts.price, regular], end];
  return [
    [texts.today, money(trial.amount)],
    [texts.trial, texts.length(trial.interval, trial.unit)],
    [texts.afterTrial, regular],
    end,
  ];
}
