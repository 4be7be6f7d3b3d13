import { parseRecord, type PaymentRecord, writtenAt } from './payment-record.js';

/** The part of Web Storage that records need. */
export interface RecordStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Storages of a browser that may refuse to work: a record goes to the first one that accepts it, and is read from all. */
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

  /** The record of a name that the browser has stored. If both storages have one, it is the one that was written last. */
  read(name: string): PaymentRecord | undefined {
    const found = this.#storages.flatMap((storage) => {
      try {
        return parseRecord(storage.getItem(name)) ?? [];
      } catch {
        return [];
      }
    });
    return found.sort((one, other) => writtenAt(other) - writtenAt(one))[0];
  }

  /** @returns false when the browser refused to store it. */
  write(name: string, record: PaymentRecord): boolean {
    const text = JSON.stringify(record);
    this.#refused.set(name, text);
    const accepting = this.#storages.find((storage) => {
      try {
        storage.setItem(name, text);
        return true;
      } catch {
        return false;
      }
    });
    // Including an older one in the other storage.
    if (accepting) this.remove(name, accepting);
    return accepting !== undefined;
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

  /** @param but The storage that may keep it. */
  remove(name: string, but?: RecordStorage): void {
    this.#refused.delete(name);
    for (const storage of this.#storages) {
      if (storage === but) continue;
      try {
        storage.removeItem(name);
      } catch {
        // A storage that refuses to delete keeps the record until it expires.
      }
    }
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
