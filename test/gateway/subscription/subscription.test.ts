import { describe, expect, test, vi } from 'vitest';
import type { TransactionRecord } from '../../../demo/gateway/store/store.js';
import { createClock } from '../../../demo/gateway/time/clock.js';
import { API, Sandbox, seededRandom, START } from '../sandbox.js';
import { freshStore, sharedStores } from '../stores.js';
import { Subscriber } from '../subscriber.js';

// Milliseconds: the first test of a file starts a database, and a year has many charges.
vi.setConfig({ testTimeout: 60_000 });

const DAILY = { amount: 1000, interval: 1, interval_unit: 'day' };
const TRIAL = { amount: 100, interval: 3, interval_unit: 'day' };
const CHALLENGE = '4012000000001097';
describe('what is on offer', () => {
  test('a plan is shown at its confirm_url, its terms and its shop, to a browser with the public key', async () => {
    const subscriber = new Subscriber();
    const plan = await subscriber.plan({ trial: TRIAL });
    const { status, body } = await subscriber.sandbox.ask(plan.confirm_url.slice(API.length), {
      headers: { accept: 'application/json', ...(await subscriber.sandbox.bearer()) },
    });
    expect([status, body]).toEqual([200, { plan, shop: { name: 'Certified Market' } }]);
  });

  test.each([
    ['en', { trial: TRIAL }, ['Tea of the month', 'Today', '1.00 USD', '3 days', '10.00 USD every month', 'Until it is cancelled']],
    ['ru', { trial: TRIAL, infinite: false, billing_cycles: 2 }, ['3 дня', 'каждый месяц', '2 платежа']],
    ['en', { trial: { ...TRIAL, as_first_payment: true }, infinite: false, billing_cycles: 12 }, ['12 payments, the first of them for the trial']],
    ['en', { plan: { ...DAILY, interval: 14 }, infinite: false, billing_cycles: 1 }, ['Price', '10.00 USD every 14 days', '1 payment<']],
  ])('its page says the terms in words (%s, %o)', async (language, terms, texts) => {
    const subscriber = new Subscriber();
    const { id } = await subscriber.plan({ ...terms, language });
    for (const init of [{}, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: '' }]) {
      const { status, body } = await subscriber.sandbox.ask(`/plans/${id}/pay`, init);
      expect(status).toBe(200);
      for (const text of texts) expect(body.text.replaceAll('\u00A0', ' ')).toContain(text);
    }
  });
});

