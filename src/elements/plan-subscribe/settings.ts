import type { Plan } from '../../wire/response/plan.js';
import { isPathStep } from '../../wire/endpoint.js';
import type { SettingConflictError, SettingError } from '../errors.js';
import { asText, type Given, quoted, SettingReader } from '../payment/payment-settings.js';
import { hasReadableTerms } from '../offer/plan-terms.js';

/** How the browser is routed to the plan's page. */
export type RouteMethod = 'get' | 'post';

/** The attributes as they stand in the page, by the names of their properties. */
export interface SubscribeAttributes {
  readonly baseUrl: Given;
  readonly planId: Given;
  readonly method: Given;
  readonly language: string;
}

/** Where the payer goes to subscribe (spec 4.3). */
export interface Route {
  readonly url: string;
  readonly method: RouteMethod;
}

/**
 * Reads the attributes.
 *
 * @param test The attribute as it stands in the markup, where it is.
 * @returns where to go, or everything that is wrong with them at once.
 */
export function readRoute(
  given: SubscribeAttributes,
  plan: Plan | undefined,
  test: string | null = null,
): { readonly route: Route } | { readonly errors: readonly (SettingError | SettingConflictError)[] } {
  const reader = new SettingReader();
  const base = reader.gateway(
    'base-url',
    reader.required('base-url', given.baseUrl, 'the address of products and plans', 'Set it as the gateway gave it.'),
  );
  if (base && (base.search || base.hash)) {
    reader.refuse('base-url', 'an address without ? and #', quoted(asText(given.baseUrl) ?? ''), 'Cut it off before them.');
  }
  const planId = reader.required('plan-id', given.planId, 'the id of the plan', 'Set the plan’s id, pln_….');
  const planStep = isPathStep(planId) ? planId : '';
  if (planId && !planStep) {
    reader.refuse('plan-id', 'the id of the plan', `${quoted(planId)}, which no address can hold`, 'Set the plan’s id, pln_….');
  }
  // A payer must not agree to the terms of one plan and be sent to another.
  if (plan && planId && plan.id !== planId) {
    reader.refuse('plan-id', `the id of the plan whose terms are shown (${plan.id})`, quoted(planId), 'Correct one of the two.');
  }
  if (plan && !hasReadableTerms(plan)) {
    reader.refuse(
      'plan',
      'terms in hours, days or months and a known currency',
      'others',
      'Hand over the gateway’s plan as it is.',
    );
  }
  const method = (asText(given.method) || 'get').toLowerCase();
  if (method !== 'get' && method !== 'post') {
    reader.refuse('method', 'get, post', quoted(method), 'Set one of them, or leave the attribute out.');
  }
  reader.noTest(test, 'plan');
  reader.language(given.language);
  const root = base?.href.replace(/\/+$/, '') ?? '';
  const route = { url: `${root}/plans/${encodeURIComponent(planStep)}/pay`, method: method as RouteMethod };
  return reader.errors.length > 0 ? { errors: reader.errors } : { route };
}
