import type { Clock } from '../clock/clock.js';

/** How many lines are kept: those of a payment whose job takes long. */
const LINES = 60;

/**
 * What happened during a payment, for support: requests, the kinds of their answers, decisions. No card data, no texts of a gateway.
 *
 * @example
 * const trace = new Trace(systemClock);
 * trace.add('the payer pressed');
 * console.log(trace.text); // 0.0 s  the payer pressed
 */
export class Trace {
  readonly #clock: Clock;
  readonly #lines: { readonly at: number; readonly text: string }[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(text: string): void {
    this.#lines.push({ at: this.#clock.monotonic(), text });
    if (this.#lines.length > LINES) this.#lines.splice(1, 1);
  }

  /** The lines, each with the seconds since the first one. */
  get text(): string {
    const [first] = this.#lines;
    return this.#lines.map(({ at, text }) => `${((at - (first?.at ?? at)) / 1000).toFixed(1).padStart(6)} s  ${text}`).join('\n');
  }
}
