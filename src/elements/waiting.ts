import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Clock } from '../clock/clock.js';

const HOUR = 3_600_000;

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

  /** Draws the element again every second until a time (ms), in the last hour before it. */
  countDownTo(time: number): void {
    this.#stop();
    const tick = (): void => {
      this.#host.requestUpdate();
      const left = time - this.#clock.now();
      const next = left > HOUR ? left - HOUR : left % 1000 || 1000;
      if (left > 0) this.#cancels = [this.#clock.after(next, tick)];
    };
    tick();
  }

  /** Ends the wait. */
  end(): void {
    this.#stop();
  }

  #stop(): void {
    for (const cancel of this.#cancels) cancel();
    this.#cancels = [];
    this.#since = undefined;
  }
}
