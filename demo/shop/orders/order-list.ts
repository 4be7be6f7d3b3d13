import { type Droppable, IN_FLIGHT_MS, orderToDrop } from './order-to-drop.js';
import type { Order, OrderState } from './order.js';
import { TransactionList } from './transaction-list.js';

const MAX_OPEN_OF_A_SESSION = 50;

/** An order with its transactions. */
export class OrderEntry implements Droppable {
  readonly transactions = new TransactionList();
  order: Order;

  constructor(order: Order) {
    this.order = order;
  }

  get session(): string | undefined {
    return this.order.session;
  }

  get stranger(): string | undefined {
    return this.order.stranger;
  }

  get openedAt(): string {
    return this.order.openedAt;
  }

  get state(): OrderState {
    return this.transactions.state;
  }
}

/** Orders by an id, up to a maximum number. */
export class OrderList {
  readonly #entries = new Map<string, OrderEntry>();
  readonly #most: number;
  readonly #now: () => Date;

  constructor(most: number, now: () => Date) {
    this.#most = most;
    this.#now = now;
  }

  get(id: string): OrderEntry | undefined {
    return this.#entries.get(id);
  }

  /** In how many seconds the oldest open order can no longer be in flight; 1 when there is none. */
  get retryAfter(): number {
    const oldest = this.all.find(({ state }) => state === 'open');
    const left = oldest ? Date.parse(oldest.openedAt) + IN_FLIGHT_MS - this.#now().getTime() : 0;
    return Math.max(1, Math.ceil(left / 1000));
  }

  /** All orders, oldest first. */
  get all(): readonly OrderEntry[] {
    return [...this.#entries.values()];
  }

  /**
   * Adds an order. A session with too many open orders loses its oldest one; a full list drops the least important order.
   *
   * @returns undefined when the list is full of orders that must not be dropped; then the order was not added.
   */
  open(id: string, order: Order): OrderEntry | undefined {
    this.#boundSession(order.session);
    if (this.#entries.size >= this.#most) {
      const dropped = orderToDrop(this.#entries, this.#most, this.#now());
      if (dropped === undefined) return undefined;
      this.#entries.delete(dropped);
    }
    const entry = new OrderEntry(order);
    this.#entries.set(id, entry);
    return entry;
  }

  #boundSession(session: string | undefined): void {
    if (session === undefined) return;
    let oldest: string | undefined;
    let open = 0;
    for (const [id, entry] of this.#entries) {
      if (entry.session !== session || entry.state !== 'open') continue;
      oldest ??= id;
      open += 1;
    }
    if (oldest !== undefined && open >= MAX_OPEN_OF_A_SESSION) this.#entries.delete(oldest);
  }
}
