import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { RecordStore } from '../../../src/flow/record/record-store.js';
import { ManualClock } from '../../clock/manual-clock.js';
import { MemoryStorage } from '../rig/rig.js';

// What a release has written, a later one reads. Each file is the storage of a browser under one release, written down once and never
// changed: with the next release comes the next file.

const FOLDER = 'test/flow/record/releases';

interface Written {
  /** When the browser is opened again (ms). */
  readonly now: number;
  readonly entries: Readonly<Record<string, string>>;
  readonly expected: {
    readonly orders: Readonly<Record<string, object>>;
    readonly unseen: readonly string[];
    readonly unfinished: readonly string[];
  };
}

test.each(readdirSync(FOLDER))('records of the release %s are read', (name) => {
  const { now, entries, expected } = JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8')) as Written;
  const local = new MemoryStorage();
  for (const [entry, text] of Object.entries(entries)) local.entries.set(entry, text);
  const store = new RecordStore('p2p', { local, tab: undefined, clock: new ManualClock(now) });
  const key = 'dGh1bWJwcmludC1vZi1hLWtleQ';
  expect(store.unreadable()).toEqual([]);
  for (const [trackingId, record] of Object.entries(expected.orders)) expect(store.find(key, trackingId)).toMatchObject(record);
  expect(store.unseen(key).map(({ trackingId }) => trackingId)).toEqual(expected.unseen);
  expect(store.unfinished(key).map(({ trackingId }) => trackingId)).toEqual(expected.unfinished);
});
