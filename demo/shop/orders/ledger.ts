import { isFinal, type NotificationError, type Subscription, type Transaction } from '../../../src/merchant/index.js';
import { afterState, judgeSubscription } from './judge-subscription.js';
import { heardAgain, type KnownTransaction, type Source } from './known-transaction.js';
import { type Book, Books } from './order-list.js';
import type { Wanted } from './order-terms.js';
import { differences, type Item, type Order, type OrderState, type Verdict } from './order.js';
import { Shelf } from './transaction-list.js';

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
  /** How many more transactions of it were heard of, and forgotten since. */
  readonly forgotten: number;
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
  /** How many orders the books hold; 5,000 unless said. */
  readonly mostOrders?: number | undefined;
}

/** How the tracking ids of this shop's own orders begin. */
const OWN = 'order-';

const MOST_ORDERS = 5000;
const MOST_REFUSALS = 20;

/** The shop's books, in memory: a real shop keeps them in its database. */
export class Ledger {
  readonly #options: LedgerOptions;
  // By tracking id.
  readonly #books: Books;
  // By uid or subscription id: what was bought on the gateway's pages, under a tracking id of theirs that anybody can choose.
  readonly #elsewhere: Books;
  readonly #strays = new Shelf();
  #refusals: readonly Refusal[] = [];

  constructor(options: LedgerOptions) {
    this.#options = options;
    const { mostOrders = MOST_ORDERS, now } = options;
    this.#books = new Books(mostOrders, now);
    this.#elsewhere = new Books(mostOrders, now);
  }

  /** Opens an order for one attempt; undefined when there is no room that could be made without losing somebody's payment. */
  openOrder(session: string, asked: Wanted): Order | undefined {
    const trackingId = `${OWN}${this.#options.newId()}`;
    const order: Order = { ...asked, trackingId, begun: 'in the shop', session, openedAt: this.#now() };
    return this.#books.open(trackingId, order)?.order;
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
    const book =
      this.#bookOf(heard.tracking_id, subscription ?? heard.uid, product) ??
      // Of a later charge the gateway may tell no more than whose it is.
      (subscription ? this.#books.all.find(({ shelf }) => shelf.get(subscription)) : undefined);
    const shelf = book?.shelf ?? this.#strays;
    const before = shelf.get(heard.uid);
    const known =
      before && (isFinal(before) || before.status === heard.status)
        ? heardAgain(before, heard, source)
        : this.#judge(heard, book, source);
    shelf.keep(known);
    return known;
  }

  /** Takes down what the gateway said of a subscription. What it once paid stays paid, whatever becomes of it later. */
  recordSubscription(heard: Subscription): KnownTransaction {
    const book = this.#bookOf(heard.tracking_id, heard.id, heard.plan?.id);
    const shelf = book?.shelf ?? this.#strays;
    this.#placeCharges(heard, book?.shelf);
    const before = shelf.get(heard.id);
    const { test } = this.#options;
    const judged = judgeSubscription(heard, book?.order, { test, others: shelf.all, at: this.#now() });
    const known = before ? afterState(before, judged) : judged;
    shelf.keep(known);
    return known;
  }

  /** Charges may be told before their subscription is, and alone they do not say of which plan they are. */
  #placeCharges({ id, last_transaction: last }: Subscription, shelf: Shelf | undefined): void {
    for (const charge of this.#strays.all.filter(({ uid, subscriptionId }) => subscriptionId === id || uid === last?.uid)) {
      this.#strays.remove(charge.uid);
      (shelf ?? this.#strays).keep({ ...charge, verdict: shelf ? 'charge' : 'stray' });
    }
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
    return this.#elsewhere.open(id, order);
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

  #judge(heard: Transaction, book: Book | undefined, source: Source): KnownTransaction {
    const order = book?.order;
    const wrong = order && order.item.kind !== 'plan' ? differences(order, heard, this.#options.test) : [];
    return {
      kind: 'transaction',
      uid: heard.uid,
      subscriptionId: heard.subscription_id ?? undefined,
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
    if (!book) return heard.subscription_id && !this.#strays.get(heard.subscription_id) ? 'early' : 'stray';
    if (book.order.item.kind === 'plan') return 'charge';
    if (heard.status === 'failed') return 'declines';
    if (heard.status !== 'successful') return 'waits';
    if (wrong.length > 0) return 'differs';
    return book.shelf.all.some(({ verdict }) => verdict === 'pays') ? 'second' : 'pays';
  }

  refuse({ code, message }: NotificationError): void {
    this.#refusals = [{ at: this.#now(), code, message }, ...this.#refusals].slice(0, MOST_REFUSALS);
  }

  /** Refused notifications, newest first. */
  get refusals(): readonly Refusal[] {
    return this.#refusals;
  }

  /** Genuine notifications about no order of this shop, or none that it knows of yet; and how many more there were. */
  get strays(): { readonly kept: readonly KnownTransaction[]; readonly forgotten: number } {
    return { kept: this.#strays.all, forgotten: this.#strays.forgotten };
  }

  /** What was bought on the gateway's pages and nobody came back with, newest first. */
  get elsewhere(): readonly BoughtElsewhere[] {
    return this.#elsewhere.all.toReversed().flatMap(({ order: { session, item, openedAt }, shelf: { state } }) => {
      return session !== undefined || item.kind === 'transfer' ? [] : [{ sku: item.sku, openedAt, state }];
    });
  }

  /** A session's orders, newest first. */
  ordersOf(session: string | undefined): OrderStanding[] {
    if (session === undefined) return [];
    return [...this.#elsewhere.all, ...this.#books.all]
      .filter(({ order }) => order.session === session)
      .map((book) => this.#standing(book))
      .toReversed()
      .toSorted((one, other) => other.openedAt.localeCompare(one.openedAt));
  }

  #standing({ order, shelf }: Book): OrderStanding {
    const { trackingId, begun, openedAt, item, amount, currency } = order;
    const { state, forgotten, all: transactions } = shelf;
    return { trackingId, begun, openedAt, item, amount, currency, state, transactions, forgotten };
  }

  #now(): string {
    return this.#options.now().toISOString();
  }
}
