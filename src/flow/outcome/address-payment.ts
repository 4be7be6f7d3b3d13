import { sleep } from '../../clock/clock.js';
import type { CheckoutError } from '../../http/error.js';
import { reportRejection } from '../run-callback.js';
import { askAgain } from './ask-again.js';
import { askWithoutRecord, type Confirmation, type Orders, type OrdersOptions, sumOf } from './orders.js';

/** How long the payer waits for the answer before they can go to the form, in milliseconds. */
const PATIENCE = 5000;

/** The payment that the page's address names, which this browser has no record of. It is shown once the merchant's server confirms it. */
export class AddressPayment {
  readonly #options: Omit<OrdersOptions, 'key'> & { readonly orders: Orders };
  #run: AbortController | undefined;

  constructor(options: Omit<OrdersOptions, 'key'> & { readonly orders: Orders }) {
    this.#options = options;
  }

  /** Asks about the payment that the page's address names. Unless the server confirms it, the state becomes `unrecognized`. */
  async recognize(uid: string): Promise<void> {
    const { surroundings, settings, orders, state, dispatch, confirm } = this.#options;
    const { clock, presence, report } = surroundings;
    this.stop();
    const { signal } = (this.#run = new AbortController());
    dispatch({ type: 'hinted', uid });
    const overdue = (): void => dispatch({ type: 'unconfirmed' });
    reportRejection(sleep(clock, PATIENCE, signal).then(overdue, () => undefined));
    try {
      // The order comes first, by its own id: a uid in an address must not keep the payer from learning that it is paid.
      const terms = settings();
      const { trackingId } = terms;
      const { payment } = trackingId === undefined ? {} : await orders.standing(trackingId, terms, signal);
      const confirmation = payment ? { payment, outcome: 'successful' as const } : await this.#askOfUid(uid, signal, report);
      if (confirmation) confirm(confirmation);
      else if (!signal.aborted) dispatch({ type: 'unconfirmed' });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    if (state().step !== 'unrecognized' || signal.aborted) return;
    const askOnce = (): Promise<Confirmation | undefined> => this.#askOfUid(uid, signal, () => undefined);
    reportRejection(askAgain(askOnce, { clock, presence, signal }).then((found) => found && confirm(found)));
  }

  /** Stops waiting for an answer about the payment that the address names. */
  cancel(): void {
    const { state, dispatch } = this.#options;
    if (state().step !== 'recognizing') return;
    this.stop();
    dispatch({ type: 'unconfirmed' });
  }

  /** Stops asking about the payment that the address names. */
  stop(): void {
    this.#run?.abort();
  }

  async #askOfUid(uid: string, signal: AbortSignal, report: (error: CheckoutError) => void): Promise<Confirmation | undefined> {
    const { surroundings, settings } = this.#options;
    const { trackingId } = settings();
    const answer = await askWithoutRecord(surroundings, settings, { about: 'address', trackingId, uid }, { signal, report });
    const { outcome } = answer ?? {};
    // Nothing but its end is shown.
    if (!answer || signal.aborted || (outcome !== 'successful' && outcome !== 'failed')) return undefined;
    const sum = sumOf(answer, settings());
    // When asked by both ids, the server may have found the payment by either. The page's own id is kept.
    const payment = trackingId === undefined ? { ...sum, uid } : { ...sum, trackingId };
    return { payment, outcome };
  }
}
