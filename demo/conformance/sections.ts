import type { Section } from './section.js';
import { afterPayment } from './sections/shop/after-payment.js';
import { authentication } from './sections/contract/authentication.js';
import { badInput } from './sections/contract/bad-input.js';
import { checks } from './sections/transfer/checks.js';
import { conventions } from './sections/contract/conventions.js';
import { customers } from './sections/shop/customers.js';
import { duplicates } from './sections/transfer/duplicates.js';
import { endpoints } from './sections/contract/endpoints.js';
import { errors } from './sections/contract/errors.js';
import { events } from './sections/contract/events.js';
import { family } from './sections/shop/family.js';
import { orders } from './sections/shop/orders.js';
import { pages } from './sections/shop/pages.js';
import { plans } from './sections/shop/plans.js';
import { privacy } from './sections/contract/privacy.js';
import { products } from './sections/shop/products.js';
import { random } from './sections/contract/random.js';
import { recipients } from './sections/transfer/recipients.js';
import { seals } from './sections/contract/seals.js';
import { subscriptions } from './sections/shop/subscriptions.js';
import { transferRequests } from './sections/transfer/transfer-request.js';
import { transferResponses } from './sections/transfer/transfer-response.js';

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
  ...family,
  ...afterPayment,
  privacy,
];
