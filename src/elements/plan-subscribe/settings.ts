import type { Plan } from '../../wire/response/plan.js';
import { isPathStep } from '../../wire/endpoint.js';
import type { SettingConflictError, SettingError } from '../errors.js';
import { COMMON_ATTRIBUTES, readAll, type Readings, required, word } from '../base/attributes.js';
import { type Markup, quoted, SettingReader } from '../base/setting-reader.js';
import { hasReadableTerms } from '../offer/plan-terms.js';

/** The attributes of a subscription. */
export const PLAN_ATTRIBUTES = {
  /** Required. The gateway's address of products and plans, https (http on loopback). */
  baseUrl: required('the address of products and plans', 'Set it as the gateway gave it.'),
  /** Required. The plan's id. */
  planId: required('the id of the plan', 'Set the plan’s id, pln_….'),
  /** How the browser goes to the plan's page: `get` or `post`. */
  method: word('get', 'post'),
};

/** The HTTP method by which the browser goes to the plan's page. */
export type RouteMethod = Readings<typeof PLAN_ATTRIBUTES>['method'];

/** The address where the payer subscribes (spec 4.3). */
export interface Route {
  readonly url: string;
  readonly method: RouteMethod;
}

/**
 * Reads the attributes.
 *
 * @returns the route, or all errors at once.
 */
export function readRoute(
  given: Markup,
  plan: Plan | undefined,
): { readonly route: Route } | { readonly errors: readonly (SettingError | SettingConflictError)[] } {
  const reader = new SettingReader(given);
  const { baseUrl, planId, method } = readAll(reader, PLAN_ATTRIBUTES);
  const base = reader.gateway('baseUrl', baseUrl);
  reader.requireNoQuery('baseUrl', base);
  const planStep = isPathStep(planId) ? planId : '';
  if (planId && !planStep) {
    reader.refuse('planId', 'the id of the plan', `${quoted(planId)}, which no address can hold`, 'Set the plan’s id, pln_….');
  }
  // A payer must not agree to the terms of one plan and be sent to another.
  if (plan && planId && plan.id !== planId) {
    reader.refuse('planId', `the id of the plan whose terms are shown (${plan.id})`, quoted(planId), 'Correct one of the two.');
  }
  if (plan && !hasReadableTerms(plan)) {
    reader.refuse(
      'plan',
      'terms in hours, days or months and a known currency',
      'others',
      'Pass on the gateway’s plan unchanged.',
    );
  }
  reader.refuseTest('plan');
  readAll(reader, COMMON_ATTRIBUTES);
  const root = base?.href.replace(/\/+$/, '') ?? '';
  const route = { url: `${root}/plans/${encodeURIComponent(planStep)}/pay`, method };
  return reader.errors.length > 0 ? { errors: reader.errors } : { route };
}
