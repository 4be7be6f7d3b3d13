import { describe, expect, test } from 'vitest';
import type { TransactionRecord } from '../../../demo/gateway/store/store.js';
import { createClock } from '../../../demo/gateway/time/clock.js';
import { Sandbox, seededRandom, START } from '../sandbox.js';
import { freshStore, sharedStores } from '../stores.js';
import { Subscriber } from '../subscriber.js';

// Milliseconds: the first test of a file starts a database, and a year has many charges.

const DAILY = { amount: 1000, interval: 1, interval_unit: 'day' };

describe('over time', () => {
  /** State, paid cycles and failed attempts at these times. */
  const countsAt = async (subscriber: Subscriber, times: readonly string[]): Promise<unknown[]> => {
    const counts = [];
    for (const time of times) {
      await subscriber.until(time);
      const { state, paid_billing_cycles: paid, number_failed_payment_attempts: failed } = await subscriber.subscription();
      counts.push([state, paid, failed]);
    }
    return counts;
  };

  test('the subscription counts its paid cycles, and the failed attempts at the charge that is due', async () => {
    const subscriber = Subscriber.at('2027-01-15T10:00:00Z', '4000500000000019');
    await subscriber.subscribe({ plan: DAILY });
    const times = ['2027-01-15T10:00:01Z', '2027-01-16T10:00:01Z', '2027-01-17T03:00:01Z', '2027-01-18T03:00:01Z'];
    expect(await countsAt(subscriber, times)).toEqual([
      ['active', 1, 0],
      ['failed_attempt', 1, 1],
      ['failed_attempt', 1, 2],
      ['active', 2, 0],
    ]);
  });

  test.each<[string, boolean, unknown[]]>([
    [
      'before the first cycle is not counted, and seen by its state',
      false,
      [
        ['trial', 0, 0],
        ['active', 1, 0],
        ['active', 2, 0],
      ],
    ],
    [
      'that counts as the first payment is one',
      true,
      [
        ['trial', 1, 0],
        ['active', 2, 0],
        ['active', 3, 0],
      ],
    ],
  ])('a paid trial %s', async (_, asFirst, counts) => {
    const subscriber = Subscriber.at('2027-01-15T10:00:00Z');
    const trial = { amount: 100, interval: 3, interval_unit: 'day', as_first_payment: asFirst };
    await subscriber.subscribe({ plan: DAILY, trial });
    const times = ['2027-01-15T10:00:01Z', '2027-01-18T10:00:01Z', '2027-01-19T10:00:01Z'];
    expect(await countsAt(subscriber, times)).toEqual(counts);
  });

  test.each([
    [
      'one charge for all missed cycles, then from the anchor as before',
      '2026-11-28T12:00:00Z',
      false,
      [
        ['2026-11-21T10:00:00Z', 1000, 'successful'],
        ['2026-11-28T12:00:00Z', 1000, 'successful'],
        ['2026-11-29T10:00:00Z', 1000, 'successful'],
      ],
    ],
    [
      'not at night',
      '2026-11-28T23:00:00Z',
      true,
      [
        ['2026-11-21T10:00:00Z', 1000, 'successful'],
        ['2026-11-29T08:00:00Z', 1000, 'successful'],
        ['2026-11-29T10:00:00Z', 1000, 'successful'],
      ],
    ],
  ])('a gateway that was off for a week makes up for it: %s', async (_, woken, prevent_payments_at_night, charges) => {
    const store = freshStore();
    const vaultKey = new Uint8Array(32);
    const before = new Subscriber('4200000000000000', new Sandbox({ store, vaultKey }));
    await before.subscribe({ plan: DAILY, prevent_payments_at_night });
    await store.settings.setClock({ offset: 0, stoppedAt: Date.parse(woken) });
    const after = new Subscriber(
      '4200000000000000',
      new Sandbox({
        store,
        vaultKey,
        random: seededRandom('later'),
        clock: createClock({ frozenAt: Date.parse(woken) }),
      }),
    );
    await after.until('2026-11-29T12:00:00Z');
    expect(await after.charges()).toEqual(charges);
  });

  test('is charged once, even when two processes start the same charge', async () => {
    const [store, other = store] = sharedStores(2);
    if (!store || !other) throw new Error('no store');
    const vaultKey = new Uint8Array(32);
    const subscriber = new Subscriber('4200000000000000', new Sandbox({ store, vaultKey }));
    await subscriber.subscribe({ plan: DAILY });
    // Another process, which takes any work, because every lease looks expired to it.
    const neighbour = new Sandbox({ store: other, vaultKey, random: seededRandom('neighbour') });
    const over = new AbortController();
    const meddling = (async () => {
      while (!over.signal.aborted) {
        await other.tasks.dropLeases();
        await neighbour.advance(0);
      }
    })();
    await subscriber.until('2026-11-26T12:00:00Z');
    over.abort();
    await meddling;
    expect(await subscriber.charges()).toEqual(
      ['21', '22', '23', '24', '25', '26'].map((day) => [`2026-11-${day}T10:00:00Z`, 1000, 'successful']),
    );
    expect((await subscriber.subscription()).state).toBe('active');
  });

  test('is charged once for a cycle, even when the clock is set back in the middle of the charge', async () => {
    const store = freshStore();
    const clock = createClock({ frozenAt: START });
    const subscriber = new Subscriber('4200000000000000', new Sandbox({ store, clock }));
    await subscriber.subscribe({ plan: DAILY });
    const insert = store.transactions.insert.bind(store.transactions);
    Object.assign(store.transactions, {
      async insert(record: TransactionRecord) {
        await insert(record);
        Object.assign(store.transactions, { insert });
        // A process does this when it adopts the clock of another process that is behind.
        clock.follow({ offset: 0, stoppedAt: record.createdAt - 3_600_000 });
      },
    });
    await subscriber.until('2026-11-23T12:00:00Z');
    expect(await subscriber.charges()).toEqual(['21', '22', '23'].map((day) => [`2026-11-${day}T10:00:00Z`, 1000, 'successful']));
  });

  test('a charge that is interrupted leaves nothing behind, and is made an hour later', async () => {
    const store = freshStore();
    const subscriber = new Subscriber('4200000000000000', new Sandbox({ store }));
    const { id } = await subscriber.subscribe({ plan: DAILY });
    const insert = store.transactions.insert.bind(store.transactions);
    let broken = 0;
    // The database goes away after the subscription was written, before its payment is.
    Object.assign(store.transactions, { insert: () => Promise.reject(new Error(`no database ${++broken}`)) });
    await subscriber.until('2026-11-22T10:30:00Z');
    Object.assign(store.transactions, { insert });
    expect(broken).toBe(1);
    const record = await store.subscriptions.byId(id);
    expect([record?.chargeCount, record?.nextChargeAt]).toEqual([1, START + 86_400_000]);
    expect(await subscriber.charges()).toEqual([['2026-11-21T10:00:00Z', 1000, 'successful']]);

    await subscriber.until('2026-11-23T12:00:00Z');
    expect(await subscriber.charges()).toEqual([
      ['2026-11-21T10:00:00Z', 1000, 'successful'],
      ['2026-11-22T11:00:00Z', 1000, 'successful'],
      ['2026-11-23T10:00:00Z', 1000, 'successful'],
    ]);
  });
});
