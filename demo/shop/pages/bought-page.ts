import { html as markup } from 'hono/html';
import type { OrderStanding } from '../orders/ledger.js';
import type { OrderState } from '../orders/order.js';
import { layout } from './layout.js';
import { priceText } from './price.js';

const WORDS: Readonly<Record<OrderState | 'unheard' | 'unanswered', readonly [title: string, lead: string]>> = {
  paid: ['Thank you for your payment', 'Your payment is confirmed.'],
  declined: ['Payment didn’t go through', 'No money was taken from your card. You can try again in the shop.'],
  differs: ['We need to check this payment', 'It doesn’t match your order. Please contact us before you pay again.'],
  open: [
    'We don’t know yet',
    'The bank has no result for this payment yet. Don’t pay again: this page checks again automatically.',
  ],
  unheard: [
    'Welcome back',
    'We haven’t heard about your payment yet. If you’ve paid, don’t pay again: this page checks again automatically.',
  ],
  unanswered: [
    'Still no result',
    'We haven’t heard about this payment for a minute. If you’ve paid, don’t pay again: check again later, or contact us.',
  ],
};

const MOST_LOOKS = 20;

/** How often the page has checked already, from its address; 0 for an invalid number. */
export const looksOf = (given: string | undefined): number => (/^\d{1,2}$/.test(given ?? '') ? Number(given) : 0);

/** The page for payers who return from the gateway's pages: the shop's result of their payment. */
export function boughtPage({
  order,
  name,
  named,
  looks,
  checkoutUrl,
}: {
  /** The order of the payment; undefined when the shop does not know it. */
  readonly order: OrderStanding | undefined;
  /** The name of the item. */
  readonly name: string | undefined;
  /** The payment or subscription in the page's address. */
  readonly named: { readonly uid?: string | undefined; readonly id?: string | undefined };
  /** How often this page has checked before: it stops after a while, since the address may be invented. */
  readonly looks: number;
  readonly checkoutUrl: string;
}) {
  const query = new URLSearchParams(Object.entries(named).filter((entry): entry is [string, string] => Boolean(entry[1])));
  const isAwaited = order ? order.state === 'open' : query.size > 0;
  const isOver = isAwaited && looks >= MOST_LOOKS;
  const again = `/bought?${query}`;
  const state = isOver ? 'unanswered' : (order?.state ?? 'unheard');
  const [title, lead] = WORDS[state];
  const next = isAwaited && !isOver ? markup` data-again="${again}&look=${looks + 1}"` : '';
  const price = order?.amount === undefined ? '' : `, ${priceText(order.amount, order.currency)}`;
  return layout({
    title,
    path: '/shop',
    checkoutUrl,
    scripts: next ? ['/bought.js'] : [],
    main: markup`<main class="shelf" id="bought" data-state="${state}"${next}>
<h1>${title}</h1>
<p class="lead">${lead}</p>
${
  order &&
  markup`<dl class="facts narrow sheet">
<dt>Bought</dt><dd>${name ?? ''}${price}, on the payment page</dd>
<dt>Order</dt><dd>${order.trackingId}</dd>
${order.transactions.map(({ kind, uid, status, sources }) => markup`<dt>${kind === 'transaction' ? 'Payment' : 'Subscription'}</dt><dd>${uid}: ${status}, from ${sources.join(' and ')}</dd>\n`)}</dl>`
}
<p class="after">${isAwaited ? markup`<a href="${again}">Check again</a> · ` : ''}<a href="/shop">Back to the shop</a></p>
</main>`,
  });
}
