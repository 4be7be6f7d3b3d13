import { exponentOf } from '../../money/currency.js';
import { fill, type PlanMessageKey } from '../../locales/catalogue.js';
import type { Charge, Plan } from '../../wire/response/plan.js';
import type { Speech } from '../base/speech.js';

const UNITS = ['hour', 'day', 'month'] as const;
type Unit = (typeof UNITS)[number];

/** The unit of an interval, if the catalogues have words for it (spec 2.8). */
const unitOf = (unit: string | null | undefined): Unit | undefined => UNITS.find((each) => each === unit);

/** Whether the terms of a plan can be put into words. A payer must not agree to terms that can't. */
export function hasReadableTerms({ currency, plan, trial, infinite, billing_cycles: cycles }: Plan): boolean {
  const isPeriod = (interval: number | null | undefined, unit: string | null | undefined): boolean =>
    unitOf(unit) !== undefined && Number.isSafeInteger(interval) && Number(interval) > 0;
  const hasTrial = trial?.interval !== null && trial?.interval !== undefined;
  if (exponentOf(currency) === undefined || plan.amount < 0 || (trial?.amount ?? 0) < 0) return false;
  if (infinite === false && !(Number(cycles) > 0)) return false;
  return isPeriod(plan.interval, plan.interval_unit) && (!hasTrial || isPeriod(trial.interval, trial.interval_unit));
}

const everyText = ({ interval, interval_unit: unit }: Charge, speech: Speech<PlanMessageKey>): string => {
  const { words } = speech;
  const name = unitOf(unit)!;
  if (interval === 7 && name === 'day') return words['every.week'];
  if (interval === 12 && name === 'month') return words['every.year'];
  return interval === 1 ? words[`every.${name}`] : speech.fill(words[`every_few.${name}`], { count: interval });
};

/** How many payments there are, with their sum unless a trial that is paid for would be missing in it. */
function untilText({ currency, plan: { amount }, trial, billing_cycles: cycles }: Plan, speech: Speech<PlanMessageKey>): string {
  const count = Number(cycles);
  const payments = speech.fill(speech.words.until_paid, { count });
  const total = amount * count;
  const isWhole = count > 1 && Number.isSafeInteger(total) && !(trial?.interval && (trial.amount || trial.as_first_payment));
  return isWhole ? fill(speech.words.until_total, { payments, total: speech.sum(total, currency) }) : payments;
}

/**
 * The terms that a subscriber agrees to, as sentences: "3 days for 1.00 USD, then 10.00 USD a month, until you cancel."
 *
 * @throws TypeError on terms that are not readable (`hasReadableTerms`), or an unknown currency.
 */
export function termsText(plan: Plan, speech: Speech<PlanMessageKey>): string[] {
  if (!hasReadableTerms(plan)) throw new TypeError('Expected terms with an interval in hours, days or months.');
  const { words } = speech;
  const { currency, plan: charge, trial, infinite } = plan;
  const sum = (minor: number): string => speech.sum(minor, currency);
  const values = {
    charge: sum(charge.amount),
    every: everyText(charge, speech),
    // Cycles are ignored if the plan is infinite, which is the default (spec 2.8).
    until: infinite === false ? untilText(plan, speech) : words.until_canceled,
  };
  if (!trial?.interval) return [fill(words.terms, values)];
  const period = speech.fill(words[`period.${unitOf(trial.interval_unit)!}`], { count: trial.interval });
  const first = trial.amount ?? 0;
  const sentence = first === 0 ? words.terms_trial_free : words.terms_trial;
  return [
    fill(sentence, { ...values, period, amount: sum(first) }),
    // Explains which payments are meant, which matters only if the trial costs money.
    ...(trial.as_first_payment && first > 0 ? [words.terms_first_payment] : []),
  ];
}
