import { isFinal, type NotificationError, type Subscription, type Transaction } from '../../src/merchant/index.js';
import type { KnownTransaction, Source } from './known-transaction.js';
import { differences, type Item, type Order, type OrderState, stateOf, type Verdict } from './orders.js';
import { afterState, judgeSubscription } from './subscriptions.js';

/** A notification that was refused. It is a stranger's word, so nothing of it is kept. */
export interface Refusal {
  readonly at: string;
  readonly code: NotificationError['code'];
  readonly message: string;
}

/** An order with what is known of it. */
export interface OrderStanding {
  readonly trackingId: string;
  readonly openedAt: string;
  readonly item: Item;
  readonly currency: string;
  readonly amount: number | undefined;
  readonly state: OrderState;
  readonly transactions: readonly KnownTransaction[];
}

export interface LedgerOptions {
  /** Whether this is a shop for test transactions. */
  readonly test: boolean;
  readonly now: () => Date;
  readonly newId: () => string;
}

// A final status never changes at an honest gateway. Should it, a person has to look, so it is kept in sight.
const heardAgain = (before: KnownTransaction, { status }: Transaction, source: Source): KnownTransaction => {
  const contradiction = `later said to be ${status}`;
  const isNews = !before.sources.includes(source);
  return {
    ...before,
    sources: isNews ? [...before.sources, source] : before.sources,
    repeats: isNews ? before.repeats : before.repeats + 1,
    differences:
      isFinal({ status }) && status !== before.status && !before.differences.includes(contradiction)
        ? [...before.differences, contradiction]
        : before.differences,
  };
};

const MOST_ORDERS = 1000;
const MOST_STRAYS = 100;
const MOST_REFUSALS = 20;

/** The shop's books, in memory: a real shop keeps them in its database. */
export class Ledger {
  readonly #options: LedgerOptions;
  readonly #orders = new Map<string, Order>();
  // By uid within an order: a uid is settled once, however often it is heard of.
  readonly #transactions = new Map<string, Map<string, KnownTransaction>>();
  readonly #strays = new Map<string, KnownTransaction>();
  #refusals: readonly Refusal[] = [];

  constructor(options: LedgerOptions) {
    this.#options = options;
  }

  /** Opens an order for one attempt; `amount` in minor units, undefined where the payer decides. */
  openOrder(session: string, asked: Pick<Order, 'item' | 'amount' | 'currency'>): Order {
    const trackingId = `order-${this.#options.newId()}`;
    const order = { ...asked, trackingId, session, openedAt: this.#now() };
    this.#orders.set(trackingId, order);
    this.#transactions.set(trackingId, new Map());
    const [oldest] = this.#orders.keys();
    if (this.#orders.size > MOST_ORDERS && oldest !== undefined) {
      this.#orders.delete(oldest);
      this.#transactions.delete(oldest);
    }
    return order;
  }

  /** Whether this session opened an order with this tracking id. */
  owns(session: string | undefined, trackingId: string): boolean {
    return session !== undefined && this.#orders.get(trackingId)?.session === session;
  }

  /**
   * Takes down what the gateway said. A transaction that was final stays what it was: hearing of it again, or of an
   * earlier state of it that was late on its way, has no effect.
   */
  record(heard: Transaction, source: Source): KnownTransaction {
    const order = this.#orders.get(heard.tracking_id ?? '');
    const shelf = (order && this.#transactions.get(order.trackingId)) ?? this.#strays;
    const before = shelf.get(heard.uid);
    const known =
      before && (isFinal(before) || before.status === heard.status)
        ? heardAgain(before, heard, source)
        : this.#judge(heard, order, source);
    return this.#keep(shelf, known);
  }

  /** Takes down what the gateway said of a subscription. What it once paid stays paid, whatever becomes of it later. */
  recordSubscription(heard: Subscription): KnownTransaction {
    const order = this.#orders.get(heard.tracking_id ?? '');
    const shelf = (order && this.#transactions.get(order.trackingId)) ?? this.#strays;
    const before = shelf.get(heard.id);
    const { test } = this.#options;
    const judged = judgeSubscription(heard, order, { test, others: [...shelf.values()], at: this.#now() });
    return this.#keep(shelf, before ? afterState(before, judged) : judged);
  }

  #keep(shelf: Map<string, KnownTransaction>, known: KnownTransaction): KnownTransaction {
    shelf.set(known.uid, known);
    const [oldest] = this.#strays.keys();
    if (this.#strays.size > MOST_STRAYS && oldest !== undefined) this.#strays.delete(oldest);
    return known;
  }

  #judge(heard: Transaction, order: Order | undefined, source: Source): KnownTransaction {
    const wrong = order && order.item.kind !== 'plan' ? differences(order, heard, this.#options.test) : [];
    return {
      kind: 'transaction',
      uid: heard.uid,
      trackingId: heard.tracking_id ?? undefined,
      status: heard.status,
      amount: heard.amount ?? undefined,
      currency: heard.currency ?? undefined,
      test: heard.test ?? false,
      sources: [source],
      heardAt: this.#now(),
      repeats: 0,
      verdict: this.#verdict(heard, order, wrong),
      differences: wrong,
    };
  }

  #verdict(heard: Transaction, order: Order | undefined, wrong: readonly string[]): Verdict {
    if (!order) return 'stray';
    if (order.item.kind === 'plan') return 'charge';
    if (heard.status === 'failed') return 'declines';
    if (heard.status !== 'successful') return 'waits';
    if (wrong.length > 0) return 'differs';
    const others = [...(this.#transactions.get(order.trackingId)?.values() ?? [])];
    return others.some(({ verdict }) => verdict === 'pays') ? 'second' : 'pays';
  }

  refuse({ code, message }: NotificationError): void {
    this.#refusals = [{ at: this.#now(), code, message }, ...this.#refusals].slice(0, MOST_REFUSALS);
  }

  /** Refused notifications, newest first. */
  get refusals(): readonly Refusal[] {
    return this.#refusals;
  }

  /** Genuine notifications about no order of this shop. */
  get strays(): readonly KnownTransaction[] {
    return [...this.#strays.values()];
  }

  /** A session's orders, newest first. */
  ordersOf(session: string | undefined): OrderStanding[] {
    return [...this.#orders.values()]
      .filter((order) => order.session === session)
      .map(({ trackingId, openedAt, item, amount, currency }) => {
        const transactions = [...(this.#transactions.get(trackingId)?.values() ?? [])];
        const state = stateOf(transactions.map(({ verdict }) => verdict));
        return { trackingId, openedAt, item, amount, currency, state, transactions };
      })
      .toReversed();
  }

  #now(): string {
    return this.#options.now().toISOString();
  }
}
