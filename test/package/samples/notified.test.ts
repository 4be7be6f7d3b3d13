import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ExpectedPayment } from '../../../src/merchant/index.js';
import { FAMILY_BODIES } from '../../merchant/notification/family-bodies.js';
import { makeShop, notificationFor, transfer } from '../../merchant/notification/notification.js';
import { compileSamples } from './sample-files.js';

// Runs the documentation's sample for notifications against the package, with a store in memory.

interface Order {
  paidBy?: string;
  readonly payment?: ExpectedPayment;
  readonly subscription?: { readonly planId: string };
}
interface Charge {
  readonly uid: string;
  readonly status: string;
  readonly amount: number;
}

const shop = makeShop();

class MemoryStore {
  readonly orders = new Map<string, Order>();
  readonly subscriptions = new Map<string, { readonly order: Order; state: string }>();
  readonly charges = new Map<string, Charge>();
  readonly delivered: string[] = [];
  readonly reviewed: string[] = [];
  readonly renewed: string[] = [];

  open(trackingId: string, order: Order): Order {
    this.orders.set(trackingId, order);
    return order;
  }
  async findOrder({ tracking_id }: { readonly tracking_id: string }): Promise<Order | undefined> {
    return this.orders.get(tracking_id);
  }
  async findSubscription({ id, tracking_id }: { readonly id: string; readonly tracking_id: string }): Promise<Order | undefined> {
    return this.subscriptions.get(id)?.order ?? this.orders.get(tracking_id);
  }
  async deliver(order: Order, paidBy: string): Promise<boolean> {
    if (order.paidBy === undefined) {
      order.paidBy = paidBy;
      this.delivered.push(paidBy);
    }
    return order.paidBy === paidBy;
  }
  async renew(_: Order, charge: string): Promise<void> {
    if (!this.renewed.includes(charge)) this.renewed.push(charge);
  }
  async review(_: Order, uid: string): Promise<void> {
    this.reviewed.push(uid);
  }
  async saveCharge(charge: Charge): Promise<void> {
    if (!this.charges.has(charge.uid)) this.charges.set(charge.uid, charge);
  }
  async saveState(order: Order, { id, state }: { readonly id: string; readonly state: string }): Promise<void> {
    this.subscriptions.set(id, { order, state });
  }
}

