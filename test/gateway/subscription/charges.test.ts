import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import { expect, test } from 'vitest';
import { migrate } from '../../../demo/gateway/store/database/migrate.js';
import { MIGRATIONS } from '../../../demo/gateway/store/database/migrations.js';
import { createStore } from '../../../demo/gateway/store/table/create-store.js';
import { SOURCE, Sandbox } from '../sandbox.js';
import { freshStore } from '../stores.js';
import { Subscriber } from '../subscriber.js';

// Milliseconds: a day of an hourly plan has many charges, and each is notified twice.

const HOURLY = { plan: { amount: 1000, interval: 1, interval_unit: 'hour' } };

test('a subscription stays as small as it was, however often it is charged; its charges are kept one by one', async () => {
  const store = freshStore();
  const subscriber = new Subscriber(SOURCE, new Sandbox({ store }));
  const { id } = await subscriber.subscribe(HOURLY);
  const sizes: number[] = [];
  for (let third = 1; third <= 3; third += 1) {
    await subscriber.sandbox.advance(86_400 / 3);
    sizes.push(JSON.stringify(await store.subscriptions.byId(id as string)).length);
  }
  // The cycle's number gets a digit more; nothing else grows.
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(4);
  const charges = await store.subscriptions.chargesOf(id as string, 100);
  expect(charges.map(({ cycle }) => cycle)).toEqual(Array.from({ length: 25 }, (_, index) => 25 - index));
  expect(new Set(charges.map(({ result }) => result))).toEqual(new Set(['successful']));
  expect(await store.subscriptions.chargesOf(id as string, 2, 23)).toEqual(charges.slice(23));
  expect(await store.subscriptions.byId(id as string)).toMatchObject({
    chargeCount: 25,
    paidCycles: 25,
    everPaid: true,
    firstUid: charges.at(-1)?.uid,
    lastCharge: charges[0],
  });
});

test('a database of an older version gets a row for each charge, and its subscriptions continue', async () => {
  const lite = new PGlite();
  const database = drizzle(lite);
  await lite.exec(`create schema s; set search_path to s; create table migrations (number integer primary key);
    ${MIGRATIONS[0]} insert into migrations values (1);`);
  const charge = (uid: string, cycle: number, result: string) => ({
    uid,
    at: cycle * 10,
    kind: cycle === 0 ? 'trial' : 'cycle',
    cycle,
    amount: 1000,
    result,
  });
  const insert = (id: string, charges: object[]) =>
    lite.query(
      `insert into subscriptions (id, shop_id, state, plan, customer_id, card_token, language, created_at, updated_at, charges, anchor_at, failed_attempts)
       values ($1, 1002, 'active', '{}', 'cst_1', 't', 'en', 1, 1, $2, 1, 0)`,
      [id, JSON.stringify(charges)],
    );
  await insert('sbs_1', [
    charge('a', 0, 'successful'),
    charge('b', 1, 'failed'),
    charge('c', 1, 'successful'),
    charge('d', 2, 'pending'),
  ]);
  await insert('sbs_2', []);
  await insert('sbs_3', [charge('e', 1, 'failed')]);

  await migrate(database, 's');
  await migrate(database, 's');
  const { subscriptions } = createStore({
    database,
    schema: 's',
    shared: false,
    withLock: (work) => work(),
    close: async () => undefined,
  });
  expect(await subscriptions.byId('sbs_1')).toMatchObject({
    firstUid: 'a',
    lastCharge: charge('d', 2, 'pending'),
    chargeCount: 4,
    everPaid: true,
    paidCycles: 1,
  });
  expect(await subscriptions.byId('sbs_2')).toMatchObject({
    firstUid: null,
    lastCharge: null,
    chargeCount: 0,
    everPaid: false,
    paidCycles: 0,
  });
  expect(await subscriptions.byId('sbs_3')).toMatchObject({
    firstUid: 'e',
    lastCharge: charge('e', 1, 'failed'),
    chargeCount: 1,
    everPaid: false,
    paidCycles: 0,
  });
  expect(await subscriptions.chargesOf('sbs_1', 10)).toEqual([
    charge('d', 2, 'pending'),
    charge('c', 1, 'successful'),
    charge('b', 1, 'failed'),
    charge('a', 0, 'successful'),
  ]);
  await subscriptions.update('sbs_1', (record) => ({
    ...record,
    lastCharge: charge('d', 2, 'successful') as typeof record.lastCharge,
  }));
  expect((await subscriptions.chargesOf('sbs_1', 1))[0]?.result).toBe('successful');
  expect((await database.execute(sql`select count(*)::integer as n from s.charges`)).rows).toEqual([{ n: 5 }]);
  await lite.close();
});
