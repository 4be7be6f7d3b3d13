import { describe, expect, test } from 'vitest';
import { isRecordName, type PaymentRecord } from '../../../src/flow/record/payment-record.js';
import { RecordStore } from '../../../src/flow/record/record-store.js';
import type { Attempt } from '../../../src/flow/state.js';
import { ManualClock } from '../../clock/manual-clock.js';
import { MemoryStorage } from '../rig/rig.js';

// What a page knows from localStorage and sessionStorage together, each of which may refuse, and from records of other tabs,
// kinds of payment and shops in them.

const HOUR = 3_600_000;

function open({ kind = 'p2p', local = new MemoryStorage(), tab = new MemoryStorage(), time = new ManualClock() } = {}) {
  return { store: new RecordStore(kind, { local, tab, clock: time }), local, tab, time };
}

const attempt: Attempt = {
  id: 'attempt-1',
  trackingId: 'order-1',
  amount: 10_000,
  currency: 'USD',
  startedAt: new ManualClock().now(),
  source: { brand: 'visa', last4: '0000' },
  recipient: {},
};

/** How many records the tab's storage has; it also holds the id of the tab's own attempt. */
const countOf = (tab: MemoryStorage): number => [...tab.entries.keys()].filter((name) => isRecordName(name)).length;

const ids = (records: readonly PaymentRecord[]): string[] => records.map(({ tracking_id: id }) => id);

describe('an attempt that another tab may have ended', () => {
  const given = () => {
    const all = open();
    all.store.write('key-1', attempt, 'accepted');
    return { ...all, one: all.store.find('key-1', 'order-1')! };
  };

  test('is settled once, as unseen, for a day from then on', async () => {
    const { store, time, one, local } = given();
    await time.advance(HOUR);
    expect(store.settle('key-1', one, 'successful', 'uid-1')).toBe(true);
    expect(local.records).toMatchObject([
      { phase: 'ended', outcome: 'successful', unseen: true, uid: 'uid-1', expires_at: time.now() + 24 * HOUR },
    ]);
    expect(store.settle('key-1', one, 'failed')).toBe(false);
    expect(store.find('key-1', 'order-1')?.outcome).toBe('successful');
  });

  test('keeps the gateway’s id it had', () => {
    const { store } = given();
    store.write('key-1', { ...attempt, uid: 'uid-0' }, 'accepted');
    store.settle('key-1', store.find('key-1', 'order-1')!, 'failed');
    expect(store.find('key-1', 'order-1')).toMatchObject({ outcome: 'failed', uid: 'uid-0' });
  });

  test('is left alone when it is gone, or when a later attempt has its id', () => {
    const { store, one, local, tab } = given();
    store.begin('key-1', { ...attempt, id: 'attempt-2' });
    expect(store.settle('key-1', one, 'failed')).toBe(false);
    expect(store.find('key-1', 'order-1')?.phase).toBe('sent');
    local.entries.clear();
    tab.entries.clear();
    expect(store.settle('key-1', one, 'failed')).toBe(false);
    expect(store.find('key-1', 'order-1')).toBeUndefined();
  });
});

describe('records of the shop', () => {
  test('are those of every kind with its key, without expired ones and entries of others', async () => {
    const { store, local, time } = open();
    const orders = open({ kind: 'order:prd_1', local, time }).store;
    orders.write('key-1', { ...attempt, trackingId: 'old' }, 'sent');
    await time.advance(HOUR);
    orders.write('key-1', { ...attempt, trackingId: 'order' }, 'sent');
    orders.write('key-2', { ...attempt, trackingId: 'stranger' }, 'sent');
    store.write('key-1', { ...attempt, trackingId: 'transfer' }, 'sent');
    store.write('key-2', { ...attempt, trackingId: 'other' }, 'sent');
    const [text = ''] = local.entries.values();
    local.entries.set('elsewhere:order:prd_1:key-1:x', text);
    local.entries.set('checkout-elements:order:prd_1:key-1:broken', '{');
    expect(ids(store.ofShop('key-1'))).toEqual(['transfer', 'old', 'order']);
    await time.advance(23 * HOUR);
    expect(ids(store.ofShop('key-1'))).toEqual(['transfer', 'order']);
    await time.advance(HOUR);
    expect(store.ofShop('key-1')).toEqual([]);
  });
});

