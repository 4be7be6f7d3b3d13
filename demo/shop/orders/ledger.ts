import { isFinal, isTest, type NotificationError, type Subscription, type Transaction } from '../../../src/merchant/index.js';
import { afterState, judgeSubscription } from './judge-subscription.js';
import { withRepeat, type KnownTransaction, type Source } from './known-transaction.js';
import { judgeTransaction, type Item, type Order, type OrderState, type Verdict } from './order.js';
import { type OrderEntry, OrderList } from './order-list.js';
import type { OrderTerms } from './order-terms.js';
import { TransactionList } from './transaction-list.js';

/** A refused notification. It may come from anyone, so the ledger keeps nothing of its content. */
export interface Refusal {
  readonly at: string;
  readonly code: NotificationError['code'];
  readonly message: string;
}

/** An order with its state and transactions. */
export interface OrderStatus {
  readonly trackingId: string;
  readonly begun: Order['begun'];
  readonly openedAt: string;
  readonly item: Item;
  readonly currency: string;
  readonly amount: number | undefined;
  readonly state: OrderState;
  readonly transactions: readonly KnownTransaction[];
  /** The number of further transactions that were dropped. */
  readonly forgotten: number;
}

/** The public part of an order from the gateway's pages whose buyer has not returned to the shop. */
export interface BoughtElsewhere {
  readonly sku: string;
  readonly openedAt: string;
  readonly state: OrderState;
}

export interface LedgerOptions {
  /** Whether this is a shop for test transactions. */
  readonly test: boolean;
  /** The terms of a product or plan, by the gateway's id; undefined when this shop does not sell it. */
  readonly sells: (id: string) => OrderTerms | undefined;
  readonly now: () => Date;
  readonly newId: () => string;
  /** Maximum number of orders; default 5,000. */
  readonly maxOrders?: number | undefined;
}

/** The prefix of tracking ids of this shop's own orders. */
const OWN = 'order-';

const MAX_ORDERS = 5000;
const MAX_REFUSALS = 20;

/** The shop's orders and payments, in memory: a real shop keeps them in its database. */
export class Ledger {
  readonly #options: LedgerOptions;
  // By tracking id.
  readonly #orders: OrderList;
  // Orders from the gateway's pages, by uid or subscription id: anyone can choose the tracking id there.
  readonly #elsewhere: OrderList;
  readonly #strays = new TransactionList();
  #refusals: readonly Refusal[] = [];

  constructor(options: LedgerOptions) {
    this.#options = options;
    const { maxOrders = MAX_ORDERS, now } = options;
    this.#orders = new OrderList(maxOrders, now);
    this.#elsewhere = new OrderList(maxOrders, now);
  }

