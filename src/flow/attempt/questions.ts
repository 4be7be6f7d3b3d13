import type { Clock } from '../../clock/clock.js';
import type { TransferRecord } from '../record/transfer-record.js';
import type { Doubt, Event, Price, Quote, State } from '../state.js';

/** How long a press does not count as an answer, in milliseconds: a double click must not answer a question. */
const TIME_TO_READ = 1500;

/**
 * The questions to the payer before money moves: one at a time, each answered by a press of its own, after there was time to
 * read it. An answer is valid for the price it was given for.
 */
export class Questions {
  readonly #clock: Clock;
  readonly #dispatch: (event: Event) => void;
  readonly #agreed = new Set<string>();
  #quote: Quote | undefined;
  #price: Price | undefined;
  #asked: readonly string[] = [];
  #cancelTimer: (() => void) | undefined;

  constructor(clock: Clock, dispatch: (event: Event) => void) {
    this.#clock = clock;
    this.#dispatch = dispatch;
  }

  /** To be called after each change of state. */
  follow(state: State): void {
    // An attempt on its way may still come back with a question about the same price.
    if (state.step !== 'details' || state.quote === this.#quote) return;
    const quote = (this.#quote = state.quote);
    const given = quote.status === 'given' ? quote : undefined;
    this.#cancelTimer?.();
    if (given?.isUnread) this.#cancelTimer = this.#clock.after(TIME_TO_READ, () => this.#dispatch({ type: 'read' }));
    if (given?.price === this.#price) return;
    this.#price = given?.price;
    this.#agreed.clear();
    this.#asked = [];
  }

  /** Takes a press as the answer to the question. */
  agree(): void {
    for (const key of this.#asked) this.#agreed.add(key);
  }

  /**
   * The next question, if any; the next press answers it.
   *
   * @param doubtful Payments that this one may be a repeat of.
   */
  next(sameCard: boolean, doubtful: readonly TransferRecord[]): Doubt | undefined {
    const open = doubtful.filter(({ tracking_id: id }) => !this.#agreed.has(`payment ${id}`));
    if (sameCard && !this.#agreed.has('same_card')) {
      this.#asked = ['same_card'];
      return 'same_card';
    }
    this.#asked = open.map(({ tracking_id: id }) => `payment ${id}`);
    if (open.length === 0) return undefined;
    return open.some(({ phase }) => phase !== 'ended') ? 'unfinished' : 'repeated';
  }
}
