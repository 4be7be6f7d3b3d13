import { describe, expect, test } from 'vitest';
import { isTabBusy, RecordStore } from '../../../src/flow/record/record-store.js';
import { rows } from '../../../src/flow/record/journal.js';
import { ManualClock } from '../../clock/manual-clock.js';
import { MemoryStorage } from '../rig/rig.js';
import { attempt, next, open, START } from './stored-attempts.js';

// Which entries are written, kept, and read: a page may have thousands of them, and other code may have changed any.

const DAY = 24 * 3_600_000;
const NAME = 'checkout-elements:p2p:key-1:order-1:attempt-1';

/** A storage that counts which entries are read. */
class Counting extends MemoryStorage {
  readonly read: string[] = [];

  override getItem(key: string): string | null {
    this.read.push(key);
    return super.getItem(key);
  }
}

/** The phases on record of the first attempt in a storage. */
const phasesIn = (storage: MemoryStorage, name = NAME): string[] =>
  [...storage.entries.keys()].filter((each) => each.startsWith(`${name}:`)).map((each) => each.slice(name.length + 1));

const failed = rows.ended({ ...attempt, order: 1, at: START + 1000 });

describe('who looks for payments that have not ended', () => {
  test.each(['successful', 'failed', 'withdrawn'])('reads nothing of an order of which the names say that it was %s', (phase) => {
    const local = new Counting();
    local.entries.set(`${NAME}:${phase}`, failed);
    expect(open({ local }).store.unfinished('key-1')).toEqual([]);
    expect(local.read).toEqual([]);
  });

  test.each([['sent'], ['failed', 'repeated.5'], ['successful', 'unheard-of']])(
    'reads it where the names leave that open: %s',
    (...phases) => {
      const local = new Counting();
      for (const phase of phases) local.entries.set(`${NAME}:${phase}`, failed);
      open({ local }).store.unfinished('key-1');
      expect(local.read).toContain(`${NAME}:${phases[0]}`);
    },
  );

  test('gets no attempt whose failure came after its last copy left', () => {
    const { store, local } = open();
    local.entries.set(`${NAME}:repeated.${START}`, rows.moment(START));
    local.entries.set(`${NAME}:failed`, failed);
    expect(store.find('key-1', 'order-1')).toMatchObject({ outcome: 'failed' });
    expect(store.unfinished('key-1')).toEqual([]);
  });

  test('gets nothing of an order that another attempt has decided', () => {
    for (const outcome of ['successful', 'failed'] as const) {
      const { store } = open();
      store.begin('key-1', attempt);
      store.begin('key-1', next(2));
      store.write('key-1', next(2), 'ended', { outcome });
      expect(store.unfinished('key-1')).toEqual([]);
    }
  });

  test('at every shop finds unreadable ones without reading those that have ended', () => {
    const local = new Counting();
    local.entries.set(`${NAME}:successful`, 'unreadable');
    local.entries.set('checkout-elements:p2p:key-1:order-2:attempt-2:sent', 'unreadable');
    const { store } = open({ local });
    expect(store.unreadableOpen().map(({ trackingId }) => trackingId)).toEqual(['order-2']);
    expect(local.read.filter((name) => name.startsWith(NAME))).toEqual([]);
  });

  test('unseen by a form reads those alone', () => {
    const local = new Counting();
    local.entries.set(`${NAME}:failed`, failed);
    expect(open({ local }).store.unseen('key-1')).toEqual([]);
    expect(local.read).toEqual([]);
  });

  test('in this tab looks at every attempt of its order', () => {
    const { store, local, tab } = open();
    store.begin('key-1', attempt);
    store.write('key-1', attempt, 'ended', { outcome: 'failed' });
    store.begin('key-1', next(2));
    expect([...tab.entries.keys()]).toContain('checkout-elements-tab:p2p:key-1');
    expect(isTabBusy('p2p', { local, tab })).toBe(true);
    store.write('key-1', next(2), 'ended', { outcome: 'successful' });
    expect(isTabBusy('p2p', { local, tab })).toBe(false);
    local.entries.clear();
    expect(isTabBusy('p2p', { local, tab })).toBe(false);
  });
});

