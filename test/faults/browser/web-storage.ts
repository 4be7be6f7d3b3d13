import type { RecordStorage } from '../../../src/flow/record/journal.js';

/** `full`: writing throws. `refused`: any use throws, as it does where cookies are blocked. */
export type StorageMode = 'works' | 'full' | 'refused';

type Listener = (key: string | null, value: string | null) => void;

/** What one page knows of the storage. */
interface View {
  readonly entries: Map<string, string>;
  readonly listener: Listener | undefined;
}

export interface WebStorageOptions {
  /** Called with each text that is stored. */
  readonly written?: (text: string) => void;
  /** Brings a write to the other pages, after a while and in order. Default: at once. */
  readonly spread?: (write: () => void) => void;
}

function write(entries: Map<string, string>, key: string, value: string | null): void {
  if (value === null) entries.delete(key);
  else entries.set(key, value);
}

/**
 * Web Storage of a browser (localStorage) or of a tab (sessionStorage). A page sees its own writes at once. Those of other pages
 * reach it a little later, as in browsers, where each process has a copy. A page that opens sees everything.
 */
export class WebStorage {
  readonly #entries = new Map<string, string>();
  readonly #views = new Set<View>();
  readonly #written: (text: string) => void;
  readonly #spread: (write: () => void) => void;
  mode: StorageMode = 'works';

  constructor({ written = () => undefined, spread = (bring) => bring() }: WebStorageOptions = {}) {
    this.#written = written;
    this.#spread = spread;
  }

  clear(): void {
    this.#entries.clear();
    for (const { entries } of this.#views) entries.clear();
  }

  /**
   * The storage as one page sees it. A page that is gone can't change anything.
   *
   * @param listener Called after changes that other pages make: the browser's `storage` event.
   */
  of(page: { readonly alive: boolean }, listener?: Listener): RecordStorage {
    const entries = new Map(this.#entries);
    const view: View = { entries, listener };
    const read = <Result>(from: () => Result): Result => {
      this.#check();
      return from();
    };
    this.#views.add(view);
    return {
      get length() {
        return read(() => entries.size);
      },
      key: (index) => read(() => [...entries.keys()][index] ?? null),
      getItem: (key) => read(() => entries.get(key) ?? null),
      setItem: (key, value) => {
        if (!page.alive) return;
        this.#check();
        if (this.mode === 'full') throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
        this.#written(`${key}=${value}`);
        this.#change(view, key, value);
      },
      removeItem: (key) => {
        if (!page.alive) return;
        this.#check();
        this.#change(view, key, null);
      },
    };
  }

  #change(by: View, key: string, value: string | null): void {
    write(by.entries, key, value);
    write(this.#entries, key, value);
    this.#spread(() => {
      for (const view of this.#views) {
        if (view === by) continue;
        write(view.entries, key, value);
        queueMicrotask(() => view.listener?.(key, value));
      }
    });
  }

  #check(): void {
    if (this.mode === 'refused') throw new DOMException('Access is denied.', 'SecurityError');
  }
}
