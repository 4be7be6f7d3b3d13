import { html as markup } from 'hono/html';
import { TEST_CARDS, type TestCard } from '../../issuer/cards.js';
import { code, facts, table, type Column } from '../page/parts.js';
import type { Section } from '../page/section.js';

const copy = (text: string, what: string) =>
  markup`<span class="${text.length > 100 ? 'long' : ''}">${code(text)}</span> <button class="needs-script" type="button" data-copy="${text}" aria-label="Copy ${what}">Copy</button>`;

/** The shops with their keys. */
export const keys: Section = {
  path: '/keys',
  title: 'Keys',
  group: 'For developers',
  show: ({ shops, urls }) => markup`<p class="lead">Fixed test shops. Their keys are published and protect nothing.</p>
<h2>Addresses</h2>
${facts([
  ['{gateway_url}', code(urls.gateway)],
  ['{checkout_url}', code(urls.checkout)],
  ['{base_url}', code(urls.base)],
])}
${[...shops.values()].map(
  ({
    id,
    name,
    pciCertified,
    secretKey,
    publicKey,
    notificationUrl,
    notificationOrigins = [],
    shopUrl,
    emails,
  }) => markup`<h2>${name}</h2>
${facts([
  ['Shop id', code(String(id))],
  ['Plain card data', pciCertified ? 'accepted: this shop is PCI-certified' : 'refused: card sections must be encrypted'],
  ['Secret key', copy(secretKey, `the secret key of ${name}`)],
  ['Notifications go to', notificationUrl ?? 'nowhere, unless the payment has an address: --notification-url registers one'],
  ['Notification origins', notificationOrigins.length > 0 ? notificationOrigins.join(', ') : null],
  ['Payers return to', shopUrl ?? 'nowhere, unless the product or payment has an address: --shop-url registers one'],
  ['E-mails to payers', emails ? 'in the outbox' : 'none'],
  ['Public key', copy(publicKey, `the public key of ${name}`)],
])}`,
)}`,
};

const COLUMNS: readonly Column<TestCard>[] = [
  { head: 'Number', cell: ({ number }) => copy(number, number) },
  { head: 'What it does', kind: 'wrap', cell: ({ label }) => label },
];

/** The published test cards. */
export const cards: Section = {
  path: '/cards',
  title: 'Test cards',
  group: 'For developers',
  show: () => markup`<p class="lead">Any card with expiry month 10 is declined. Other valid numbers succeed without 3-D Secure. Any verification value of
the right length works, and any holder. The code for the bank's page is 123456.</p>
${table({ name: 'cards', caption: 'Cards', columns: COLUMNS, rows: TEST_CARDS, empty: '' })}`,
};
