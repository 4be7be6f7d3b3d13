import { describe, expect, test } from 'vitest';
import { phaseIn } from '../../../src/flow/record/journal.js';
import { attemptOf, type PaymentRecord } from '../../../src/flow/record/payment-record.js';
import { isTabBusy, RecordStore } from '../../../src/flow/record/record-store.js';
import { ManualClock } from '../../clock/manual-clock.js';
import { MemoryStorage } from '../rig/rig.js';
import { aheadBy, attempt, next, open, START } from './stored-attempts.js';

// What a page knows from localStorage and sessionStorage together, each of which may refuse, be full or be emptied, and from entries of
// other tabs, kinds of payment, shops and releases in them.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const ids = (records: readonly PaymentRecord[]): string[] => records.map(({ trackingId }) => trackingId);
/** How many entries a storage has; the tab's also holds the id of its own attempt. */
const countOf = (storage: MemoryStorage): number =>
  [...storage.entries.keys()].filter((name) => name.startsWith('checkout-elements:')).length;

test('an entry has exactly the designed form, and of a card only the brand and the last four digits', () => {
  const { store, local } = open();
  expect(store.begin('a-key-of-a-shop', { ...attempt, trackingId: 'a:b.c', ahead: -340 })).toBe(true);
  expect(store.write('a-key-of-a-shop', { ...attempt, trackingId: 'a:b.c', jobId: 'job-1', uid: 'uid-1' }, 'accepted')).toBe(
    true,
  );
  expect(Object.fromEntries(local.entries)).toEqual({
    'checkout-elements:p2p:a-key-of:a%3ab%2ec:attempt-1:sent': `1|1|${START}|10000|USD|visa 0000| 1006|-dea`,
    'checkout-elements:p2p:a-key-of:a%3ab%2ec:attempt-1:accepted': `1|${START}|job-1`,
    'checkout-elements:p2p:a-key-of:a%3ab%2ec:attempt-1:identified.uid-1': `1|${START}`,
  });
  expect(attemptOf(store.find('a-key-of-a-shop', 'a:b.c')!)).toEqual({
    ...attempt,
    trackingId: 'a:b.c',
    ahead: -340,
    source: { brand: 'visa', last4: '0000' },
    recipient: { last4: '1006' },
    repeatedAt: undefined,
    jobId: 'job-1',
    uid: 'uid-1',
  });
});

test('what has ended is one entry, with everything that was known', () => {
  const { store, local, tab, time } = open();
  store.begin('key-1', attempt);
  store.write('key-1', { ...attempt, jobId: 'job-1', repeatedAt: START + 5 }, 'authentication');
  store.write('key-1', { ...attempt, jobId: 'job-1', uid: 'u|1', repeatedAt: START + 5 }, 'ended', { outcome: 'failed' });
  expect(Object.fromEntries(local.entries)).toEqual({
    'checkout-elements:p2p:key-1:order-1:attempt-1:failed': `1|1|${START}|10000|USD|visa 0000| 1006||a|u%7c1|job-1|a|f`,
  });
  expect(countOf(tab)).toBe(1);
  expect(store.find('key-1', 'order-1')).toMatchObject({
    phase: 'ended',
    outcome: 'failed',
    uid: 'u|1',
    jobId: 'job-1',
    repeatedAt: START + 5,
    answeredAt: START,
    writtenAt: time.now(),
    isUnseen: false,
  });
});

test('a clock with fractions of a millisecond writes rows that can be read', () => {
  const { store, local } = open({ time: new ManualClock(START + 0.5) });
  store.begin('key-1', { ...attempt, startedAt: START + 0.5, ahead: -0.5 });
  store.write('key-1', { ...attempt, startedAt: START + 0.5, repeatedAt: START + 7.25 }, 'ended', { outcome: 'failed' });
  expect(store.find('key-1', 'order-1')).toMatchObject({ outcome: 'failed', repeatedAt: START + 6 });
  expect([...local.entries.values()].join()).not.toContain('%2e');
});

