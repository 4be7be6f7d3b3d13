import process from 'node:process';

/** The true time at the beginning of every run (ms since 1970). */
export const EPOCH = Date.parse('2026-11-21T10:00:00Z');

interface Timer {
  readonly due: number;
  ring: (() => void) | undefined;
}

/**
 * Lets everything run that waits for no timer. Nothing in a run waits for a stream or a socket, so it is enough that no microtask is left: a
 * tick that is asked for in a microtask comes after all of them, and costs a tenth of a turn of the event loop.
 */
export const drainMicrotasks = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));

/** The one time of a run. It stands still while anything can run without it, and then goes to the next timer. */
export class Time {
  #now = 0;
  /** By the time at which they ring; those of one moment in the order in which they were set. */
  readonly #timers: Timer[] = [];
  readonly #drain: () => Promise<void>;

  /** @param drain Lets everything run that waits for no timer. */
  constructor(drain: () => Promise<void>) {
    this.#drain = drain;
  }

  /** Milliseconds since the run began. */
  get elapsed(): number {
    return this.#now;
  }

  /** Milliseconds since 1970, whatever the clocks of devices show. */
  get true(): number {
    return EPOCH + this.#now;
  }

  after(milliseconds: number, ring: () => void): () => void {
    const timer: Timer = { due: this.#now + Math.max(0, milliseconds), ring };
    let place = this.#timers.length;
    while (place > 0 && this.#timers[place - 1]!.due > timer.due) place -= 1;
    this.#timers.splice(place, 0, timer);
    return () => void (timer.ring = undefined);
  }

  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => void this.after(milliseconds, resolve));
  }

  /** Goes on for a time, or until nothing is left to happen. */
  async pass(milliseconds: number, isOver: () => boolean = () => false): Promise<void> {
    const end = this.#now + milliseconds;
    await this.#drain();
    while (!isOver()) {
      while (this.#timers.length > 0 && this.#timers[0]!.ring === undefined) this.#timers.shift();
      const [next] = this.#timers;
      if (!next || next.due > end) break;
      this.#timers.shift();
      this.#now = Math.max(this.#now, next.due);
      next.ring?.();
      await this.#drain();
    }
    if (!isOver()) this.#now = Math.max(this.#now, end);
  }
}
