import type { CustomerRecord, Interval, PlanRecord, ProductRecord } from '../../store/sale-records.js';
import { pagedTable } from '../paging.js';
import { badge, link, live, moment, money, type Column } from '../parts.js';
import type { Section, Seen } from '../section.js';

const stateOf = ({ quantity, expiresAt }: ProductRecord, now: number): string =>
  quantity === 0 ? 'sold out' : expiresAt !== null && expiresAt <= now ? 'expired' : 'available';

const productColumns = ({ clock, urls }: Seen): readonly Column<ProductRecord>[] => [
  { head: 'Product', kind: 'wrap', cell: ({ name }) => name },
  { head: 'Id', kind: 'code', cell: ({ id }) => id },
  { head: 'Shop', cell: ({ shopId }) => String(shopId) },
  { head: 'Price', kind: 'number', cell: ({ amount, currency }) => money(amount, currency) },
  { head: 'Left', kind: 'number', cell: ({ quantity }) => (quantity === null ? 'infinite' : String(quantity)) },
  { head: 'State', cell: (product) => badge(stateOf(product, clock.now())) },
  { head: 'Until', cell: ({ expiresAt }) => (expiresAt === null ? 'always' : moment(expiresAt)) },
  { head: 'Takes', cell: ({ transactionType }) => transactionType },
  { head: 'Page', cell: ({ id }) => link(`${urls.base}/products/${id}/pay`, 'pay') },
];

/** Products of all shops (spec 2.7). */
export const products: Section = {
  path: '/products',
  title: 'Products',
  group: 'Selling',
  show: async (seen, page) =>
    live('products', await pagedTable(seen.store.products, page, {
      name: 'products', caption: 'Newest first', columns: productColumns(seen),
      empty: 'No products. POST /products creates one.',
    })),
};

/** An interval in words: "10.00 USD every 2 months". */
export function intervalText({ amount, interval, unit }: Interval, currency: string, every: 'every' | 'for'): string {
  const length = interval === 1 && every === 'every' ? unit : `${interval} ${unit}${interval === 1 ? '' : 's'}`;
  return `${money(amount, currency)} ${every} ${length}`;
}

const planColumns = ({ urls }: Seen): readonly Column<PlanRecord>[] => [
  { head: 'Plan', kind: 'wrap', cell: ({ title }) => title },
  { head: 'Id', kind: 'code', cell: ({ id }) => id },
  { head: 'Shop', cell: ({ shopId }) => String(shopId) },
  { head: 'Charge', cell: ({ charge, currency }) => intervalText(charge, currency, 'every') },
  { head: 'Trial', cell: ({ trial, currency }) => (trial ? intervalText(trial, currency, 'for') : 'none') },
  { head: 'Cycles', kind: 'number', cell: ({ billingCycles }) => (billingCycles === null ? 'infinite' : String(billingCycles)) },
  { head: 'Attempts', kind: 'number', cell: ({ paymentAttempts }) => String(paymentAttempts) },
  { head: 'At night', cell: ({ notAtNight }) => (notAtNight ? 'no' : 'yes') },
  { head: 'Page', cell: ({ id }) => link(`${urls.base}/plans/${id}/pay`, 'subscribe') },
];

/** Plans of all shops (spec 2.8). */
export const plans: Section = {
  path: '/plans',
  title: 'Plans',
  group: 'Selling',
  show: async (seen, page) =>
    live('plans', await pagedTable(seen.store.plans, page, {
      name: 'plans', caption: 'Newest first', columns: planColumns(seen),
      empty: 'No plans. POST /plans creates one.',
    })),
};

const CUSTOMER_COLUMNS: readonly Column<CustomerRecord>[] = [
  { head: 'Created', cell: ({ createdAt }) => moment(createdAt) },
  { head: 'Name', kind: 'wrap', cell: ({ first_name: first, last_name: last }) => [first, last].filter(Boolean).join(' ') },
  { head: 'E-mail', kind: 'wrap', cell: ({ email }) => email },
  { head: 'Id', kind: 'code', cell: ({ id }) => id },
  { head: 'Shop', cell: ({ shopId }) => String(shopId) },
  { head: 'Country', cell: ({ country }) => country ?? '' },
  { head: 'IP', cell: ({ ip }) => ip },
  { head: 'external_id', kind: 'wrap', cell: ({ external_id: id }) => id ?? '' },
];

/** Customers of all shops (spec 2.9). */
export const customers: Section = {
  path: '/customers',
  title: 'Customers',
  group: 'Selling',
  show: async ({ store }, page) =>
    live('customers', await pagedTable(store.customers, page, {
      name: 'customers', caption: 'Newest first', columns: CUSTOMER_COLUMNS,
      empty: 'No customers. POST /customers creates one, and so does a subscription.',
    })),
};
