import type { KnownTransaction } from './known-transaction.js';
import { type OrderState, stateOf, type Verdict } from './order.js';

const MOST = 100;

/** What is missed least comes first: to forget the lowest never changes where an order stands. */
const WEIGHTS: Readonly<Record<Verdict, number>> = {
  stray: 0, charge: 0, declines: 1, early: 2, waits: 2, second: 3, differs: 4, pays: 5,
};

// Among strays, charges that wait for their subscription are no better than the others.
const weightOf = ({ kind, verdict }: KnownTransaction): number =>
  kind === 'transaction' && verdict === 'early' ? WEIGHTS.stray : WEIGHTS[verdict];

/**
 * What the gateway told of one order, by uid: each is settled once, however often it is heard of. Whoever has the tracking
 * id can pay and fail as often as he likes, so of those that count least only the newest are kept: 100 in all.
 */
export class Shelf {
  readonly #known = new Map<string, KnownTransaction>();
  #forgotten = 0;
  // Full books ask thousands of shelves at once.
  #state: OrderState = 'open';

  get(uid: string): KnownTransaction | undefined {
    return this.#known.get(uid);
  }

  /** Keeps what is known, in place of what was known of the same uid. */
  keep(known: KnownTransaction): void {
    this.#known.set(known.uid, known);
    if (this.#known.size > MOST) {
      // The first of the lowest is the oldest of them.
      const least = this.all.reduce((low, each) => (weightOf(each) < weightOf(low) ? each : low));
      this.#known.delete(least.uid);
      this.#forgotten += 1;
    }
    this.#judge();
  }

  /** Takes one away that belongs elsewhere. */
  remove(uid: string): void {
    this.#known.delete(uid);
    this.#judge();
  }

  /** All that is kept, the first that was heard of first. */
  get all(): readonly KnownTransaction[] {
    return [...this.#known.values()];
  }

  /** How many were forgotten. */
  get forgotten(): number {
    return this.#forgotten;
  }

  /** Where the order stands by all of it. */
  get state(): OrderState {
    return this.#state;
  }

  #judge(): void {
    this.#state = stateOf(this.all.map(({ verdict }) => verdict));
  }
}
