import { formatAmount } from '../../../src/money/amount.js';
import type { IntervalUnit } from '../../../src/wire/request/plan.js';
import { fill, textsIn, type Texts } from '../page/texts.js';
import type { PlanRecord } from '../store/record/sale-records.js';

// Intl has the plural forms of hours, days and months.
const lengthText = (count: number, unit: IntervalUnit, { language }: Texts): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count);

/** "every 3 days", "a day", "a week". */
function everyText(count: number, unit: IntervalUnit, texts: Texts): string {
  if (count === 7 && unit === 'day') return texts['every.week'];
  if (count === 12 && unit === 'month') return texts['every.year'];
  return count === 1 ? texts[`every.${unit}`] : fill(texts[`every_few.${unit}`], { count }, texts.language);
}

/** A plan's terms as pairs of label and text, the price first. */
export function termsOf(
  { currency, charge, trial, billingCycles }: PlanRecord,
  language: string,
): [label: string, text: string][] {
  const texts = textsIn(language);
  const money = (amount: number): string => formatAmount(amount, currency, texts.language);
  const payments = (count: number): string => {
    const total = charge.amount * count;
    const isWhole = !trial && count > 1 && Number.isSafeInteger(total);
    const number = fill(texts.until_paid, { count }, texts.language);
    const text = isWhole ? fill(texts.until_total, { payments: number, total: money(total) }) : number;
    return trial?.asFirstPayment ? text + texts.trial_is_first : text;
  };
  const regular = `${money(charge.amount)} ${everyText(charge.interval, charge.unit, texts)}`;
  const end: [string, string] = [texts.duration, billingCycles === null ? texts.until_canceled : payments(billingCycles)];
  if (!trial) return [[texts.price, regular], end];
  return [
    [texts.today, money(trial.amount)],
    [texts.trial, lengthText(trial.interval, trial.unit, texts)],
    [texts.after_trial, regular],
    end,
  ];
}
