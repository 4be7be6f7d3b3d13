import type { Section } from '../page/section.js';
import { clockSection } from './clock.js';
import { cards, keys } from './credentials.js';
import { emails } from './emails.js';
import { faults } from './faults.js';
import { jobs } from './jobs.js';
import { notifications } from './notifications.js';
import { overview } from './overview.js';
import { reference } from './reference.js';
import { requestLog } from './requests.js';
import { customers, plans, products } from './selling.js';
import { subscriptions } from './subscriptions.js';
import { transactions } from './transactions.js';

/** The sections of the console, in the order of the navigation. */
export const SECTIONS: readonly Section[] = [
  overview,
  transactions,
  jobs,
  products,
  plans,
  subscriptions,
  customers,
  notifications,
  emails,
  clockSection,
  faults,
  requestLog,
  reference,
  cards,
  keys,
];
