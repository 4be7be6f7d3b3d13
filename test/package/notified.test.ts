import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { root } from '../../demo/start/build/install.mjs';
import { makeShop, notificationFor, transfer } from '../merchant/notification/notification.js';

// The README's sample for notifications, run as it stands against the package and books in memory.

interface Order {
  paidBy: string | undefined;
  readonly asked: Readonly<Record<string, unknown>>;
}
interface Charge {
  readonly status: string;
  readonly amount: number;
}

const shop = makeShop();

class Books {
  readonly orders = new Map<string, Order>();
  readonly subscriptions = new Map<string, { readonly order: Order; state: string }>();
  readonly charges = new Map<string, Charge>();
  readonly delivered: string[] = [];
  readonly strange: string[] = [];

  open(trackingId: string, asked: Order['asked']): Order {
    const order: Order = { paidBy: undefined, asked };
    this.orders.set(trackingId, order);
    return order;
  }
  async orderOf({ tracking_id }: { readonly tracking_id: string }): Promise<Order | undefined> {
    return this.orders.get(tracking_id);
  }
  async subscriptionOf(id: string, trackingId: string): Promise<Order | undefined> {
    return this.subscriptions.get(id)?.order ?? this.orders.get(trackingId);
  }
  async deliver(order: Order, uid: string): Promise<void> {
    if (order.paidBy) return;
    order.paidBy = uid;
    this.delivered.push(uid);
  }
  async lookInto(_: Order, uid: string): Promise<void> {
    this.strange.push(uid);
  }
  async keepCharge(_: string, uid: string, charge: Charge): Promise<void> {
    if (!this.charges.has(uid)) this.charges.set(uid, charge);
  }
  async keepState(order: Order, id: string, state: string): Promise<void> {
    this.subscriptions.set(id, { order, state });
  }
}

let onNotification: (request: Request) => Promise<Response>;
let keepIn: (kept: Books) => void;
let books: Books;
beforeAll(() => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const [, sample = ''] = /^```js\n(import \{ verifyNotification \}.*?)^```$/ms.exec(readme) ?? [];
  const file = join(inject('packed').consumer, 'notified.mjs');
  writeFileSync(file, `let books;\nexport const keepIn = (kept) => (books = kept);\nconst { publicKey, shopId, secretKey } = ${JSON.stringify(shop)};\n${sample}\nexport { onNotification };\n`);
  // As Node itself loads it: the package is what the consumer has installed, not our sources.
  const sampled = createRequire(file)(file) as { readonly keepIn: typeof keepIn; readonly onNotification: typeof onNotification };
  ({ keepIn, onNotification } = sampled);
});
beforeEach(() => {
  books = new Books();
  keepIn(books);
});

const tell = async (body: unknown): Promise<number> => (await onNotification(notificationFor(shop, { body: JSON.stringify(body) }))).status;
const paid = (changes: Readonly<Record<string, unknown>>) => ({ transaction: transfer({ recipient_card: undefined, ...changes }) });

describe('an order of a product', () => {
  const tea = { type: 'payment', amount: 1250, currency: 'USD', product_id: 'prd_1' };

  test('is paid once, however often that is told, and a failure that comes later does not unpay it', async () => {
    const order = books.open('order-1', tea);
    for (let times = 0; times < 2; times += 1) expect(await tell(paid({ ...tea, uid: 'u-1' }))).toBe(200);
    expect(await tell(paid({ ...tea, uid: 'u-2', status: 'failed' }))).toBe(200);
    expect([order.paidBy, books.delivered, books.strange]).toEqual(['u-1', ['u-1'], []]);
  });

  test('that is paid a second time is looked into: that money goes back', async () => {
    books.open('order-1', tea);
    for (const uid of ['u-1', 'u-2']) await tell(paid({ ...tea, uid }));
    expect([books.delivered, books.strange]).toEqual([['u-1'], ['u-2']]);
  });

  test('is paid by a success after a failure', async () => {
    books.open('order-1', tea);
    await tell(paid({ ...tea, uid: 'u-1', status: 'failed' }));
    await tell(paid({ ...tea, uid: 'u-2' }));
    expect(books.delivered).toEqual(['u-2']);
  });

  test.each([['amount', 1], ['currency', 'EUR'], ['product_id', 'prd_2'], ['product_id', undefined], ['type', 'p2p']])('is not paid by another %s (%s)', async (field, value) => {
    books.open('order-1', tea);
    await tell(paid({ ...tea, [field]: value }));
    expect([books.delivered, books.strange]).toEqual([[], ['4107-310b0da80b']]);
  });

  test('is not paid by a test, nor by a forgery', async () => {
    books.open('order-1', tea);
    expect(await tell(paid({ ...tea, test: true }))).toBe(403);
    const forged = notificationFor({ ...makeShop(), shopId: shop.shopId, secretKey: shop.secretKey }, { body: JSON.stringify(paid(tea)) });
    expect((await onNotification(forged)).status).toBe(401);
    expect(books.delivered).toEqual([]);
  });
});

