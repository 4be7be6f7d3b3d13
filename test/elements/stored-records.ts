import { Journal } from '../../src/flow/record/journal.js';
import { foldEntries, type PaymentRecord } from '../../src/flow/record/payment-record.js';
import { RecordStore } from '../../src/flow/record/record-store.js';
import { page } from '../../src/elements/page/page.js';
import { systemClock } from '../../src/clock/clock.js';

/** What is on record in this browser, the latest attempt of an order first. */
export function records(): PaymentRecord[] {
  const journal = new Journal(localStorage, undefined);
  const all = journal.attempts().flatMap((entries) => {
    const one = foldEntries(entries, (entry) => journal.read(entry));
    return one && 'phase' in one ? one : [];
  });
  return all.toSorted((one, other) => other.order - one.order);
}

/** Puts a record into the storage that all tabs share, as another tab does. */
export function putRecord(record: PaymentRecord, ago = 0): void {
  const clock = { ...systemClock, now: () => Date.now() - ago };
  const { phase, outcome, isUnseen: unseen } = record;
  new RecordStore(record.kind, { local: localStorage, tab: undefined, clock }).write(record.key, record, phase, {
    outcome,
    unseen,
  });
}

/** Forgets everything, as if the next element were in another browser: both storages, and what the page has written into them. */
export function forgetEverything(): void {
  localStorage.clear();
  sessionStorage.clear();
  page().written.clear();
}

/** Makes every attempt on record as old as if it had begun earlier (ms). */
export function ageRecords(ago: number): void {
  const all = records();
  page().written.clear();
  for (const storage of [localStorage, sessionStorage]) {
    for (const name of Object.keys(storage)) if (name.startsWith('checkout-elements:')) storage.removeItem(name);
  }
  for (const record of all) putRecord({ ...record, startedAt: record.startedAt - ago }, ago);
}
