import type { Clock } from '../../../src/clock/clock.js';
import type { VirtualTime } from '../time/virtual-time.js';

/** The wall clock of a payer's device: people set it, and it corrects itself. */
export class DeviceClock {
  readonly #time: VirtualTime;
  /** How far it is ahead of the true time, in milliseconds. */
  offset = 0;

  constructor(time: VirtualTime) {
    this.#time = time;
  }

  now(): number {
    return this.#time.now() + this.offset;
  }
}

/**
 * Time on one page. The wall clock is the device's. Timers follow the true time, whatever that clock shows. The timers
 * of a frozen page wait until it is thawed, and those of a page that is gone never ring.
 */
export class PageClock implements Clock {
  readonly #time: VirtualTime;
  readonly #device: DeviceClock;
  #state: 'runs' | 'frozen' | 'gone' = 'runs';
  #missed: (() => void)[] = [];

  constructor(time: VirtualTime, device: DeviceClock) {
    this.#time = time;
    this.#device = device;
  }

  now(): number {
    return this.#device.now();
  }

  monotonic(): number {
    return this.#time.elapsed;
  }

  after(milliseconds: number, callback: () => void): () => void {
    let wanted = true;
    const ring = (): void => {
      if (!wanted || this.#state === 'gone') return;
      if (this.#state === 'frozen') this.#missed.push(ring);
      else callback();
    };
    const cancel = this.#time.after(milliseconds, ring);
    return () => {
      wanted = false;
      cancel();
    };
  }

  freeze(): void {
    if (this.#state === 'runs') this.#state = 'frozen';
  }

  thaw(): void {
    if (this.#state !== 'frozen') return;
    this.#state = 'runs';
    for (const ring of this.#missed.splice(0)) ring();
  }

  end(): void {
    this.#state = 'gone';
  }
}
