import { CheckoutErrorEvent } from '../events.js';
import { CheckoutUnavailableEvent } from '../payment-events.js';
import type { Asked } from './offer.js';
import type { wayOf } from './sale/standing.js';

/** Reports the state of a sale to the page: each change once. */
export class SaleReports {
  readonly #announce: (event: Event) => void;
  #reason: CheckoutUnavailableEvent['reason'] | undefined;
  #elsewhere: Asked | undefined;
  #isReady = false;

  constructor(announce: (event: Event) => void) {
    this.#announce = announce;
  }

  /** It takes input. */
  ready(announce: () => void): void {
    if (this.#isReady) return;
    this.#isReady = true;
    announce();
  }

  /** It can't be bought. */
  unavailable(reason: CheckoutUnavailableEvent['reason']): void {
    if (this.#reason === reason) return;
    this.#reason = reason;
    this.#announce(new CheckoutUnavailableEvent(reason));
  }

  /** It can be bought again: the next reason against it is news. */
  available(): void {
    this.#reason = undefined;
  }

  /** The gateway takes no orders for it from here. */
  elsewhere(asked: Extract<Asked, { state: 'elsewhere' }>, way: ReturnType<typeof wayOf>): void {
    if (this.#elsewhere === asked) return;
    this.#elsewhere = asked;
    // The link works all the same; the merchant wants to know why the form does not.
    if (way !== 'link' || !asked.usual) this.#announce(new CheckoutErrorEvent(asked.error));
    if (way !== 'link') this.unavailable(asked.reason);
  }
}
