import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../../../demo/gateway/log/log.js';
import { SANDBOX_SHOPS } from '../../../demo/gateway/shop/shops.js';
import { openStore } from '../../../demo/gateway/store/database/open-store.js';
import type { Store } from '../../../demo/gateway/store/store.js';
import { emptyDatabase } from '../../../build/empty-database.mjs';
import { sampleOrAll } from '../../sample-or-all.js';
import { orderOf, pans } from '../many-buyers.js';
import { createDatabase } from '../database.js';
import { killAfterEach, startProgram, type Started } from '../program.js';
import { plainTransfer } from '../sandbox.js';
import { postgresUrl } from '../stores.js';

// A gateway process that is killed while it works: one on a folder or, on a server, one of two.

interface Reply {
  readonly status: number;
  readonly body: Record<string, any>; // oxlint-disable-line typescript/no-explicit-any
}

/** A request that is sent again and again, with the same bytes. */
interface Sent {
  readonly path: string;
  readonly body: string;
}

const BUYERS = sampleOrAll(200, 500);
const ITEMS = sampleOrAll(40, 100);

const certified = SANDBOX_SHOPS.find(({ pciCertified }) => pciCertified);
if (!certified) throw new Error('no certified shop');
const basic = `Basic ${Buffer.from(`${certified.id}:${certified.secretKey}`).toString('base64')}`;

let folder: string;
let database: string | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-data-'));
  database = postgresUrl && (await createDatabase(postgresUrl));
});
afterEach(() => rm(folder, { recursive: true, force: true }));
killAfterEach();

const start = (...flags: string[]): Promise<Started> => startProgram(['--port', '0', ...flags, '--data', database ?? folder]);

/** Two processes on a server, one on a folder. */
async function startAll(...flags: string[]): Promise<[Started, ...Started[]]> {
  const first = await start(...flags);
  return database === undefined ? [first] : [first, await start(...flags)];
}

/** The state itself, when every process has ended. */
async function inspect<T>(look: (store: Store) => Promise<T>): Promise<T> {
  const where = database === undefined ? { folder } : { url: database };
  const store = await openStore({ ...where, readyMade: await emptyDatabase(), log: createLog({ write: () => undefined }) });
  try {
    return await look(store);
  } finally {
    await store.close();
  }
}

const bearers = new Map<string, string>();
async function bearer({ urls }: Started): Promise<string> {
  const known = bearers.get(urls.console_url);
  if (known) return known;
  const shops = (await (await fetch(`${urls.console_url}/sandbox/shops`)).json()) as { shop_id: number; public_key: string }[];
  const key = `Bearer ${shops.find(({ shop_id }) => shop_id === certified?.id)?.public_key}`;
  bearers.set(urls.console_url, key);
  return key;
}

