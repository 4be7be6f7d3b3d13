import { html as markup } from 'hono/html';
import type { CustomerRecord, Interval, PlanRecord, ProductRecord } from '../../store/record/sale-records.js';
import { pagedTable } from '../page/paging.js';
import { badge, code, link, live, moment, money, withNote, type Column, type Content } from '../page/parts.js';
import type { Section, ConsoleContext } from '../page/section.js';

const stateOf = ({ quantity, expiresAt }: ProductRecord, now: number): string =>
  quantity === 0 ? 'sold out' : expiresAt !== null && expiresAt <= now ? 'expired' : 'available';

/** Marks test objects with a word (spec 2.1). */
const testMark = ({ test }: { readonly test: boolean }): Content => (test ? badge('test') : 'no');

const productColumns = ({ clock, urls }: ConsoleContext): readonly Column<ProductRecord>[] => [
  { head: 'Product, id', kind: 'wrap', cell: ({ id, name }) => withNote(name, code(id)) },
  { head: 'Shop', cell: ({ shopId }) => String(shopId) },
  { head: 'Price', kind: 'number', cell: ({ amount, currency }) => money(amount, currency) },
  { head: 'Left', kind: 'number', cell: ({ quantity }) => (quantity === null ? 'infinite' : String(quantity)) },
  {
    head: 'State',
    cell: (product) =>
      withNote(
        badge(stateOf(product, clock.now())),
        product.expiresAt === null ? null : markup`until ${moment(product.expiresAt)}`,
      ),
  },
  { head: 'Takes', cell: ({ transactionType }) => transactionType },
  { head: 'Test', cell: testMark },
  { head: 'Page', cell: ({ id }) => link(`${urls.base}/products/${id}/pay`, 'pay') },
];

/** Products of all shops (spec 2.7). */
export const products: Section = {
  path: '/products',
  title: 'Products',
  group: 'Selling',
  show: async (seen, page) =>
    live(
      'products',
      await pagedTable(seen.store.products, page, {
        name: 'products',
        caption: 'Newest first',
        columns: productColumns(seen),
        empty: 'No products yet. POST /products creates one.',
      }),
    ),
};

/** An interval in words: "10.00 USD every 2 months". */
export function intervalText({ amount, interval, unit }: Interval, currency: string, every: 'every' | 'for'): string {
  const length = interval === 1 && every === 'every' ? unit : `${interval} ${unit}${interval === 1 ? '' : 's'}`;
  return `${money(amount, currency)} ${every} ${length}`;
}

const planColumns = ({ urls }: ConsoleContext): readonly Column<PlanRecord>[] => [
  { head: 'Plan, id', kind: 'wrap', cell: ({ id, title }) => withNote(title, code(id)) },
  { head: 'Shop', cell: ({ shopId }) => String(shopId) },
  {
    head: 'Charge, trial',
    kind: 'wide',
    cell: ({ charge, trial, currency }) =>
      withNote(
        intervalText(charge, currency, 'every'),
        trial && `trial: ${intervalText(trial, currency, 'for')}`,
        trial?.asFirstPayment ? 'counts as the first payment' : null,
      ),
  },
  { head: 'Cycles', kind: 'number', cell: ({ billingCycles }) => (billingCycles === null ? 'infinite' : String(billingCycles)) },
  { head: 'Attempts', kind: 'number', cell: ({ paymentAttempts }) => String(paymentAttempts) },
  { head: 'At night', cell: ({ notAtNight }) => (notAtNight ? 'no' : 'yes') },
  { head: 'Test', cell: testMark },
  { head: 'Page', cell: ({ id }) => link(`${urls.base}/plans/${id}/pay`, 'subscribe') },
];

/** Plans of all shops (spec 2.8). */
export const plans: Section = {
  path: '/plans',
  title: 'Plans',
  group: 'Selling',
  show: async (seen, page) =>
    live(
      'plans',
      await pagedTable(seen.store.plans, page, {
        name: 'plans',
        caption: 'Newest first',
        columns: planColumns(seen),
        empty: 'No plans yet. POST /plans creates one.',
      }),
    ),
};

const CUSTOMER_COLUMNS: readonly Column<CustomerRecord>[] = [
  { head: 'Created', cell: ({ createdAt }) => moment(createdAt) },
  {
    head: 'E-mail, name, id',
    kind: 'wide',
    cell: ({ email, first_name: first, last_name: last, id }) =>
      withNote(email, [first, last].filter(Boolean).join(' '), code(id)),
  },
  { head: 'Shop', cell: ({ shopId }) => String(shopId) },
  { head: 'IP, country', kind: 'wrap', cell: ({ ip, country }) => withNote(ip, country) },
  { head: 'external_id', kind: 'wrap', cell: ({ external_id: id }) => id ?? '' },
];

/** Customers of all shops (spec 2.9). */
export const customers: Section = {
  path: '/customers',
  title: 'Customers',
  group: 'Selling',
  show: async ({ store }, page) =>
    live(
      'customers',
      await pagedTable(store.customers, page, {
        name: 'customers',
        caption: 'Newest first',
        columns: CUSTOMER_COLUMNS,
        empty: 'No customers yet. POST /customers creates one, and so does a subscription.',
      }),
    ),
};