test('10,000 attempts that have ended take at most 2 MB', () => {
  const local = new MemoryStorage();
  const uuid = (number: number): string => `0b5fa9c8-58cc-4372-a567-${String(number).padStart(12, '0')}`;
  // The names are all that grows with their number: a thousand stand for ten thousand.
  const { store } = open({ local, time: new ManualClock(1_764_248_855_123) });
  for (let number = 0; number < 1000; number += 1) {
    const one = {
      ...next(number),
      id: 'k3Jd-x',
      trackingId: uuid(number),
      ahead: -340,
      recipient: { brand: 'visa', last4: '1006' },
    } as const;
    store.write(
      '0123456789abcdef',
      { ...one, startedAt: 1_764_248_853_000, uid: uuid(number), jobId: '6574c1a2f4b1c2d3e4f5a6b7' },
      'ended',
      {
        outcome: number % 2 ? 'failed' : 'successful',
      },
    );
  }
  const size = [...local.entries].reduce((sum, [name, text]) => sum + name.length + text.length, 0);
  expect(local.entries.size).toBe(1000);
  expect(size * 10).toBeLessThanOrEqual(2 * 1024 * 1024);
});

test.each(['.', '..', 'a\ud800', '', 'x'.repeat(256)])('a job id that cannot be one is left out: %j', (jobId) => {
  const { store } = open();
  store.write('key-1', { ...attempt, jobId, uid: 'uid-1' }, 'accepted');
  expect(store.find('key-1', 'order-1')).toMatchObject({ phase: 'accepted', uid: 'uid-1', jobId: undefined });
});

describe('a final word', () => {
  test('that was a success stands, whatever is recorded later, and in every tab', () => {
    for (const later of ['failed', 'successful'] as const) {
      const { store, local } = open();
      store.begin('key-1', attempt);
      store.write('key-1', attempt, 'ended', { outcome: 'successful' });
      store.write('key-1', { ...attempt, uid: 'uid-2' }, 'ended', { outcome: later });
      const other = open({ local }).store;
      expect(other.settle(other.find('key-1', 'order-1')!, 'failed')).toBe(false);
      expect(other.find('key-1', 'order-1')).toMatchObject({ outcome: 'successful', uid: undefined });
      expect(local.entries.size).toBe(1);
    }
  });

  test('that was a failure becomes a success, never the reverse', () => {
    const { store } = open();
    store.write('key-1', attempt, 'ended', { outcome: 'failed' });
    expect(store.settle(store.find('key-1', 'order-1')!, 'successful', 'uid-9')).toBe(true);
    expect(store.find('key-1', 'order-1')).toMatchObject({ outcome: 'successful', uid: 'uid-9' });
  });

  test('of an earlier attempt that has paid decides the order, however new another attempt is', () => {
    const { store } = open();
    store.begin('key-1', attempt);
    store.begin('key-1', next(2));
    store.write('key-1', attempt, 'ended', { outcome: 'successful' });
    expect(store.find('key-1', 'order-1')).toMatchObject({ id: 'attempt-1', outcome: 'successful' });
    store.write('key-1', next(2), 'ended', { outcome: 'failed' });
    expect(store.find('key-1', 'order-1')).toMatchObject({ id: 'attempt-1', outcome: 'successful' });
  });

  test('that was a failure is void once another copy of the request has left', async () => {
    const { store, time } = open();
    store.begin('key-1', attempt);
    store.write('key-1', attempt, 'ended', { outcome: 'failed' });
    await time.advance(1000);
    store.write('key-1', { ...attempt, repeatedAt: time.now() }, 'sent');
    expect(store.find('key-1', 'order-1')).toMatchObject({ phase: 'sent', outcome: undefined, repeatedAt: time.now() });
    await time.advance(1000);
    store.write('key-1', { ...attempt, repeatedAt: START + 1000 }, 'ended', { outcome: 'failed' });
    expect(store.find('key-1', 'order-1')).toMatchObject({ phase: 'ended', outcome: 'failed' });
  });
});

