import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Clock } from '../../clock/clock.js';

const HOUR = 3_600_000;

const never = (): undefined => undefined;

/** Renders the element again whenever the passing of time changes its text. */
export class RenderTimer implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #clock: Clock;
  #since: number | undefined;
  /** Milliseconds until the next render; undefined when there are no more. */
  #next: () => number | undefined = never;
  #cancel: (() => void) | undefined;

  constructor(host: ReactiveControllerHost, clock: Clock) {
    this.#host = host;
    this.#clock = clock;
    host.addController(this);
  }

  // An element that is moved within its page is disconnected for a moment; the wait continues.
  hostConnected(): void {
    if (this.#next === never) return;
    this.#host.requestUpdate();
    this.#wait();
  }

  hostDisconnected(): void {
    this.#cancel?.();
  }

  /** How long the payer has been waiting, in milliseconds. */
  get elapsed(): number {
    return this.#since === undefined ? 0 : this.#clock.monotonic() - this.#since;
  }

  /** Begins a wait; the element is rendered again after each of these times (ms, ascending). */
  begin(...marks: readonly number[]): void {
    this.#since = this.#clock.monotonic();
    this.#next = () => marks.map((mark) => mark - this.elapsed).find((left) => left > 0);
    this.#wait();
  }

  /** Renders the element every second in the last hour of a wait; `left` returns the remaining milliseconds. */
  countDown(left: () => number): void {
    this.#since = undefined;
    this.#next = () => {
      const rest = left();
      if (rest <= 0) return undefined;
      return rest > HOUR ? rest - HOUR : rest % 1000 || 1000;
    };
    this.#wait();
  }

  /** As `countDown`, until a time (ms since 1970). */
  countDownTo(time: number): void {
    this.countDown(() => time - this.#clock.now());
  }

  /** Ends the wait. */
  end(): void {
    this.#since = undefined;
    this.#next = never;
    this.#cancel?.();
  }

  #wait(): void {
    this.#cancel?.();
    const next = this.#next();
    if (next === undefined) return;
    this.#cancel = this.#clock.after(next, () => {
      this.#host.requestUpdate();
      this.#wait();
    });
  }
}
