import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Clock } from '../clock/clock.js';

/** Draws the element again at the moments when time alone changes what it says. */
export class Waiting implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #clock: Clock;
  #since: number | undefined;
  #cancels: (() => void)[] = [];

  constructor(host: ReactiveControllerHost, clock: Clock) {
    this.#host = host;
    this.#clock = clock;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#stop();
  }

  /** How long the payer has been waiting, in milliseconds. */
  get elapsed(): number {
    return this.#since === undefined ? 0 : this.#clock.now() - this.#since;
  }

  /** Begins a wait; the element is drawn again after each of these many milliseconds. */
  begin(...marks: readonly number[]): void {
    this.#stop();
    this.#since = this.#clock.now();
    this.#cancels = marks.map((mark) => this.#clock.after(mark, () => this.#host.requestUpdate()));
  }

  /** Draws the element again every second until a time (ms). */
  countDownTo(time: number): void {
    this.#stop();
    const tick = (): void => {
      this.#host.requestUpdate();
      const left = time - this.#clock.now();
      if (left > 0) this.#cancels = [this.#clock.after(left % 1000 || 1000, tick)];
    };
    tick();
  }

  #stop(): void {
    for (const cancel of this.#cancels) cancel();
    this.#cancels = [];
    this.#since = undefined;
  }
}
