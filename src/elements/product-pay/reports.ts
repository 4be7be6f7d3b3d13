import { CheckoutErrorEvent } from '../events.js';
import { CheckoutUnavailableEvent } from '../payment-events.js';
import type { OfferAnswer } from './offer.js';
import type { resolvedMode } from './sale/sale-status.js';

/** Reports each change of a sale to the page, once. */
export class SaleReports {
  readonly #announce: (event: Event) => void;
  #reason: CheckoutUnavailableEvent['reason'] | undefined;
  #elsewhere: OfferAnswer | undefined;
  #isReady = false;

  constructor(announce: (event: Event) => void) {
    this.#announce = announce;
  }

  /** Reports that it takes input. */
  ready(announce: () => void): void {
    if (this.#isReady) return;
    this.#isReady = true;
    announce();
  }

  /** Reports that it can't be bought. */
  unavailable(reason: CheckoutUnavailableEvent['reason']): void {
    if (this.#reason === reason) return;
    this.#reason = reason;
    this.#announce(new CheckoutUnavailableEvent(reason));
  }

  /** It can be bought again, so the next reason is reported, even if it is the same. */
  available(): void {
    this.#reason = undefined;
  }

  /** Reports that the gateway takes no orders for it from this page. */
  elsewhere(answer: Extract<OfferAnswer, { state: 'elsewhere' }>, mode: ReturnType<typeof resolvedMode>): void {
    if (this.#elsewhere === answer) return;
    this.#elsewhere = answer;
    // Even if the link works, the merchant has to know about an unusual answer.
    if (mode !== 'link' || !answer.usual) this.#announce(new CheckoutErrorEvent(answer.error));
    if (mode !== 'link') this.unavailable(answer.reason);
  }
}