describe('subscribing', () => {
  test('answers the subscription with its customer, terms and first payment', async () => {
    const subscriber = new Subscriber();
    const subscription = await subscriber.subscribe({ trial: TRIAL, test: true }, { tracking_id: 'order 7', return_url: 'https://shop.example/thanks' });
    const { id, customer, plan, last_transaction } = subscription;
    expect(id).toMatch(/^sbs_\w+$/);
    expect(subscription).toEqual({
      id, state: 'trial', tracking_id: 'order 7', customer: { id: expect.stringMatching(/^cst_\w+$/) }, plan, token: null,
      redirect_url: last_transaction.redirect_url, last_transaction, language: 'en', test: true,
      return_url: 'https://shop.example/thanks', notification_url: 'http://127.0.0.1:9/hook',
      created_at: '2026-11-21T10:00:00Z', updated_at: '2026-11-21T10:00:00Z',
    });
    expect(plan).toEqual((await subscriber.merchant.get(`/plans/${plan.id}`)).body);
    expect(last_transaction).toMatchObject({
      status: 'successful', type: 'payment', amount: 100, currency: 'USD', description: 'Tea of the month', test: true,
      tracking_id: 'order 7', credit_card: { last_4: '0000' }, customer: { email: 'ann@example.com' },
    });
    expect((await subscriber.merchant.get(`/customers/${customer.id}`)).body).toMatchObject({ email: 'ann@example.com', ip: '127.0.0.1' });
  });

  test('makes a customer of everything that the payer said of himself', async () => {
    const subscriber = new Subscriber();
    const told = {
      email: 'ann@example.com', first_name: 'Ann', last_name: ' Lee ', country: 'US', state: 'NY', city: 'New York', zip: '10001',
      address: '1 Main St', phone: '+1 212 555 0100', ip: '203.0.113.9', external_id: 'ann-1',
    };
    const { customer } = await subscriber.subscribe({}, { customer: told });
    expect((await subscriber.merchant.get(`/customers/${customer.id}`)).body).toEqual({
      ...told, last_name: 'Lee', id: customer.id, created_at: '2026-11-21T10:00:00Z',
    });
  });

  test.each([
    ['no e-mail', {}, { customer: { email: ["can't be blank"] } }],
    ['no customer', undefined, { customer: { email: ["can't be blank"] } }],
    ['an address that is none', { email: 'ann@example.com', ip: 'here' }, { customer: { ip: ['address is invalid'] } }],
  ])('is refused with %s, and nothing is charged or kept', async (_, customer, errors) => {
    const subscriber = new Subscriber();
    const { id } = await subscriber.plan();
    const { status, body } = await subscriber.order(id, { customer });
    expect([status, body.errors]).toEqual([422, errors]);
    expect(await subscriber.charges()).toEqual([]);
    expect((await subscriber.merchant.get('/customers')).body).toEqual([]);
  });

  test('is taken once: the same order again is a duplicate', async () => {
    const subscriber = new Subscriber();
    const { plan } = await subscriber.subscribe();
    const { status, body } = await subscriber.order(plan.id);
    expect([status, body.error_code]).toEqual([422, 'duplicate_transaction']);
    expect(await subscriber.charges()).toHaveLength(1);
  });

  test("the merchant alone learns the card's token", async () => {
    const subscriber = new Subscriber();
    const { token } = await subscriber.subscribe();
    expect(token).toBeNull();
    const told = subscriber.sandbox.deliveries.map(({ body }) => JSON.parse(body));
    expect(told).toEqual([
      { transaction: expect.objectContaining({ status: 'successful', amount: 1000 }) },
      expect.objectContaining({ state: 'active', event: 'active', token: expect.stringMatching(/^\w{52}$/) }),
    ]);
  });

  test('leaves card number and verification value nowhere', async () => {
    const store = freshStore();
    const subscriber = new Subscriber('4012000000001006', new Sandbox({ store }));
    const subscription = await subscriber.subscribe({ plan: DAILY }, { expiry: { verification_value: '739' } });
    await subscriber.sandbox.advance(2 * 86_400);
    const [record] = await store.subscriptions.latest(1);
    const kept = JSON.stringify([
      subscription, record, await store.transactions.latest(9), await store.savedCards.byToken(1002, record?.cardToken ?? ''),
      await store.jobs.latest(9), subscriber.sandbox.deliveries, subscriber.sandbox.logLines,
    ]);
    expect(kept).toContain('encryptedPan');
    expect(kept).not.toMatch(/4012000000001006|"739"|verification_value/);
  });

  test('a card that declines leaves a failed subscription that charges nothing more', async () => {
    const subscriber = new Subscriber('4005550000000019');
    const subscription = await subscriber.subscribe({ plan: DAILY });
    expect(subscription).toMatchObject({ state: 'failed', last_transaction: { status: 'failed' } });
    expect(subscriber.events()).toEqual([['2026-11-21T10:00:00Z', 'failed']]);
  });

  test('so does an error in the first charge', async () => {
    const subscriber = new Subscriber('4000500000000035');
    await subscriber.subscribe();
    const { state } = await subscriber.subscribe({ plan: { ...DAILY, amount: 2000 } });
    await subscriber.sandbox.advance(3 * 86_400);
    expect(state).toBe('failed');
    expect(await subscriber.charges()).toEqual([
      ['2026-11-21T10:00:00Z', 1000, 'successful'], ['2026-11-21T10:00:01Z', 2000, 'failed'],
    ]);
  });
});

