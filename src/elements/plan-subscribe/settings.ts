import type { Plan } from '../../wire/response/plan.js';
import { isPathStep } from '../../wire/endpoint.js';
import type { SettingConflictError, SettingError } from '../errors.js';
import { type Given, quoted, SettingReader } from '../base/setting-reader.js';
import { hasReadableTerms } from '../offer/plan-terms.js';

/** The HTTP method by which the browser goes to the plan's page. */
export type RouteMethod = (typeof METHODS)[number];
const METHODS = ['get', 'post'] as const;

/** The raw attributes, by the names of their properties. */
type SubscribeAttributes = Readonly<Record<'baseUrl' | 'planId' | 'method' | 'language', Given>>;

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
  given: SubscribeAttributes,
  plan: Plan | undefined,
): { readonly route: Route } | { readonly errors: readonly (SettingError | SettingConflictError)[] } {
  const reader = new SettingReader(given);
  const base = reader.gateway(
    'baseUrl',
    reader.required('baseUrl', 'the address of products and plans', 'Set it as the gateway gave it.'),
  );
  reader.bare('baseUrl', base);
  const planId = reader.required('planId', 'the id of the plan', 'Set the plan’s id, pln_….');
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
  const method = reader.word('method', METHODS, reader.text('method')?.toLowerCase());
  reader.noTest('plan');
  reader.language('language');
  const root = base?.href.replace(/\/+$/, '') ?? '';
  const route = { url: `${root}/plans/${encodeURIComponent(planStep)}/pay`, method };
  return reader.errors.length > 0 ? { errors: reader.errors } : { route };
}