test('an order of another key is found only under its own id, while it lives, among records of this kind', async () => {
  const { store, local, time } = open();
  open({ kind: 'plan', local, time }).store.write('key-1', attempt, 'sent');
  expect(store.findOrder('key-2', 'order-1', attempt)).toBeUndefined();
  store.write('key-1', attempt, 'sent');
  expect(store.findOrder('key-2', 'order-1', attempt)?.kind).toBe('p2p');
  expect(store.findOrder('key-2', 'er-1', attempt)).toBeUndefined();
  await time.advance(24 * HOUR);
  expect(store.findOrder('key-2', 'order-1', attempt)).toBeUndefined();
});

test('an earlier failure is kept with its own time, over several attempts', () => {
  const { store } = open();
  const [one, two, three] = [1, 2, 3].map((number) => ({ ...attempt, id: `attempt-${number}`, startedAt: number }));
  store.write('key-1', one!, 'ended', { outcome: 'failed' });
  store.begin('key-1', two!);
  expect(store.find('key-1', 'order-1')?.failed_before).toBe(1);
  store.write('key-1', two!, 'ended', { outcome: 'failed' });
  expect(store.find('key-1', 'order-1')?.failed_before).toBe(1);
  store.begin('key-1', three!);
  expect(store.find('key-1', 'order-1')?.failed_before).toBe(2);
  store.write('key-2', { ...attempt, startedAt: 1 }, 'sent');
  expect(store.find('key-2', 'order-1')).not.toHaveProperty('failed_before');
});

test('expired records are removed when all are listed, failures only once nothing asks for them', async () => {
  const { store, local, time } = open();
  store.write('key-1', attempt, 'ended', { outcome: 'failed' });
  await time.advance(HOUR);
  expect(store.all('key-1')).toEqual([]);
  expect(local.records).toHaveLength(1);
  await time.advance(23 * HOUR);
  expect(store.all('key-1')).toEqual([]);
  expect(local.records).toEqual([]);
});

test('a page that may only use the tab’s storage keeps its records there', () => {
  const { store, local, tab } = open();
  local.refuses = 'everything';
  expect(store.begin('key-1', attempt)).toBe(true);
  expect(local.records).toEqual([]);
  expect(store.find('key-1', 'order-1')?.phase).toBe('sent');
  expect(ids(open({ local, tab }).store.unfinished('key-1'))).toEqual(['order-1']);
});

test('of two records of one attempt the later one counts, whichever storage has it', async () => {
  for (const first of ['local', 'tab'] as const) {
    const all = open();
    const [earlier, later] = first === 'local' ? [all.local, all.tab] : [all.tab, all.local];
    new RecordStore('p2p', { local: earlier, tab: undefined, clock: all.time }).write('key-1', attempt, 'sent');
    await all.time.advance(1000);
    new RecordStore('p2p', { local: later, tab: undefined, clock: all.time }).write('key-1', attempt, 'authentication');
    expect(all.store.find('key-1', 'order-1')?.phase).toBe('authentication');
    expect(ids(all.store.all('key-1'))).toEqual(['order-1']);
  }
});

test('the sender keeps a second copy in its tab, for when the shared storage is emptied', () => {
  const { store, local, tab } = open();
  store.begin('key-1', attempt);
  store.write('key-1', attempt, 'accepted');
  expect(countOf(tab)).toBe(1);
  local.entries.clear();
  expect(store.find('key-1', 'order-1')).toMatchObject({ phase: 'accepted' });
  expect(ids(store.unfinished('key-1'))).toEqual(['order-1']);
});

test('a tab that only follows an attempt keeps no copy of it', () => {
  const { store, local, time } = open();
  store.begin('key-1', attempt);
  const other = open({ local, time });
  other.store.write('key-1', attempt, 'accepted');
  expect(countOf(other.tab)).toBe(0);
});

test('a newer attempt with the same tracking id is not overwritten, and counts in every tab', () => {
  const { store, local, time } = open();
  store.begin('key-1', attempt);
  const other = open({ local, time });
  other.store.begin('key-1', { ...attempt, id: 'attempt-2' });
  expect(store.write('key-1', attempt, 'ended', { outcome: 'failed' })).toBe('replaced');
  expect(store.find('key-1', 'order-1')).toMatchObject({ attempt: 'attempt-2', phase: 'sent' });
  expect(other.store.find('key-1', 'order-1')).toMatchObject({ attempt: 'attempt-2', phase: 'sent' });
});