test('a late answer changes nothing about an attempt that has ended', () => {
  const { store, local } = open();
  store.begin('key-1', attempt);
  store.write('key-1', attempt, 'ended', { outcome: 'failed', unseen: true });
  for (const phase of ['accepted', 'authentication'] as const) {
    expect(store.write('key-1', { ...attempt, jobId: 'late' }, phase)).toBe(true);
    expect(store.unseen('key-1')).toMatchObject([{ phase: 'ended', outcome: 'failed', jobId: undefined }]);
  }
  expect(local.entries.size).toBe(2);
});

test('an earlier failure of an id is known for a day, over attempts that were withdrawn and began since', async () => {
  const { store, time } = open();
  store.begin('key-1', attempt);
  store.write('key-1', attempt, 'ended', { outcome: 'failed' });
  expect(store.hasFailed('key-1', attempt)).toBe(false);
  store.begin('key-1', next(2));
  store.write('key-1', next(2), 'withdrawn');
  await time.advance(20 * 60_000);
  expect(store.find('key-1', 'order-1')).toBeUndefined();
  store.begin('key-1', next(3, { startedAt: time.now() }));
  expect(store.hasFailed('key-1', next(3))).toBe(true);
  expect(store.find('key-1', 'order-1')).toMatchObject({ id: 'attempt-3', outcome: undefined });
  expect(store.hasFailed('key-1', { ...attempt, trackingId: 'order-2' })).toBe(false);
  expect(store.hasFailed('key-2', next(3))).toBe(false);
});

test('the record of another kind, another shop or another id is not found, and not overwritten', () => {
  const { store, local } = open();
  const plans = open({ kind: 'plan', local }).store;
  store.write('key-1', attempt, 'sent');
  store.write('key-2', attempt, 'ended', { outcome: 'failed' });
  plans.write('key-1', { ...attempt, jobId: 'job-1' }, 'accepted');
  expect(store.find('key-1', 'order-1')?.phase).toBe('sent');
  expect(store.find('key-2', 'order-1')?.phase).toBe('ended');
  expect(plans.find('key-1', 'order-1')?.phase).toBe('accepted');
  expect(store.find('key-1', 'order-2')).toBeUndefined();
  expect(store.find('key-1', 'order')).toBeUndefined();
  expect(
    store
      .everywhere()
      .map(({ kind, key }) => `${kind} ${key}`)
      .toSorted(),
  ).toEqual(['p2p key-1', 'p2p key-2', 'plan key-1']);
});

describe('the newest attempt of an order', () => {
  test('is the one that began last, even if the clock was set back between them', () => {
    const { store, local } = open();
    store.begin('key-1', attempt);
    const other = open({ local, time: new ManualClock(START - 5 * DAY) });
    other.store.begin('key-1', next(2, { startedAt: START - 5 * DAY }));
    expect(other.store.find('key-1', 'order-1')).toMatchObject({ id: 'attempt-2', order: 2, phase: 'sent' });
    other.store.write('key-1', attempt, 'ended', { outcome: 'failed' });
    expect(other.store.find('key-1', 'order-1')).toMatchObject({ id: 'attempt-2', phase: 'sent' });
  });

  test('gives way to the one before when it was withdrawn', () => {
    const { store } = open();
    store.begin('key-1', attempt);
    store.begin('key-1', next(2, { uid: 'uid-2' }));
    store.write('key-1', next(2, { uid: 'uid-2' }), 'withdrawn');
    expect(store.find('key-1', 'order-1')).toMatchObject({ id: 'attempt-1', phase: 'sent' });
    expect(store.withUid('uid-2')).toEqual([]);
    expect(store.isWithdrawn('key-1', next(2))).toBe(true);
    expect(store.isWithdrawn('key-1', attempt)).toBe(false);
  });
});

