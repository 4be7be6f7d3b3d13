import { html as markup } from 'hono/html';
import type { OrderStatus } from '../orders/ledger.js';
import type { OrderState } from '../orders/order.js';
import { layout } from './layout.js';
import { priceText } from './price.js';

type Words = readonly [title: string, lead: string];

const WORDS: Readonly<Record<OrderState | 'unheard' | 'unanswered' | 'nameless', Words>> = {
  paid: ['Thank you for your payment', 'Your payment is confirmed.'],
  declined: ['Payment didn’t go through', 'Your card was not charged. You can try again in the shop.'],
  differs: ['We need to check this payment', 'It doesn’t match your order. Please contact us before you pay again.'],
  open: [
    'We don’t know yet if it went through',
    'The bank has no result for this payment yet. Please don’t pay again: this page checks again automatically.',
  ],
  unheard: [
    'Welcome back',
    'We haven’t heard about your payment yet. If you’ve paid, don’t pay again: this page checks again automatically.',
  ],
  unanswered: [
    'Still no result',
    'We haven’t heard about this payment for a minute. If you’ve paid, don’t pay again: check again later, or contact us.',
  ],
  nameless: ['Welcome back', 'This page’s address names no payment. If you’ve paid, don’t pay again: contact us.'],
};

/** The words for a paid subscription, by the gateway's state of it. */
const SUBSCRIBED: Readonly<Record<string, string>> = {
  trial: 'Your trial has started.',
  active: 'Your subscription has started.',
  canceled: 'Your subscription is canceled. You won’t be charged again.',
  failed: 'Your subscription has ended, because a payment didn’t go through. You won’t be charged again.',
  error: 'Your subscription has ended, because a payment didn’t go through. You won’t be charged again.',
};

/** The states in which a subscription goes on, and can be cancelled. */
const RUNNING: readonly string[] = ['trial', 'active', 'failed_attempt', 'rescuing'];

const MARKS: Readonly<Partial<Record<OrderState, string>>> = { paid: '✓', declined: '✕' };

const MAX_CHECKS = 20;

/** How often the page has checked for the result already, from its address; 0 for an invalid number. */
export const readCheckCount = (given: string | undefined): number => (/^\d{1,2}$/.test(given ?? '') ? Number(given) : 0);

const subscriptionOf = (order: OrderStatus | undefined) =>
  order?.state === 'paid'
    ? order.transactions.find(({ kind, verdict }) => kind === 'subscription' && verdict === 'pays')
    : undefined;

const longDate = (time: string): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time));

/** The button with which customers cancel. */
const cancelForm = (order: OrderStatus | undefined, isCancelUnknown: boolean) => {
  const subscription = subscriptionOf(order);
  if (!subscription || !RUNNING.includes(subscription.status)) return '';
  return markup`<form method="post" action="/bought/cancel">
${isCancelUnknown ? markup`<p>We couldn’t cancel it just now. Try again in a minute, or contact us.</p>` : ''}
<input type="hidden" name="id" value="${subscription.uid}"><button>Cancel subscription</button></form>`;
};

/** The title and the sentence below it. */
function wordsOf(state: keyof typeof WORDS, order: OrderStatus | undefined): Words {
  if (state !== 'paid' || order?.item.kind !== 'plan') return WORDS[state];
  const subscription = subscriptionOf(order);
  return ['Thank you for subscribing', SUBSCRIBED[subscription?.status ?? ''] ?? 'Your subscription is confirmed.'];
}

/** The item, its price, and the reference to quote to the shop. */
function orderFacts(order: OrderStatus, name: string | undefined) {
  const { state, amount, currency, item, openedAt, trackingId } = order;
  const paidUntil = subscriptionOf(order)?.paidUntil;
  const price = amount === undefined ? undefined : amount === 0 ? 'Nothing today' : priceText(amount, currency);
  const rows: readonly (readonly [string, string | undefined])[] = [
    [item.kind === 'plan' ? 'Subscription' : 'Item', name],
    [state === 'paid' ? 'You paid' : 'Price', price],
    ['Date', longDate(openedAt)],
    ['Paid until', paidUntil === undefined ? undefined : longDate(paidUntil)],
    ['Reference', trackingId],
  ];
  return markup`<dl class="bill">
${rows.map(([term, value]) => value && markup`<div><dt>${term}</dt><dd>${value}</dd></div>\n`)}</dl>`;
}

/** The page for payers who return from the gateway's pages: the shop's result of their payment. */
export function boughtPage({
  order,
  name,
  named,
  checks,
  isCancelUnknown,
  checkoutUrl,
}: {
  /** The order of the payment; undefined when the shop does not know it. */
  readonly order: OrderStatus | undefined;
  /** The name of the item. */
  readonly name: string | undefined;
  /** The payment or subscription in the page's address. */
  readonly named: { readonly uid?: string | undefined; readonly id?: string | undefined };
  /** How often this page has checked before: it stops after a while, since the address may be invented. */
  readonly checks: number;
  /** Whether a press of the button that cancels has no certain result. */
  readonly isCancelUnknown: boolean;
  readonly checkoutUrl: string;
}) {
  const query = new URLSearchParams(Object.entries(named).filter((entry): entry is [string, string] => Boolean(entry[1])));
  const isAwaited = order ? order.state === 'open' : query.size > 0;
  const isOver = isAwaited && checks >= MAX_CHECKS;
  const again = `/bought?${query}`;
  const state = isOver ? 'unanswered' : (order?.state ?? (isAwaited ? 'unheard' : 'nameless'));
  const [title, lead] = wordsOf(state, order);
  const next = isAwaited && !isOver ? markup` data-again="${again}&checks=${checks + 1}"` : '';
  return layout({
    title,
    path: '/shop',
    checkoutUrl,
    scripts: next ? ['/bought.js'] : [],
    main: markup`<main class="bought" id="bought" data-state="${state}"${next}>
<div class="sheet">
<p class="mark" aria-hidden="true">${(order && !isOver && MARKS[order.state]) || '?'}</p>
<h1>${title}</h1>
<p class="lead">${lead}</p>
${order && orderFacts(order, name)}
${cancelForm(order, isCancelUnknown)}
<p class="next">${isAwaited ? markup`<a href="${again}">Check again</a>` : ''}<a href="/shop">Back to the shop</a></p>
</div>
</main>`,
  });
}