let notifications: (request: Request) => Promise<Response>;
let setStore: (newStore: MemoryStore) => void;
let store: MemoryStore;
beforeAll(async () => {
  const folder = compileSamples('notified', ['notifications.ts', 'store.ts']);
  writeFileSync(join(folder, 'store.js'), 'export let store;\nexport const setStore = (newStore) => (store = newStore);\n');
  const keys = { SHOP_ID: shop.shopId, SECRET_KEY: shop.secretKey, PUBLIC_KEY: shop.publicKey };
  for (const [name, value] of Object.entries(keys)) vi.stubEnv(name, value);
  // What is refused here is refused on purpose.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  // Loaded by Node itself, so that the package is the installed one and not our sources.
  const require = createRequire(join(folder, 'notifications.js'));
  ({ setStore } = require('./store.js') as { readonly setStore: typeof setStore });
  ({ notifications } = require('./notifications.js') as { readonly notifications: typeof notifications });
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
beforeEach(() => {
  store = new MemoryStore();
  setStore(store);
});

const notify = async (body: unknown): Promise<number> =>
  (await notifications(notificationFor(shop, { body: JSON.stringify(body) }))).status;
const paid = (changes: Readonly<Record<string, unknown>>) => ({
  transaction: transfer({ recipient_card: undefined, ...changes }),
});

describe('an order of a product', () => {
  const expected: ExpectedPayment = { type: 'payment', amount: 1250, currency: 'USD', productId: 'prd_1' };
  const tea = { type: 'payment', amount: 1250, currency: 'USD', product_id: 'prd_1' };

  test('is paid once, however often that is reported, and a later failure does not undo it', async () => {
    const order = store.open('order-1', { payment: expected });
    for (let times = 0; times < 2; times += 1) expect(await notify(paid({ ...tea, uid: 'u-1' }))).toBe(200);
    expect(await notify(paid({ ...tea, uid: 'u-2', status: 'failed' }))).toBe(200);
    expect([order.paidBy, store.delivered, store.reviewed]).toEqual(['u-1', ['u-1'], []]);
  });

  test('that is paid a second time is reviewed, so that the money can be refunded', async () => {
    store.open('order-1', { payment: expected });
    for (const uid of ['u-1', 'u-2']) await notify(paid({ ...tea, uid }));
    expect([store.delivered, store.reviewed]).toEqual([['u-1'], ['u-2']]);
  });
});

test.each([
  ['Payment 4107-310b0da80b', { transaction: transfer() }],
  ['Subscription sbs_1', { id: 'sbs_1', event: 'active', state: 'active', tracking_id: 'order-1', plan: { id: 'pln_1' } }],
])('%s without an order is accepted, and said to belong to none', async (what, body) => {
  expect(await notify(body)).toBe(200);
  expect(vi.mocked(console.error)).toHaveBeenLastCalledWith(`${what} belongs to no order.`);
});

test('a transfer pays for its order, which names no product', async () => {
  store.open('order-1', { payment: { type: 'p2p', amount: 10_000, currency: 'USD' } });
  await notify({ transaction: transfer() });
  expect(store.delivered).toEqual(['4107-310b0da80b']);
});

test.each(FAMILY_BODIES)('of the family, about $what, delivers exactly when it paid', async ({ body, kind, paidBy }) => {
  const payment = { type: 'payment', amount: 1850, currency: 'EUR' } as const;
  store.open('order-1', kind === 'subscription' ? { subscription: { planId: 'pln_7f2e3edfbca72afc' } } : { payment });
  expect(await notify(body)).toBe(200);
  expect([store.delivered, store.reviewed]).toEqual([paidBy === undefined ? [] : [paidBy], []]);
});

describe('a subscription', () => {
  const charge = (uid: string, amount: number, status = 'successful') =>
    transfer({
      uid,
      amount,
      status,
      type: 'payment',
      subscription_id: 'sbs_1',
      tracking_id: 'order-7',
      recipient_card: undefined,
    });
  const state = (word: string, last: unknown) => ({
    id: 'sbs_1',
    event: word,
    state: word,
    tracking_id: 'order-7',
    last_transaction: last,
    plan: { id: 'pln_1', title: 'Club', currency: 'USD', plan: { amount: 1000, interval: 1, interval_unit: 'month' } },
  });
  /** A charge inside a subscription, as gateways send it: without amount and currency. */
  const last = (uid: string, status = 'successful') => ({ uid, status, message: 'Paid', created_at: '2026-11-21T10:00:00Z' });
  const expected = { planId: 'pln_1' };

  test('is paid by its trial; renewals are separate charges, and one that fails revokes nothing', async () => {
    const order = store.open('order-7', { subscription: expected });
    await notify({ transaction: charge('charge-1', 100) });
    expect(order.paidBy).toBeUndefined();
    await notify(state('trial', last('charge-1')));
    await notify({ transaction: charge('charge-2', 1000) });
    await notify(state('active', last('charge-2')));
    // While it stays active, a renewal is reported only as a transaction; and some are reported twice.
    for (let times = 0; times < 2; times += 1) await notify({ transaction: charge('charge-3', 1000) });
    await notify({ transaction: charge('charge-4', 1000, 'failed') });
    await notify(state('failed_attempt', last('charge-4', 'failed')));
    expect([order.paidBy, store.delivered, store.reviewed]).toEqual(['sbs_1', ['sbs_1'], []]);
    expect([...store.charges].map(([uid, { status, amount }]) => [uid, status, amount])).toEqual([
      ['charge-1', 'successful', 100],
      ['charge-2', 'successful', 1000],
      ['charge-3', 'successful', 1000],
      ['charge-4', 'failed', 1000],
    ]);
    expect(store.subscriptions.get('sbs_1')?.state).toBe('failed_attempt');
  });

  test('delivers each charge that its notifications report, the last one with its end', async () => {
    store.open('order-7', { subscription: expected });
    await notify(state('trial', last('charge-1')));
    for (let times = 0; times < 2; times += 1) await notify(state('active', last('charge-2')));
    await notify(state('failed_attempt', last('charge-3', 'failed')));
    await notify(state('canceled', last('charge-4')));
    expect([store.delivered, store.renewed]).toEqual([['sbs_1'], ['charge-1', 'charge-2', 'charge-4']]);
  });

  test('that is started twice for one order is reviewed', async () => {
    store.open('order-7', { subscription: expected });
    await notify(state('trial', last('charge-1')));
    await notify({ ...state('trial', last('charge-2')), id: 'sbs_2' });
    expect([store.delivered, store.reviewed]).toEqual([['sbs_1'], ['sbs_2']]);
  });
});