async function ask(gateway: Started, path: string, body?: string): Promise<Reply> {
  const authorization = /^\/(ctp|v2\/confirm_order)\//.test(path) ? await bearer(gateway) : basic;
  const response = await fetch(`${gateway.urls.gateway_url}${path}`, {
    headers: { authorization, 'x-api-version': '2', 'content-type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body }),
  });
  return { status: response.status, body: (await response.json()) as Reply['body'] };
}

async function moveClock({ urls }: Started, change: object) {
  const response = await fetch(`${urls.console_url}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(change),
  });
  return (await response.json()) as { now: string; frozen: boolean };
}

/**
 * Sends everything, 40 at a time, to the gateways by turns; after `answers` answers the first of them is killed.
 *
 * The clock is frozen from here on: a slow machine must not take the requests out of the 30 seconds in which a payment is a
 * duplicate (spec 8). It moves by two seconds before the kill, so that jobs run.
 *
 * @returns the answers, and what was sent but never answered.
 */
async function sendAndKill(gateways: readonly [Started, ...Started[]], requests: readonly Sent[], answers: number) {
  for (const gateway of gateways) await moveClock(gateway, { frozen: true });
  const answered: Reply[] = [];
  const unanswered: Sent[] = [];
  const queue = requests.entries();
  let moved: Promise<unknown> | undefined;
  let killed: Promise<number | null> | undefined;
  const worker = async (): Promise<void> => {
    for (const [index, request] of queue) {
      const gateway = gateways[index % gateways.length] ?? gateways[0];
      try {
        answered.push(await ask(gateway, request.path, request.body));
      } catch {
        unanswered.push(request);
      }
      // The process may be killed before it answers.
      if (answered.length >= answers / 2) moved ??= moveClock(gateways[0], { advance_seconds: 2 }).catch(() => undefined);
      if (answered.length < answers) continue;
      // A moment later, because between two answers the process is in the middle of its work. The rest waits for that, however
      // long the moment is on a busy machine: some of it is meant for the killed process.
      await (killed ??= sleep(7).then(() => gateways[0].end('SIGKILL')));
    }
  };
  await Promise.all(Array.from({ length: 40 }, worker));
  await moved;
  expect(gateways[0].child.signalCode).toBe('SIGKILL');
  expect(unanswered.length).toBeGreaterThan(0);
  return { answered, unanswered };
}

/** A merchant's server: the uids from notifications. */
async function merchantServer() {
  const notified = new Set<string>();
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (data: Buffer) => (text += data.toString()));
    request.on('end', () => {
      notified.add((JSON.parse(text) as { transaction: { uid: string } }).transaction.uid);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { notified, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/note`, close: () => server.close() };
}

const jobsOf = (replies: readonly Reply[]): string[] =>
  replies.flatMap(({ status, body }) => (status === 200 && body['job_id'] ? [body['job_id'] as string] : []));

/** Polls until a job is no longer new. The killed process's work is released after a while. */
async function outcome(gateway: Started, jobId: string): Promise<string> {
  let body: Reply['body'] = {};
  await expect
    .poll(
      async () => {
        ({ body } = await ask(gateway, `/ctp/api/async/jobs/${jobId}`));
        return body['status'];
      },
      { timeout: 300_000, interval: 200 },
    )
    .not.toBe('new');
  return body['response']?.transaction?.status ?? body['status'];
}

describe('a process killed at work', () => {
  test(`sells exactly ${ITEMS} items to ${BUYERS} buyers, each paid and notified`, async () => {
    const merchant = await merchantServer();
    const gateways = await startAll('--notification-url', merchant.url);
    const terms = {
      name: 'Tea pot',
      description: 'Holds one litre',
      currency: 'USD',
      amount: '2500',
      quantity: String(ITEMS),
      immortal: true,
    };
    const product = (await ask(gateways[0], '/products', JSON.stringify(terms))).body;
    const path = new URL(product['confirm_url'] as string).pathname;
    const orders = pans(BUYERS).map((pan) => ({ path, body: JSON.stringify({ request: orderOf(pan) }) }));

    const { answered, unanswered } = await sendAndKill(gateways, orders, BUYERS / 8);
    const restarted = await start('--notification-url', merchant.url);
    const later = await Promise.all(unanswered.map(({ body }) => ask(restarted, path, body)));
    await moveClock(restarted, { frozen: false });

    const jobs = jobsOf([...answered, ...later]);
    expect(new Set(jobs).size).toBe(jobs.length);
    expect(jobs.length).toBeLessThanOrEqual(ITEMS);
    for (const jobId of jobs) expect(await outcome(restarted, jobId)).toBe('successful');
    await expect.poll(() => merchant.notified.size, { timeout: 300_000 }).toBe(ITEMS);
    for (const gateway of [...gateways.slice(1), restarted]) await gateway.end('SIGTERM');
    merchant.close();

    const { transactions, left } = await inspect(async (store) => ({
      transactions: await store.transactions.latest(1_000),
      left: (await store.products.byId(product['id'] as string))?.quantity,
    }));
    expect(transactions.map(({ status }) => status)).toEqual(Array.from({ length: ITEMS }, () => 'successful'));
    expect(left).toBe(0);
    expect(merchant.notified).toEqual(new Set(transactions.map(({ uid }) => uid)));
  });

  test.each([1, 30, 120])(
    'has made, of 200 byte-identical transfers, exactly one: killed after %i answers',
    async (answers) => {
      const gateways = await startAll();
      const body = JSON.stringify({ request: plainTransfer({ tracking_id: 'the-one' }) });
      const path = '/ctp/api/async/p2p';
      const { answered, unanswered } = await sendAndKill(
        gateways,
        Array.from({ length: 200 }, () => ({ path, body })),
        answers,
      );
      const restarted = await start();
      const later = await Promise.all(unanswered.map(() => ask(restarted, path, body)));
      await moveClock(restarted, { frozen: false });

      const jobs = jobsOf([...answered, ...later]);
      expect(jobs.length).toBeLessThanOrEqual(1);
      for (const { status } of [...answered, ...later]) expect([200, 422]).toContain(status);
      await expect
        .poll(
          async () => {
            const { body: found } = await ask(restarted, '/v2/transactions/tracking_id/the-one');
            return (found['transactions'] as { status: string }[]).map(({ status }) => status);
          },
          { timeout: 300_000, interval: 200 },
        )
        .toEqual(['successful']);
      for (const jobId of jobs) expect(await outcome(restarted, jobId)).toBe('successful');
    },
    90_000,
  );
});

describe('a process started again after it was killed', () => {
  const transfer = (gateway: Started, changes: object, path = '/transactions/p2ps') =>
    ask(gateway, path, JSON.stringify({ request: plainTransfer(changes) }));

  test('has the clock and the cards of the one before, and knows its payments', async () => {
    const [first, ...others] = await startAll();
    await moveClock(first, { advance_seconds: 86_400 });
    const { now } = await moveClock(first, { frozen: true });
    const saved = (await transfer(first, { additional_data: { contract: ['oneclick'] } })).body['transaction'];
    await first.end('SIGKILL');

    const again = await start();
    expect(await moveClock(again, {})).toEqual({ now, frozen: true });
    // The same card within 30 seconds of a frozen clock, by its number or by its token.
    const { token } = saved.credit_card as { token: string };
    const byToken = { credit_card: { token, verification_value: '123' } };
    expect((await transfer(again, {})).body['error_code']).toBe('duplicate_transaction');
    expect((await transfer(again, byToken)).body['error_code']).toBe('duplicate_transaction');
    const paid = await transfer(again, { ...byToken, amount: 700 });
    expect(paid.body['transaction']).toMatchObject({
      status: 'successful',
      credit_card: { last_4: '0000', stamp: saved.credit_card.stamp },
    });
    expect((await ask(again, `/transactions/${saved.uid}`)).body['transaction']).toMatchObject({ status: 'successful' });
    expect(others.every(({ child }) => child.exitCode === null)).toBe(true);
  });

  test('continues pending work: a job, a challenge, its end', async () => {
    const [first, ...others] = await startAll();
    await moveClock(first, { frozen: true });
    const challenged = {
      credit_card: { number: '4012000000001097', verification_value: '123', exp_month: '01', exp_year: '2030' },
    };
    const jobId = (await transfer(first, {}, '/ctp/api/async/p2p')).body['job_id'] as string;
    const left = (await transfer(first, challenged)).body['transaction'];
    const confirmed = (await transfer(first, { ...challenged, amount: 300 })).body['transaction'];
    for (const gateway of [first, ...others]) await gateway.end('SIGKILL');

    const again = await start();
    expect((await ask(again, `/ctp/api/async/jobs/${jobId}`)).body).toEqual({ status: 'new', job_id: jobId });
    const page = `${again.urls.checkout_url}${new URL(confirmed.redirect_url).pathname}`;
    const formToken = /name="form_token" value="(\w+)"/.exec(await (await fetch(page)).text())?.[1] ?? '';
    await fetch(page, {
      method: 'POST',
      body: new URLSearchParams({ form_token: formToken, action: 'confirm', code: '123456' }),
    });
    await moveClock(again, { advance_seconds: 1_799 });
    expect(await outcome(again, jobId)).toBe('successful');
    const statusOf = async (uid: string) => (await ask(again, `/transactions/${uid}`)).body['transaction'].status as string;
    expect([await statusOf(confirmed.uid), await statusOf(left.uid)]).toEqual(['successful', 'incomplete']);
    await moveClock(again, { advance_seconds: 1 });
    expect(await statusOf(left.uid)).toBe('failed');
  });
});
