import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { createLog } from '../../demo/gateway/log.js';
import { MIGRATIONS } from '../../demo/gateway/store/migrations.js';
import { openStore } from '../../demo/gateway/store/open-store.js';
import { openPostgres } from '../../demo/gateway/store/postgres.js';
import type { Store } from '../../demo/gateway/store/store.js';
import { plainTransfer, Sandbox, seededRandom, type Answer } from './sandbox.js';
import { postgresUrl } from './stores.js';

// What only a server can be asked: several processes at once. Each store here has connections of its own.

const url = postgresUrl ?? '';
const schema = `shared_${process.pid}`;
const log = createLog({ write: () => undefined });
const opened: Store[] = [];

async function open(): Promise<Store> {
  const store = await openPostgres({ url, schema, log, connections: 3 });
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
async function gateway(seed: string): Promise<Sandbox> {
  const store = await open();
  const sandbox = new Sandbox({
    store, random: seededRandom(seed), vaultKey: await store.settings.vaultKey(seededRandom(seed)(32)),
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
  test('is made once by many who start at once', async () => {
    await Promise.all(Array.from({ length: 6 }, open));
    const { rows } = await query(`select number from ${schema}.migrations order by number`);
    expect(rows).toEqual(MIGRATIONS.map((_, index) => ({ number: index + 1 })));
  });

  test('of a newer program is left alone', async () => {
    await open();
    await query(`insert into ${schema}.migrations values (1000)`);
    await expect(open()).rejects.toThrow(`"${schema}" is of a newer version of the sandbox (1000, this one knows`);
  });
});

test('a server that is not there is told by its address, without the password', async () => {
  const nowhere = 'postgres://someone:hunter2@127.0.0.1:1/shop';
  const error = await openStore({ url: nowhere, readyMade: '', log }).catch((reason: unknown) => reason);
  expect(String(error)).toContain('DATABASE_URL (127.0.0.1:1/shop) could not be used');
  expect(String(error)).not.toContain('hunter2');
});

test('two that work alone work one after the other', async () => {
  const [one, other] = [await open(), await open()];
  const happened: string[] = [];
  const work = (name: string) => async () => {
    happened.push(`${name} begins`);
    await new Promise((resolve) => void setTimeout(resolve, 50));
    happened.push(`${name} ends`);
  };
  await Promise.all([one.alone(work('a')), other.alone(work('b'))]);
  expect([['a begins', 'a ends', 'b begins', 'b ends'], ['b begins', 'b ends', 'a begins', 'a ends']]).toContainEqual(happened);
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

  test('go by one clock', async () => {
    const [one, other] = [await gateway('one'), await gateway('other')];
    const jobs: Answer[] = [];
    for (const sandbox of [one, other]) jobs.push(await sandbox.post('/ctp/api/async/p2p', plainTransfer({ amount: 100 + jobs.length })));
    await one.advance(3_600);
    await expect.poll(async () => (await other.console('/sandbox/clock')).body, { timeout: 5_000 })
      .toEqual({ now: '2026-11-21T11:00:00Z', frozen: true });
    for (const { body } of jobs) expect((await other.poll(body.job_id)).body.status).toBe('done');
    // Both at once move it twice.
    await Promise.all([one.advance(60), other.advance(600)]);
    await expect.poll(async () => (await one.console('/sandbox/clock')).body.now, { timeout: 5_000 }).toBe('2026-11-21T11:11:00Z');
  });

  test('do each notification once', async () => {
    const [one, other] = [await gateway('one'), await gateway('other')];
    const notification_url = 'http://127.0.0.1:9/note';
    for (let amount = 100; amount < 120; amount += 1) await one.transfer({ amount, notification_url });
    await Promise.all([one.advance(1), other.advance(1)]);
    await expect.poll(() => one.deliveries.length + other.deliveries.length, { timeout: 5_000 }).toBe(20);
    const uids = [...one.deliveries, ...other.deliveries].map(({ body }) => JSON.parse(body).transaction.uid as string);
    expect(new Set(uids).size).toBe(20);
  });
});
