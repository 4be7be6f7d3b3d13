import { html as markup } from 'hono/html';
import type { OrderStanding } from '../orders/ledger.js';
import type { OrderState } from '../orders/order.js';
import { layout } from './layout.js';
import { priceText } from './price.js';

const WORDS: Readonly<Record<OrderState | 'unheard' | 'unanswered', readonly [title: string, lead: string]>> = {
  paid: ['Thank you, it is paid', 'The shop has it from the gateway itself, not from the address you came by.'],
  declined: ['Not paid', 'The gateway says that the payment failed. Nothing was charged.'],
  differs: ['We have to look into this', 'Something else was paid than the shop asked for. Please write to us before you pay again.'],
  open: ['Not known yet', 'The gateway has no final word of this payment yet. Don’t pay again; this page looks again by itself.'],
  unheard: [
    'Back in the shop',
    'The gateway has not told the shop of a payment that you came back from. If you have paid, don’t pay again: this page looks again by itself.',
  ],
  unanswered: [
    'Still not known',
    'For a minute the gateway had no final word of this payment, so this page has stopped looking. If you have paid, don’t pay again: look again later, or write to us.',
  ],
};

const MOST_LOOKS = 20;

/** How often a page has looked already, by its address; what is no such number is none. */
export const looksOf = (given: string | undefined): number => (/^\d{1,2}$/.test(given ?? '') ? Number(given) : 0);

/** Where payers come back to from the gateway's own pages: what the shop's server knows of what they bought there. */
export function boughtPage({ order, name, named, looks, checkoutUrl }: {
  /** The order that the payment became; undefined: nothing is known of it. */
  readonly order: OrderStanding | undefined;
  /** What was bought. */
  readonly name: string | undefined;
  /** The payment or subscription that the address names, of which the gateway can tell any moment. */
  readonly named: { readonly uid?: string | undefined; readonly id?: string | undefined };
  /** How often this page has looked for it before: it does not go on for ever, as the address may be made up. */
  readonly looks: number;
  readonly checkoutUrl: string;
}) {
  const query = new URLSearchParams(Object.entries(named).filter((entry): entry is [string, string] => Boolean(entry[1])));
  const isAwaited = order ? order.state === 'open' : query.size > 0;
  const isOver = isAwaited && looks >= MOST_LOOKS;
  const again = `/bought?${query}`;
  const [title, lead] = WORDS[isOver ? 'unanswered' : (order?.state ?? 'unheard')];
  const price = order?.amount === undefined ? '' : `, ${priceText(order.amount, order.currency)}`;
  return layout({
    title,
    path: '/shop',
    checkoutUrl,
    scripts: [],
    refresh: isAwaited && !isOver ? `${again}&look=${looks + 1}` : undefined,
    main: markup`<main class="shelf">
<h1>${title}</h1>
<p class="lead">${lead}</p>
${order && markup`<dl class="facts narrow sheet">
<dt>Bought</dt><dd>${name ?? ''}${price}, on the payment page</dd>
<dt>Order</dt><dd>${order.trackingId}</dd>
${order.transactions.map(({ kind, uid, status, sources }) => markup`<dt>${kind === 'transaction' ? 'Payment' : 'Subscription'}</dt><dd>${uid}: ${status}, told by ${sources.join(' and ')}</dd>\n`)}</dl>`}
<p class="after">${isOver ? markup`<a href="${again}">Look again</a> · ` : ''}<a href="/shop">To the shop</a></p>
</main>`,
  });
}