describe('3-D Secure', () => {
  const returning = { return_url: 'https://shop.example/thanks?a=1' };

  test('is the payer’s to pass, with the first charge only', async () => {
    const subscriber = new Subscriber(CHALLENGE);
    const waiting = await subscriber.subscribe({ plan: DAILY }, returning);
    expect(waiting).toMatchObject({ state: 'redirecting', last_transaction: { status: 'incomplete' } });
    expect(waiting.redirect_url).toMatch(/^http:\/\/127\.0\.0\.1:4010\/3ds\/\w+$/);

    await subscriber.until('2026-11-21T10:10:00Z');
    const back = await subscriber.answerBank(waiting.redirect_url, { code: '123456' });
    const { uid } = waiting.last_transaction;
    expect([back.status, back.headers.get('location')]).toEqual([303, `https://shop.example/thanks?a=1&uid=${uid}&status=successful&id=${waiting.id}`]);
    expect((await subscriber.subscription()).state).toBe('active');

    // A day from when it was paid, with nobody there to pass anything.
    await subscriber.until('2026-11-22T12:00:00Z');
    expect(await subscriber.charges()).toEqual([
      ['2026-11-21T10:00:00Z', 1000, 'successful'], ['2026-11-22T10:10:00Z', 1000, 'successful'],
    ]);
    expect(subscriber.events()).toEqual([['2026-11-21T10:00:00Z', 'redirecting'], ['2026-11-21T10:10:00Z', 'active']]);
  });

  test.each<[string, Record<string, string>]>([
    ['a wrong code', { code: '000000' }], ['a payer who cancels', { action: 'cancel' }],
  ])('failed by %s, leaves a failed subscription', async (_, answer) => {
    const subscriber = new Subscriber(CHALLENGE);
    const { redirect_url } = await subscriber.subscribe({ plan: DAILY, trial: TRIAL });
    await subscriber.answerBank(redirect_url, answer);
    expect(await subscriber.subscription()).toMatchObject({ state: 'failed', last_transaction: { status: 'failed', amount: 100 } });
  });

  test('left alone, fails after half an hour', async () => {
    const subscriber = new Subscriber(CHALLENGE);
    await subscriber.subscribe({ plan: DAILY });
    await subscriber.until('2026-11-21T10:29:59Z');
    expect((await subscriber.subscription()).state).toBe('redirecting');
    await subscriber.until('2026-12-21T10:00:00Z');
    expect((await subscriber.subscription()).state).toBe('failed');
    expect(await subscriber.charges()).toEqual([['2026-11-21T10:00:00Z', 1000, 'failed']]);
  });
});

