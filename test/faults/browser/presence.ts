import type { Presence } from '../../../src/checkout/poll-job.js';

/** Tells the flow whether the payer sees the page, and whether it has a network. */
export class PagePresence implements Presence {
  readonly #callbacks = new Set<() => void>();
  #hidden = false;
  #offline = false;

  get away(): boolean {
    return this.#hidden || this.#offline;
  }

  get offline(): boolean {
    return this.#offline;
  }

  set offline(offline: boolean) {
    this.#change(() => (this.#offline = offline));
  }

  get hidden(): boolean {
    return this.#hidden;
  }

  set hidden(hidden: boolean) {
    this.#change(() => (this.#hidden = hidden));
  }

  subscribe(callback: () => void): () => void {
    this.#callbacks.add(callback);
    return () => this.#callbacks.delete(callback);
  }

  #change(act: () => void): void {
    const before = [this.#hidden, this.#offline].join();
    act();
    if (before !== [this.#hidden, this.#offline].join()) for (const callback of this.#callbacks) callback();
  }
}
