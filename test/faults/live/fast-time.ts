import type { RunTime } from '../time/run-time.js';
import { START } from '../time/virtual-time.js';

/** How much faster than true time these runs go: for page, gateway and network alike. */
export const SPEED = 10;

/** How often a wait checks its condition, in true milliseconds. */
const LOOK = 25;

/** The time of a run in a real browser. It can't stand still, but it can run faster. */
export class FastTime implements RunTime {
  /** True time (ms since 1970) at which the run began. */
  readonly began = Date.now();
  readonly #timers = new Set<NodeJS.Timeout>();
  #isOver = false;

  now(): number {
    return START + this.elapsed;
  }

  get elapsed(): number {
    return (Date.now() - this.began) * SPEED;
  }

  after(milliseconds: number, ring: () => void): () => void {
    if (this.#isOver) return () => undefined;
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        ring();
      },
      Math.min(milliseconds / SPEED, 2 ** 31 - 1),
    );
    this.#timers.add(timer);
    return () => {
      clearTimeout(timer);
      this.#timers.delete(timer);
    };
  }

  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      this.after(milliseconds, resolve);
    });
  }

  /** Waits until a condition is true, at most this long. @returns whether it is true. */
  async until(isSo: () => boolean | Promise<boolean>, milliseconds: number): Promise<boolean> {
    const end = this.elapsed + milliseconds;
    while (this.elapsed < end) {
      if (await isSo()) return true;
      await new Promise((resolve) => void setTimeout(resolve, LOOK));
    }
    return isSo();
  }

  /** Stops all timers. */
  stop(): void {
    this.#isOver = true;
    for (const timer of this.#timers) clearTimeout(timer);
  }
}
