import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClock } from '../../../demo/gateway/time/clock.js';
import { SANDBOX_SHOPS } from '../../../demo/gateway/shop/shops.js';
import { sampleOrAll } from '../../sample-or-all.js';
import { killAfterEach, startProgram, type Started } from '../program.js';
import { Sandbox } from '../sandbox.js';

// Milliseconds, for what hangs: two years have many charges, every kill is followed by a start, and the machine may be busy.
vi.setConfig({ testTimeout: 1_200_000 });

type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any
type Send = (path: string, body?: Json) => Promise<Json>;

const DAYS = 24 * 30.5;
const KILLS = sampleOrAll(3, 25);
const CARD = { verification_value: '123', exp_month: '01', exp_year: '2040' };

/** Plans with the cards that pay for them: some always, one that is declined twice after a payment, two that err. */
const ALL = [
  ['4200000000000000', { plan: { amount: 1000, interval: 10, interval_unit: 'day' } }],
  ['4000500000000019', { plan: { amount: 1100, interval: 2, interval_unit: 'month' }, prevent_payments_at_night: true }],
  ['4000500000000035', { plan: { amount: 1200, interval: 3, interval_unit: 'month' } }],
  [
    '4012000000001006',
    { plan: { amount: 1300, interval: 1, interval_unit: 'month' }, trial: { amount: 100, interval: 3, interval_unit: 'day' } },
  ],
  ['4012000000001055', { plan: { amount: 1400, interval: 1, interval_unit: 'month' }, infinite: false, billing_cycles: 20 }],
  ['4000500000000043', { plan: { amount: 1500, interval: 5, interval_unit: 'month' } }],
] as const;

// The last two end.
const SUBSCRIPTIONS = ALL.slice(-sampleOrAll(4, ALL.length));

/** Creates the subscriptions, each charged at once. */
async function subscribe(send: Send, notification_url: string): Promise<void> {
  for (const [number, terms] of SUBSCRIPTIONS) {
    const plan = { title: 'Tea', currency: 'USD', ...terms };
    const customer = { email: 'ann@example.com', ip: '127.0.0.1' };
    const { state } = await send('/subscriptions', { plan, customer, card: { ...CARD, number }, notification_url });
    expect(['active', 'trial']).toContain(state);
  }
}

/** The course of each subscription in the console: its state, and its charges as seconds since the first. */
const coursesIn = (listed: readonly Json[]) =>
  listed.toReversed().map(({ state, charges }) => ({
    state: state as string,
    charges: (charges as Json[]).map(({ at, kind, cycle, amount, result }) => ({
      after: (Date.parse(at) - Date.parse(charges[0].at)) / 1000,
      what: [kind, cycle, amount, result].join(' '),
    })),
  }));

let folder: string;
let merchant: Server;
const told: Json[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-years-'));
  told.length = 0;
  merchant = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      told.push(JSON.parse(Buffer.concat(parts).toString()) as Json);
      response.end();
    });
  });
  await new Promise<void>((resolve) => void merchant.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  merchant.closeAllConnections();
  merchant.close();
  await rm(folder, { recursive: true, force: true });
});
killAfterEach();

const start = (): Promise<Started> => startProgram(['--port', '0', '--data', folder]);
const clockOf = async ({ urls }: Started, change: Json): Promise<Json> => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(change) };
  return (await (await fetch(`${urls.console_url}/sandbox/clock`, init)).json()) as Json;
};

test('over 24 months with kills and restarts no charge is lost and none is doubled', async () => {
  const [shop] = SANDBOX_SHOPS.filter(({ pciCertified }) => pciCertified);
  const authorization = `Basic ${Buffer.from(`${shop?.id}:${shop?.secretKey}`).toString('base64')}`;
  const init = (body?: Json): RequestInit => ({
    headers: { authorization, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const hook = `http://127.0.0.1:${(merchant.address() as AddressInfo).port}/hook`;

  let gateway = await start();
  // Begins at noon, whatever the time here: at night the plan that charges by day only would wait.
  const { now: today } = await clockOf(gateway, { frozen: true });
  const noon = new Date(today).setUTCHours(36, 0, 0, 0);
  const { now } = await clockOf(gateway, { advance_seconds: (noon - Date.parse(today)) / 1000 });
  const { gateway_url: address } = gateway.urls;
  await subscribe(async (path, body) => (await (await fetch(address + path, init(body))).json()) as Json, hook);

  const end = Date.parse(now) + DAYS * 86_400_000;
  let kills = 0;
  for (let time = Date.parse(now); time < end;) {
    const seconds = Math.min((DAYS * 86_400) / (KILLS + 2), (end - time) / 1000);
    const moving = clockOf(gateway, { advance_seconds: seconds }).catch(() => undefined);
    if (kills < KILLS) {
      // Somewhere between two charges, in one, or in a notification.
      await sleep(40 + ((kills * 97) % 400));
      await gateway.end('SIGKILL');
      kills += 1;
      await moving;
      gateway = await start();
    } else await moving;
    // A frozen clock that was killed stands where its last charge was.
    ({ now: time } = { now: Date.parse((await clockOf(gateway, { advance_seconds: 0 }))['now']) });
  }
  await clockOf(gateway, { advance_seconds: 60 });
  const listed = (await (await fetch(`${gateway.urls.console_url}/sandbox/subscriptions`)).json()) as Json[];

  // The same in one process that nobody kills, moved in one step.
  const sandbox = new Sandbox({ clock: createClock({ frozenAt: Date.parse(now) }) });
  await subscribe(async (path, body) => (await sandbox.ask(path, init(body))).body, hook);
  await sandbox.advance(DAYS * 86_400 + 60);
  const expected = coursesIn((await sandbox.console('/sandbox/subscriptions')).body as unknown as Json[]);

  const came = coursesIn(listed);
  expect(kills).toBe(KILLS);
  expect(came.map(({ state, charges }) => [state, charges.map(({ what }) => what)])).toEqual(
    expected.map(({ state, charges }) => [state, charges.map(({ what }) => what)]),
  );
  expect(came.slice(-2).map(({ state }) => state)).toEqual(['canceled', 'error']);
  for (const [index, { charges }] of came.entries()) {
    for (const [nth, { after }] of charges.entries())
      expect(Math.abs(after - expected[index]!.charges[nth]!.after)).toBeLessThanOrEqual(2);
  }

  // The merchant was told of every charge, and with each paid one of its subscription.
  const charged = listed.flatMap(({ charges }) => charges as Json[]);
  const transactions = new Set(told.flatMap(({ transaction }) => (transaction ? [transaction.uid] : [])));
  const lasts = new Set(told.flatMap(({ last_transaction: last }) => (last ? [last.uid] : [])));
  expect(charged.filter(({ uid }) => !transactions.has(uid))).toEqual([]);
  expect(charged.filter(({ uid, result }) => result === 'successful' && !lasts.has(uid))).toEqual([]);
  expect(new Set(charged.map(({ uid }) => uid)).size).toBe(charged.length);
});
