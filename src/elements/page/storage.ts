import type { RecordStorage } from '../../flow/record/record-storage.js';

/** Web Storage; undefined where cookies are blocked, because then even reading the property throws. */
function webStorage(kind: 'localStorage' | 'sessionStorage'): RecordStorage | undefined {
  try {
    return globalThis[kind];
  } catch {
    return undefined;
  }
}

/** The page's storages. Each is opened when it is read, because that takes longer than the form's first draw. */
export const pageStorages = {
  get local(): RecordStorage | undefined {
    return webStorage('localStorage');
  },
  get tab(): RecordStorage | undefined {
    return webStorage('sessionStorage');
  },
};