  /**
   * Opens an order for one attempt; undefined when the ledger is full of orders that must not be dropped.
   *
   * @param stranger the address of a client that sent no session, as a browser that has seen a page of the shop does.
   */
  openOrder(session: string, terms: OrderTerms, stranger?: string): Order | undefined {
    const trackingId = `${OWN}${this.#options.newId()}`;
    const order: Order = { ...terms, trackingId, begun: 'in the shop', session, stranger, openedAt: this.#now() };
    return this.#orders.open(trackingId, order)?.order;
  }

  /** In how many seconds a refused order may find room: when the oldest open one can no longer be in flight. */
  get retryAfter(): number {
    return this.#orders.retryAfter;
  }

  /** Whether this session opened the order with this tracking id. */
  owns(session: string | undefined, trackingId: string): boolean {
    return session !== undefined && this.#orders.get(trackingId)?.order.session === session;
  }

  /**
   * Records a transaction from the gateway. A final transaction never changes: neither a repetition nor an earlier state that
   * arrives late has an effect.
   *
   * @param productId the product whose own address the notification came to: most gateways name none in it.
   */
  record(received: Transaction, source: Source, productId?: string): KnownTransaction {
    const { subscription_id: subscription, parent_uid: parent, product_id: product = productId } = received;
    const entry =
      // What follows a payment is never a purchase, and may name nothing but that payment.
      (parent ? this.#entryWith(parent) : undefined) ??
      this.#entryOf(received.tracking_id, subscription ?? received.uid, parent ? undefined : product) ??
      // A later charge may name only its subscription.
      (subscription ? this.#orders.all.find(({ transactions }) => transactions.get(subscription)) : undefined);
    const transactions = entry?.transactions ?? this.#strays;
    // A status query may have come first, which names no product.
    if (entry) this.#strays.remove(received.uid);
    const before = transactions.get(received.uid);
    const known =
      before && (isFinal(before) || before.status === received.status)
        ? withRepeat(before, received, source)
        : this.#judge(received, entry, source);
    transactions.keep(known);
    return known;
  }

  /** Records a subscription from the gateway. An order that it has paid remains paid. */
  recordSubscription(received: Subscription): KnownTransaction {
    const entry = this.#entryOf(received.tracking_id, received.id, received.plan?.id);
    const transactions = entry?.transactions ?? this.#strays;
    this.#placeCharges(received, entry?.transactions);
    const before = transactions.get(received.id);
    const { test } = this.#options;
    const judged = judgeSubscription(received, entry?.order, { test, others: transactions.all, at: this.#now() });
    const known = before ? afterState(before, judged) : judged;
    transactions.keep(known);
    return known;
  }

  /** Moves earlier charges of a subscription to its order: by themselves they don't name their plan. */
  #placeCharges({ id, last_transaction: last }: Subscription, transactions: TransactionList | undefined): void {
    for (const charge of this.#strays.all.filter(({ uid, subscriptionId }) => subscriptionId === id || uid === last?.uid)) {
      this.#strays.remove(charge.uid);
      (transactions ?? this.#strays).keep({ ...charge, verdict: transactions ? 'charge' : 'stray' });
    }
  }

  /** The order with a transaction of this uid. */
  #entryWith(uid: string): OrderEntry | undefined {
    return [...this.#orders.all, ...this.#elsewhere.all].find(({ transactions }) => transactions.get(uid));
  }

  /** The order with this tracking id or `id`; a purchase of this shop's goods on a page of the gateway becomes a new order. */
  #entryOf(trackingId: string | null | undefined, id: string, soldId: string | null | undefined): OrderEntry | undefined {
    const known = this.#orders.get(trackingId ?? '') ?? this.#elsewhere.get(id);
    // A tracking id of the shop itself: its order was dropped, so this is not a purchase on the gateway's pages.
    if (known || !soldId || trackingId?.startsWith(OWN)) return known;
    const terms = this.#options.sells(soldId);
    if (!terms) return undefined;
    const order: Order = {
      ...terms,
      trackingId: trackingId || id,
      begun: 'on the payment page',
      session: undefined,
      openedAt: this.#now(),
    };
    return this.#elsewhere.open(id, order);
  }

  /**
   * Assigns an order from the payment page to the session that returned with its uid or its subscription's id. Also finds the
   * session's own order with it; undefined when it is unknown or belongs to another session.
   */
  claim(session: string, id: string): OrderStatus | undefined {
    const entry = this.#elsewhere.get(id);
    if (!entry) return this.ordersOf(session).find(({ transactions }) => transactions.some(({ uid }) => uid === id));
    entry.order = { ...entry.order, session: entry.order.session ?? session };
    return entry.order.session === session ? this.#statusOf(entry) : undefined;
  }

  #judge(received: Transaction, entry: OrderEntry | undefined, source: Source): KnownTransaction {
    return {
      kind: 'transaction',
      uid: received.uid,
      type: received.type ?? undefined,
      subscriptionId: received.subscription_id ?? undefined,
      trackingId: received.tracking_id ?? undefined,
      status: received.status,
      amount: received.amount ?? undefined,
      currency: received.currency ?? undefined,
      test: isTest(received),
      sources: [source],
      heardAt: this.#now(),
      repeats: 0,
      ...this.#verdict(received, entry),
    };
  }

  #verdict(received: Transaction, entry: OrderEntry | undefined): Pick<KnownTransaction, 'verdict' | 'differences'> {
    const without = (verdict: Verdict) => ({ verdict, differences: [] });
    if (!entry) {
      return without(received.subscription_id && !this.#strays.get(received.subscription_id) ? 'early' : 'stray');
    }
    if (entry.order.item.kind === 'plan') return without('charge');
    const paidBy = entry.transactions.all.find(({ verdict }) => verdict === 'pays')?.uid;
    return judgeTransaction(entry.order, received, { test: this.#options.test, paidBy });
  }

  refuse({ code, message }: NotificationError): void {
    this.#refusals = [{ at: this.#now(), code, message }, ...this.#refusals].slice(0, MAX_REFUSALS);
  }

  /** Refused notifications, newest first. */
  get refusals(): readonly Refusal[] {
    return this.#refusals;
  }

  /** Verified notifications without a known order, and the number of dropped ones. */
  get strays(): { readonly kept: readonly KnownTransaction[]; readonly forgotten: number } {
    return { kept: this.#strays.all, forgotten: this.#strays.forgotten };
  }

  /** Orders from the gateway's pages whose buyers have not returned, newest first. */
  get elsewhere(): readonly BoughtElsewhere[] {
    return this.#elsewhere.all
      .toReversed()
      .flatMap(({ order: { session, item, openedAt }, state }) =>
        session !== undefined || item.kind === 'transfer' ? [] : [{ sku: item.sku, openedAt, state }],
      );
  }

  /** A session's orders, newest first. */
  ordersOf(session: string | undefined): OrderStatus[] {
    if (session === undefined) return [];
    return [...this.#elsewhere.all, ...this.#orders.all]
      .filter(({ order }) => order.session === session)
      .map((entry) => this.#statusOf(entry))
      .toReversed()
      .toSorted((one, other) => other.openedAt.localeCompare(one.openedAt));
  }

  #statusOf({ order, state, transactions }: OrderEntry): OrderStatus {
    const { trackingId, begun, openedAt, item, amount, currency } = order;
    const { forgotten, all } = transactions;
    return { trackingId, begun, openedAt, item, amount, currency, state, transactions: all, forgotten };
  }

  #now(): string {
    return this.#options.now().toISOString();
  }
}
