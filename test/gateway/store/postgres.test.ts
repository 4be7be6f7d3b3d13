import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import type { GatewayOptions } from '../../../demo/gateway/gateway-options.js';
import { createLog } from '../../../demo/gateway/log/log.js';
import { MIGRATIONS } from '../../../demo/gateway/store/database/migrations.js';
import { openStore } from '../../../demo/gateway/store/database/open-store.js';
import { openPostgres, type PostgresOptions } from '../../../demo/gateway/store/database/postgres.js';
import { isOutage } from '../../../demo/gateway/store/outage.js';
import type { Store } from '../../../demo/gateway/store/store.js';
import { createClock } from '../../../demo/gateway/time/clock.js';
import { pans } from '../many-buyers.js';
import { plainTransfer, Sandbox, seededRandom, type Answer } from '../sandbox.js';
import { postgresUrl } from '../stores.js';
import { Subscriber } from '../subscriber.js';

// Tests that need a server, with several processes at once. Each store here has its own connections.

const CHALLENGE_CARD = { number: '4012000000001097', verification_value: '123', exp_month: '01', exp_year: '2030' };

const url = postgresUrl ?? '';
const schema = `shared_${process.pid}`;
const log = createLog({ write: () => undefined });
const opened: Store[] = [];

async function open(options: Partial<PostgresOptions> = {}): Promise<Store> {
  const store = await openPostgres({ url, schema, log, connections: 3, ...options });
  opened.push(store);
  return store;
}

