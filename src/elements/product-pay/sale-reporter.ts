import { CheckoutErrorEvent, CheckoutUnavailableEvent } from '../events.js';
import type { OfferAnswer } from './offer.js';
import type { resolvedMode } from './sale/sale-status.js';

/** Fires the events that tell the page about a sale: one for each change. */
export class SaleReporter {
  readonly #announce: (event: Event) => void;
  #reason: CheckoutUnavailableEvent['reason'] | undefined;
  #elsewhere: OfferAnswer | undefined;
  #isReady = false;

  constructor(announce: (event: Event) => void) {
    this.#announce = announce;
  }

  /** Reports that the element takes input. */
  ready(announce: () => void): void {
    if (this.#isReady) return;
    this.#isReady = true;
    announce();
  }

  /** Reports that the item can't be bought. */
  unavailable(reason: CheckoutUnavailableEvent['reason']): void {
    if (this.#reason === reason) return;
    this.#reason = reason;
    this.#announce(new CheckoutUnavailableEvent(reason));
  }

  /** To be called when the item can be bought again: the next reason is then reported, even if it is the same. */
  available(): void {
    this.#reason = undefined;
  }

  /** Reports that the gateway takes no orders for the item from this page. */
  elsewhere(answer: Extract<OfferAnswer, { state: 'elsewhere' }>, mode: ReturnType<typeof resolvedMode>): void {
    if (this.#elsewhere === answer) return;
    this.#elsewhere = answer;
    // Even if the link works, the merchant has to know about an unusual answer.
    if (mode !== 'link' || !answer.usual) this.#announce(new CheckoutErrorEvent(answer.error));
    if (mode !== 'link') this.unavailable(answer.reason);
  }
}
