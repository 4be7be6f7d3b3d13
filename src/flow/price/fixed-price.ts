import type { FlowEvent, Price, State } from '../state.js';
import type { PaymentSettings, Pricing } from '../payment-kind.js';

/** A price that the merchant has set: there is nothing to ask, and no fee on top. */
export class FixedPrice implements Pricing {
  readonly #settings: () => PaymentSettings;
  readonly #state: () => State;
  readonly #dispatch: (event: FlowEvent) => void;
  /** The last price that the payer was shown: a refusal of the amount leaves the form without one. */
  #shown: Price | undefined;

  constructor(settings: () => PaymentSettings, state: () => State, dispatch: (event: FlowEvent) => void) {
    this.#settings = settings;
    this.#state = state;
    this.#dispatch = dispatch;
  }

  changed(): void {
    const state = this.#state();
    if (state.step !== 'details') return;
    const { amount, currency } = this.#settings();
    const given = state.quote.status === 'given' ? state.quote.price : undefined;
    if (given && given.amount === amount && given.currency === currency) return;
    if (amount === undefined) this.#dispatch({ type: 'edited' });
    else {
      // The payer may press at the moment in which a higher price arrives.
      const hasRisen = this.#shown !== undefined && (this.#shown.currency !== currency || this.#shown.amount < amount);
      this.#shown = { amount, currency, fee: undefined };
      this.#dispatch({ type: 'priced', price: this.#shown, confirm: hasRisen ? 'risen' : undefined });
    }
  }

  schedule(): void {
    this.changed();
  }

  ask(): Promise<void> {
    this.changed();
    return Promise.resolve();
  }

  confirmedPrice(): Promise<Price | undefined> {
    this.changed();
    const state = this.#state();
    if (state.step !== 'details' || state.quote.status !== 'given') return Promise.resolve(undefined);
    // Risen at this moment: the payer pressed for the price before.
    return Promise.resolve(state.quote.isUnread ? undefined : state.quote.price);
  }

  stop(): void {}

  forget(): void {
    this.#shown = undefined;
  }
}
