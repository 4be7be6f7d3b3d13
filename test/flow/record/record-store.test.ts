import { expect, test } from 'vitest';
import { RecordStore } from '../../../src/flow/record/record-store.js';
import { attemptOf, isUnseenEnd } from '../../../src/flow/record/payment-record.js';
import type { Attempt } from '../../../src/flow/state.js';
import { ManualClock } from '../../clock/manual-clock.js';
import { MemoryStorage } from '../rig/rig.js';

const HOUR = 3_600_000;
const clock = new ManualClock();
const attempt: Attempt = {
  id: 'attempt-1',
  trackingId: 'order-1',
  amount: 10_000,
  currency: 'USD',
  startedAt: clock.now(),
  source: { brand: 'visa', bin: '420000', last4: '0000' },
  recipient: { last4: '1006' },
  jobId: 'job-1',
  uid: 'uid-1',
};

function open(
  kind = 'p2p',
  local: MemoryStorage | undefined = new MemoryStorage(),
  tab = new MemoryStorage(),
  time = new ManualClock(),
) {
  return { store: new RecordStore(kind, { local, tab, clock: time }), local, tab, time };
}

test('a record has exactly the designed fields, and of a card only the brand and the last four digits', () => {
  const { store, local, time } = open();
  expect(store.write('key-1', attempt, 'accepted')).toBe('written');
  expect(local.records).toEqual([
    {
      kind: 'p2p',
      key: 'key-1',
      tracking_id: 'order-1',
      attempt: 'attempt-1',
      amount: 10_000,
      currency: 'USD',
      source_last_4: '0000',
      source_brand: 'visa',
      recipient_last_4: '1006',
      phase: 'accepted',
      job_id: 'job-1',
      uid: 'uid-1',
      started_at: time.now(),
      expires_at: time.now() + 24 * HOUR,
    },
  ]);
  expect(attemptOf(store.find('key-1', 'order-1')!)).toEqual({
    ...attempt,
    startedAt: time.now(),
    source: { brand: 'visa', last4: '0000' },
    recipient: { last4: '1006' },
  });
});

test.each(['.', '..', 'a\ud800', '', 'x'.repeat(256)])('a job id that cannot be one is left out: %j', (jobId) => {
  const { store, local } = open();
  store.write('key-1', { ...attempt, jobId }, 'accepted');
  expect(store.find('key-1', 'order-1')).toMatchObject({ phase: 'accepted', uid: 'uid-1' });
  expect(attemptOf(store.find('key-1', 'order-1')!).jobId).toBeUndefined();
  expect(local.records).toHaveLength(1);
});

const order = { amount: 10_000, currency: 'USD' };

test.each(['sent', 'accepted', 'authentication'] as const)(
  'an order that another key left %s is found as that order',
  (phase) => {
    const { store } = open();
    store.write('key-1', attempt, phase);
    expect(store.findOrder('key-2', 'order-1', order)?.phase).toBe(phase);
    expect(store.findOrder('key-2', 'order-1', { currency: 'USD' })?.phase).toBe(phase);
  },
);

test.each([
  ['has failed', 'ended', 'order-1', order],
  ['is of another sum', 'sent', 'order-1', { ...order, amount: 10_001 }],
  ['is of another currency', 'sent', 'order-1', { ...order, currency: 'EUR' }],
  ['has another id with the same ending', 'sent', '1', order],
] as const)('an attempt under another key is not this order when it %s', (_, phase, trackingId, terms) => {
  const { store } = open();
  store.write('key-1', { ...attempt, trackingId: trackingId === '1' ? 'order:1' : 'order-1' }, phase, {
    outcome: phase === 'ended' ? 'failed' : undefined,
  });
  expect(store.findOrder('key-2', trackingId, terms)).toBeUndefined();
});

test('an order that was paid with another key is paid', () => {
  const { store } = open();
  store.write('key-1', attempt, 'ended', { outcome: 'successful' });
  expect(store.findOrder('key-2', 'order-1', order)?.outcome).toBe('successful');
});

test('an earlier failure of an id is remembered for a day, beside the attempt that follows', () => {
  const { store, local, time } = open();
  store.write('key-1', attempt, 'ended', { outcome: 'failed' });
  const started = attempt.startedAt;
  expect(store.hasFailed('key-1', 'order-1', started)).toBe(false);
  expect(store.hasFailed('key-1', 'order-1', started + 1)).toBe(true);
  const later = new ManualClock(time.now() + 20 * 60_000);
  const next = open('p2p', local, undefined, later).store;
  expect(next.find('key-1', 'order-1')).toBeUndefined();
  next.begin('key-1', { ...attempt, id: 'attempt-2', startedAt: later.now() });
  expect(next.hasFailed('key-1', 'order-1', later.now())).toBe(true);
  expect(next.find('key-1', 'order-1')?.outcome).toBeUndefined();
  expect(store.hasFailed('key-1', 'order-2', later.now())).toBe(false);
});