test('a withdrawn attempt is found nowhere, and can be told from an emptied storage', () => {
  const { store, local, tab, time } = open();
  store.begin('key-1', { ...attempt, uid: 'uid-1' });
  store.write('key-1', { ...attempt, uid: 'uid-1' }, 'withdrawn');
  expect(store.find('key-1', 'order-1')).toBeUndefined();
  expect(store.findOfTab('key-1')).toBeUndefined();
  expect(store.findByUid('uid-1')).toBeUndefined();
  expect([
    ...store.unfinished('key-1'),
    ...open({ kind: 'plan', local, time }).store.everywhere(),
    ...store.unreadable(),
  ]).toEqual([]);
  expect(store.isWithdrawn('key-1', attempt)).toBe(true);
  local.entries.clear();
  expect(open({ local, tab, time }).store.isWithdrawn('key-1', attempt)).toBe(true);
  tab.entries.clear();
  expect(open({ local, tab, time }).store.isWithdrawn('key-1', attempt)).toBe(false);
});

describe('ages', () => {
  test.each([
    ['an open attempt', 'authentication', undefined, DAY, 30 * DAY],
    // A page left open in another tab must not pay the same order again.
    ['a paid one', 'ended', 'successful', DAY, DAY],
    ['a failed one', 'ended', 'failed', HOUR / 4, DAY],
  ] as const)('%s decides for its time, and is removed later', (_, phase, outcome, shown, kept) => {
    const { store, local } = open();
    store.write('key-1', attempt, phase, { outcome });
    const at = (age: number) => open({ local, time: new ManualClock(START + age) }).store;
    expect(at(shown - 1).find('key-1', 'order-1')).toBeDefined();
    expect(at(shown).find('key-1', 'order-1')).toBeUndefined();
    expect(at(shown).unfinished('key-1')).toEqual([]);
    expect(at(kept - 1).everywhere()).toHaveLength(1);
    expect(at(kept).everywhere()).toEqual([]);
    at(kept - 1).begin('key-2', next(2, { trackingId: 'other', startedAt: START + kept }));
    expect(local.records).toHaveLength(2);
    at(kept).begin('key-2', next(3, { trackingId: 'third', startedAt: START + kept }));
    expect(local.records.map(({ id }) => id)).toEqual(['attempt-2', 'attempt-3']);
  });

  test('go by the gateway’s clock: a device whose clock was set forgets nothing', () => {
    const { store, local } = open();
    store.useTimeOf(aheadBy(0));
    store.begin('key-1', { ...attempt, ahead: 0 });
    store.write('key-1', { ...attempt, ahead: 0 }, 'ended', { outcome: 'successful' });
    const later = open({ local, time: new ManualClock(START + 2 * DAY) }).store;
    // The gateway has not named the time yet: the device's clock alone ends no success.
    expect(later.find('key-1', 'order-1')?.outcome).toBe('successful');
    later.useTimeOf(aheadBy(-2 * DAY + 1000));
    expect(later.find('key-1', 'order-1')?.outcome).toBe('successful');
    later.useTimeOf(aheadBy(0));
    expect(later.find('key-1', 'order-1')).toBeUndefined();
  });

  test('an order that failed is not blocked by a clock that was set back', () => {
    const { store, local } = open();
    store.write('key-1', attempt, 'ended', { outcome: 'failed' });
    expect(open({ local, time: new ManualClock(START - 1000) }).store.find('key-1', 'order-1')?.outcome).toBe('failed');
    expect(open({ local, time: new ManualClock(START - HOUR) }).store.find('key-1', 'order-1')).toBeUndefined();
  });

  test('an order of unknown outcome decides, however far the clock was set back', () => {
    const { store, local } = open();
    store.begin('key-1', attempt);
    expect(open({ local, time: new ManualClock(START - 3 * DAY) }).store.find('key-1', 'order-1')?.phase).toBe('sent');
  });
});

test('unfinished() lists this shop’s attempts that have not ended, newest first', () => {
  const { store, time } = open();
  store.write('key-1', next(1, { trackingId: 'a', startedAt: time.now() + 1 }), 'sent');
  store.write('key-1', next(2, { trackingId: 'b', startedAt: time.now() + 3 }), 'authentication');
  store.write('key-1', next(3, { trackingId: 'c', startedAt: time.now() + 2 }), 'ended', { outcome: 'successful' });
  store.write('key-2', next(4, { trackingId: 'd' }), 'sent');
  expect(ids(store.unfinished('key-1'))).toEqual(['b', 'a']);
});

