import type { RecordStorage } from '../../flow/record/record-storage.js';

/** Web Storage; undefined where cookies are blocked, because then even reading the property throws. */
export function webStorage(kind: 'localStorage' | 'sessionStorage'): RecordStorage | undefined {
  try {
    return globalThis[kind];
  } catch {
    return undefined;
  }
}
