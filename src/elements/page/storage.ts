import type { RecordStorage } from '../../flow/record/record-storages.js';

/** Web Storage where the browser has it; reading the property alone throws where cookies are blocked. */
export function webStorage(kind: 'localStorage' | 'sessionStorage'): RecordStorage | undefined {
  try {
    return globalThis[kind];
  } catch {
    return undefined;
  }
}
