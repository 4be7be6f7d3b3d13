import type { Section } from './section.js';
import { authentication } from './sections/authentication.js';
import { badInput } from './sections/bad-input.js';
import { checks } from './sections/checks.js';
import { conventions } from './sections/conventions.js';
import { customers } from './sections/customers.js';
import { duplicates } from './sections/duplicates.js';
import { endpoints } from './sections/endpoints.js';
import { errors } from './sections/errors.js';
import { events } from './sections/events.js';
import { orders } from './sections/orders.js';
import { pages } from './sections/pages.js';
import { plans } from './sections/plans.js';
import { privacy } from './sections/privacy.js';
import { products } from './sections/products.js';
import { random } from './sections/random.js';
import { recipients } from './sections/recipients.js';
import { seals } from './sections/seals.js';
import { subscriptions } from './sections/subscriptions.js';
import { transferRequests } from './sections/transfer-request.js';
import { transferResponses } from './sections/transfer-response.js';

/** The sections in order. */
export const SECTIONS: readonly Section[] = [
  conventions,
  ...checks,
  ...transferRequests,
  ...transferResponses,
  ...endpoints,
  ...authentication,
  ...seals,
  ...recipients,
  duplicates,
  ...events,
  pages,
  ...products,
  ...plans,
  ...customers,
  ...orders,
  ...errors,
  ...badInput,
  random,
  subscriptions,
  privacy,
];
