import type { Heard } from './facts.js';

const KEY = 'shop.heard';
const MOST = 50;

/** What the page heard before it went to the bank, so that it can be shown again on the way back. */
export function readStory(storage: Storage): Heard[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isHeard) : [];
  } catch {
    // Nothing depends on it: the server's books are what counts.
    return [];
  }
}

const isHeard = (entry: unknown): entry is Heard => {
  const { type, at, facts } = (entry ?? {}) as Partial<Heard>;
  return typeof type === 'string' && typeof at === 'string' && typeof facts === 'object' && facts !== null;
};

/** Keeps the last of what was heard until the tab is closed. */
export function writeStory(storage: Storage, heard: readonly Heard[]): void {
  try {
    storage.setItem(KEY, JSON.stringify(heard.slice(-MOST)));
  } catch {
    // Storage is full or refused; the page shows what it has.
  }
}
