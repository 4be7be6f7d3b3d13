/** The part of Web Storage that records need. Each of its calls may throw, and it may keep nothing of what it takes. */
export interface RecordStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Stores a text. @returns whether it can be read back. */
export function put(storage: RecordStorage | undefined, name: string, text: string): boolean {
  try {
    if (storage?.getItem(name) !== text) storage?.setItem(name, text);
    return storage?.getItem(name) === text;
  } catch {
    return false;
  }
}

/** The text of a name; undefined also where the storage can't be read. */
export function read(storage: RecordStorage | undefined, name: string): string | undefined {
  try {
    return storage?.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Removes a name. A storage that refuses to delete keeps it. */
export function drop(storage: RecordStorage | undefined, name: string): void {
  try {
    storage?.removeItem(name);
  } catch {
    // Who reads it finds it once more.
  }
}

/** The names in a storage that begin like this; none in a storage that can't be listed. */
export function namesIn(storage: RecordStorage | undefined, beginning: string): string[] {
  try {
    const names: string[] = [];
    const length = storage?.length ?? 0;
    for (let index = 0; index < length; index += 1) {
      const name = storage?.key(index);
      if (name?.startsWith(beginning)) names.push(name);
    }
    return names;
  } catch {
    return [];
  }
}
