import { html as markup } from 'hono/html';
import type { KnownTransaction } from '../orders/known-transaction.js';
import type { OrderStatus } from '../orders/ledger.js';
import { layout } from './layout.js';
import { priceText } from './price.js';

/** What this page does, by the word in its buttons' forms. */
export const AFTER_ACTIONS = { release: 'void', collect: 'capture', refund: 'refund' } as const;
export type AfterAction = keyof typeof AFTER_ACTIONS;

const DONE = { void: 'Released', capture: 'Collected', refund: 'Refunded', chargeback: 'Charged back' } as const;

const sumOf = (transactions: readonly KnownTransaction[]): number =>
  transactions.reduce((sum, { amount }) => sum + (amount ?? 0), 0);

const made = ({ transactions }: OrderStatus, type: keyof typeof DONE): readonly KnownTransaction[] =>
  transactions.filter((one) => one.verdict === 'follows' && one.type === type && one.status === 'successful');

/** The payment that may be followed now by each action: its uid, or that of its capture. */
export function openActions(order: OrderStatus): Readonly<Partial<Record<AfterAction, string>>> {
  const paid = order.transactions.find(({ verdict, kind }) => verdict === 'pays' && kind === 'transaction');
  if (!paid || order.item.kind !== 'product') return {};
  const [capture] = made(order, 'capture');
  const isRefunded = made(order, 'refund').length > 0;
  if (order.item.type === 'payment') return isRefunded ? {} : { refund: paid.uid };
  if (capture) return isRefunded ? {} : { refund: capture.uid };
  return made(order, 'void').length > 0 ? {} : { release: paid.uid, collect: paid.uid };
}

const BUTTONS: Readonly<Record<AfterAction, string>> = {
  release: 'Release the deposit',
  collect: 'Keep the deposit',
  refund: 'Refund',
};

function orderRow(order: OrderStatus, name: string | undefined) {
  const { trackingId, amount, currency } = order;
  const done = (Object.keys(DONE) as (keyof typeof DONE)[]).flatMap((type) => {
    const some = made(order, type);
    return some.length > 0 ? [`${DONE[type]}: ${priceText(sumOf(some), currency)}`] : [];
  });
  const actions = Object.keys(openActions(order)) as AfterAction[];
  return markup`<li class="goods" data-order="${trackingId}">
<h2>${name ?? 'An order'}</h2>
<p>${amount === undefined ? '' : priceText(amount, currency)}. Reference ${trackingId}</p>
${done.map((text) => markup`<p><strong>${text}</strong></p>`)}
${actions.map(
  (action) => markup`<form method="post" action="/after/${action}">
<input type="hidden" name="order" value="${trackingId}"><button>${BUTTONS[action]}</button></form>`,
)}</li>`;
}

/** What the page says after a press whose result is unknown, or that the gateway has refused. */
const RESULTS: Readonly<Record<string, string>> = {
  unknown: 'We don’t know yet whether that went through. Press again in a minute: nothing is done twice.',
  refused: 'The gateway did not do that. No money moved. Look the payment up on its console.',
};

/** The shop's page for what follows a payment: deposits, refunds. A real shop shows it to its staff only. */
export function afterPage({
  orders,
  nameOf,
  result,
  checkoutUrl,
}: {
  readonly orders: readonly OrderStatus[];
  readonly nameOf: (order: OrderStatus) => string | undefined;
  /** The result of the last press, from the page's address; absent when it is done. */
  readonly result: string | undefined;
  readonly checkoutUrl: string;
}) {
  const paid = orders.filter(({ state, item }) => state === 'paid' && item.kind === 'product');
  const alert = result !== undefined && Object.hasOwn(RESULTS, result) ? RESULTS[result] : undefined;
  return layout({
    title: 'After the payment',
    path: '/after',
    checkoutUrl,
    scripts: [],
    main: markup`<main class="shelf" id="after">
<h1>After the payment</h1>
<p class="lead">Your paid orders in this browser. A real shop shows this page to its staff: it releases or keeps deposits, and refunds.</p>
${alert === undefined ? '' : markup`<p class="agreement" data-state="waiting" role="alert">${alert}</p>`}
<ul>${paid.length > 0 ? paid.map((order) => orderRow(order, nameOf(order))) : markup`<li>Nothing is paid yet. Reserve <a href="/shop/bicycle">the bicycle</a> first.</li>`}</ul>
</main>`,
  });
}
