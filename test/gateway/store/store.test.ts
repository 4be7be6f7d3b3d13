import { describe, expect, test } from 'vitest';
import { freshStore, postgresUrl, serverVersion, sharedStores } from '../stores.js';

test('these tests run on the database that they are meant for', async () => {
  expect(await serverVersion()).toMatch(postgresUrl === undefined ? /PGlite/ : /^PostgreSQL 1[5-9](?!.*PGlite)/);
});

const claim = { sealIds: ['a', 'b'], fingerprint: 'f', at: 100_000, since: null };

describe('claiming a payment', () => {
  test('of many simultaneous claims of one seal, exactly one is granted', async () => {
    const { duplicateClaims } = freshStore();
    const claims = Array.from({ length: 50 }, (_, index) => duplicateClaims.claim({ ...claim, fingerprint: String(index) }));
    expect((await Promise.all(claims)).filter(Boolean)).toHaveLength(1);
  });

  test('is refused if one of its two seals was used before', async () => {
    const { duplicateClaims } = freshStore();
    await duplicateClaims.claim(claim);
    expect(await duplicateClaims.claim({ ...claim, sealIds: ['c', 'b'] })).toBe(false);
    expect(await duplicateClaims.anySealUsed(['c'])).toBe(false);
  });
});

describe('tasks', () => {
  test('are taken once, the earliest first, and those with equal times in the order they were added', async () => {
    const { tasks } = freshStore();
    for (const [id, dueAt] of [
      ['late', 30],
      ['first', 10],
      ['second', 10],
      ['middle', 20],
    ] as const) {
      await tasks.add({ id, kind: 'notify', subject: id, dueAt });
    }
    expect(await tasks.take(9)).toBeUndefined();
    const taken = [await tasks.take(20), await tasks.take(20), await tasks.take(20), await tasks.take(20)];
    expect(taken.map((task) => task?.id)).toEqual(['first', 'second', 'middle', undefined]);
    expect(await tasks.nextDueAt()).toBe(30);
  });
});

describe('a task', () => {
  const task = { id: 'first', kind: 'notify', subject: 'n', dueAt: 10 } as const;

  test('is replaced by a later one of its kind and subject, at the end of the queue', async () => {
    const { tasks } = freshStore();
    await tasks.add(task);
    await tasks.add({ ...task, id: 'other', subject: 'm' });
    await tasks.add({ ...task, id: 'second' });
    expect([await tasks.take(10), await tasks.take(10), await tasks.take(10)].map((taken) => taken?.id)).toEqual([
      'other',
      'second',
      undefined,
    ]);
  });

  test('that replaces a running one survives its end', async () => {
    const { tasks } = freshStore();
    await tasks.add(task);
    await tasks.take(10);
    await tasks.add({ ...task, id: 'retry', dueAt: 20 });
    await tasks.finish('first');
    expect((await tasks.take(20))?.id).toBe('retry');
  });

  test('that is taken counts as due when the clock is moved, but not for other processes', async () => {
    const { tasks } = freshStore();
    await tasks.add(task);
    await tasks.take(10);
    expect([await tasks.nextDueAt(), await tasks.nextDueAt({ taken: true })]).toEqual([undefined, 10]);
    await tasks.finish('first');
    expect(await tasks.nextDueAt({ taken: true })).toBeUndefined();
  });

  test('is free again when the process that took it is known to be gone', async () => {
    const { tasks } = freshStore();
    await tasks.add(task);
    await tasks.take(10);
    expect(await tasks.take(10)).toBeUndefined();
    await tasks.dropLeases();
    expect((await tasks.take(10))?.id).toBe('first');
  });

  test('is leased by only one of many simultaneous callers', async () => {
    const stores = sharedStores(4);
    await stores[0]?.tasks.add(task);
    const taken = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => stores[index % stores.length]?.tasks.take(10)),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
  });
});

