import { CheckoutErrorEvent, CheckoutUnavailableEvent } from '../events.js';
import type { Asked } from './offer.js';
import type { wayOf } from './standing.js';

/** What the page hears of a sale: each thing once. */
export class SaleReports {
  readonly #tell: (event: Event) => void;
  #reason: CheckoutUnavailableEvent['reason'] | undefined;
  #elsewhere: Asked | undefined;
  #isReady = false;

  constructor(tell: (event: Event) => void) {
    this.#tell = tell;
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
    this.#tell(new CheckoutUnavailableEvent(reason));
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
    if (way !== 'link' || !asked.usual) this.#tell(new CheckoutErrorEvent(asked.error));
    if (way !== 'link') this.unavailable(asked.reason);
  }
}
