import { planRequest, type IntervalUnit, type PlanRequest } from '../../../src/wire/request/plan.js';
import { BLANK } from '../../../src/wire/request/values.js';
import { invalidParams } from '../http/error-response.js';
import { bareFields, isRecord, judgeCurrency, judgeFields } from '../http/judge-fields.js';
import { Problems } from '../http/problems.js';
import type { PlanRecord } from '../store/record/sale-records.js';

/** The merchant's part of a plan. */
export type PlanTerms = Omit<PlanRecord, 'id' | 'shopId' | 'createdAt' | 'updatedAt'>;

/** Spec 2.8, 8: the default number of failed attempts after which a subscription is cancelled. */
const PAYMENT_ATTEMPTS = 3;

// A century in each unit: anything longer is probably a typing error, and exceeds calendars.
const MAX_INTERVALS: Readonly<Record<IntervalUnit, number>> = { hour: 876_600, day: 36_525, month: 1_200 };

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

function judgeLength(section: 'plan' | 'trial', fields: unknown, problems: Problems): void {
  if (!isRecord(fields) || problems.about(section, 'interval') || problems.about(section, 'interval_unit')) return;
  const { interval, interval_unit } = fields;
  if (typeof interval !== 'number' || typeof interval_unit !== 'string') return;
  if (interval > MAX_INTERVALS[interval_unit as IntervalUnit]) problems.add([section, 'interval'], 'is longer than a century');
}

// Spec 2.8: a trial needs both amount and interval; whatever is said of one without them would be dropped in silence. Its unit has no default, and guessing one could change the terms.
function judgeTrial(trial: unknown, problems: Problems): void {
  const named = ['amount', 'interval', 'interval_unit'];
  if (!isRecord(trial) || [...named, 'as_first_payment'].every((name) => isAbsent(trial[name]))) return;
  for (const name of named) {
    if (isAbsent(trial[name]) && !problems.about('trial', name)) problems.add(['trial', name], BLANK);
  }
}

function trialOf({ trial }: PlanRequest): PlanRecord['trial'] {
  const { amount, interval, interval_unit: unit, as_first_payment } = trial ?? {};
  if (!amount || !interval || !unit) return null;
  return { amount, interval, unit, asFirstPayment: as_first_payment ?? false };
}

/**
 * Reads a plan (spec 2.8).
 *
 * @throws Refusal 422 with every problem at its field.
 */
export function readPlan(body: unknown): PlanTerms {
  const problems = new Problems();
  const { billing_cycles, ...others } = bareFields(body);
  // Spec 2.8: billing_cycles is ignored when infinite is true, the default; otherwise it is required.
  const infinite = others.infinite !== false;
  const given = infinite ? others : { ...others, billing_cycles };
  const request = judgeFields(planRequest, given, problems);
  judgeCurrency(others.currency, problems);
  judgeLength('plan', others.plan, problems);
  judgeLength('trial', others.trial, problems);
  judgeTrial(others.trial, problems);
  if (!infinite && isAbsent(billing_cycles)) problems.add(['billing_cycles'], BLANK);
  if (problems.any || !request) throw invalidParams(problems);
  const { plan } = request;
  return {
    title: request.title,
    currency: request.currency,
    language: request.language || 'en',
    test: request.test ?? false,
    charge: { amount: plan.amount, interval: plan.interval, unit: plan.interval_unit },
    trial: trialOf(request),
    billingCycles: infinite ? null : (request.billing_cycles ?? null),
    paymentAttempts: request.number_payment_attempts ?? PAYMENT_ATTEMPTS,
    notAtNight: request.prevent_payments_at_night ?? false,
  };
}
