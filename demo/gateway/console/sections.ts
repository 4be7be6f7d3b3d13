import type { Section } from './section.js';
import { clockSection } from './sections/clock.js';
import { cards, keys } from './sections/credentials.js';
import { emails } from './sections/emails.js';
import { faults } from './sections/faults.js';
import { jobs } from './sections/jobs.js';
import { notifications } from './sections/notifications.js';
import { overview } from './sections/overview.js';
import { reference } from './sections/reference.js';
import { requestLog } from './sections/requests.js';
import { customers, plans, products } from './sections/selling.js';
import { subscriptions } from './sections/subscriptions.js';
import { transactions } from './sections/transactions.js';

/** The sections of the console in the order of its navigation. */
export const SECTIONS: readonly Section[] = [
  overview, transactions, jobs, products, plans, subscriptions, customers, notifications, emails, clockSection, faults,
  requestLog, reference, cards, keys,
];
