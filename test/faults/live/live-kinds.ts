import { cut, diesCommitted } from '../injection/fault-list.js';
import { jobNew } from '../injection/job-faults.js';
import { FAULT_KINDS } from './kinds/faults.js';
import { PAGE_KINDS } from './kinds/pages.js';
import { PAYER_KINDS } from './kinds/payers.js';
import { STORAGE_KINDS } from './kinds/storage.js';
import { TAB_KINDS } from './kinds/tabs.js';
import type { LiveKind } from './live-kind.js';

/** The groups in turn, so that even a few runs cover every group. */
function inTurn(kinds: readonly LiveKind[]): readonly LiveKind[] {
  const places = new Map<string, number>();
  const placed = kinds.map((kind) => {
    const place = places.get(kind.group) ?? 0;
    places.set(kind.group, place + 1);
    return { kind, place };
  });
  return placed.toSorted((one, other) => one.place - other.place).map(({ kind }) => kind);
}

/** Every kind of run in a real browser. */
export const LIVE_KINDS: readonly LiveKind[] = inTurn([
  ...PAGE_KINDS,
  ...PAYER_KINDS,
  ...TAB_KINDS,
  ...STORAGE_KINDS,
  ...FAULT_KINDS,
]);

/** Those that `npm test` runs: at least one for each way to break a payment. */
export const SAMPLE: readonly string[] = [
  'payer: leaves the bank’s page',
  'page: reload',
  'page: crash, and another visit',
  'tabs: three at once',
  'storage: localStorage alone is refused',
  `transfer: ${diesCommitted.name}`,
  `transfer: ${cut.name}`,
  `job: ${jobNew.name}`,
];
