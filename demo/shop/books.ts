import { whatToForget } from './forgetting.js';
import type { Order } from './orders.js';
import { Shelf } from './shelf.js';

const MOST_OPEN_OF_A_SESSION = 50;

/** An order with what the gateway told of it. */
export class Book {
  readonly shelf = new Shelf();
  order: Order;

  constructor(order: Order) {
    this.order = order;
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
      const orders = [...this.#books].map(([known, { order: { session, openedAt }, shelf: { state } }]) => [known, { session, openedAt, state }] as const);
      const forgotten = whatToForget(orders, this.#most, this.#now());
      if (forgotten === undefined) return undefined;
      this.#books.delete(forgotten);
    }
    const book = new Book(order);
    this.#books.set(id, book);
    return book;
  }

  #boundSession(session: string | undefined): void {
    if (session === undefined) return;
    const open = [...this.#books].filter(([, { order, shelf }]) => order.session === session && shelf.state === 'open');
    const [oldest] = open;
    if (oldest && open.length >= MOST_OPEN_OF_A_SESSION) this.#books.delete(oldest[0]);
  }
}
