import type { Clock } from '../../clock/clock.js';
import { untilPageLoaded } from '../page/loading.js';

/** Milliseconds after the page has loaded in which it may still set a property: frameworks start late. */
const GRACE = 3000;

interface Wait {
  isOver: boolean;
  stop: () => void;
}

/** Waits for a value that a page may set late. */
export class LateArrival {
  readonly #clock: Clock;
  readonly #overdue: () => void;
  #wait: Wait | undefined;

  /** @param overdue Called when the wait has ended without it. */
  constructor(clock: Clock, overdue: () => void) {
    this.#clock = clock;
    this.#overdue = overdue;
  }

  /** Whether it may still come. The first read begins the wait. */
  get mayCome(): boolean {
    this.#wait ??= this.#begin();
    return !this.#wait.isOver;
  }

  /** Ends the wait; the next read of `mayCome` begins another one. @returns whether a wait was running. */
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
