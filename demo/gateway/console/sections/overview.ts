import { html as markup } from 'hono/html';
import type { Markup } from '../../page/page.js';
import type { Shop } from '../../shop/shops.js';
import { code, facts, link, live } from '../page/parts.js';
import type { Section } from '../page/section.js';
import { requestTable } from './requests.js';
import { transactionTable } from './transactions.js';

const FEW = 10;

const tile = (path: string, label: string, count: number): Markup =>
  markup`<li><a href="${path}"><b>${count}</b>${label}</a></li>`;

/** A shop; where it has registered its address, with a link to it. */
const shopLink = ({ id, name, shopUrl }: Pick<Shop, 'id' | 'name' | 'shopUrl'>): Markup | string =>
  shopUrl === undefined ? `${name} (${id})` : markup`${link(`${new URL(shopUrl).origin}/`, `${name} (${id})`)}`;

/** The last transactions and requests, with links to everything else. */
export const overview: Section = {
  path: '/',
  title: 'Overview',
  group: '',
  async show({ store, shops, urls, activeFaults, requests }) {
    const [last, transactions, subscriptions, undelivered, emails] = await Promise.all([
      store.transactions.latest(FEW),
      store.transactions.count(),
      store.subscriptions.count(),
      store.notifications.countUndelivered(),
      store.emails.count(),
    ]);
    return markup`<p class="lead">A whole payment gateway on your own machine. It decrypts cards as a real gateway does, but no money moves.</p>
${facts([
  ['API', code(urls.checkout)],
  ['Shops', markup`${[...shops.values()].map((shop, index) => markup`${index === 0 ? '' : ', '}${shopLink(shop)}`)}`],
  ['Start here', markup`${link('/keys', 'keys')}, ${link('/cards', 'test cards')}, ${link('/reference', 'API reference')}`],
])}
${live(
  'overview',
  markup`<ul class="tiles">${tile('/transactions', 'transactions', transactions)}
${tile('/subscriptions', 'subscriptions', subscriptions)}${tile('/notifications', 'notifications not delivered', undelivered)}
${tile('/emails', 'e-mails', emails)}${tile('/faults', 'faults switched on', activeFaults.list().length)}</ul>
${transactionTable(last, 'Last transactions')}
${requestTable(requests.withoutPreflights.latest(FEW), 'Last requests')}`,
)}`;
  },
};
