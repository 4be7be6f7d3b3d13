import { describe, expect, test } from 'vitest';
import { Buyer, card } from '../buyer.js';
import { plainTransfer, Sandbox, seededRandom } from '../sandbox.js';
import { sharedStores } from '../stores.js';
import { Subscriber } from '../subscriber.js';

// Captures, voids and refunds: requests and answers of the family, sums by our decisions (docs/real-gateways.md).

type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any

const HELD = { transaction_type: 'authorization', amount: '2500' };

class Desk {
  readonly buyer: Buyer;
  readonly payment: Json;

  private constructor(buyer: Buyer, payment: Json) {
    this.buyer = buyer;
    this.payment = payment;
  }

  static async of(product: Json = HELD, order: Json = {}, sandbox?: Sandbox): Promise<Desk> {
    const buyer = await Buyer.of(product, sandbox);
    return new Desk(buyer, await buyer.pay({ tracking_id: 'order-1', ...order }));
  }

  async make(kind: 'captures' | 'voids' | 'refunds', request: Json = {}) {
    const filled = {
      parent_uid: this.payment['uid'],
      amount: 2500,
      ...(kind === 'refunds' && { reason: 'Sent back' }),
      ...request,
    };
    const { status, body } = await this.buyer.merchant.send('POST', `/transactions/${kind}`, { request: filled });
    return { status, body, made: body['transaction'] as Json, errors: body['errors'] as Json };
  }
}

const sums = async (desk: Desk, kind: 'captures' | 'refunds', parent: string, ...amounts: number[]): Promise<number[]> => {
  const statuses: number[] = [];
  for (const amount of amounts) statuses.push((await desk.make(kind, { parent_uid: parent, amount })).status);
  return statuses;
};

describe('the answer is a transaction of its own', () => {
  test.each([
    ['captures', 'capture', HELD],
    ['voids', 'void', HELD],
    ['refunds', 'refund', {}],
  ] as const)('of %s', async (path, type, product) => {
    const desk = await Desk.of(product);
    const { status, made } = await desk.make(path);
    expect(status).toBe(200);
    expect(made).toMatchObject({
      uid: expect.stringMatching(/^[\da-f-]{36}$/),
      type,
      parent_uid: desk.payment['uid'],
      status: 'successful',
      amount: 2500,
      currency: 'USD',
      tracking_id: 'order-1',
      test: false,
      message: 'Successfully processed',
      paid_at: expect.any(String),
      credit_card: { last_4: '0000' },
      [type]: { status: 'successful', amount: 2500 },
    });
    expect(made['uid']).not.toBe(desk.payment['uid']);
    expect(made['reason']).toBe(type === 'refund' ? 'Sent back' : undefined);
    expect(made).not.toHaveProperty('redirect_url');
    // By its uid, and with the payment in the list of the tracking id, newest first; the payment itself stays as it was.
    expect(await desk.buyer.status(made['uid'])).toEqual(made);
    expect(await desk.buyer.status(desk.payment['uid'])).toEqual(desk.payment);
    const { body } = await desk.buyer.merchant.get('/v2/transactions/tracking_id/order-1');
    expect(body['transactions'].map((one: Json) => one['type'])).toEqual([type, desk.payment['type']]);
  });

  test('keeps the mark of a test', async () => {
    const desk = await Desk.of({ ...HELD, test: true });
    expect((await desk.make('captures')).made['test']).toBe(true);
    const paid = await Desk.of({ test: true });
    expect((await paid.make('refunds')).made['test']).toBe(true);
  });

  test('is notified where the payment was, signed and once', async () => {
    const desk = await Desk.of(HELD, { notification_url: 'http://127.0.0.1:4020/notifications' });
    const { sandbox } = desk.buyer;
    const before = sandbox.deliveries.length;
    const { made } = await desk.make('captures');
    await sandbox.advance(1);
    const [delivery, ...others] = sandbox.deliveries.slice(before);
    expect(JSON.parse(delivery!.body)).toEqual({ transaction: made });
    expect(delivery!.headers.get('content-signature')).toBeTruthy();
    expect(others).toEqual([]);
  });
});

