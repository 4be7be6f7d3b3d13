import { RecordStore } from '../../../src/flow/record/record-store.js';
import type { Attempt } from '../../../src/flow/state.js';
import { ManualClock } from '../../clock/manual-clock.js';
import { MemoryStorage } from '../rig/rig.js';

/** When the clock of a test begins (ms). */
export const START = new ManualClock().now();
export const attempt: Attempt = {
  id: 'attempt-1',
  trackingId: 'order-1',
  amount: 10_000,
  currency: 'USD',
  startedAt: START,
  source: { brand: 'visa', bin: '420000', last4: '0000' },
  recipient: { last4: '1006' },
};
/** Another attempt, of the same order unless it says otherwise. */
export const next = (number: number, more: Partial<Attempt> = {}): Attempt => ({ ...attempt, id: `attempt-${number}`, ...more });

/** A gateway whose time is that far ahead, as all that a page knows says. */
export const aheadBy = (ahead: number | undefined) => ({ ahead, leastAhead: ahead });

/** Records as one tab has them. */
export function open({ kind = 'p2p', local = new MemoryStorage(), tab = new MemoryStorage(), time = new ManualClock() } = {}) {
  return { store: new RecordStore(kind, { local, tab, clock: time }), local, tab, time };
}
