import type { Activity } from './activity.js';

/** The moment every run begins at. */
export const START = Date.parse('2026-11-21T10:00:00.000Z');

interface Timer {
  readonly due: number;
  readonly ring: () => void;
}

interface Wait {
  readonly isSo: () => boolean;
  readonly until: number;
  readonly resolve: (isSo: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The true time of a run, for gateway, network and payers alike. It stands still while anything is under way, and jumps
 * from one timer to the next, so that fifteen minutes of waiting take only as long as the requests in them.
 */
export class VirtualTime {
  readonly #activity: Activity;
  #now = START;
  #timers: Timer[] = [];
  #waits: Wait[] = [];
  #isMoving = false;

  constructor(activity: Activity) {
    this.#activity = activity;
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#now;
  }

  /** Milliseconds since the run began. */
  get elapsed(): number {
    return this.#now - START;
  }

  /** Calls back once after `milliseconds`; the returned function cancels that. */
  after(milliseconds: number, ring: () => void): () => void {
    const timer = { due: this.#now + Math.max(0, Math.ceil(milliseconds)), ring };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
    };
  }

  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      this.after(milliseconds, resolve);
    });
  }

  /** Lets this much time pass. Each timer in between rings at its own time. */
  async pass(milliseconds: number): Promise<void> {
    await this.until(() => false, milliseconds);
  }

  /**
   * Lets time pass until a condition is true, at most this long. Several waits may run at once, as for several people.
   *
   * @returns whether the condition is true.
   */
  until(isSo: () => boolean, milliseconds: number): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waits.push({ isSo, until: this.#now + Math.ceil(milliseconds), resolve, reject });
      if (this.#isMoving) return;
      this.#isMoving = true;
      void this.#move();
    });
  }

  /** Moves the time on as long as there is a wait. */
  async #move(): Promise<void> {
    try {
      while (this.#waits.length > 0) {
        await this.#activity.rest();
        if (!this.#release()) this.#leap();
      }
    } catch (error) {
      for (const { reject } of this.#waits.splice(0)) reject(error);
    } finally {
      this.#isMoving = false;
    }
  }

  /** Ends the first wait that is over. @returns whether there was one. */
  #release(): boolean {
    const over = this.#waits.find(({ isSo, until }) => until <= this.#now || isSo());
    if (!over) return false;
    this.#waits = this.#waits.filter((each) => each !== over);
    over.resolve(over.isSo());
    return true;
  }

  /** Moves the time to the next timer, or to the end of a wait. */
  #leap(): void {
    const end = Math.min(...this.#waits.map(({ until }) => until));
    const next = this.#next();
    this.#now = Math.max(this.#now, Math.min(end, next?.due ?? Infinity));
    if (!next || next.due > end) return;
    this.#timers = this.#timers.filter((each) => each !== next);
    next.ring();
  }

  /** The next timer. If two are due at the same moment, it is the one that was set first. */
  #next(): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) if (!next || timer.due < next.due) next = timer;
    return next;
  }
}
