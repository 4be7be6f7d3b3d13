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
  const payments = (cycles: number): string => {
    const total = charge.amount * cycles;
    const isWhole = !trial && cycles > 1 && Number.isSafeInteger(total);
    return `${texts.payments(cycles)}${isWhole ? ` (${texts.inAll(money(total))})` : ''}${trial?.asFirstPayment ? texts.trialIsFirst : ''}`;
  };
  const regular = `${money(charge.amount)} ${texts.every(charge.interval, charge.unit)}`;
  const end: [string, string] = [texts.end, billingCycles === null ? texts.untilCanceled : payments(billingCycles)];
  if (!trial) return [[texts.price, regular], end];
  return [
    [texts.today, money(trial.amount)],
    [texts.trial, texts.length(trial.interval, trial.unit)],
    [texts.afterTrial, regular],
    end,
  ];
}
