import { describe, expect, test } from 'vitest';
import { freshStore, postgresUrl, serverVersion } from './stores.js';

test('these tests run on the database they are meant for', async () => {
  expect(await serverVersion()).toMatch(postgresUrl === undefined ? /PGlite/ : /^PostgreSQL 1[5-9](?!.*PGlite)/);
});

const claim = { sealIds: ['a', 'b'], fingerprint: 'f', at: 100_000, since: null };

describe('claiming a payment', () => {
  test('of many claims of one seal at once, exactly one is granted', async () => {
    const { payments } = freshStore();
    const claims = Array.from({ length: 50 }, (_, index) => payments.claim({ ...claim, fingerprint: String(index) }));
    expect((await Promise.all(claims)).filter(Boolean)).toHaveLength(1);
  });

  test('one used seal of two is enough to refuse', async () => {
    const { payments } = freshStore();
    await payments.claim(claim);
    expect(await payments.claim({ ...claim, sealIds: ['c', 'b'] })).toBe(false);
    expect(await payments.anySealUsed(['c'])).toBe(false);
  });

  test('remembers nothing of a refused claim', async () => {
    const { payments } = freshStore();
    await payments.claim(claim);
    expect(await payments.claim({ sealIds: ['c'], fingerprint: 'f', at: 110_000, since: 80_000 })).toBe(false);
    expect(await payments.anySealUsed(['c'])).toBe(false);
    expect(await payments.claim({ sealIds: ['c'], fingerprint: 'f', at: 130_000, since: 100_000 })).toBe(true);
  });

  test('compares nothing when it is not asked to', async () => {
    const { payments } = freshStore();
    await payments.claim(claim);
    expect(await payments.claim({ ...claim, sealIds: [] })).toBe(true);
  });
});

describe('tasks', () => {
  test('are taken once, the earliest first, equal times in the order they came', async () => {
    const { tasks } = freshStore();
    for (const [id, dueAt] of [['late', 30], ['first', 10], ['second', 10], ['middle', 20]] as const) {
      await tasks.add({ id, kind: 'notify', subject: id, dueAt });
    }
    expect(await tasks.take(9)).toBeUndefined();
    const taken = [await tasks.take(20), await tasks.take(20), await tasks.take(20), await tasks.take(20)];
    expect(taken.map((task) => task?.id)).toEqual(['first', 'second', 'middle', undefined]);
    expect(await tasks.nextDueAt()).toBe(30);
  });
});
