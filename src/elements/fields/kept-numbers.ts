import type { Clock } from '../../clock/clock.js';
import { isHidden } from '../page/visible-and-online.js';

/** How long typed cards stay in their inputs after a payment, for another one, in milliseconds. */
const KEPT_FOR = 5 * 60_000;

/** Empties the cards of a payment that was made: after five minutes, or as soon as another person may take over the screen. */
export class KeptNumbers {
  readonly #clock: Clock;
  readonly #empty: () => void;
  #end = (): void => undefined;

  constructor(clock: Clock, empty: () => void) {
    this.#clock = clock;
    this.#empty = empty;
  }

  /** Keeps them from now on. Where nobody looks at the page, they are emptied at once. */
  begin(): void {
    this.end();
    const empty = (): void => {
      this.end();
      this.#empty();
    };
    if (isHidden()) return empty();
    const left = this.#clock.after(KEPT_FOR, empty);
    // On the window: a form named `addEventListener` would replace the document's method.
    window.addEventListener('visibilitychange', empty);
    this.#end = () => {
      left();
      window.removeEventListener('visibilitychange', empty);
    };
  }

  /** They are the payer's input again, or are gone. */
  end(): void {
    this.#end();
    this.#end = () => undefined;
  }
}
