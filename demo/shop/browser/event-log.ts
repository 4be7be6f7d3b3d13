import type { LoggedEvent } from './element-events.js';

const KEY = 'shop.heard';
const MAX_EVENTS = 50;

/** The events from before the redirect to the bank, to show them again after the return. */
export function readEventLog(storage: Storage): LoggedEvent[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isLoggedEvent) : [];
  } catch {
    // Nothing depends on it: only the server's ledger counts.
    return [];
  }
}

const isLoggedEvent = (entry: unknown): entry is LoggedEvent => {
  const { type, at, facts } = (entry ?? {}) as Partial<LoggedEvent>;
  return typeof type === 'string' && typeof at === 'string' && typeof facts === 'object' && facts !== null;
};

/** Keeps the last events until the tab is closed. */
export function writeEventLog(storage: Storage, events: readonly LoggedEvent[]): void {
  try {
    storage.setItem(KEY, JSON.stringify(events.slice(-MAX_EVENTS)));
  } catch {
    // Storage is full or refused; the page shows what it has.
  }
}
