import type { KnownTransaction } from './known-transaction.js';
import { type OrderState, stateOf, type Verdict } from './order.js';

const MAX_TRANSACTIONS = 100;

/** The importance of verdicts: dropping the lowest never changes the state of an order. */
const WEIGHTS: Readonly<Record<Verdict, number>> = {
  stray: 0,
  charge: 0,
  follows: 1,
  declines: 1,
  early: 2,
  waits: 2,
  second: 3,
  differs: 4,
  pays: 5,
};

// Among transactions without an order, a charge before its subscription is no more important than the others.
const weightOf = ({ kind, verdict }: KnownTransaction): number =>
  kind === 'transaction' && verdict === 'early' ? WEIGHTS.stray : WEIGHTS[verdict];

/**
 * The transactions of one order, by uid. Anyone with the tracking id can make any number of payments, so the list keeps at
 * most 100 and drops the least important and oldest ones.
 */
export class TransactionList {
  readonly #known = new Map<string, KnownTransaction>();
  #forgotten = 0;
  // Cached: a full ledger reads thousands of states at once.
  #state: OrderState = 'open';

  get(uid: string): KnownTransaction | undefined {
    return this.#known.get(uid);
  }

  /** Adds a transaction, or replaces the one with the same uid. */
  keep(known: KnownTransaction): void {
    this.#known.set(known.uid, known);
    if (this.#known.size > MAX_TRANSACTIONS) {
      // The first one with the lowest weight is the oldest of them.
      const least = this.all.reduce((low, each) => (weightOf(each) < weightOf(low) ? each : low));
      this.#known.delete(least.uid);
      this.#forgotten += 1;
    }
    this.#judge();
  }

  /** Removes a transaction that belongs to another list. */
  remove(uid: string): void {
    this.#known.delete(uid);
    this.#judge();
  }

  /** The kept transactions, oldest first. */
  get all(): readonly KnownTransaction[] {
    return [...this.#known.values()];
  }

  /** The number of dropped transactions. */
  get forgotten(): number {
    return this.#forgotten;
  }

  /** The state of the order. */
  get state(): OrderState {
    return this.#state;
  }

  #judge(): void {
    this.#state = stateOf(this.all.map(({ verdict }) => verdict));
  }
}
