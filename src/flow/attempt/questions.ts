import type { FlowSurroundings } from '../options.js';
import { type ConfirmReason, type FlowEvent, type Price, type Quote, type State, TIME_TO_READ } from '../state.js';
import type { Repeated, RepeatGuard } from './repeat-guard.js';

/** What an answer is about: one attempt, not its order, which another tab may have paid once more since. */
const nameOf = ({ trackingId, id }: Repeated): string => `attempt ${id} ${trackingId}`;

/** The dependencies of the questions. */
interface QuestionsOptions {
  readonly surroundings: FlowSurroundings;
  readonly guard: RepeatGuard;
  readonly dispatch: (event: FlowEvent) => void;
}

/**
 * The questions to the payer before money moves: one at a time, each answered by a separate press, once there was time to read
 * it. An answer is valid for the price for which it was given.
 */
export class Questions {
  readonly #options: QuestionsOptions;
  readonly #agreed = new Set<string>();
  #quote: Quote | undefined;
  #price: Price | undefined;
  #asked: readonly string[] = [];
  #cancelTimer: (() => void) | undefined;

  constructor(options: QuestionsOptions) {
    this.#options = options;
  }

  /** Call this after each change of state. */
  follow(state: State): void {
    // While an attempt is under way its answers are kept: it may come back to the form with a question about
    // the same price.
    if (state.step !== 'details' || state.quote === this.#quote) return;
    const { surroundings, dispatch } = this.#options;
    const quote = (this.#quote = state.quote);
    const given = quote.status === 'given' ? quote : undefined;
    this.#cancelTimer?.();
    if (given?.isUnread) this.#cancelTimer = surroundings.clock.after(TIME_TO_READ, () => dispatch({ type: 'read' }));
    if (given?.price === this.#price) return;
    this.#price = given?.price;
    this.#agreed.clear();
    this.#asked = [];
  }

  /** Takes a press as the answer to the question. */
  agree(): void {
    for (const key of this.#asked) this.#agreed.add(key);
  }

  /** The question about an order that may be paid elsewhere, unless the payer has confirmed it. */
  aboutOrder(trackingId: string, reason: 'pending' | 'unanswered' | 'reported_paid' | undefined): ConfirmReason | undefined {
    const key = `${reason} ${trackingId}`;
    if (!reason || this.#agreed.has(key)) return undefined;
    this.#asked = [key];
    return reason;
  }

  /**
   * The next question, if any; the next press answers it.
   *
   * @param key Thumbprint of the shop's key.
   * @param order The tracking id of the payment itself, if it has one.
   */
  next(key: string, price: Price, order: string | undefined): ConfirmReason | undefined {
    const { surroundings, guard } = this.#options;
    const all = guard.needConfirmation(key, price, order);
    const open = all.filter((one) => !this.#agreed.has(nameOf(one)));
    if (surroundings.cards.snapshot.sameCard && !this.#agreed.has('same_card')) {
      this.#asked = ['same_card'];
      return 'same_card';
    }
    this.#asked = open.map(nameOf);
    const reasons = new Set(open.map((one) => guard.reasonAbout(one)));
    return (['unfinished', 'unconfirmed', 'repeated'] as const).find((reason) => reasons.has(reason));
  }
}
