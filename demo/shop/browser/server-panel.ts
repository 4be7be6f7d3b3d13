import type { KnownTransaction } from '../orders/known-transaction.js';
import type { BoughtElsewhere, OrderStatus, Refusal } from '../orders/ledger.js';
import { clockTime, factList, make } from './dom.js';

/** The data of the shop's server for its page. */
export interface ServerState {
  readonly orders: readonly OrderStatus[];
  /** Bought on the gateway's pages, by any payer. */
  readonly elsewhere: readonly BoughtElsewhere[];
  readonly strays: readonly Pick<KnownTransaction, 'heardAt' | 'kind' | 'status' | 'verdict'>[];
  readonly refused: readonly Refusal[];
  /** The number of older ones of each. */
  readonly more: Readonly<Record<'orders' | 'elsewhere' | 'strays', number>>;
}

const STATES = { open: 'Open', paid: 'Paid', declined: 'Declined', differs: 'Doesn’t match' } as const;
const VERDICTS = {
  pays: 'pays the order',
  declines: 'not paid',
  waits: 'not final',
  differs: 'doesn’t match the order',
  second: 'second payment: refund it',
  charge: 'a charge of its subscription',
  follows: 'after the payment',
  early: 'arrived before its subscription',
  stray: 'no order of this shop',
} as const;

const SOURCES = { notification: 'signed notification', status: 'status query' } as const;
const REFUSALS_SHOWN = 5;
const ELSEWHERE_SHOWN = 5;

const transactionFacts = (known: KnownTransaction): HTMLElement =>
  factList({
    status: `${known.status} (${VERDICTS[known.verdict]})`,
    source: known.sources.map((source) => SOURCES[source]).join(', '),
    uid: known.uid,
    amount: known.amount,
    currency: known.currency,
    test: known.test,
    differs: known.differences.length > 0 ? known.differences.join('; ') : undefined,
    repeats: known.repeats > 0 ? `${known.repeats}, no effect` : undefined,
  });

/** The page where a customer sees until when a subscription is paid, and cancels it. */
function managing(id: string): HTMLElement {
  const link = make('a', {}, 'View or cancel');
  link.href = `/bought?${new URLSearchParams({ id })}`;
  return link;
}

function orderCard(order: OrderStatus, ask: (trackingId: string) => void): HTMLElement {
  const button = make('button', {}, 'Ask the gateway');
  button.type = 'button';
  button.addEventListener('click', () => ask(order.trackingId));
  return make(
    'article',
    {},
    make('div', {}, clockTime(order.openedAt), make('b', {}, order.trackingId)),
    make('span', { className: 'state', data: { state: order.state } }, STATES[order.state]),
    order.begun === 'on the payment page' && make('p', {}, 'Bought on the payment page.'),
    ...order.transactions.map(transactionFacts),
    ...order.transactions.filter(({ kind }) => kind === 'subscription').map(({ uid }) => managing(uid)),
    order.forgotten > 0 && make('p', {}, `And ${order.forgotten} older ones.`),
    order.state === 'open' && button,
  );
}

const elsewhereCard = ({ openedAt, sku, state }: BoughtElsewhere): HTMLElement =>
  make(
    'article',
    {},
    make('div', {}, clockTime(openedAt), make('b', {}, sku)),
    make('span', { className: 'state', data: { state } }, STATES[state]),
    make('p', {}, 'Bought on the payment page; the buyer has not returned to the shop.'),
  );

const strayCard = ({ heardAt, kind, status, verdict }: ServerState['strays'][number]): HTMLElement =>
  make(
    'article',
    {},
    make('div', {}, clockTime(heardAt), make('b', {}, kind)),
    make(
      'span',
      { className: 'state', data: { state: 'stray' } },
      verdict === 'early' ? 'Order not known yet' : 'For no order of this shop',
    ),
    factList({ status }),
  );

const refusalCard = ({ at, code, message }: Refusal): HTMLElement =>
  make(
    'article',
    {},
    make('div', {}, clockTime(at), make('b', {}, code)),
    make('span', { className: 'state', data: { state: 'refused' } }, 'Notification refused'),
    make('p', {}, message),
  );

const moreOf = (count: number, what: string): readonly HTMLElement[] =>
  count > 0 ? [make('article', {}, make('p', {}, `And ${count} older ${what}.`))] : [];

/** Shows the server's data; calls `ask` with an order's tracking id. */
export function showServerState(panel: HTMLElement, knowledge: ServerState, ask: (trackingId: string) => void): void {
  panel.replaceChildren(
    ...knowledge.orders.map((order) => orderCard(order, ask)),
    ...moreOf(knowledge.more.orders, 'orders'),
    ...knowledge.elsewhere.slice(0, ELSEWHERE_SHOWN).map(elsewhereCard),
    ...knowledge.strays.map(strayCard),
    ...moreOf(knowledge.more.strays, 'payments for no order of this shop'),
    ...knowledge.refused.slice(0, REFUSALS_SHOWN).map(refusalCard),
  );
}
