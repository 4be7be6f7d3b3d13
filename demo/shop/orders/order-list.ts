import { type Forgettable, whatToForget } from './order-to-drop.js';
import type { Order, OrderState } from './order.js';
import { Shelf } from './transaction-list.js';

const MOST_OPEN_OF_A_SESSION = 50;

/** An order with what the gateway told of it. */
export class Book implements Forgettable {
  readonly shelf = new Shelf();
  order: Order;

  constructor(order: Order) {
    this.order = order;
  }

  get session(): string | undefined {
    return this.order.session;
  }

  get openedAt(): string {
    return this.order.openedAt;
  }

  get state(): OrderState {
    return this.shelf.state;
  }
}

/** Orders by an id, as many as memory is given for. */
export class Books {
  readonly #books = new Map<string, Book>();
  readonly #most: number;
  readonly #now: () => Date;

  constructor(most: number, now: () => Date) {
    this.#most = most;
    this.#now = now;
  }

  get(id: string): Book | undefined {
    return this.#books.get(id);
  }

  /** All of them, the oldest first. */
  get all(): readonly Book[] {
    return [...this.#books.values()];
  }

  /**
   * Opens a book for an order. A session that opens one after the other loses its own oldest; full books lose what is
   * missed least.
   *
   * @returns undefined when they are full of what may not be forgotten: the order is not there.
   */
  open(id: string, order: Order): Book | undefined {
    this.#boundSession(order.session);
    if (this.#books.size >= this.#most) {
      const forgotten = whatToForget(this.#books, this.#most, this.#now());
      if (forgotten === undefined) return undefined;
      this.#books.delete(forgotten);
    }
    const book = new Book(order);
    this.#books.set(id, book);
    return book;
  }

  #boundSession(session: string | undefined): void {
    if (session === undefined) return;
    let oldest: string | undefined;
    let open = 0;
    for (const [id, book] of this.#books) {
      if (book.session !== session || book.state !== 'open') continue;
      oldest ??= id;
      open += 1;
    }
    if (oldest !== undefined && open >= MOST_OPEN_OF_A_SESSION) this.#books.delete(oldest);
  }
}