test('a tab finds its own attempt until it leaves it', () => {
  const { store, local, tab } = open();
  store.write('key-1', attempt, 'sent');
  expect(store.findOfTab('key-1')?.trackingId).toBe('order-1');
  expect(isTabBusy('p2p', { local, tab })).toBe(true);
  expect(isTabBusy('p2p', { local, tab: new MemoryStorage() })).toBe(false);
  expect(isTabBusy('plan', { local, tab })).toBe(false);
  expect(open({ local }).store.findOfTab('key-1')).toBeUndefined();
  store.write('key-1', attempt, 'ended', { outcome: 'failed' });
  expect(isTabBusy('p2p', { local, tab })).toBe(false);
  store.forgetInTab('key-1');
  expect(store.findOfTab('key-1')).toBeUndefined();
  expect(store.find('key-1', 'order-1')).toBeDefined();
});

test('an attempt that is withdrawn leaves the tab’s current one in place', () => {
  const { store } = open();
  store.begin('key-1', attempt);
  store.begin('key-1', next(2, { trackingId: 'order-2' }));
  store.write('key-1', attempt, 'withdrawn');
  expect(store.findOfTab('key-1')).toMatchObject({ id: 'attempt-2' });
});

describe('an attempt that can’t be read', () => {
  const NAME = 'checkout-elements:p2p:key-1:order-1:attempt-1:';

  test.each([
    ['no row', 'sent', ''],
    ['another text', 'sent', '{"kind":"p2p"}'],
    ['a later version', 'sent', `2|1|${START}|10000|USD|visa 0000| 1006`],
    ['a value less', 'sent', `1|1|${START}|USD|visa 0000| 1006`],
    ['no currency', 'sent', `1|1|${START}|10000`],
    ['an end without facts', 'successful', 'null'],
    ['a phase of a later release', 'captured', `1|1|${START}`],
    ['a job of an attempt that is gone', 'accepted', `1|${START}|job-1`],
  ])('is of unknown outcome for a day from when it was noticed: %s', async (_, phase, text) => {
    const { store, local, time } = open();
    local.entries.set(NAME + phase, text);
    expect(store.find('key-1', 'order-1')).toBeUndefined();
    expect(store.unfinished('key-1')).toEqual([]);
    const one = { kind: 'p2p', key: 'key-1', trackingId: 'order-1', id: 'attempt-1' };
    expect(store.unreadable()).toMatchObject([one]);
    await time.advance(DAY - 1);
    expect(open({ local, time }).store.unreadable()).toMatchObject([one]);
    await time.advance(1);
    expect(open({ local, time }).store.unreadable()).toEqual([]);
    store.begin('key-1', next(2, { trackingId: 'other', startedAt: time.now() }));
    expect(ids(local.records)).toEqual(['other']);
  });

  test('is forgotten once the merchant’s server has said what became of it', () => {
    const { store, local, time } = open();
    local.entries.set(`${NAME}sent`, '{');
    store.dismiss(store.unreadable()[0]!);
    expect(open({ local, time }).store.unreadable()).toEqual([]);
    expect(local.entries.get(`${NAME}sent`)).toBe('{');
  });

  test('counts from when this page noticed it, where no storage takes that down', async () => {
    const { store, local, tab, time } = open();
    local.entries.set(`${NAME}sent`, '{');
    local.refuses = tab.refuses = 'writes';
    expect(store.unreadable()).toHaveLength(1);
    await time.advance(DAY);
    expect(store.unreadable()).toEqual([]);
  });

  test('is no failure and not withdrawn when a later release knows more of it', () => {
    for (const phase of ['failed', 'withdrawn'] as const) {
      const { store, local } = open();
      store.begin('key-1', attempt);
      local.entries.set(`${NAME}reversed`, '1');
      store.write('key-1', attempt, phase === 'failed' ? 'ended' : 'withdrawn', phase === 'failed' ? { outcome: 'failed' } : {});
      expect([store.find('key-1', 'order-1'), ...store.unreadable()].filter(Boolean)).toHaveLength(1);
      expect(store.isWithdrawn('key-1', attempt)).toBe(false);
    }
  });

  test('is nothing that has another form of name', () => {
    const { store, local } = open();
    local.entries.set('checkout-elements:p2p:key-1:order-1', '{}');
    local.entries.set('elsewhere:p2p:key-1:order-1:attempt-1:sent', '{}');
    expect([...store.unreadable(), ...store.everywhere()]).toEqual([]);
  });
});