describe('an attempt on record', () => {
  test('that has ended is read once, and again when another tab has added to it', () => {
    const local = new Counting();
    const { store, time } = open({ local });
    store.write('key-1', attempt, 'ended', { outcome: 'failed' });
    expect(store.find('key-1', 'order-1')).toMatchObject({ outcome: 'failed' });
    local.read.length = 0;
    expect(store.find('key-1', 'order-1')).toMatchObject({ outcome: 'failed' });
    expect(local.read).toEqual([]);

    open({ local, time }).store.write('key-1', attempt, 'ended', { outcome: 'successful' });
    expect(store.find('key-1', 'order-1')).toMatchObject({ outcome: 'successful' });
  });

  test('is read again when a later release has added what this one does not know', () => {
    const { store, local } = open();
    store.write('key-1', attempt, 'ended', { outcome: 'failed' });
    expect(store.find('key-1', 'order-1')).toMatchObject({ outcome: 'failed' });
    local.entries.set(`${NAME}:reversed`, '1|5');
    expect(store.find('key-1', 'order-1')).toBeUndefined();
    expect(store.unreadable()).toHaveLength(1);
  });

  test('that has not ended is read once, whatever other code makes of its entries, and again when one is added', () => {
    const local = new Counting();
    const { store, time } = open({ local });
    store.begin('key-1', attempt);
    expect(store.find('key-1', 'order-1')).toMatchObject({ phase: 'sent' });
    local.read.length = 0;
    local.entries.set(`${NAME}:sent`, rows.sent({ ...attempt, order: 1, amount: 5 }));
    expect(store.find('key-1', 'order-1')).toMatchObject({ phase: 'sent', amount: attempt.amount });
    expect(local.read).toEqual([]);

    open({ local, time }).store.write('key-1', { ...attempt, jobId: 'job-1' }, 'accepted');
    expect(store.find('key-1', 'order-1')).toMatchObject({ phase: 'accepted', jobId: 'job-1' });
  });

  test('that can’t be read is read each time', () => {
    const { store, local } = open();
    local.entries.set(`${NAME}:sent`, 'unreadable');
    expect(store.find('key-1', 'order-1')).toBeUndefined();
    local.entries.set(`${NAME}:sent`, rows.sent({ ...attempt, order: 1 }));
    expect(store.find('key-1', 'order-1')).toMatchObject({ phase: 'sent' });
  });

  test('that has ended has no other entry in any storage, however far it had got', () => {
    for (const [phase, outcome] of [
      ['ended', 'successful'],
      ['ended', 'failed'],
      ['withdrawn', undefined],
    ] as const) {
      const { store, local, tab } = open();
      const whole = { ...attempt, jobId: 'job-1', uid: 'uid-1', repeatedAt: START };
      store.begin('key-1', attempt);
      store.write('key-1', whole, 'answered');
      store.write('key-1', whole, 'authentication');
      expect(phasesIn(local)).toHaveLength(6);
      store.write('key-1', whole, phase, { outcome });
      expect([phasesIn(local), phasesIn(tab)]).toEqual([[outcome ?? phase], [outcome ?? phase]]);
    }
  });

  test('keeps the others where its last one could not be stored', () => {
    const { store, local } = open();
    store.begin('key-1', attempt);
    local.refuses = 'writes';
    expect(store.write('key-1', attempt, 'ended', { outcome: 'successful' })).toBe(false);
    expect(phasesIn(local)).toEqual(['sent']);
  });

  test.each(['successful', 'failed'] as const)('%s takes no entry that says less', (outcome) => {
    const { store, local } = open();
    store.write('key-1', attempt, 'ended', { outcome });
    store.write('key-1', { ...attempt, jobId: 'job-2' }, 'accepted');
    store.write('key-1', attempt, 'answered');
    if (outcome === 'successful') store.write('key-1', attempt, 'sent');
    store.markSeen('key-1', 'order-1');
    expect(phasesIn(local)).toEqual([outcome]);
  });

  test('that failed, and is sent again, has not', () => {
    const { store, local } = open();
    store.write('key-1', attempt, 'ended', { outcome: 'failed' });
    store.write('key-1', { ...attempt, repeatedAt: START + 5000 }, 'sent');
    expect(phasesIn(local)).toEqual(['failed', 'sent', `repeated.${START + 5000}`]);
    expect(store.find('key-1', 'order-1')).toMatchObject({ phase: 'sent' });
  });

  test('that failed twice counts from the second time', () => {
    const { store, local } = open();
    local.entries.set(`${NAME}:failed.2`, rows.ended({ ...attempt, order: 1, at: START + 3000 }));
    local.entries.set(`${NAME}:failed`, failed);
    local.entries.set(`${NAME}:repeated.${START + 2000}`, rows.moment(START + 2000));
    expect(store.find('key-1', 'order-1')).toMatchObject({ outcome: 'failed', writtenAt: START + 3000 });
    const other = open();
    other.local.entries.set(`${NAME}:failed`, failed);
    other.local.entries.set(`${NAME}:failed.2`, rows.ended({ ...attempt, order: 1, at: START + 3000 }));
    other.local.entries.set(`${NAME}:repeated.${START + 2000}`, rows.moment(START + 2000));
    expect(other.store.find('key-1', 'order-1')).toMatchObject({ outcome: 'failed', writtenAt: START + 3000 });
  });
});