test('for an order that this key knows, another key’s record is ignored', () => {
  const { store } = open();
  store.write('key-1', attempt, 'sent');
  store.write('key-2', attempt, 'ended', { outcome: 'successful' });
  expect(store.findOrder('key-2', 'order-1', order)?.outcome).toBe('successful');
});

test('the record of another kind, another shop or another id is not found, and not overwritten', () => {
  const { store, local } = open();
  const plans = open('plan', local).store;
  store.write('key-1', attempt, 'sent');
  store.write('key-2', attempt, 'ended', { outcome: 'failed' });
  plans.write('key-1', attempt, 'accepted');
  expect(store.find('key-1', 'order-1')?.phase).toBe('sent');
  expect(store.find('key-2', 'order-1')?.phase).toBe('ended');
  expect(plans.find('key-1', 'order-1')?.phase).toBe('accepted');
  expect(store.find('key-1', 'order-2')).toBeUndefined();
  expect(local.records).toHaveLength(3);
});

test.each([
  ['an open attempt', 'authentication', undefined, 24 * HOUR],
  // A page left open in another tab must not pay the same order again.
  ['a paid one', 'ended', 'successful', 24 * HOUR],
  ['a failed one', 'ended', 'failed', HOUR / 4],
] as const)('%s is forgotten after its time, and deleted', (_, phase, outcome, lifetime) => {
  const { store, local, time } = open();
  store.write('key-1', attempt, phase, { outcome });
  const start = time.now();
  const later = open('p2p', local, undefined, new ManualClock(start + lifetime - 1)).store;
  expect(later.find('key-1', 'order-1')).toBeDefined();
  const after = open('p2p', local, undefined, new ManualClock(start + lifetime)).store;
  expect(after.find('key-1', 'order-1')).toBeUndefined();
  expect(after.unfinished('key-1')).toEqual([]);
  const muchLater = open('p2p', local, undefined, new ManualClock(start + 24 * HOUR)).store;
  expect(muchLater.unfinished('key-1')).toEqual([]);
  expect(local.records).toEqual([]);
});

test('unfinished() lists this shop’s attempts that have not ended, newest first', () => {
  const { store } = open();
  store.write('key-1', { ...attempt, trackingId: 'a', startedAt: 1 }, 'sent');
  store.write('key-1', { ...attempt, trackingId: 'b', startedAt: 3 }, 'authentication');
  store.write('key-1', { ...attempt, trackingId: 'c', startedAt: 2 }, 'ended', { outcome: 'successful' });
  store.write('key-2', { ...attempt, trackingId: 'd' }, 'sent');
  expect(store.unfinished('key-1').map(({ tracking_id: id }) => id)).toEqual(['b', 'a']);
});

test('a record does not go back to an earlier phase, and what comes late does not make the attempt this tab’s own again', () => {
  const { store } = open();
  store.begin('key-1', attempt);
  store.write('key-1', attempt, 'ended', { outcome: 'failed', unseen: true });
  store.forgetInTab('key-1');
  for (const phase of ['accepted', 'authentication'] as const) {
    expect(store.write('key-1', attempt, phase)).toBe('written');
    expect(store.unseen('key-1')).toMatchObject([{ phase: 'ended', outcome: 'failed', unseen: true }]);
    expect(store.findOfTab('key-1')).toBeUndefined();
  }
  store.write('key-1', attempt, 'ended', { outcome: 'successful' });
  expect(store.findOfTab('key-1')).toMatchObject({ phase: 'ended', outcome: 'successful' });
});

test('another copy of the request leads back: no earlier answer is about it', () => {
  const { store } = open();
  store.begin('key-1', attempt);
  store.write('key-1', attempt, 'ended', { outcome: 'failed' });
  store.write('key-1', attempt, 'sent');
  expect(store.find('key-1', 'order-1')).toMatchObject({ phase: 'sent' });
  expect(store.find('key-1', 'order-1')?.outcome).toBeUndefined();
});

test('a tab finds its own attempt until it leaves it', () => {
  const { store, local } = open();
  store.write('key-1', attempt, 'sent');
  expect(store.findOfTab('key-1')?.tracking_id).toBe('order-1');
  expect(open('p2p', local).store.findOfTab('key-1')).toBeUndefined();
  store.forgetInTab('key-1');
  expect(store.findOfTab('key-1')).toBeUndefined();
  expect(store.find('key-1', 'order-1')).toBeDefined();
});

