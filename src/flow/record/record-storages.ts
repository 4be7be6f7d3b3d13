import { parseRecord, type PaymentRecord, progressOf } from './payment-record.js';

/** The part of Web Storage that records need. */
export interface RecordStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

function drop(storage: RecordStorage, name: string): void {
  try {
    storage.removeItem(name);
  } catch {
    // A storage that refuses to delete keeps the record until it expires.
  }
}

/** @returns false when the storage refuses it; then it must not keep an older record either. */
function put(storage: RecordStorage, name: string, text: string): boolean {
  try {
    storage.setItem(name, text);
    return true;
  } catch {
    drop(storage, name);
    return false;
  }
}

function has(storage: RecordStorage, name: string): boolean {
  try {
    return storage.getItem(name) !== null;
  } catch {
    return false;
  }
}

/**
 * The storages of a browser, which may refuse to work or be emptied: the one that all tabs share, and the tab's own, which keeps a
 * second copy of what was sent from it.
 */
export class RecordStorages {
  readonly #storages: readonly RecordStorage[];
  /** Records that the browser refused to store. They last as long as the page. */
  readonly #refused = new Map<string, string>();

  constructor(storages: readonly RecordStorage[]) {
    this.#storages = storages;
  }

  /** The record of a name, including one that the browser refused to store. */
  get(name: string): PaymentRecord | undefined {
    return parseRecord(this.#refused.get(name)) ?? this.read(name);
  }

  /**
   * The record of a name that the browser has stored. Of two copies of one attempt's record, it is the one that has got further; of
   * two attempts, the one in the shared storage, where another tab has replaced the older.
   */
  read(name: string): PaymentRecord | undefined {
    const found = this.#storages.flatMap((storage) => {
      try {
        return parseRecord(storage.getItem(name)) ?? [];
      } catch {
        return [];
      }
    });
    const [first, second] = found;
    const isFurther = first && second && first.attempt === second.attempt && progressOf(second) > progressOf(first);
    return isFurther ? second : first;
  }

  /**
   * Stores a record: in the shared storage, and in the tab's own if it is sent from here, has a copy there, or is refused elsewhere.
   *
   * @returns false when the browser refused to store it.
   */
  write(name: string, record: PaymentRecord, isSender: boolean): boolean {
    const text = JSON.stringify(record);
    const [shared, ...own] = this.#storages;
    const isShared = shared !== undefined && put(shared, name, text);
    const kept = own.filter((storage) => (isSender || !isShared || has(storage, name)) && put(storage, name, text));
    if (isShared || kept.length > 0) this.#refused.delete(name);
    else this.#refused.set(name, text);
    return isShared || kept.length > 0;
  }

  /** Changes a record wherever it is stored. */
  update(name: string, record: PaymentRecord): void {
    const text = JSON.stringify(record);
    if (this.#refused.has(name)) this.#refused.set(name, text);
    for (const storage of this.#storages) {
      try {
        if (storage.getItem(name) !== null) storage.setItem(name, text);
      } catch {
        // A storage that refuses to write returns the old record once more.
      }
    }
  }

  remove(name: string): void {
    this.#refused.delete(name);
    for (const storage of this.#storages) drop(storage, name);
  }

  /** The names of everything that is stored. */
  get names(): string[] {
    const names = this.#storages.flatMap((storage) => {
      try {
        return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
      } catch {
        // A storage that can't be listed contains nothing to resume.
        return [];
      }
    });
    return [...new Set(names)];
  }

  /** The same names, and those of records that the browser refused to store. */
  get allNames(): string[] {
    return [...new Set([...this.names, ...this.#refused.keys()])];
  }
}
