/** The addresses of the console's pages. */
export const CONSOLE_PAGES = [
  '/',
  '/transactions',
  '/jobs',
  '/products',
  '/plans',
  '/subscriptions',
  '/customers',
  '/notifications',
  '/emails',
  '/clock',
  '/faults',
  '/requests',
  '/reference',
  '/cards',
  '/keys',
];
