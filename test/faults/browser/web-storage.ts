import type { RecordStorage } from '../../../src/flow/record/record-storages.js';

/** `full`: writing throws. `refused`: any use throws, as it does where cookies are blocked. */
export type StorageMode = 'works' | 'full' | 'refused';

/** Web Storage of a browser (localStorage) or of a tab (sessionStorage). */
export class WebStorage implements RecordStorage {
  readonly #entries = new Map<string, string>();
  readonly #written: (text: string) => void;
  readonly #listeners = new Map<object, (key: string | null, value: string | null) => void>();
  mode: StorageMode = 'works';

  constructor(written: (text: string) => void = () => undefined) {
    this.#written = written;
  }

  get length(): number {
    this.#check();
    return this.#entries.size;
  }

  key(index: number): string | null {
    this.#check();
    return [...this.#entries.keys()][index] ?? null;
  }

  getItem(key: string): string | null {
    this.#check();
    return this.#entries.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.#check();
    if (this.mode === 'full') throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    this.#written(`${key}=${value}`);
    this.#entries.set(key, value);
  }

  removeItem(key: string): void {
    this.#check();
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }

  /** Calls back after changes that other pages make: the browser's `storage` event. */
  listen(owner: object, listener: (key: string | null, value: string | null) => void): void {
    this.#listeners.set(owner, listener);
  }

  /** Notifies the other pages of a change, a moment later. */
  announce(by: object, key: string, value: string | null): void {
    for (const [owner, listener] of this.#listeners) if (owner !== by) queueMicrotask(() => listener(key, value));
  }

  #check(): void {
    if (this.mode === 'refused') throw new DOMException('Access is denied.', 'SecurityError');
  }
}

/** The storage as one page sees it. A page that is gone can't change anything. */
export const storageOf = (storage: WebStorage, page: { readonly alive: boolean }): RecordStorage => ({
  get length() {
    return storage.length;
  },
  key: (index) => storage.key(index),
  getItem: (key) => storage.getItem(key),
  setItem(key, value) {
    if (!page.alive) return;
    storage.setItem(key, value);
    storage.announce(page, key, value);
  },
  removeItem(key) {
    if (!page.alive) return;
    storage.removeItem(key);
    storage.announce(page, key, null);
  },
});