describe('storages that refuse', () => {
  test.each(['are emptied', 'take what is written and keep nothing'])('or that %s: the page still knows what it sent', (what) => {
    const { store, local, tab, time } = open();
    if (!what.includes('emptied')) local.setItem = tab.setItem = () => undefined;
    expect(store.begin('key-1', attempt)).toBe(what.includes('emptied'));
    local.entries.clear();
    tab.entries.clear();
    expect(store.find('key-1', 'order-1')?.phase).toBe('sent');
    store.write('key-1', attempt, 'ended', { outcome: 'successful' });
    expect(store.find('key-1', 'order-1')?.outcome).toBe('successful');
    const later = open({ local, tab, time }).store.find('key-1', 'order-1');
    expect(later?.outcome).toBe(what.includes('emptied') ? 'successful' : undefined);
  });

  test.each(['writes', 'everything'] as const)('%s are reported, and this page still knows its records', (refuses) => {
    const { store, local, tab } = open();
    local.refuses = tab.refuses = refuses;
    expect(store.begin('key-1', attempt)).toBe(false);
    expect(store.write('key-1', attempt, 'sent')).toBe(false);
    expect(store.find('key-1', 'order-1')?.phase).toBe('sent');
    expect(ids(store.unfinished('key-1'))).toEqual(['order-1']);
    store.forgetInTab('key-1');
    store.write('key-1', attempt, 'ended', { outcome: 'successful', unseen: true });
    expect(ids(store.unseen('key-1'))).toEqual(['order-1']);
    store.markSeen('key-1', 'order-1');
    expect(store.unseen('key-1')).toEqual([]);
  });

  test('a page that may only use the tab’s storage keeps its records there', () => {
    const { store, local, tab } = open();
    local.refuses = 'everything';
    expect(store.begin('key-1', attempt)).toBe(false);
    expect(store.find('key-1', 'order-1')?.phase).toBe('sent');
    expect(ids(open({ local, tab }).store.unfinished('key-1'))).toEqual(['order-1']);
    expect(new RecordStore('p2p', { local: undefined, tab, clock: new ManualClock() }).begin('key-2', attempt)).toBe(true);
  });

  test.each(['accepted', 'authentication', 'ended'] as const)(
    'a full one keeps what it has of the attempt when it refuses more (%s), and that is reported',
    (phase) => {
      const { store, local, time } = open();
      store.begin('key-1', attempt);
      local.refuses = 'writes';
      expect(store.write('key-1', { ...attempt, jobId: 'job-1' }, phase, { outcome: 'successful' })).toBe(false);
      expect(open({ local, time }).store.find('key-1', 'order-1')).toMatchObject({ id: 'attempt-1', phase: 'sent' });
      expect(store.find('key-1', 'order-1')?.phase).toBe(phase);
    },
  );

  test('a full one does not keep an older attempt as the newest word on an order', () => {
    const { store, local, tab, time } = open();
    store.begin('key-1', attempt);
    store.write('key-1', attempt, 'ended', { outcome: 'failed' });
    local.refuses = 'writes';
    expect(store.begin('key-1', next(2))).toBe(false);
    expect(open({ local, time }).store.find('key-1', 'order-1')).toBeUndefined();
    expect(open({ local, tab, time }).store.find('key-1', 'order-1')).toMatchObject({ id: 'attempt-2' });
  });

  test('a full one that has room for one attempt keeps the success of a newer one', () => {
    const { store, local, time } = open();
    store.begin('key-1', attempt);
    local.entries.clear();
    const other = open({ local, time }).store;
    other.begin('key-1', next(2));
    other.write('key-1', next(2), 'ended', { outcome: 'successful' });
    local.limit = local.entries.size;
    expect(store.write('key-1', { ...attempt, uid: 'uid-1' })).toBe(false);
    expect(open({ local, time }).store.find('key-1', 'order-1')).toMatchObject({ id: 'attempt-2', outcome: 'successful' });
  });

  test.each([
    ['attempt-2', 'attempt-3'],
    ['attempt-3', 'attempt-2'],
  ])('of two attempts that did not know of each other, the same one decides in every tab (%s is listed first)', (...both) => {
    const local = new MemoryStorage();
    for (const id of both) {
      const { store, local: own } = open();
      store.begin('key-1', { ...attempt, id });
      for (const [name, entry] of own.entries) local.setItem(name, entry);
    }
    expect(open({ local }).store.find('key-1', 'order-1')).toMatchObject({ id: 'attempt-3', order: 1 });
  });

  test('a full one gets room from what is of no use any more', async () => {
    const { store, local, time } = open();
    store.write('key-1', next(9, { trackingId: 'old' }), 'ended', { outcome: 'failed' });
    await time.advance(2 * DAY);
    local.limit = 2;
    store.write('key-1', attempt, 'sent');
    expect(store.write('key-1', { ...attempt, jobId: 'job-1' }, 'accepted')).toBe(true);
    expect(ids(local.records)).toEqual(['order-1']);
  });

  test('an entry that a storage accepts later is taken from there', () => {
    const { store, local, tab, time } = open();
    local.refuses = tab.refuses = 'writes';
    store.begin('key-1', attempt);
    local.refuses = tab.refuses = '';
    expect(store.write('key-1', { ...attempt, jobId: 'job-1' }, 'accepted')).toBe(true);
    expect(open({ local, time }).store.find('key-1', 'order-1')).toMatchObject({ phase: 'accepted', jobId: 'job-1' });
  });
});

