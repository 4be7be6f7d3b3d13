import { describe, expect, test } from 'vitest';
import type { PaymentRecord } from '../../../src/flow/record/payment-record.js';
import type { RecordStore } from '../../../src/flow/record/record-store.js';
import { ManualClock } from '../../clock/manual-clock.js';
import type { MemoryStorage } from '../rig/rig.js';
import { aheadBy, attempt, next, open, START } from './stored-attempts.js';

// Which clock a record's times are of, in what order its entries count, and what makes room.

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const find = (store: RecordStore): PaymentRecord | undefined => store.find('key-1', 'order-1');

describe('the time of an entry', () => {
  test.each<[string, number | undefined, number | undefined, number]>([
    ['the gateway’s, as this page knows it now', 5000, 1000, 5000],
    ['the gateway’s, as it was when the request left', undefined, 1000, 1000],
    ['the device’s, where the gateway has named none', undefined, undefined, 0],
  ])('is %s', (_, leastAhead, ahead, offset) => {
    const { store } = open();
    store.useTimeOf(aheadBy(leastAhead));
    store.begin('key-1', { ...attempt, ahead });
    store.write('key-1', { ...attempt, ahead, jobId: 'job-1' }, 'accepted');
    expect(find(store)?.answeredAt).toBe(START + offset);
    store.write('key-1', { ...attempt, ahead }, 'ended', { outcome: 'failed' });
    expect(find(store)?.writtenAt).toBe(START + offset);
  });

  test('is, of a request that only left, the time at which it or its last copy left, by the gateway’s clock', () => {
    const { store } = open();
    store.begin('key-1', { ...attempt, ahead: 3000 });
    expect(find(store)?.writtenAt).toBe(START + 3000);
    for (const seconds of [7, 5]) store.write('key-1', { ...attempt, ahead: 3000, repeatedAt: START + seconds * 1000 }, 'sent');
    expect(find(store)).toMatchObject({ repeatedAt: START + 7000, writtenAt: START + 10_000 });
  });

  test('of the answer is the latest: the seconds to wait are counted from it', async () => {
    const { store, time } = open();
    store.begin('key-1', attempt);
    store.write('key-1', attempt, 'answered');
    await time.advance(4000);
    store.write('key-1', { ...attempt, jobId: 'job-1' }, 'accepted');
    expect(find(store)).toMatchObject({ answeredAt: START + 4000, writtenAt: START + 4000 });
    await time.advance(1000);
    store.write('key-1', { ...attempt, jobId: 'job-1', uid: 'uid-1' }, 'authentication');
    expect(find(store)).toMatchObject({ answeredAt: START + 4000, writtenAt: START + 5000 });
  });

  test('at which an unreadable attempt was noticed is the gateway’s, too', () => {
    const { store, local } = open();
    local.entries.set('checkout-elements:p2p:key-1:order-1:attempt-1:sent', '{');
    store.useTimeOf(aheadBy(2 * DAY));
    expect(store.unreadable()).toMatchObject([{ id: 'attempt-1' }]);
    const later = open({ local, time: new ManualClock(START + 3 * DAY - 1) }).store;
    expect(later.unreadable()).toHaveLength(1);
    later.useTimeOf(aheadBy(1));
    expect(later.unreadable()).toEqual([]);
  });
});

describe('a clock that was set while a page is open', () => {
  // The page knows that the gateway's time is two days ahead at most, and is as it was at least.
  const unsure = { ahead: 2 * DAY, leastAhead: 0 };

  test('makes no success look old that was recorded after that', () => {
    const { store, local } = open();
    store.useTimeOf(unsure);
    store.write('key-1', attempt, 'ended', { outcome: 'successful' });
    const other = open({ local }).store;
    other.useTimeOf(aheadBy(2 * DAY));
    expect(find(other)?.outcome).toBe('successful');
  });

  test('makes no attempt look old that can’t be read', () => {
    const { store, local } = open();
    local.entries.set('checkout-elements:p2p:key-1:order-1:attempt-1:sent', '{');
    store.useTimeOf(unsure);
    expect(store.unreadable()).toHaveLength(1);
    const other = open({ local }).store;
    other.useTimeOf(aheadBy(2 * DAY));
    expect(other.unreadable()).toHaveLength(1);
  });
});

test('a success is no older than its request, where the clock was set back since and no answer has told', () => {
  const { store, local } = open();
  store.begin('key-1', { ...attempt, ahead: 0 });
  const later = open({ local, time: new ManualClock(START - 2 * DAY) }).store;
  later.write('key-1', { ...attempt, ahead: 0 }, 'ended', { outcome: 'successful' });
  later.useTimeOf(aheadBy(2 * DAY));
  expect(later.since(find(later)!)).toBe(0);
});

describe('an attempt whose request left before any answer had named the time', () => {
  // Refused as sealed too long ago, and sent once more: by then the gateway's time is known.
  test('is not two days old on a device that is two days behind', async () => {
    const { store, time } = open();
    store.begin('key-1', attempt);
    store.useTimeOf(aheadBy(2 * DAY));
    store.write('key-1', { ...attempt, repeatedAt: START + 100 }, 'sent');
    await time.advance(MINUTE);
    expect(store.find('key-1', 'order-1')).toBeDefined();
  });
});