describe('an entry that can’t be read', () => {
  test('is no failure', () => {
    const { store, local } = open();
    store.begin('key-1', attempt);
    local.entries.set(`${NAME}:failed`, 'unreadable');
    expect(store.find('key-1', 'order-1')).toMatchObject({ phase: 'sent', outcome: undefined, answeredAt: undefined });
  });

  test('is perhaps a success: nothing beside it counts, and the merchant’s server does not end it', () => {
    const { store, local } = open();
    store.begin('key-1', attempt);
    local.entries.set(`${NAME}:successful`, 'unreadable');
    expect(store.find('key-1', 'order-1')).toBeUndefined();
    expect(store.unreadable()).toHaveLength(1);
    store.dismiss(store.unreadable()[0]!);
    expect(store.unreadable()).toHaveLength(1);
  });

  test.each([['noticed'], ['seen'], ['unseen'], ['noticed', 'unseen']])(
    'is no attempt, if only marks are left: %s',
    (...marks) => {
      const { store, local } = open();
      for (const mark of marks) local.entries.set(`${NAME}:${mark}`, rows.moment(START));
      expect([store.find('key-1', 'order-1'), ...store.unreadable(), ...store.everywhere(), ...store.unseen('key-1')]).toEqual([
        undefined,
      ]);
      // And it is removed after a day.
      open({ local, time: new ManualClock(START + DAY - 1) }).store.begin('key-2', next(2, { trackingId: 'other' }));
      expect(phasesIn(local)).toEqual(marks);
      open({ local, time: new ManualClock(START + DAY) }).store.begin('key-2', next(3, { trackingId: 'third' }));
      expect(phasesIn(local)).toEqual([]);
    },
  );

  test('has another number of parts in its name', () => {
    const { store, local } = open();
    local.entries.set(`${NAME}:sent:more`, rows.sent({ ...attempt, order: 1 }));
    local.entries.set(NAME, rows.sent({ ...attempt, order: 1 }));
    expect([...store.everywhere(), ...store.unreadable()]).toEqual([]);
  });
});

test('a row ends with its last value, and cards that are not known are none', () => {
  const base = { ...attempt, order: 1, source: {}, recipient: {} };
  expect(rows.sent(base)).toBe(`1|1|${START}|10000|USD`);
  expect(rows.ended({ ...base, at: START })).toBe(`1|1|${START}|10000|USD||||a`);
  expect(rows.readSent(rows.sent(base))).toMatchObject({ source: {}, recipient: {} });
  expect(rows.readSent(rows.sent(base))!.source).toEqual({});
  expect(rows.readSent(rows.sent(base))!.recipient).toEqual({});
});

describe('the tab’s own storage', () => {
  test('gets what its own attempts come to, and nothing of others', () => {
    const { store, local, tab } = open();
    const other = open({ local }).store;
    store.begin('key-1', attempt);
    other.begin('key-1', next(2, { trackingId: 'order-2' }));
    store.write('key-1', next(2, { trackingId: 'order-2' }), 'ended', { outcome: 'failed' });
    expect(phasesIn(tab, 'checkout-elements:p2p:key-1:order-2:attempt-2')).toEqual([]);
    store.write('key-1', attempt, 'ended', { outcome: 'failed' });
    expect(phasesIn(tab)).toEqual(['failed']);
  });

  test('alone forgets no earlier attempt of an order', () => {
    const tab = new MemoryStorage();
    tab.limit = 3;
    const store = new RecordStore('p2p', { local: undefined, tab, clock: new ManualClock() });
    store.begin('key-1', attempt);
    store.write('key-1', attempt, 'ended', { outcome: 'successful' });
    tab.limit = tab.entries.size;
    store.begin('key-1', next(2));
    expect(store.find('key-1', 'order-1')).toMatchObject({ id: 'attempt-1', outcome: 'successful' });
  });
});

test('what is stored already is not stored again', () => {
  const { store, local } = open();
  store.begin('key-1', attempt);
  store.write('key-1', { ...attempt, jobId: 'job-1' }, 'accepted');
  store.write('key-1', { ...attempt, jobId: 'job-1' }, 'authentication');
  expect(local.written).toHaveLength(3);
});

describe('where the gateway named its time when the payment was sent, and has not since', () => {
  test('a success counts for 30 days, and everything else for a day', () => {
    for (const [phase, outcome] of [
      ['ended', 'successful'],
      ['ended', 'failed'],
      ['authentication', undefined],
    ] as const) {
      const { store, local } = open();
      store.write('key-1', { ...attempt, ahead: 5 }, phase, { outcome });
      const later = open({ local, time: new ManualClock(START + 2 * DAY) }).store;
      expect(later.find('key-1', 'order-1') !== undefined).toBe(outcome === 'successful');
      expect(later.everywhere()).toHaveLength(outcome === 'failed' ? 0 : 1);
    }
  });
});