describe('the tab’s copy', () => {
  test('is kept by the sender, for when the shared storage is emptied, and fills it again', () => {
    const { store, local, tab, time } = open();
    store.begin('key-1', attempt);
    store.write('key-1', { ...attempt, jobId: 'job-1' }, 'accepted');
    expect(countOf(tab)).toBe(2);
    local.entries.clear();
    expect(store.find('key-1', 'order-1')).toMatchObject({ phase: 'accepted' });
    store.write('key-1', { ...attempt, jobId: 'job-1' }, 'authentication');
    expect(open({ local, time }).store.find('key-1', 'order-1')).toMatchObject({ phase: 'authentication', jobId: 'job-1' });
  });

  test('is not made by a tab that only follows an attempt, or settles it', () => {
    const { store, local, time } = open();
    store.begin('key-1', attempt);
    const other = open({ local, time });
    other.store.write('key-1', { ...attempt, jobId: 'job-1' }, 'accepted');
    expect(other.store.settle(other.store.find('key-1', 'order-1')!, 'successful')).toBe(true);
    expect(countOf(other.tab)).toBe(0);
    expect(store.find('key-1', 'order-1')).toMatchObject({ outcome: 'successful' });
  });

  test('gives way to a newer attempt of another tab', () => {
    const { store, local, tab, time } = open();
    store.begin('key-1', attempt);
    store.write('key-1', { ...attempt, jobId: 'job-1' }, 'accepted');
    open({ local, time }).store.begin('key-1', next(2));
    expect(countOf(tab)).toBe(2);
    expect(store.find('key-1', 'order-1')).toMatchObject({ id: 'attempt-2', phase: 'sent' });
  });
});

