import type { PageSetup } from './setup.js';

declare global {
  var setup: PageSetup;
}

const { began, start, speed } = globalThis.setup;
const trueNow = Date.now.bind(Date);
const truePerformanceNow = performance.now.bind(performance);
const trueSetTimeout = globalThis.setTimeout.bind(globalThis);
let offset = 0;

/** The true time of the run (ms). */
export const runNow = (): number => start + (trueNow() - began) * speed;

/** Sets the device's clock forward or back (ms). */
export const setClock = (by: number): void => void (offset += by);

/** A timer in true milliseconds, whatever the page's clocks show. */
export const trueTimeout = trueSetTimeout;

const wallNow = (): number => runNow() + offset;

class FastDate extends Date {
  constructor(...values: unknown[]) {
    super(...((values.length === 0 ? [wallNow()] : values) as [number]));
  }

  static override now = wallNow;
}

// The element reads the time only from these.
globalThis.Date = FastDate as DateConstructor;
Object.defineProperty(performance, 'now', { value: () => truePerformanceNow() * speed });
Object.defineProperty(performance, 'timeOrigin', { value: start + (performance.timeOrigin - began) * speed });
globalThis.setTimeout = ((ring: TimerHandler, wait = 0, ...given: unknown[]) =>
  trueSetTimeout(ring, wait / speed, ...given)) as typeof setTimeout;