test.each(['', '{', 'null', '[]', '{"kind":"p2p"}', '"text"', '{"kind":"p2p","key":"key-1","tracking_id":5}'])(
  'foreign text in the storage is no record: %s',
  (text) => {
    const { store, local, tab } = open();
    store.write('key-1', attempt, 'sent');
    for (const { entries } of [local, tab]) for (const key of entries.keys()) entries.set(key, text);
    expect(store.find('key-1', 'order-1')).toBeUndefined();
    expect(store.unfinished('key-1')).toEqual([]);
  },
);

test.each(['writes', 'everything'] as const)(
  'storage that refuses %s is reported, and this page still knows its records',
  (refuses) => {
    const { store, local, tab } = open();
    local.refuses = tab.refuses = refuses;
    expect(store.begin('key-1', attempt)).toBe(false);
    expect(store.write('key-1', attempt, 'sent')).toBe('refused');
    expect(store.find('key-1', 'order-1')?.phase).toBe('sent');
    expect(store.unfinished('key-1')).toMatchObject([{ tracking_id: 'order-1' }]);
    store.forgetInTab('key-1');
  },
);

test('an entry that the storage accepts later takes precedence over one that it refused', () => {
  const { store, local, tab } = open();
  local.refuses = 'writes';
  store.write('key-1', attempt, 'sent');
  local.refuses = '';
  store.write('key-1', attempt, 'accepted');
  local.entries.clear();
  tab.entries.clear();
  expect(store.find('key-1', 'order-1')).toBeUndefined();
});

test('an unseen outcome is given to each tab until the payer has seen it in one of them', () => {
  const { store, local, tab, time } = open();
  store.write('key-1', attempt, 'ended', { outcome: 'successful', unseen: true });
  const other = new RecordStore('p2p', { local, tab, clock: time });
  expect(other.unseen('key-1')).toMatchObject([{ tracking_id: 'order-1', outcome: 'successful', unseen: true }]);
  expect(store.unseen('key-1')).toHaveLength(1);
  other.markSeen('key-1', 'order-1');
  store.markSeen('key-1', 'order-1');
  expect([...store.unseen('key-1'), ...other.unseen('key-1')]).toEqual([]);
  // The rest of the record stays.
  expect(local.records).toMatchObject([{ phase: 'ended', outcome: 'successful', expires_at: time.now() + 24 * HOUR }]);
  expect(local.records[0]).not.toHaveProperty('unseen');
});

test('an unseen failure is given out for a day, although it is no longer shown as an outcome by then', async () => {
  const { store, time } = open();
  store.write('key-1', attempt, 'ended', { outcome: 'failed', unseen: true });
  await time.advance(23 * HOUR);
  expect(store.find('key-1', 'order-1')).toBeUndefined();
  expect(store.unseen('key-1')).toMatchObject([{ outcome: 'failed' }]);
  await time.advance(HOUR);
  expect(store.unseen('key-1')).toEqual([]);
});

test('a seen outcome stays seen, even if another tab gets it unseen; the next attempt under its id starts unseen', () => {
  const { store } = open();
  store.write('key-1', attempt, 'ended', { outcome: 'failed' });
  store.write('key-1', attempt, 'ended', { outcome: 'failed', unseen: true });
  expect(store.unseen('key-1')).toEqual([]);
  const next = { ...attempt, id: 'attempt-2' };
  store.begin('key-1', next);
  store.write('key-1', next, 'ended', { outcome: 'failed', unseen: true });
  expect(store.unseen('key-1')).toHaveLength(1);
});

test('an attempt in flight, of another kind or of another shop is no unseen outcome', () => {
  const { store, local } = open();
  store.write('key-1', attempt, 'accepted', { unseen: true });
  store.write('key-2', attempt, 'ended', { outcome: 'successful', unseen: true });
  open('order:prd_1', local).store.write('key-1', attempt, 'ended', { outcome: 'successful', unseen: true });
  expect(store.unseen('key-1')).toEqual([]);
  expect(local.records.filter(({ unseen }) => unseen)).toHaveLength(2);
});

test.each([
  [true, 'an unseen outcome', { phase: 'ended', outcome: 'successful', unseen: true }],
  [false, 'a seen outcome', { phase: 'ended', outcome: 'successful' }],
  [false, 'something else', undefined],
] as const)('another tab’s entry is recognized as unseen (%s): %s', (expected, _, more) => {
  const { store, local } = open();
  store.write('key-1', attempt, 'accepted');
  const [text = ''] = local.entries.values();
  expect(isUnseenEnd(more ? JSON.stringify({ ...(JSON.parse(text) as object), ...more }) : '{')).toBe(expected);
  expect(isUnseenEnd(null)).toBe(false);
});
