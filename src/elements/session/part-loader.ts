import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Clock } from '../../clock/clock.js';
import { PartError } from '../errors.js';
import { nextTask } from '../page/loading.js';

/** Milliseconds to wait before each retry of a load. */
const PAUSES = [1000, 3000];

export interface PartLoaderOptions<Part> {
  /** @param attempt 0, 1, … of this element. */
  readonly load: (attempt: number) => Promise<Part>;
  readonly clock: Clock;
  readonly loaded: (part: Part) => void;
  /** Called when the last retry has failed. */
  readonly failed: (error: PartError) => void;
}

/**
 * Loads the later part of an element as soon as the element is in a page, while the payer types. A load that fails is retried,
 * and once more when the browser is back online or the payer presses.
 */
export class PartLoader<Part> implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #options: PartLoaderOptions<Part>;
  #attempts = 0;
  #isLoading = false;
  /** Resolves when the part is there, or the last retry has failed; undefined before the first load. */
  settled: Promise<void> | undefined;
  #hasArrived = false;
  /** Why the part is not there, once the last retry has failed. */
  error: PartError | undefined;

  constructor(host: ReactiveControllerHost, options: PartLoaderOptions<Part>) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  hostConnected(): void {
    globalThis.addEventListener('online', this.request);
    this.request();
  }

  hostDisconnected(): void {
    globalThis.removeEventListener('online', this.request);
  }

  /** Loads the part, unless it is there or on its way. */
  readonly request = (): void => {
    if (this.#hasArrived || this.#isLoading) return;
    this.#isLoading = true;
    this.error = undefined;
    this.#host.requestUpdate();
    this.settled = this.#load(0);
  };

  async #load(retries: number): Promise<void> {
    const { load, clock, loaded, failed } = this.#options;
    let part: Part;
    try {
      part = await load(this.#attempts++);
    } catch (cause) {
      const pause = PAUSES[retries];
      if (pause !== undefined) {
        await new Promise<void>((resolve) => clock.after(pause, resolve));
        return this.#load(retries + 1);
      }
      this.#isLoading = false;
      failed((this.error = new PartError(cause)));
      this.#host.requestUpdate();
      return undefined;
    }
    // The part is opened in a task of its own, after the browser could show the fields: the payer may be typing.
    // A draw that failed has been reported, and a later one may succeed.
    await this.#host.updateComplete.catch(() => false);
    await nextTask();
    this.#hasArrived = true;
    loaded(part);
    return undefined;
  }
}
