import type { Clock } from '../../clock/clock.js';
import { untilPageLoaded } from '../page/loading.js';

/** How long after the page has loaded something may still be handed over, in milliseconds: frameworks start late. */
const GRACE = 3000;

interface Wait {
  isOver: boolean;
  stop: () => void;
}

/** Waits for what a page may hand over late. */
export class LateArrival {
  readonly #clock: Clock;
  readonly #overdue: () => void;
  #wait: Wait | undefined;

  /** @param overdue Called when it is not waited for any longer. */
  constructor(clock: Clock, overdue: () => void) {
    this.#clock = clock;
    this.#overdue = overdue;
  }

  /** Whether it may still come. The first question begins the wait. */
  get mayCome(): boolean {
    this.#wait ??= this.#begin();
    return !this.#wait.isOver;
  }

  /** Ends the wait; the next question begins another one. @returns whether it was still waited for. */
  end(): boolean {
    const wait = this.#wait;
    this.#wait = undefined;
    wait?.stop();
    return wait?.isOver === false;
  }

  #begin(): Wait {
    const wait: Wait = { isOver: false, stop: () => undefined };
    const count = (): void => {
      if (this.#wait !== wait) return;
      wait.stop = this.#clock.after(GRACE, () => {
        wait.isOver = true;
        this.#overdue();
      });
    };
    void untilPageLoaded().then(count);
    return wait;
  }
}