test('a transfer pays its order, and names no product', async () => {
  books.open('order-1', { type: 'p2p', amount: 10_000, currency: 'USD' });
  await tell({ transaction: transfer() });
  expect(books.delivered).toEqual(['4107-310b0da80b']);
});

describe('a subscription', () => {
  const charge = (uid: string, amount: number, status = 'successful') =>
    transfer({ uid, amount, status, type: 'payment', subscription_id: 'sbs_1', tracking_id: 'order-7', recipient_card: undefined });
  const state = (word: string, last: unknown) => ({
    id: 'sbs_1', event: word, state: word, tracking_id: 'order-7', last_transaction: last,
    plan: { id: 'pln_1', title: 'Club', currency: 'USD', plan: { amount: 1000, interval: 1, interval_unit: 'month' } },
  });
  const asked = { planId: 'pln_1', firstCharge: 100, currency: 'USD' };

  test('is paid for by its trial; renewals are charges of their own, and one that fails takes nothing back', async () => {
    const order = books.open('order-7', asked);
    const trial = charge('charge-1', 100);
    await tell({ transaction: trial });
    expect(order.paidBy).toBeUndefined();
    await tell(state('trial', trial));
    await tell({ transaction: charge('charge-2', 1000) });
    await tell(state('active', charge('charge-2', 1000)));
    // While it stays active, a renewal is told as a transaction alone; and some are told twice.
    for (let times = 0; times < 2; times += 1) await tell({ transaction: charge('charge-3', 1000) });
    await tell({ transaction: charge('charge-4', 1000, 'failed') });
    await tell(state('failed_attempt', charge('charge-4', 1000, 'failed')));
    expect([order.paidBy, books.delivered, books.strange]).toEqual(['sbs_1', ['sbs_1'], []]);
    expect([...books.charges].map(([uid, { status, amount }]) => [uid, status, amount])).toEqual([
      ['charge-1', 'successful', 100], ['charge-2', 'successful', 1000], ['charge-3', 'successful', 1000], ['charge-4', 'failed', 1000],
    ]);
    expect(books.subscriptions.get('sbs_1')?.state).toBe('failed_attempt');
  });

  test('that is begun twice for one order is looked into', async () => {
    books.open('order-7', asked);
    await tell(state('trial', charge('charge-1', 100)));
    await tell({ ...state('trial', charge('charge-2', 100)), id: 'sbs_2' });
    expect([books.delivered, books.strange]).toEqual([['sbs_1'], ['sbs_2']]);
  });

  test('whose first charge failed is not paid for', async () => {
    const order = books.open('order-7', asked);
    await tell({ transaction: charge('charge-1', 100, 'failed') });
    await tell(state('failed', charge('charge-1', 100, 'failed')));
    expect([order.paidBy, books.delivered, books.subscriptions.get('sbs_1')?.state]).toEqual([undefined, [], 'failed']);
  });

  test.each([['plan', { plan: { ...state('x', null).plan, id: 'pln_2' } }], ['first charge', { last_transaction: charge('charge-1', 1) }]])(
    'is not paid for by another %s',
    async (_, changes) => {
      books.open('order-7', asked);
      await tell({ ...state('trial', charge('charge-1', 100)), ...changes });
      expect([books.delivered, books.strange]).toEqual([[], ['sbs_1']]);
    },
  );
});
