import type { Clock } from '../../clock/clock.js';
import { untilPageLoaded } from '../page/loading.js';

/** Milliseconds after the page has loaded in which it may still set a property: frameworks start late. */
const DURATION = 3000;

interface Period {
  isOver: boolean;
  stop: () => void;
}

/** The time in which a page may still set a value that is missing. */
export class GracePeriod {
  readonly #clock: Clock;
  readonly #overdue: () => void;
  #period: Period | undefined;

  /** @param overdue Called when the time is over and the value is still missing. */
  constructor(clock: Clock, overdue: () => void) {
    this.#clock = clock;
    this.#overdue = overdue;
  }

  /** Whether the value may still come. The first read starts the period. */
  get isRunning(): boolean {
    this.#period ??= this.#begin();
    return !this.#period.isOver;
  }

  /** Ends the period; the next read of `isRunning` starts another one. @returns whether it was running. */
  end(): boolean {
    const period = this.#period;
    this.#period = undefined;
    period?.stop();
    return period?.isOver === false;
  }

  #begin(): Period {
    const period: Period = { isOver: false, stop: () => undefined };
    const count = (): void => {
      if (this.#period !== period) return;
      period.stop = this.#clock.after(DURATION, () => {
        period.isOver = true;
        this.#overdue();
      });
    };
    void untilPageLoaded().then(count);
    return period;
  }
}