describe('the sum', () => {
  test('of captures, whole or in parts, is at most what is reserved', async () => {
    const desk = await Desk.of();
    const uid = desk.payment['uid'] as string;
    expect(await sums(desk, 'captures', uid, 1000, 1501, 1500, 1)).toEqual([200, 422, 200, 422]);
    expect((await desk.make('captures', { amount: 1 })).errors).toEqual({ amount: ['must be at most 0, which is what is left'] });
  });

  test('of refunds, whole or in parts, is at most what was paid', async () => {
    const desk = await Desk.of({});
    const uid = desk.payment['uid'] as string;
    expect(await sums(desk, 'refunds', uid, 2501, 2499, 2, 1, 1)).toEqual([422, 200, 422, 200, 422]);
  });

  test('of the refunds of each capture is at most that capture', async () => {
    const desk = await Desk.of();
    const first = (await desk.make('captures', { amount: 1000 })).made['uid'] as string;
    const second = (await desk.make('captures', { amount: 500 })).made['uid'] as string;
    expect(await sums(desk, 'refunds', first, 1001, 1000, 1)).toEqual([422, 200, 422]);
    expect(await sums(desk, 'refunds', second, 500)).toEqual([200]);
  });

  test.each([0, -1, 1.5, '2500', null, undefined, 1e17])('is not %j', async (amount) => {
    const desk = await Desk.of();
    for (const kind of ['captures', 'voids'] as const) {
      const { status, errors } = await desk.make(kind, { amount });
      expect([status, Object.keys(errors)]).toEqual([422, ['amount']]);
    }
    expect((await desk.make('captures')).status).toBe(200);
  });
});

describe('a void', () => {
  test('releases the whole sum, once', async () => {
    const desk = await Desk.of();
    expect((await desk.make('voids', { amount: 2499 })).errors).toEqual({
      amount: ['must be 2500: a void releases the whole sum'],
    });
    expect((await desk.make('voids', { amount: 2501 })).status).toBe(422);
    expect((await desk.make('voids')).status).toBe(200);
    for (const kind of ['voids', 'captures'] as const)
      expect((await desk.make(kind)).errors).toEqual({ parent_uid: ['was voided'] });
  });

  test('comes before any capture', async () => {
    const desk = await Desk.of();
    await desk.make('captures', { amount: 1 });
    expect((await desk.make('voids')).errors).toEqual({ parent_uid: ['was captured: refund its captures'] });
  });

  test('gives the item back to the stock; a refund and a capture do not', async () => {
    const desk = await Desk.of({ ...HELD, quantity: '3' });
    expect(await desk.buyer.left()).toBe(2);
    await desk.make('voids');
    expect(await desk.buyer.left()).toBe(3);
    const sold = await Desk.of({ quantity: '3' });
    await sold.make('refunds');
    expect(await sold.buyer.left()).toBe(2);
  });

  test('gives nothing back of an endless product that has a stock by now', async () => {
    const desk = await Desk.of({ ...HELD, infinite: true, quantity: undefined });
    await desk.buyer.merchant.send('PUT', `/products/${desk.buyer.product['id']}`, { infinite: false, quantity: '3' });
    await desk.make('voids');
    expect(await desk.buyer.left()).toBe(3);
  });
});

