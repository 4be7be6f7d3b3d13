import type { FlowSurroundings } from '../options.js';
import type { PaymentRecord } from './payment-record.js';
import { paymentOf, type State } from '../state.js';

/** Payments that ended while no form showed them, because the payer had left. */
export class UnseenOutcomes {
  readonly #options: FlowSurroundings;
  readonly #state: () => State;

  constructor(options: FlowSurroundings, state: () => State) {
    this.#options = options;
    this.#state = state;
  }

  /** The shop's attempts in this browser that ended unseen, newest first. Each is returned once, to the first tab that asks. */
  async claim(): Promise<PaymentRecord[]> {
    const { records, cards, isTaken, isShown } = this.#options;
    const key = await cards.thumbprint();
    if (isShown?.() === false || this.#state().step !== 'details') return [];
    const inThisTab = records.findOfTab(key)?.tracking_id;
    const claimed = records.unseen(key).filter(({ tracking_id: id }) => !isTaken?.(id) && records.markSeen(key, id));
    // On a reload the page shows the form again, as it does now.
    if (claimed.some(({ tracking_id: id }) => id === inThisTab)) records.forgetInTab(key);
    return claimed;
  }

  /** Makes attempts that `claim` returned unseen again, because the payer had too little time to read them. */
  release(claimed: readonly PaymentRecord[]): void {
    for (const { key, tracking_id: id } of claimed) this.#options.records.markSeen(key, id, false);
  }

  /** Records that the payer sees the outcome in the form or, with `false`, that they looked away too soon to have read it. */
  async markSeen(isSeen = true): Promise<void> {
    const { records, cards } = this.#options;
    const trackingId = this.#state().step === 'outcome' ? paymentOf(this.#state())?.trackingId : undefined;
    if (trackingId !== undefined) records.markSeen(await cards.thumbprint(), trackingId, isSeen);
  }
}