describe('an attempt that can’t be read', () => {
  // A device that is two days behind notices it before any answer has named the gateway's time.
  test('stays for a day by the gateway’s clock, whatever the device’s said when it was noticed', () => {
    const { store, local, time } = open();
    local.entries.set('checkout-elements:p2p:key-1:order-1:attempt-1:sent', '{');
    expect(store.unreadable()).toHaveLength(1);
    store.useTimeOf(aheadBy(2 * DAY));
    // It makes room for what is over.
    store.begin('key-1', next(2, { trackingId: 'other' }));
    expect(store.unreadable()).toHaveLength(1);
    const later = open({ local, time: new ManualClock(time.now() + 3 * DAY) }).store;
    later.useTimeOf(aheadBy(-1));
    expect(later.unreadable()).toHaveLength(1);
    later.useTimeOf(aheadBy(0));
    expect(later.unreadable()).toEqual([]);
  });

  // The device's clock was set two days ahead, and the next page has not heard from the gateway yet.
  test.each([
    [30 * DAY - 1, 1],
    [30 * DAY, 0],
  ])('stays for 30 days by the device’s clock alone where the gateway’s has dated it: %i ms later there are %i', (age, count) => {
    const { store, local } = open();
    local.entries.set('checkout-elements:p2p:key-1:order-1:attempt-1:sent', '{');
    expect(store.unreadable()).toHaveLength(1);
    store.useTimeOf(aheadBy(0));
    expect(store.unreadable()).toHaveLength(1);
    const later = open({ local, time: new ManualClock(START + age) }).store;
    expect(later.unreadable()).toHaveLength(count);
    later.begin('key-1', next(2, { trackingId: 'other' }));
    expect(later.unreadable()).toHaveLength(count);
  });

  test('stays where only the gateway’s clock told when it was noticed, and is not known now', () => {
    const { store, local, time } = open();
    local.entries.set('checkout-elements:p2p:key-1:order-1:attempt-1:sent', '{');
    store.useTimeOf(aheadBy(-2 * DAY));
    expect(store.unreadable()).toHaveLength(1);
    const later = open({ local, time }).store;
    later.begin('key-1', next(2, { trackingId: 'other' }));
    expect(later.unreadable()).toHaveLength(1);
  });
});

describe('a success that was recorded by the gateway’s clock', () => {
  test.each([
    [30 * DAY - 1, 'successful'],
    [30 * DAY, undefined],
  ])('stands for 30 days by the device’s clock alone: %i ms later it is %s', (age, outcome) => {
    const { store, local } = open();
    store.write('key-1', { ...attempt, ahead: 0 }, 'ended', { outcome: 'successful' });
    expect(find(open({ local, time: new ManualClock(START + age) }).store)?.outcome).toBe(outcome);
  });

  // The first request of an order leaves before any answer has named the time, and the next page has not heard of it either.
  test.each([
    ['two days ahead', -2 * DAY],
    ['two days behind', 2 * DAY],
  ])('is as old as it is on a device that is %s, though no answer had named the time when its request left', async (_, ahead) => {
    const { store, local, time } = open();
    store.begin('key-1', attempt);
    store.useTimeOf(aheadBy(ahead));
    store.write('key-1', attempt, 'ended', { outcome: 'successful' });
    await time.advance(MINUTE);
    const nextPage = open({ local, time }).store;
    expect(nextPage.since(find(nextPage)!)).toBe(MINUTE);
  });
});

describe('a failure', () => {
  test.each([
    ['before', -1, 'failed'],
    ['as', 0, 'failed'],
    ['after', 1, undefined],
  ])('is void if a copy left %s it was recorded, by the gateway’s clock', (_, offset, outcome) => {
    const { store } = open();
    store.begin('key-1', { ...attempt, ahead: 3000 });
    store.write('key-1', { ...attempt, ahead: 3000 }, 'ended', { outcome: 'failed' });
    store.write('key-1', { ...attempt, ahead: 3000, repeatedAt: START + offset }, 'sent');
    expect(find(store)?.outcome).toBe(outcome);
  });

  test('that is recorded again counts from then', async () => {
    const { store, time } = open();
    store.begin('key-1', attempt);
    store.write('key-1', attempt, 'ended', { outcome: 'failed' });
    for (const minutes of [1, 2]) {
      await time.advance(MINUTE);
      const repeatedAt = START + minutes * MINUTE - 1;
      store.write('key-1', { ...attempt, repeatedAt }, 'sent');
      store.write('key-1', { ...attempt, repeatedAt }, 'ended', { outcome: 'failed' });
      expect(find(store)).toMatchObject({ outcome: 'failed', writtenAt: START + minutes * MINUTE });
    }
  });
});

test('an order with an attempt that has ended and one that has not is unfinished', () => {
  const { store } = open();
  store.write('key-1', attempt, 'ended', { outcome: 'failed' });
  store.begin('key-1', next(2));
  expect(store.unfinished('key-1').map(({ id }) => id)).toEqual(['attempt-2']);
});

describe('a full storage', () => {
  const refusing = (local: MemoryStorage, most: number): void => void (local.limit = most);

  test('pushes out earlier attempts of the same order alone, for one that begins', () => {
    const { store, local, time } = open();
    store.write('key-1', next(8, { trackingId: 'order-8' }), 'ended', { outcome: 'failed' });
    store.write('key-1', attempt, 'ended', { outcome: 'failed' });
    refusing(local, 2);
    expect(store.begin('key-1', next(2))).toBe(true);
    const other = open({ local, time }).store;
    expect(find(other)).toMatchObject({ id: 'attempt-2', phase: 'sent' });
    expect(other.find('key-1', 'order-8')).toMatchObject({ id: 'attempt-8', outcome: 'failed' });
    expect(local.entries.size).toBe(2);
  });

  test('pushes out nothing for a later entry of an attempt', () => {
    const { store, local, time } = open();
    store.write('key-1', attempt, 'ended', { outcome: 'failed' });
    store.begin('key-1', next(2));
    refusing(local, 2);
    expect(store.write('key-1', next(2, { jobId: 'job-2' }), 'accepted')).toBe(false);
    expect(open({ local, time }).store.ofAttempt('key-1', attempt)).toMatchObject({ outcome: 'failed' });
  });
});
