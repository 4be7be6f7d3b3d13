import { html as markup } from 'hono/html';
import type { OrderStanding } from '../ledger.js';
import type { OrderState } from '../orders.js';
import { layout } from './layout.js';
import { priceText } from './price.js';

const WORDS: Readonly<Record<OrderState | 'unheard', readonly [title: string, lead: string]>> = {
  paid: ['Thank you, it is paid', 'The shop has it from the gateway itself, not from the address you came by.'],
  declined: ['Not paid', 'The gateway says that the payment failed. Nothing was charged.'],
  differs: ['We have to look into this', 'Something else was paid than the shop asked for. Please write to us before you pay again.'],
  open: ['Not known yet', 'The gateway has no final word of this payment yet. Don’t pay again; this page looks again by itself.'],
  unheard: [
    'Back in the shop',
    'The gateway has not told the shop of a payment that you came back from. If you have paid, don’t pay again: this page looks again by itself.',
  ],
};

/** Where payers come back to from the gateway's own pages: what the shop's server knows of what they bought there. */
export function boughtPage({ order, name, isNamed, checkoutUrl }: {
  /** The order that the payment became; undefined: nothing is known of it. */
  readonly order: OrderStanding | undefined;
  /** What was bought. */
  readonly name: string | undefined;
  /** Whether the address names a payment, of which the gateway can tell any moment. */
  readonly isNamed: boolean;
  readonly checkoutUrl: string;
}) {
  const [title, lead] = WORDS[order?.state ?? 'unheard'];
  const price = order?.amount === undefined ? '' : `, ${priceText(order.amount, order.currency)}`;
  return layout({
    title,
    path: '/shop',
    checkoutUrl,
    scripts: [],
    refresh: order ? order.state === 'open' : isNamed,
    main: markup`<main class="shelf">
<h1>${title}</h1>
<p class="lead">${lead}</p>
${order && markup`<dl class="facts narrow sheet">
<dt>Bought</dt><dd>${name ?? ''}${price}, on the payment page</dd>
<dt>Order</dt><dd>${order.trackingId}</dd>
${order.transactions.map(({ kind, uid, status, sources }) => markup`<dt>${kind === 'transaction' ? 'Payment' : 'Subscription'}</dt><dd>${uid}: ${status}, told by ${sources.join(' and ')}</dd>\n`)}</dl>`}
<p class="after"><a href="/shop">To the shop</a></p>
</main>`,
  });
}
