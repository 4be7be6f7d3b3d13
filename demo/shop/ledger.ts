import { isFinal, type NotificationError, type Subscription, type Transaction } from '../../src/merchant/index.js';
import { heardAgain, type KnownTransaction, type Source } from './known-transaction.js';
import { differences, type Item, type Order, type OrderState, stateOf, type Verdict } from './orders.js';
import { afterState, judgeSubscription } from './subscriptions.js';
import type { Wanted } from './wanted.js';

/** A notification that was refused. It is a stranger's word, so nothing of it is kept. */
export interface Refusal {
  readonly at: string;
  readonly code: NotificationError['code'];
  readonly message: string;
}

/** An order with what is known of it. */
export interface OrderStanding {
  readonly trackingId: string;
  readonly begun: Order['begun'];
  readonly openedAt: string;
  readonly item: Item;
  readonly currency: string;
  readonly amount: number | undefined;
  readonly state: OrderState;
  readonly transactions: readonly KnownTransaction[];
}

/** Something bought on a page of the gateway's, by somebody who has not come back: what everybody may know of it. */
export interface BoughtElsewhere {
  readonly sku: string;
  readonly openedAt: string;
  readonly state: OrderState;
}

export interface LedgerOptions {
  /** Whether this is a shop for test transactions. */
  readonly test: boolean;
  /** What an order of a product or plan asks for, by the gateway's id of it; undefined: this shop sells no such thing. */
  readonly sells: (id: string) => Wanted | undefined;
  readonly now: () => Date;
  readonly newId: () => string;
}

/** How the tracking ids of this shop's own orders begin. */
const OWN = 'order-';

/** An order, and by uid what the gateway told of it: a uid is settled once, however often it is heard of. */
interface Book {
  order: Order;
  readonly shelf: Map<string, KnownTransaction>;
}

const stateIn = ({ shelf }: Book): OrderState => stateOf([...shelf.values()].map(({ verdict }) => verdict));

/** Keeps a map at its size: the oldest goes. */
function trim(map: Map<string, unknown>, most: number): void {
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}

const MOST_ORDERS = 1000;
const MOST_STRAYS = 100;
const MOST_REFUSALS = 20;

/** The shop's books, in memory: a real shop keeps them in its database. */
export class Ledger {
  readonly #options: LedgerOptions;
  // By tracking id.
  readonly #books = new Map<string, Book>();
  // By uid or subscription id: what was bought on the gateway's pages, under a tracking id of theirs that anybody can choose.
  readonly #elsewhere = new Map<string, Book>();
  readonly #strays = new Map<string, KnownTransaction>();
  #refusals: readonly Refusal[] = [];

  constructor(options: LedgerOptions) {
    this.#options = options;
  }