describe('an outcome that no form showed', () => {
  test('is given to each tab until the payer has seen it in one of them', () => {
    const { store, local, tab, time } = open();
    store.write('key-1', attempt, 'ended', { outcome: 'successful', unseen: true });
    const other = new RecordStore('p2p', { local, tab, clock: time });
    expect(other.unseen('key-1')).toMatchObject([{ trackingId: 'order-1', outcome: 'successful', isUnseen: true }]);
    expect(store.unseen('key-1')).toHaveLength(1);
    other.markSeen('key-1', 'order-1');
    store.markSeen('key-1', 'order-1');
    expect([...store.unseen('key-1'), ...other.unseen('key-1')]).toEqual([]);
    expect(local.records).toMatchObject([{ phase: 'ended', outcome: 'successful', isUnseen: false }]);
  });

  test('is settled once, keeps the gateway’s id, and leaves a newer attempt alone', async () => {
    const { store, local, time } = open();
    store.write('key-1', { ...attempt, uid: 'uid-0' }, 'accepted');
    const one = store.find('key-1', 'order-1')!;
    store.begin('key-1', next(2));
    await time.advance(HOUR);
    expect(store.settle(one, 'failed')).toBe(true);
    expect(store.settle(one, 'failed')).toBe(false);
    expect(store.unseen('key-1')).toMatchObject([{ id: 'attempt-1', outcome: 'failed', uid: 'uid-0', writtenAt: time.now() }]);
    expect(store.find('key-1', 'order-1')).toMatchObject({ id: 'attempt-2', phase: 'sent' });
    local.entries.clear();
    expect(open({ local }).store.settle(one, 'successful')).toBe(false);
  });

  test('that failed is given out for a day, although it is no longer shown as an outcome by then', async () => {
    const { store, time } = open();
    store.write('key-1', attempt, 'ended', { outcome: 'failed', unseen: true });
    await time.advance(23 * HOUR);
    expect(store.find('key-1', 'order-1')).toBeUndefined();
    expect(store.unseen('key-1')).toMatchObject([{ outcome: 'failed' }]);
    await time.advance(HOUR);
    expect(store.unseen('key-1')).toEqual([]);
  });

  test('and that was seen stays seen, even if another tab gets it unseen; the next attempt under its id starts unseen', () => {
    const { store } = open();
    store.write('key-1', attempt, 'ended', { outcome: 'failed' });
    store.write('key-1', attempt, 'ended', { outcome: 'failed', unseen: true });
    expect(store.unseen('key-1')).toEqual([]);
    store.begin('key-1', next(2));
    store.write('key-1', next(2), 'ended', { outcome: 'failed', unseen: true });
    expect(store.unseen('key-1')).toHaveLength(1);
  });

  test('is neither an attempt in flight nor one of another kind or shop', () => {
    const { store, local } = open();
    store.write('key-1', { ...attempt, jobId: 'job-1' }, 'accepted', { unseen: true });
    store.write('key-2', attempt, 'ended', { outcome: 'successful', unseen: true });
    open({ kind: 'order:prd_1', local }).store.write('key-1', attempt, 'ended', { outcome: 'successful', unseen: true });
    expect(store.unseen('key-1')).toEqual([]);
    expect(local.records.filter(({ isUnseen }) => isUnseen)).toHaveLength(2);
  });

  test('is recognized by the name of its entry', () => {
    const { store, local } = open();
    store.write('key-1', attempt, 'ended', { outcome: 'successful', unseen: true });
    expect([...local.entries.keys()].map(phaseIn)).toEqual(['successful', 'unseen']);
    expect([null, 'else:unseen'].map(phaseIn)).toEqual([undefined, undefined]);
    expect(phaseIn('checkout-elements:p2p:key:successful:one:failed.17')).toBe('failed');
  });
});

test('what the gateway calls by a uid is found, of every kind and shop, while it counts', async () => {
  const { store, local, time } = open();
  open({ kind: 'plan', local, time }).store.write('key-2', { ...attempt, uid: 'uid-1' }, 'accepted');
  store.write('key-1', next(2, { uid: 'uid-1', trackingId: 'two' }), 'ended', { outcome: 'failed' });
  expect(store.withUid('uid-1')).toHaveLength(2);
  expect(store.withUid('uid-2')).toEqual([]);
  await time.advance(HOUR);
  expect(store.findByUid('uid-1')).toMatchObject({ kind: 'plan', trackingId: 'order-1' });
  await time.advance(DAY);
  expect(store.findByUid('uid-1')).toBeUndefined();
});