describe('the transaction that it is about', () => {
  test.each(['captures', 'voids', 'refunds'] as const)('is known, and the shop’s own: %s', async (kind) => {
    const desk = await Desk.of();
    const unknown = await desk.make(kind, { parent_uid: 'nobody' });
    expect([unknown.status, unknown.body['message']]).toEqual([404, 'Record not found']);
    const { sandbox } = desk.buyer;
    const stranger = await sandbox.ask(`/transactions/${kind}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(await sandbox.basic('plain')) },
      body: JSON.stringify({ request: { parent_uid: desk.payment['uid'], amount: 1, reason: 'x' } }),
    });
    expect([stranger.status, stranger.body['message']]).toEqual([404, 'Record not found']);
    expect((await desk.make(kind, { parent_uid: undefined })).errors).toEqual({ parent_uid: ["can't be blank"] });
  });

  test('is no transfer', async () => {
    const sandbox = new Sandbox();
    const headers = { 'content-type': 'application/json', ...(await sandbox.basic()) };
    const post = (path: string, request: Json) =>
      sandbox.ask(path, { method: 'POST', headers, body: JSON.stringify({ request }) });
    const { uid } = (await post('/transactions/p2ps', plainTransfer())).body['transaction'];
    const refused = async (kind: string) =>
      (await post(`/transactions/${kind}`, { parent_uid: uid, amount: 1, reason: 'x' })).body['errors'];
    expect(await refused('refunds')).toEqual({ parent_uid: ["is a transfer, and transfers can't be refunded"] });
    expect([await refused('captures'), await refused('voids')]).toEqual([
      { parent_uid: ['is no authorization'] },
      { parent_uid: ['is no authorization'] },
    ]);
  });

  test('is of the right type', async () => {
    const desk = await Desk.of();
    expect((await desk.make('refunds')).errors).toEqual({ parent_uid: ['is an authorization: void it, or refund its captures'] });
    const { made } = await desk.make('captures');
    expect((await desk.make('captures', { parent_uid: made['uid'] })).errors).toEqual({ parent_uid: ['is no authorization'] });
    const refund = (await desk.make('refunds', { parent_uid: made['uid'] })).made;
    expect((await desk.make('refunds', { parent_uid: refund['uid'] })).errors).toEqual({
      parent_uid: ['is no payment and no capture'],
    });
    const paid = await Desk.of({});
    expect((await paid.make('captures')).status).toBe(422);
    expect((await paid.make('voids')).status).toBe(422);
  });

  test('was successful', async () => {
    const declined = await Desk.of(HELD, { credit_card: card('4005550000000019') });
    const waiting = await Desk.of(HELD, { credit_card: card('4012000000001097') });
    for (const desk of [declined, waiting])
      for (const kind of ['captures', 'voids'] as const)
        expect((await desk.make(kind)).errors).toEqual({ parent_uid: ['is not successful'] });
    const failed = await Desk.of({}, { credit_card: card('4005550000000019') });
    expect((await failed.make('refunds')).errors).toEqual({ parent_uid: ['is not successful'] });
  });

  test('may be the charge of a subscription, which goes on', async () => {
    const subscriber = new Subscriber();
    const { id } = await subscriber.subscribe({}, { tracking_id: 'order-2' });
    const { body } = await subscriber.merchant.get(`/subscriptions/${id}`);
    const refunded = await subscriber.merchant.send('POST', '/transactions/refunds', {
      request: { parent_uid: body['last_transaction'].uid, amount: 1, reason: 'A gift' },
    });
    expect(refunded.status).toBe(200);
    expect((await subscriber.merchant.get(`/subscriptions/${id}`)).body).toEqual(body);
  });
});

test.each([undefined, null, '', ' ', 7, 'x'.repeat(256)])('a refund whose reason is %j is refused', async (reason) => {
  const desk = await Desk.of({});
  const { status, errors } = await desk.make('refunds', { reason });
  expect([status, Object.keys(errors)]).toEqual([422, ['reason']]);
});

test('the body has an envelope, the method is POST, and the secret key is needed', async () => {
  const { buyer } = await Desk.of({});
  const { sandbox } = buyer;
  expect((await buyer.merchant.send('POST', '/transactions/refunds', {})).body['errors']).toEqual({
    request: ["can't be blank"],
    parent_uid: ["can't be blank"],
    amount: ["can't be blank"],
    reason: ["can't be blank"],
  });
  expect((await sandbox.ask('/transactions/refunds', { method: 'POST', headers: await sandbox.bearer('sealed') })).status).toBe(
    401,
  );
  expect((await sandbox.ask('/transactions/refunds', { method: 'PUT', headers: await sandbox.basic('sealed') })).status).toBe(
    405,
  );
});

test('of ten equal requests at once, by three processes where there are, exactly those within the sum are made', async () => {
  const stores = sharedStores(3);
  const sandboxes = stores.map((store, index) => new Sandbox({ store, random: seededRandom(`process ${index}`) }));
  const desk = await Desk.of({}, {}, sandboxes[0]);
  const headers = { 'content-type': 'application/json', ...(await sandboxes[0]!.basic('sealed')) };
  const body = JSON.stringify({ request: { parent_uid: desk.payment['uid'], amount: 1000, reason: 'Sent back' } });
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      sandboxes[index % sandboxes.length]!.ask('/transactions/refunds', { method: 'POST', headers, body }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200,
    200,
    ...Array<number>(8).fill(422),
  ]);
});