test('a withdrawn attempt is found nowhere, and can be told from an emptied storage', () => {
  const { store, local, tab, time } = open();
  store.begin('key-1', { ...attempt, uid: 'uid-1' });
  store.write('key-1', { ...attempt, uid: 'uid-1' }, 'withdrawn');
  expect(store.find('key-1', 'order-1')).toBeUndefined();
  expect(store.findOfTab('key-1')).toBeUndefined();
  expect(store.findByUid('uid-1')).toBeUndefined();
  expect(store.findOrder('key-2', 'order-1', attempt)).toBeUndefined();
  expect([...store.all('key-1'), ...open({ kind: 'plan', local, time }).store.ofShop('key-1')]).toEqual([]);
  expect(store.isWithdrawn('key-1', attempt)).toBe(true);
  expect(store.isWithdrawn('key-1', { ...attempt, id: 'attempt-2' })).toBe(false);
  local.entries.clear();
  expect(store.isWithdrawn('key-1', attempt)).toBe(true);
  tab.entries.clear();
  expect(store.isWithdrawn('key-1', attempt)).toBe(false);
});

test('an outcome that no storage accepted is seen as well', () => {
  const { store, local, tab } = open();
  local.refuses = tab.refuses = 'everything';
  store.write('key-1', attempt, 'ended', { outcome: 'successful', unseen: true });
  expect(ids(store.unseen('key-1'))).toEqual(['order-1']);
  store.markSeen('key-1', 'order-1');
  expect(store.unseen('key-1')).toEqual([]);
});

const PHASES = ['sent', 'accepted', 'authentication', 'ended'] as const;

test.each(PHASES.slice(1).map((later, index) => [PHASES[index]!, later] as const))(
  'of two copies, one %s and one %s, the later is right',
  (earlier, later) => {
    for (const isTabAhead of [true, false]) {
      const { local, tab, time } = open();
      open({ local, time }).store.write('key-1', attempt, isTabAhead ? earlier : later);
      open({ local: tab, time }).store.write('key-1', attempt, isTabAhead ? later : earlier);
      expect(open({ local, tab, time }).store.find('key-1', 'order-1')?.phase).toBe(later);
    }
  },
);

test('of two attempts with one id, the one in the shared storage is right, however far the other has got', () => {
  const { store, local, tab, time } = open();
  store.begin('key-1', attempt);
  store.write('key-1', attempt, 'accepted');
  open({ local, time }).store.begin('key-1', { ...attempt, id: 'attempt-2' });
  expect(countOf(tab)).toBe(1);
  expect(store.find('key-1', 'order-1')).toMatchObject({ attempt: 'attempt-2', phase: 'sent' });
});

test('a storage that refuses a record does not keep the older attempt’s in its place', () => {
  const { store, local, tab, time } = open();
  store.begin('key-1', attempt);
  local.refuses = 'writes';
  store.begin('key-1', { ...attempt, id: 'attempt-2' });
  expect(local.records).toEqual([]);
  expect(open({ local, tab, time }).store.find('key-1', 'order-1')).toMatchObject({ attempt: 'attempt-2' });
});

test('after an outcome was marked as seen, another tab’s newer attempt is still found', () => {
  const { store, local, time } = open();
  store.write('key-1', attempt, 'ended', { outcome: 'failed', unseen: true });
  store.markSeen('key-1', 'order-1');
  open({ local, time }).store.begin('key-1', { ...attempt, id: 'attempt-2' });
  expect(store.find('key-1', 'order-1')).toMatchObject({ attempt: 'attempt-2', phase: 'sent' });
});

test('an outcome that is settled is not copied into a tab that did not send it', () => {
  const { local, time } = open();
  open({ local, time }).store.begin('key-1', attempt);
  const other = open({ local, time });
  expect(other.store.settle('key-1', other.store.find('key-1', 'order-1')!, 'successful')).toBe(true);
  expect(countOf(other.tab)).toBe(0);
});

test('an attempt that is withdrawn leaves the tab’s current one in place', () => {
  const { store } = open();
  store.begin('key-1', attempt);
  store.begin('key-1', { ...attempt, id: 'attempt-2', trackingId: 'order-2' });
  store.write('key-1', attempt, 'withdrawn');
  expect(store.findOfTab('key-1')).toMatchObject({ attempt: 'attempt-2' });
});
