import type { KnownTransaction } from '../orders/known-transaction.js';
import type { BoughtElsewhere, OrderStanding, Refusal } from '../orders/ledger.js';
import { clockTime, factList, make } from './dom.js';

/** What the shop's server tells its page. */
export interface ServerKnowledge {
  readonly orders: readonly OrderStanding[];
  /** Bought on the gateway's pages, by whoever it was. */
  readonly elsewhere: readonly BoughtElsewhere[];
  readonly strays: readonly Pick<KnownTransaction, 'heardAt' | 'kind' | 'status' | 'verdict'>[];
  readonly refused: readonly Refusal[];
  /** How many older ones of each there are. */
  readonly more: Readonly<Record<'orders' | 'elsewhere' | 'strays', number>>;
}

const STATES = { open: 'Open', paid: 'Paid', declined: 'Declined', differs: 'Not what was asked for' } as const;
const VERDICTS = {
  pays: 'pays the order', declines: 'not paid', waits: 'not final', differs: 'does not pay the order',
  second: 'order was paid before: refund', charge: 'a charge of its subscription',
  early: 'not yet known: its subscription’s beginning was not told', stray: 'no order of this shop',
} as const;

const SOURCES = { notification: 'signed notification', status: 'status query' } as const;
const REFUSALS_SHOWN = 5;
const ELSEWHERE_SHOWN = 5;

const transactionFacts = (known: KnownTransaction): HTMLElement =>
  factList({
    status: `${known.status} (${VERDICTS[known.verdict]})`,
    'told by': known.sources.map((source) => SOURCES[source]).join(', '),
    uid: known.uid,
    amount: known.amount,
    currency: known.currency,
    test: known.test,
    differs: known.differences.length > 0 ? known.differences.join('; ') : undefined,
    repeats: known.repeats > 0 ? `${known.repeats}, no effect` : undefined,
  });

function orderCard(order: OrderStanding, ask: (trackingId: string) => void): HTMLElement {
  const button = make('button', {}, 'Ask the gateway');
  button.type = 'button';
  button.addEventListener('click', () => ask(order.trackingId));
  return make(
    'article', {},
    make('div', {}, clockTime(order.openedAt), make('b', {}, order.trackingId)),
    make('span', { className: 'state', data: { state: order.state } }, STATES[order.state]),
    order.begun === 'on the payment page' && make('p', {}, 'Bought on the payment page.'),
    ...order.transactions.map(transactionFacts),
    order.forgotten > 0 && make('p', {}, `And ${order.forgotten} older ones.`),
    order.state === 'open' && button,
  );
}

const elsewhereCard = ({ openedAt, sku, state }: BoughtElsewhere): HTMLElement =>
  make(
    'article', {},
    make('div', {}, clockTime(openedAt), make('b', {}, sku)),
    make('span', { className: 'state', data: { state } }, STATES[state]),
    make('p', {}, 'Bought on the payment page; nobody has come back with it.'),
  );

const strayCard = ({ heardAt, kind, status, verdict }: ServerKnowledge['strays'][number]): HTMLElement =>
  make(
    'article', {},
    make('div', {}, clockTime(heardAt), make('b', {}, kind)),
    make('span', { className: 'state', data: { state: 'stray' } }, verdict === 'early' ? 'Not yet known whose' : 'For no order of this shop'),
    factList({ status }),
  );

const refusalCard = ({ at, code, message }: Refusal): HTMLElement =>
  make(
    'article', {},
    make('div', {}, clockTime(at), make('b', {}, code)),
    make('span', { className: 'state', data: { state: 'refused' } }, 'Notification refused'),
    make('p', {}, message),
  );

const moreOf = (count: number, what: string): readonly HTMLElement[] =>
  count > 0 ? [make('article', {}, make('p', {}, `And ${count} older ${what}.`))] : [];

/** Shows what the server knows, in place of what was shown; `ask` is called with an order's tracking id. */
export function showKnowledge(panel: HTMLElement, knowledge: ServerKnowledge, ask: (trackingId: string) => void): void {
  panel.replaceChildren(
    ...knowledge.orders.map((order) => orderCard(order, ask)),
    ...moreOf(knowledge.more.orders, 'orders'),
    ...knowledge.elsewhere.slice(0, ELSEWHERE_SHOWN).map(elsewhereCard),
    ...knowledge.strays.map(strayCard),
    ...moreOf(knowledge.more.strays, 'payments for no order of this shop'),
    ...knowledge.refused.slice(0, REFUSALS_SHOWN).map(refusalCard),
  );
}