describe('several steps in one transaction', () => {
  test('are all undone when one throws, and nothing that waits for the commit runs', async () => {
    const store = freshStore();
    const followed: string[] = [];
    const steps = store.atomically(async (kept) => {
      await kept.duplicateClaims.claim(claim);
      await store.atomically(async () => store.duplicateClaims.countUse('card'));
      kept.afterCommit(() => followed.push('steps'));
      throw new Error('no');
    });
    await expect(steps).rejects.toThrow('no');
    expect([await store.duplicateClaims.anySealUsed(['a']), await store.duplicateClaims.countUse('card'), followed]).toEqual([
      false,
      0,
      [],
    ]);
  });

  test('are followed, after the commit, by what they scheduled', async () => {
    const store = freshStore();
    const seen: boolean[] = [];
    await store.atomically(async () => {
      store.afterCommit(() => seen.push(true));
      await store.duplicateClaims.claim(claim);
      expect(seen).toEqual([]);
    });
    store.afterCommit(() => seen.push(false));
    expect(seen).toEqual([true, false]);
  });

  test('that are undone leave no final state in the cache', async () => {
    const store = freshStore();
    const job = {
      id: 'j',
      shopId: 1,
      state: 'new',
      ending: 'done',
      work: { kind: 'transaction', uid: 't' },
      createdAt: 1,
      dueAt: 2,
    } as const;
    await store.jobs.insert(job);
    const steps = store.atomically(async () => {
      await store.jobs.setState('j', 'done');
      expect((await store.jobs.byId('j'))?.state).toBe('done');
      throw new Error('no');
    });
    await expect(steps).rejects.toThrow('no');
    expect(await store.jobs.byId('j')).toEqual(job);
  });

  test('do not block work that outlives them', async () => {
    const store = freshStore();
    let later: Promise<unknown> | undefined;
    await store.atomically(async () => {
      later = new Promise((resolve) => void setTimeout(resolve, 20)).then(() => store.duplicateClaims.countUse('card'));
    });
    await later;
    expect(await store.duplicateClaims.countUse('card')).toBe(1);
  });
});

describe('a stored product', () => {
  const product = {
    id: 'prd_1',
    shopId: 1,
    name: 'Tea\0pot',
    description: 'Ünicode 茶 \ud83d',
    currency: 'USD',
    amount: 2 ** 53 - 1,
    quantity: 3,
    infinite: false,
    visibleFields: ['zip', 'email'] as const,
    test: false,
    immortal: true,
    expiresAt: null,
    returnUrl: null,
    successUrl: null,
    failUrl: null,
    notificationUrl: null,
    language: 'en',
    transactionType: 'payment' as const,
    additionalData: { z: '\0 \ud83d', a: [1, { b: null }] },
    createdAt: 5,
    updatedAt: 6,
  };

  test('is read as it was written: keys in their order, and every character that a database text can hold', async () => {
    const { products } = freshStore();
    await products.insert(product);
    const found = await products.byId('prd_1');
    // A text can't contain NUL or a lone surrogate.
    expect(found).toEqual({ ...product, name: 'Tea\ufffdpot', description: 'Ünicode 茶 \ufffd' });
    expect(Object.keys(found?.additionalData ?? {})).toEqual(['z', 'a']);
    expect(await products.byId('\0')).toBeUndefined();
  });

  test('is changed by one caller after the other, and no change is lost', async () => {
    const stores = sharedStores(4);
    await stores[0]?.products.insert(product);
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) =>
        stores[index % stores.length]?.products.update('prd_1', (current) => ({ ...current, amount: current.amount - 1 })),
      ),
    );
    expect((await stores[0]?.products.byId('prd_1'))?.amount).toBe(2 ** 53 - 21);
  });

  test('is left as it is by a change that returns nothing', async () => {
    const { products } = freshStore();
    await products.insert(product);
    expect((await products.update('prd_1', () => undefined))?.amount).toBe(product.amount);
    expect(await products.update('prd_2', () => product)).toBeUndefined();
  });

  test('is never taken more often than there are pieces, and an infinite one can always be put back', async () => {
    const stores = sharedStores(4);
    await stores[0]?.products.insert(product);
    const takes = Array.from({ length: 20 }, async (_, index) => stores[index % stores.length]?.products.takeOne('prd_1'));
    expect((await Promise.all(takes)).filter((took) => took === 'taken')).toHaveLength(3);
    await stores[0]?.products.putBack('prd_1');
    expect((await stores[0]?.products.byId('prd_1'))?.quantity).toBe(1);
    await stores[0]?.products.insert({ ...product, id: 'prd_2', infinite: true, quantity: null });
    expect(await stores[0]?.products.takeOne('prd_2')).toBe('endless');
    await stores[0]?.products.putBack('prd_2');
    expect((await stores[0]?.products.byId('prd_2'))?.quantity).toBeNull();
    expect(await stores[0]?.products.takeOne('prd_3')).toBeUndefined();
  });
});

describe('the state that processes share', () => {
  test("the vault's key is that of the first process", async () => {
    const stores = sharedStores(2);
    const keys = await Promise.all(
      Array.from({ length: 8 }, async (_, index) =>
        stores[index % stores.length]?.settings.vaultKey(new Uint8Array(32).fill(index)),
      ),
    );
    expect(new Set(keys.map((key) => Buffer.from(key ?? []).toString('hex'))).size).toBe(1);
    expect(keys[0]).toHaveLength(32);
  });

  test('the clock is the one that was set last', async () => {
    const { settings } = freshStore();
    expect(await settings.clock()).toBeUndefined();
    await settings.setClock({ offset: 5, stoppedAt: null });
    await settings.setClock({ offset: 7, stoppedAt: 9 });
    expect(await settings.clock()).toEqual({ offset: 7, stoppedAt: 9 });
  });
});