async function query(text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

const sandboxes: Sandbox[] = [];
async function gateway(
  seed: string,
  options: Partial<GatewayOptions> = {},
  access: Partial<PostgresOptions> = {},
): Promise<Sandbox> {
  const store = await open(access);
  const sandbox = new Sandbox({
    store,
    random: seededRandom(seed),
    vaultKey: await store.settings.vaultKey(seededRandom(seed)(32)),
    ...options,
  });
  sandboxes.push(sandbox);
  return sandbox;
}

afterEach(async () => {
  for (const sandbox of sandboxes.splice(0)) await sandbox.close();
  for (const store of opened.splice(0)) await store.close().catch(() => undefined);
  await query(`drop schema if exists ${schema} cascade`);
});

describe('the schema', () => {
  test('is created once by several processes that start at once', async () => {
    await Promise.all(Array.from({ length: 6 }, async () => open()));
    const { rows } = await query(`select number from ${schema}.migrations order by number`);
    expect(rows).toEqual(MIGRATIONS.map((_, index) => ({ number: index + 1 })));
  });

  test('of an older program gets a queue for each subscription, with only the first waiting notification scheduled', async () => {
    await query(`create schema ${schema}; set search_path to ${schema}; create table migrations (number integer primary key);
      ${MIGRATIONS.slice(0, 2).join('')}; insert into migrations values (1), (2);
      insert into transactions (uid, shop_id, type, status, request, source, purchase, decision, challenge, created_at, updated_at, history)
        values ('t1', 1, 'payment', 'successful', '{}', '{}', '{"kind":"subscription","id":"s1"}', '{}', 'c1', 1, 1, '[]'),
          ('t2', 1, 'payment', 'successful', '{}', '{}', '{"kind":"product","id":"p1"}', '{}', 'c2', 1, 1, '[]');
      insert into notifications (id, shop_id, uid, url, body, state, attempts)
        values ('a', 1, 't1', 'u', '{}', 'delivered', '[]'), ('b', 1, 's1', 'u', '{}', 'waiting', '[]'),
          ('c', 1, 't1', 'u', '{}', 'waiting', '[]'), ('d', 1, 't2', 'u', '{}', 'waiting', '[]');
      insert into tasks (id, kind, subject, due_at) values ('1', 'notify', 'b', 1), ('2', 'notify', 'c', 1), ('3', 'notify', 'd', 1)`);
    const store = await open();
    expect((await store.notifications.latest(9)).map(({ id, queue }) => [id, queue])).toEqual([
      ['d', 't2'],
      ['c', 's1'],
      ['b', 's1'],
      ['a', 's1'],
    ]);
    expect(
      [await store.tasks.take(1), await store.tasks.take(1), await store.tasks.take(1)].map((task) => task?.subject),
    ).toEqual(['b', 'd', undefined]);
  });

  test('of a newer program is left alone', async () => {
    await open();
    await query(`insert into ${schema}.migrations values (1000)`);
    await expect(open()).rejects.toThrow(`"${schema}" belongs to a newer version of the sandbox (1000; this version knows`);
  });
});

test('the error for an unreachable server has its address, without the password', async () => {
  const nowhere = 'postgres://someone:hunter2@127.0.0.1:1/shop';
  const error = await openStore({ url: nowhere, readyMade: '', log }).catch((reason: unknown) => reason);
  expect(String(error)).toContain('The PostgreSQL server 127.0.0.1:1/shop could not be used');
  expect(String(error)).not.toContain('hunter2');
});

test('two holders of the lock work one after the other', async () => {
  const [one, other] = [await open(), await open()];
  const happened: string[] = [];
  const work = (name: string) => async () => {
    happened.push(`${name} begins`);
    await new Promise((resolve) => void setTimeout(resolve, 50));
    happened.push(`${name} ends`);
  };
  await Promise.all([one.withLock(work('a')), other.withLock(work('b'))]);
  expect([
    ['a begins', 'a ends', 'b begins', 'b ends'],
    ['b begins', 'b ends', 'a begins', 'a ends'],
  ]).toContainEqual(happened);
});

describe('two gateways on one server', () => {
  test('know the cards that the other one saved, and the payments it took', async () => {
    const [one, other] = [await gateway('one'), await gateway('other')];
    const { credit_card } = await one.transfer({ additional_data: { contract: ['oneclick'] } });
    const again = await other.post('/transactions/p2ps', plainTransfer());
    expect([again.status, again.body.error_code]).toEqual([422, 'duplicate_transaction']);
    const paid = await other.transfer({ amount: 500, credit_card: { token: credit_card.token, verification_value: '123' } });
    expect(paid).toMatchObject({ status: 'successful', credit_card: { stamp: credit_card.stamp } });
  });

  test('use one clock', async () => {
    const [one, other] = [await gateway('one'), await gateway('other')];
    const jobs: Answer[] = [];
    for (const sandbox of [one, other])
      jobs.push(await sandbox.post('/ctp/api/async/p2p', plainTransfer({ amount: 100 + jobs.length })));
    await one.advance(3_600);
    await expect
      .poll(async () => (await other.console('/sandbox/clock')).body, { timeout: 60_000 })
      .toEqual({ now: '2026-11-21T11:00:00Z', frozen: true });
    for (const { body } of jobs) expect((await other.poll(body.job_id)).body.status).toBe('done');
    // Both at once move it twice.
    await Promise.all([one.advance(60), other.advance(600)]);
    await expect
      .poll(async () => (await one.console('/sandbox/clock')).body.now, { timeout: 60_000 })
      .toBe('2026-11-21T11:11:00Z');
  });

  test('deliver each notification once', async () => {
    const [one, other] = [await gateway('one'), await gateway('other')];
    const notification_url = 'http://127.0.0.1:4099/note';
    for (let amount = 100; amount < 120; amount += 1) await one.transfer({ amount, notification_url });
    await Promise.all([one.advance(1), other.advance(1)]);
    await expect.poll(() => one.deliveries.length + other.deliveries.length, { timeout: 60_000 }).toBe(20);
    const uids = [...one.deliveries, ...other.deliveries].map(({ body }) => JSON.parse(body).transaction.uid as string);
    expect(new Set(uids).size).toBe(20);
  });
});

describe('notifications of three gateways on one server', () => {
  test('come in order for each subscription, although the merchant is slow and sometimes fails', async () => {
    const chance = seededRandom('merchant');
    const random = () => (chance(1)[0] ?? 0) / 256;
    const came = new Map<string, string[]>();
    const fetch: GatewayOptions['fetch'] = async (_, init) => {
      const { transaction, id, event } = JSON.parse(init?.body as string);
      const subscription: string = transaction?.subscription_id ?? id;
      came.set(subscription, [...(came.get(subscription) ?? []), transaction ? `charge of ${transaction.created_at}` : event]);
      await new Promise((resolve) => void setTimeout(resolve, random() * 20));
      return new Response(null, { status: random() < 0.3 ? 503 : 200 });
    };
    const three = await Promise.all(['one', 'two', 'three'].map(async (seed) => gateway(seed, { fetch })));
    const [first] = three;
    const { id: plan } = await new Subscriber(undefined, first).plan({
      plan: { amount: 1000, interval: 1, interval_unit: 'day' },
    });
    for (const [index, pan] of pans(30).entries()) {
      expect((await new Subscriber(pan, three[index % three.length]).order(plan)).status).toBe(200);
    }
    await Promise.all(three.map(async (sandbox) => sandbox.advance(86_400)));
    expect(came.size).toBe(30);
    const charges = ['21', '22', '23', '24'].map((day, index) => [
      `charge of 2026-11-${day}T10:00:00Z`,
      index === 0 ? 'created.subscription' : 'renewed.subscription',
    ]);
    // A failed attempt is repeated before any other notification is sent.
    const withoutRepeats = () => [...came.values()].map((events) => events.filter((word, index) => word !== events[index - 1]));
    // The last repeats may need more than an hour, and another gateway may be sending one.
    const wait = { timeout: 60_000, interval: 5_000 };
    await expect.poll(async () => first!.advance(3_600).then(withoutRepeats), wait).toEqual(pans(30).map(() => charges.flat()));
  });

  test('queue behind each other, even from several processes at once', async () => {
    const [one, other] = [await open(), await open()];
    const announce = (store: Store, id: string) =>
      store.atomically(async (kept) => {
        const head = await kept.notifications.head('queue');
        await new Promise((resolve) => void setTimeout(resolve, 50));
        await kept.notifications.insert({
          id,
          shopId: 1,
          uid: 'uid',
          queue: 'queue',
          url: 'url',
          body: '{}',
          state: 'waiting',
          attempts: [],
        });
        return head?.id;
      });
    const heads = await Promise.all([announce(one, 'a'), announce(other, 'b')]);
    expect(heads.filter((head) => head === undefined)).toHaveLength(1);
    expect(['a', 'b']).toContain(heads.find(Boolean));
  });
});

describe('a gateway', () => {
  test('does everything with a single connection: nothing waits for a second one while it has the first', async () => {
    const sandbox = await gateway('lonely', {}, { connections: 1, timeout: 60_000 });
    const subscriber = new Subscriber(undefined, sandbox);
    await subscriber.subscribe({ plan: { amount: 1000, interval: 1, interval_unit: 'day' } });
    const { redirect_url } = await sandbox.transfer({
      credit_card: CHALLENGE_CARD,
      notification_url: 'http://127.0.0.1:4099/note',
    });
    expect((await subscriber.answerBank(redirect_url, { action: 'confirm', code: '123456' })).status).toBe(200);
    await sandbox.advance(86_400);
    expect(await subscriber.charges()).toHaveLength(3);
    const delivered = sandbox.deliveries.map(({ body }) => (JSON.parse(body) as { event?: string }).event ?? 'transaction');
    expect(delivered.sort()).toEqual(['created.subscription', 'renewed.subscription', ...Array(3).fill('transaction')]);
  });

  test('still works after its connections were cut, in a transaction or before one, more often than it has connections', async () => {
    const store = await open();
    const cut = () =>
      query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'checkout-sandbox' and datname = current_database()",
      );
    for (let times = 0; times < 8; times += 1) {
      const broken = store.atomically(async () => {
        await store.duplicateClaims.countUse('card');
        await cut();
        await store.duplicateClaims.countUse('card');
      });
      await expect(broken).rejects.toSatisfy(isOutage);
      const started = Array.from({ length: 3 }, async () =>
        store.atomically(async () => store.duplicateClaims.countUse('other')).catch(() => 0),
      );
      await Promise.all([cut(), ...started]);
    }
    await expect.poll(async () => store.duplicateClaims.countUse('card').catch(() => -1)).toBe(0);
  });

  test('waits for a lock that another process holds, but not forever', async () => {
    const store = await open({ timeout: 300 });
    await store.settings.setClock({ offset: 1, stoppedAt: null });
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query(`begin; select * from ${schema}.settings for update`);
    await expect(store.settings.setClock({ offset: 2, stoppedAt: null })).rejects.toSatisfy(isOutage);
    const others = Array.from({ length: 3 }, async () =>
      store.settings.setClock({ offset: 3, stoppedAt: null }).catch(() => undefined),
    );
    await expect(store.settings.clock()).rejects.toSatisfy(isOutage);
    await Promise.all(others);
    await holder.end();
    expect(await store.settings.clock()).toEqual({ offset: 1, stoppedAt: null });
  });
});

test('a clock frozen while another process advances it stops where that process leaves it', async () => {
  const [one, other] = [await gateway('one', { clock: createClock() }), await gateway('other', { clock: createClock() })];
  const hours = (now: string) => (Date.parse(now) - Date.parse(before.now)) / 3_600_000;
  const { body: before } = await one.console('/sandbox/clock');
  const { id } = await new Subscriber(undefined, one).plan({ plan: { amount: 1000, interval: 1, interval_unit: 'hour' } });
  expect((await new Subscriber(undefined, one).order(id)).status).toBe(200);
  const advancing = one.advance(86_400);
  await expect
    .poll(async () => hours((await one.console('/sandbox/clock')).body.now), { timeout: 60_000, interval: 5 })
    .toBeGreaterThan(1);
  const stopped = await other.setClock({ frozen: true });
  await advancing;
  expect(stopped.body.frozen).toBe(true);
  await expect.poll(async () => (await one.console('/sandbox/clock')).body, { timeout: 60_000 }).toEqual(stopped.body);
  expect(hours(stopped.body.now)).toBeGreaterThanOrEqual(24);
});