  /** Opens an order for one attempt; `amount` in minor units, undefined where the payer decides. */
  openOrder(session: string, asked: Wanted): Order {
    const trackingId = `${OWN}${this.#options.newId()}`;
    const order: Order = { ...asked, trackingId, begun: 'in the shop', session, openedAt: this.#now() };
    this.#books.set(trackingId, { order, shelf: new Map() });
    trim(this.#books, MOST_ORDERS);
    return order;
  }

  /** Whether this session opened an order with this tracking id. */
  owns(session: string | undefined, trackingId: string): boolean {
    return session !== undefined && this.#books.get(trackingId)?.order.session === session;
  }

  /**
   * Takes down what the gateway said. A transaction that was final stays what it was: hearing of it again, or of an
   * earlier state of it that was late on its way, has no effect.
   */
  record(heard: Transaction, source: Source): KnownTransaction {
    const { subscription_id: subscription, product_id: product } = heard;
    const book = this.#bookOf(heard.tracking_id, subscription ?? heard.uid, product);
    const shelf = book?.shelf ?? this.#strays;
    const before = shelf.get(heard.uid);
    const known =
      before && (isFinal(before) || before.status === heard.status)
        ? heardAgain(before, heard, source)
        : this.#judge(heard, book, source);
    return this.#keep(shelf, known);
  }

  /** Takes down what the gateway said of a subscription. What it once paid stays paid, whatever becomes of it later. */
  recordSubscription(heard: Subscription): KnownTransaction {
    const book = this.#bookOf(heard.tracking_id, heard.id, heard.plan?.id);
    const shelf = book?.shelf ?? this.#strays;
    const first = this.#strays.get(heard.last_transaction?.uid ?? '');
    if (book && first) {
      // The first charge is told before the subscription is, and alone it does not say of which plan.
      this.#strays.delete(first.uid);
      this.#keep(shelf, { ...first, verdict: 'charge' });
    }
    const before = shelf.get(heard.id);
    const { test } = this.#options;
    const judged = judgeSubscription(heard, book?.order, { test, others: [...shelf.values()], at: this.#now() });
    return this.#keep(shelf, before ? afterState(before, judged) : judged);
  }

  /**
   * The order that something belongs to: the one of its tracking id; else, where it is of a thing that this shop sells, an
   * order of its own, known by `id`.
   */
  #bookOf(trackingId: string | null | undefined, id: string, soldId: string | null | undefined): Book | undefined {
    const known = this.#books.get(trackingId ?? '') ?? this.#elsewhere.get(id);
    // An order that this shop had opened, and forgotten since, was not bought elsewhere.
    if (known || !soldId || trackingId?.startsWith(OWN)) return known;
    const wanted = this.#options.sells(soldId);
    if (!wanted) return undefined;
    const order: Order = {
      ...wanted, trackingId: trackingId || id, begun: 'on the payment page', session: undefined, openedAt: this.#now(),
    };
    const book: Book = { order, shelf: new Map() };
    this.#elsewhere.set(id, book);
    trim(this.#elsewhere, MOST_ORDERS);
    return book;
  }

  /**
   * Gives an order that was bought on the payment page to the session that came back with its uid, or its subscription's
   * id; undefined where there is none, or it is another session's.
   */
  claim(session: string, id: string): OrderStanding | undefined {
    const book = this.#elsewhere.get(id);
    if (!book) return undefined;
    book.order = { ...book.order, session: book.order.session ?? session };
    return book.order.session === session ? this.#standing(book) : undefined;
  }

  #keep(shelf: Map<string, KnownTransaction>, known: KnownTransaction): KnownTransaction {
    shelf.set(known.uid, known);
    trim(this.#strays, MOST_STRAYS);
    return known;
  }

  #judge(heard: Transaction, book: Book | undefined, source: Source): KnownTransaction {
    const order = book?.order;
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
      verdict: this.#verdict(heard, book, wrong),
      differences: wrong,
    };
  }

  #verdict(heard: Transaction, book: Book | undefined, wrong: readonly string[]): Verdict {
    if (!book) return 'stray';
    if (book.order.item.kind === 'plan') return 'charge';
    if (heard.status === 'failed') return 'declines';
    if (heard.status !== 'successful') return 'waits';
    if (wrong.length > 0) return 'differs';
    return [...book.shelf.values()].some(({ verdict }) => verdict === 'pays') ? 'second' : 'pays';
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

  /** What was bought on the gateway's pages and nobody came back with, newest first. */
  get elsewhere(): readonly BoughtElsewhere[] {
    return [...this.#elsewhere.values()].toReversed().flatMap((book) => {
      const { session, item, openedAt } = book.order;
      return session !== undefined || item.kind === 'transfer' ? [] : [{ sku: item.sku, openedAt, state: stateIn(book) }];
    });
  }

  /** A session's orders, newest first. */
  ordersOf(session: string | undefined): OrderStanding[] {
    if (session === undefined) return [];
    return [...this.#elsewhere.values(), ...this.#books.values()]
      .filter(({ order }) => order.session === session)
      .map((book) => this.#standing(book))
      .toReversed()
      .toSorted((one, other) => other.openedAt.localeCompare(one.openedAt));
  }

  #standing(book: Book): OrderStanding {
    const { trackingId, begun, openedAt, item, amount, currency } = book.order;
    return { trackingId, begun, openedAt, item, amount, currency, state: stateIn(book), transactions: [...book.shelf.values()] };
  }

  #now(): string {
    return this.#options.now().toISOString();
  }
}
