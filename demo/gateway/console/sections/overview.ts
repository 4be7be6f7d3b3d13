import { html as markup } from 'hono/html';
import type { Markup } from '../../page.js';
import { code, facts, link, live } from '../parts.js';
import { SHOWN, type Section } from '../section.js';
import { requestTable } from './requests.js';
import { transactionTable } from './transactions.js';

const FEW = 10;

const tile = (path: string, label: string, count: number): Markup =>
  markup`<li><a href="${path}"><b>${count === SHOWN ? `${SHOWN}+` : count}</b>${label}</a></li>`;

/** What happened last, and where everything is. */
export const overview: Section = {
  path: '/',
  title: 'Overview',
  group: '',
  async show({ store, shops, urls, switches, requests }) {
    const [transactions, subscriptions, notifications, emails] = await Promise.all([
      store.transactions.latest(SHOWN), store.subscriptions.latest(SHOWN), store.notifications.latest(SHOWN), store.emails.latest(SHOWN),
    ]);
    const waiting = notifications.filter(({ state }) => state !== 'delivered').length;
    return markup`<p class="lead">A whole payment gateway on your own machine. It decrypts for real and charges nobody.</p>
${facts([
  ['API', code(urls.checkout)],
  ['Shops', [...shops.values()].map(({ id, name }) => `${name} (${id})`).join(', ')],
  ['To begin with', markup`${link('/keys', 'keys')}, ${link('/cards', 'test cards')}, ${link('/reference', 'API reference')}`],
])}
${live('overview', markup`<ul class="tiles">${tile('/transactions', 'transactions', transactions.length)}
${tile('/subscriptions', 'subscriptions', subscriptions.length)}${tile('/notifications', 'notifications not delivered', waiting)}
${tile('/emails', 'e-mails', emails.length)}${tile('/faults', 'faults switched on', switches.list().length)}</ul>
${transactionTable(transactions.slice(0, FEW), 'Last transactions')}
${requestTable(requests.latest(FEW), 'Last requests')}`)}`;
  },
};