describe('over time', () => {
  test('a plan’s subscribers keep the terms they subscribed to, each his own dates', async () => {
    const sandbox = new Sandbox();
    const [ann, bob] = [new Subscriber('4200000000000000', sandbox), new Subscriber('4012000000001006', sandbox)];
    await ann.subscribe({ plan: DAILY });
    await sandbox.advance(3_600);
    await bob.subscribe({ plan: { ...DAILY, amount: 500 } });
    await ann.until('2026-11-22T12:00:00Z');
    expect(await ann.charges()).toEqual([
      ['2026-11-21T10:00:00Z', 1000, 'successful'], ['2026-11-21T11:00:01Z', 500, 'successful'],
      ['2026-11-22T10:00:00Z', 1000, 'successful'], ['2026-11-22T11:00:01Z', 500, 'successful'],
    ]);
  });

  test('a card that expires is declined from then on', async () => {
    const subscriber = Subscriber.at('2027-01-15T10:00:00Z');
    await subscriber.subscribe({}, { expiry: { exp_month: '02', exp_year: '2027' } });
    await subscriber.until('2027-04-01T00:00:00Z');
    expect(await subscriber.charges()).toEqual([
      ['2027-01-15T10:00:00Z', 1000, 'successful'],
      ['2027-02-15T10:00:00Z', 1000, 'successful'],
      ['2027-03-15T10:00:00Z', 1000, 'failed'],
      ['2027-03-16T03:00:00Z', 1000, 'failed'],
      ['2027-03-17T03:00:00Z', 1000, 'failed'],
    ]);
    expect(await subscriber.subscription()).toMatchObject({ state: 'canceled', last_transaction: { message: 'The card has expired' } });
  });

  test('every charge has its own uid, its history, and the tracking_id of the order', async () => {
    const store = freshStore();
    const subscriber = new Subscriber('4000500000000019', new Sandbox({ store }));
    await subscriber.subscribe({ plan: DAILY }, { tracking_id: 'order 7' });
    await subscriber.until('2026-11-22T12:00:00Z');
    const { body } = await subscriber.merchant.get('/v2/transactions/tracking_id/order%207');
    const { id } = await subscriber.subscription();
    const ours = { type: 'payment', subscription_id: id };
    expect(body.transactions).toMatchObject([{ ...ours, status: 'failed' }, { ...ours, status: 'successful' }]);
    expect(body.transactions[0].uid).not.toBe(body.transactions[1].uid);
    const [last] = await store.transactions.latest(1);
    expect(last?.history).toEqual([
      { at: Date.parse('2026-11-22T10:00:00Z'), status: 'pending', message: null },
      { at: Date.parse('2026-11-22T10:00:00Z'), status: 'failed', message: 'Declined by the issuer' },
    ]);
    expect(last?.purchase).toEqual({ kind: 'subscription', id });
  });

  test.each([
    ['one charge for all that it slept through, then on from the anchor', '2026-11-28T12:00:00Z', false, [
      ['2026-11-21T10:00:00Z', 1000, 'successful'],
      ['2026-11-28T12:00:00Z', 1000, 'successful'],
      ['2026-11-29T10:00:00Z', 1000, 'successful'],
    ]],
    ['not at night', '2026-11-28T23:00:00Z', true, [
      ['2026-11-21T10:00:00Z', 1000, 'successful'],
      ['2026-11-29T08:00:00Z', 1000, 'successful'],
      ['2026-11-29T10:00:00Z', 1000, 'successful'],
    ]],
  ])('a gateway that was off for a week makes up for it: %s', async (_, woken, prevent_payments_at_night, charges) => {
    const store = freshStore();
    const vaultKey = new Uint8Array(32);
    const before = new Subscriber('4200000000000000', new Sandbox({ store, vaultKey }));
    await before.subscribe({ plan: DAILY, prevent_payments_at_night });
    await store.settings.setClock({ offset: 0, stoppedAt: Date.parse(woken) });
    const after = new Subscriber('4200000000000000', new Sandbox({
      store, vaultKey, random: seededRandom('later'), clock: createClock({ frozenAt: Date.parse(woken) }),
    }));
    await after.until('2026-11-29T12:00:00Z');
    expect(await after.charges()).toEqual(charges);
  });

  test('is charged once, also when two processes take up the same charge', async () => {
    const [store, other = store] = sharedStores(2);
    if (!store || !other) throw new Error('no store');
    const vaultKey = new Uint8Array(32);
    const subscriber = new Subscriber('4200000000000000', new Sandbox({ store, vaultKey }));
    await subscriber.subscribe({ plan: DAILY });
    // Another process, which takes whatever nobody seems to be at; and nobody ever seems to be.
    const neighbour = new Sandbox({ store: other, vaultKey, random: seededRandom('neighbour') });
    const over = new AbortController();
    const meddling = (async () => {
      while (!over.signal.aborted) {
        await other.tasks.dropLeases();
        await neighbour.advance(0);
      }
    })();
    await subscriber.until('2026-11-26T12:00:00Z');
    over.abort();
    await meddling;
    expect(await subscriber.charges()).toEqual(
      ['21', '22', '23', '24', '25', '26'].map((day) => [`2026-11-${day}T10:00:00Z`, 1000, 'successful']),
    );
    expect((await subscriber.subscription()).state).toBe('active');
  });

  test('is charged once for a cycle, also when the clock is set back in the midst of the charge', async () => {
    const store = freshStore();
    const clock = createClock({ frozenAt: START });
    const subscriber = new Subscriber('4200000000000000', new Sandbox({ store, clock }));
    await subscriber.subscribe({ plan: DAILY });
    const insert = store.transactions.insert.bind(store.transactions);
    Object.assign(store.transactions, {
      async insert(record: TransactionRecord) {
        await insert(record);
        Object.assign(store.transactions, { insert });
        // As a process does that goes by the clock of another one, which is behind.
        clock.follow({ offset: 0, stoppedAt: record.createdAt - 3_600_000 });
      },
    });
    await subscriber.until('2026-11-23T12:00:00Z');
    expect(await subscriber.charges()).toEqual(
      ['21', '22', '23'].map((day) => [`2026-11-${day}T10:00:00Z`, 1000, 'successful']),
    );
  });

  test('a charge that is interrupted leaves nothing behind, and is made an hour later', async () => {
    const store = freshStore();
    const subscriber = new Subscriber('4200000000000000', new Sandbox({ store }));
    const { id } = await subscriber.subscribe({ plan: DAILY });
    const insert = store.transactions.insert.bind(store.transactions);
    let broken = 0;
    // The database goes away after the subscription was written, before its payment is.
    Object.assign(store.transactions, { insert: () => Promise.reject(new Error(`no database ${++broken}`)) });
    await subscriber.until('2026-11-22T10:30:00Z');
    Object.assign(store.transactions, { insert });
    expect(broken).toBe(1);
    const record = await store.subscriptions.byId(id);
    expect([record?.chargeCount, record?.nextChargeAt]).toEqual([1, START + 86_400_000]);
    expect(await subscriber.charges()).toEqual([['2026-11-21T10:00:00Z', 1000, 'successful']]);

    await subscriber.until('2026-11-23T12:00:00Z');
    expect(await subscriber.charges()).toEqual([
      ['2026-11-21T10:00:00Z', 1000, 'successful'],
      ['2026-11-22T11:00:00Z', 1000, 'successful'],
      ['2026-11-23T10:00:00Z', 1000, 'successful'],
    ]);
  });
});
