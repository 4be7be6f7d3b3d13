import type { Clock } from '../../src/clock/clock.js';

/** Lets everything run that does not wait for a timer: promises, streams, and what they start. */
export async function quiet(): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** The result of what is done by now: a test ends even if the work never does. */
export const byNow = <Result>(work: Promise<Result>): Promise<Result | 'still waiting'> =>
  Promise.race([work, quiet().then(() => 'still waiting' as const)]);

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  #now: number;
  /** How far the wall time was moved, ahead or back. */
  #set = 0;
  readonly #timers = new Set<{ readonly due: number; readonly ring: () => void }>();

  /** @param start milliseconds since 1970 */
  constructor(start = Date.parse('2026-11-21T10:00:00Z')) {
    this.#now = start;
  }

  now(): number {
    return this.#now + this.#set;
  }

  monotonic(): number {
    return this.#now;
  }

  /** Moves the wall time ahead, or back if negative, as a user or a time server does. */
  setWall(milliseconds: number): void {
    this.#set += milliseconds;
  }

  after(milliseconds: number, callback: () => void): () => void {
    const timer = { due: this.#now + Math.max(0, milliseconds), ring: callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** The pending timers, in milliseconds from now, shortest first. */
  get waits(): readonly number[] {
    return [...this.#timers].map(({ due }) => due - this.#now).sort((one, other) => one - other);
  }

  /** Moves ahead, and fires every timer on the way at its own time. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    await quiet();
    for (;;) {
      const next = [...this.#timers].sort((one, other) => one.due - other.due)[0];
      if (!next || next.due > end) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.due);
      next.ring();
      await quiet();
    }
    this.#now = end;
    await quiet();
  }

  /** Moves the time without firing anything on the way, like a machine that slept. Timers fire late, afterwards. */
  async oversleep(milliseconds: number): Promise<void> {
    await quiet();
    this.#now += milliseconds;
    await this.advance(0);
  }
}
