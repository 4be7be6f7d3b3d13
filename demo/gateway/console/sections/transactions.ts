import { html as markup } from 'hono/html';
import type { Markup } from '../../page/page.js';
import { pagesOf } from '../../payment/transaction-body.js';
import type { TransactionRecord } from '../../store/store.js';
import { searchForm, pagedTable } from '../page/paging.js';
import { badge, facts, link, live, masked, moment, money, table, withNote, type Column } from '../page/parts.js';
import type { Section, ConsoleContext } from '../page/section.js';
import { notificationTable } from './notifications.js';

const cards = ({ source, recipient }: TransactionRecord): Markup =>
  markup`<span class="together">${masked(source.last_4)}</span>${
    recipient ? markup` <span class="together">→ ${masked(recipient.last_4)}</span>` : ''
  }`;

const COLUMNS: readonly Column<TransactionRecord>[] = [
  { head: 'Time', cell: ({ createdAt }) => moment(createdAt) },
  {
    head: 'Uid, tracking_id',
    kind: 'code',
    cell: ({ uid, request }) => withNote(link(`/transactions/${uid}`, uid), request.tracking_id),
  },
  { head: 'Shop', cell: ({ shopId }) => String(shopId) },
  {
    head: 'Type',
    cell: ({ type, parentUid }) =>
      withNote(type, parentUid === null ? null : link(`/transactions/${parentUid}`, 'of its payment')),
  },
  { head: 'Amount', kind: 'number', cell: ({ request }) => money(request.amount, request.currency) },
  { head: 'Cards', cell: cards },
  { head: 'Status', kind: 'wrap', cell: ({ status, message }) => withNote(badge(status), message) },
];

const ABOUT = { name: 'transactions', columns: COLUMNS, empty: 'No transactions yet. Pay with a test card.' } as const;

/** Some transactions. */
export const transactionTable = (rows: readonly TransactionRecord[], caption: string): Markup =>
  table({ ...ABOUT, caption, rows });

const stepClass = (status: string): string => (status === 'successful' ? 'good-step' : status === 'failed' ? 'bad-step' : '');

const historyOf = ({ history }: TransactionRecord): Markup =>
  markup`<h2>History</h2><ol class="timeline">${history.map(
    ({ at, status, message }) => markup`<li class="${stepClass(status)}">${moment(at)} ${badge(status)} ${message ?? ''}</li>`,
  )}</ol>`;

function purchaseOf({ purchase }: TransactionRecord): Markup | null {
  if (!purchase) return null;
  return link(purchase.kind === 'subscription' ? `/subscriptions/${purchase.id}` : '/products', purchase.id);
}

async function oneTransaction(record: TransactionRecord, { store, shops, urls, answer }: ConsoleContext): Promise<Markup> {
  const { request, source, recipient } = record;
  const pages = pagesOf(record, urls.checkout);
  const notifications = await store.notifications.about(record.uid);
  const followUps = await store.transactions.followUpsOf(record.uid);
  const cardOf = (card: typeof source): string =>
    [masked(card.last_4), card.brand, card.issuer_name, card.issuer_country].join(' · ');
  return live(
    'transaction',
    markup`
${facts([
  ['Status', badge(record.status)],
  ['Message', record.message],
  ['Amount', money(request.amount, request.currency)],
  ['Type', record.type],
  ['Paid for', purchaseOf(record)],
  // Not in the spec; gateways of the family have them.
  ['Follows (extension)', record.parentUid && link(`/transactions/${record.parentUid}`, record.parentUid)],
  ['Reason', request.reason],
  ['From', cardOf(source)],
  ['To', recipient && cardOf(recipient)],
  ['Description', request.description],
  ['tracking_id', request.tracking_id],
  ['Shop', String(record.shopId)],
  ['Created', moment(record.createdAt)],
  ['Paid', record.paidAt === null ? null : moment(record.paidAt)],
  ['Fails unless confirmed', record.status === 'incomplete' && record.expiresAt !== null ? moment(record.expiresAt) : null],
  ['Receipt', record.parentUid === null ? link(pages.receipt_url, 'open') : null],
  ['3-D Secure', record.status === 'incomplete' ? link(pages.redirect_url, "open the bank's page") : null],
])}
${historyOf(record)}
${followUps.length > 0 ? transactionTable(followUps, 'Captures, voids and refunds (extension)') : ''}
${notificationTable(notifications, shops, 'Notifications')}
<h2>Response</h2><details class="operation" id="answer"><summary>As in the API</summary><div><pre>${JSON.stringify(answer(record), null, 2)}</pre></div></details>`,
  );
}

/** Transactions with their whole history. */
export const transactions: Section = {
  path: '/transactions',
  title: 'Transactions',
  group: 'Payments',
  async show({ store }, page) {
    const list = page.find ? store.transactions.called(page.find) : store.transactions;
    const about = { ...ABOUT, caption: 'Newest first', ...(page.find && { empty: `No transaction has the id ${page.find}.` }) };
    return markup`${searchForm(page, 'uid or tracking_id')}${live('transactions', await pagedTable(list, page, about))}`;
  },
  async detail(seen, uid) {
    const record = await seen.store.transactions.byUid(uid);
    return record && { title: `Transaction ${uid}`, content: await oneTransaction(record, seen) };
  },
};
