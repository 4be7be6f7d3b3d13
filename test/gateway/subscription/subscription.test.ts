import { describe, expect, test } from 'vitest';
import { API, Sandbox } from '../sandbox.js';
import { freshStore } from '../stores.js';
import { Subscriber } from '../subscriber.js';

// Milliseconds: the first test of a file starts a database, and a year has many charges.

const DAILY = { amount: 1000, interval: 1, interval_unit: 'day' };
const TRIAL = { amount: 100, interval: 3, interval_unit: 'day' };
const CHALLENGE = '4012000000001097';
describe('the offer of a plan', () => {
  test('a plan is shown at its confirm_url, its terms and its shop, to a browser with the public key', async () => {
    const subscriber = new Subscriber();
    const plan = await subscriber.plan({ trial: TRIAL });
    const { status, body } = await subscriber.sandbox.ask(plan.confirm_url.slice(API.length), {
      headers: { accept: 'application/json', ...(await subscriber.sandbox.bearer()) },
    });
    expect([status, body]).toEqual([200, { plan, shop: { name: 'Certified Market' } }]);
  });

  test.each([
    ['en', { trial: TRIAL }, ['Tea of the month', 'Today', '1.00 USD', '3 days', '10.00 USD a month', 'Until you cancel']],
    ['ru', { trial: TRIAL, infinite: false, billing_cycles: 2 }, ['3 дня', 'в месяц', '2 платежа']],
    [
      'en',
      { trial: { ...TRIAL, as_first_payment: true }, infinite: false, billing_cycles: 12 },
      ['12 payments, the first one for the trial', 'Next charge if you subscribe now: 10.00 USD on Nov 24, 2026, 10:00 AM UTC.'],
    ],
    [
      'en',
      { plan: { ...DAILY, interval: 14 }, infinite: false, billing_cycles: 1 },
      ['Price', '10.00 USD every 14 days', '1 payment<', 'You can cancel at any time.'],
    ],
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

test('the page of a plan with a single payment names no next charge', async () => {
  const subscriber = new Subscriber();
  const { id } = await subscriber.plan({ plan: DAILY, infinite: false, billing_cycles: 1 });
  const { body } = await subscriber.sandbox.ask(`/plans/${id}/pay`);
  expect(body.text).not.toContain('Next charge');
});

describe('subscribing', () => {
  test('answers the subscription with its customer, terms and first payment', async () => {
    const subscriber = new Subscriber();
    const subscription = await subscriber.subscribe(
      { trial: TRIAL, test: true },
      { tracking_id: 'order 7', return_url: 'https://shop.example/thanks' },
    );
    const { id, customer, plan, last_transaction } = subscription;
    expect(id).toMatch(/^sbs_[\da-f]{16}$/);
    expect(subscription).toEqual({
      id,
      state: 'trial',
      tracking_id: 'order 7',
      device_id: null,
      created_at: '2026-11-21T10:00:00Z',
      renew_at: '2026-11-24T10:00:00Z',
      active_to: '2026-11-24T10:00:00Z',
      card: expect.objectContaining({ brand: 'visa', last_4: '0000', exp_month: 1, exp_year: 2040, token: null }),
      customer: { id: expect.stringMatching(/^cst_[\da-f]{16}$/) },
      plan,
      cancel_url: expect.stringContaining(`/subscriber/${id}?token=`),
      last_transaction,
      paid_billing_cycles: 0,
      number_failed_payment_attempts: 0,
      additional_data: {},
    });
    expect(plan).toMatchObject({
      name: 'Tea of the month',
      description: 'Subscription. Main period: 10.00 USD each 1 month. Trial: 1.00 USD each 3 day.',
      amount: 100,
      plan: { visible_fields: ['email'] },
    });
    // Spec 2.8: by itself, a plan lists three fields there.
    const { body: offered } = await subscriber.merchant.get(`/plans/${plan.id}`);
    expect(offered).toEqual({ ...plan, plan: { amount: 1000, interval: 1, interval_unit: 'month' } });
    expect(last_transaction).toEqual({
      uid: expect.any(String),
      status: 'successful',
      message: expect.any(String),
      created_at: '2026-11-21T10:00:00Z',
    });
    const charge = await subscriber.merchant.get(`/transactions/${last_transaction.uid}`);
    expect(charge.body['transaction']).toMatchObject({
      type: 'payment',
      amount: 100,
      currency: 'USD',
      description: 'Tea of the month',
      test: true,
      tracking_id: 'order 7',
      credit_card: { last_4: '0000' },
      customer: { email: 'ann@example.com' },
    });
    expect((await subscriber.merchant.get(`/customers/${customer.id}`)).body).toMatchObject({
      email: 'ann@example.com',
      ip: '127.0.0.1',
    });
  });

  test("creates a customer from all of the payer's data", async () => {
    const subscriber = new Subscriber();
    const buyer = {
      email: 'ann@example.com',
      first_name: 'Ann',
      last_name: ' Lee ',
      country: 'US',
      state: 'NY',
      city: 'New York',
      zip: '10001',
      address: '1 Main St',
      phone: '+1 212 555 0100',
      ip: '203.0.113.9',
      external_id: 'ann-1',
    };
    const { customer } = await subscriber.subscribe({}, { customer: buyer });
    expect((await subscriber.merchant.get(`/customers/${customer.id}`)).body).toEqual({
      ...buyer,
      last_name: 'Lee',
      id: customer.id,
      created_at: '2026-11-21T10:00:00Z',
    });
  });

  test("the merchant alone learns the card's token", async () => {
    const subscriber = new Subscriber();
    const { card } = await subscriber.subscribe();
    expect(card.token).toBeNull();
    const bodies = subscriber.sandbox.deliveries.map(({ body }) => JSON.parse(body));
    expect(bodies).toEqual([
      { transaction: expect.objectContaining({ status: 'successful', amount: 1000 }) },
      expect.objectContaining({
        state: 'active',
        event: 'created.subscription',
        card: expect.objectContaining({ token: expect.stringMatching(/^\w{52}$/) }),
      }),
    ]);
  });

  test('stores card number and verification value nowhere', async () => {
    const store = freshStore();
    const subscriber = new Subscriber('4012000000001006', new Sandbox({ store }));
    const subscription = await subscriber.subscribe({ plan: DAILY }, { expiry: { verification_value: '739' } });
    await subscriber.sandbox.advance(2 * 86_400);
    const [record] = await store.subscriptions.latest(1);
    const kept = JSON.stringify([
      subscription,
      record,
      await store.transactions.latest(9),
      await store.savedCards.byToken(1002, record?.cardToken ?? ''),
      await store.jobs.latest(9),
      subscriber.sandbox.deliveries,
      subscriber.sandbox.logLines,
    ]);
    expect(kept).toContain('encryptedPan');
    expect(kept).not.toMatch(/4012000000001006|"739"|verification_value/);
  });

  test('an error in the first charge leaves a failed subscription too', async () => {
    const subscriber = new Subscriber('4000500000000035');
    await subscriber.subscribe();
    const { state } = await subscriber.subscribe({ plan: { ...DAILY, amount: 2000 } });
    await subscriber.sandbox.advance(3 * 86_400);
    expect(state).toBe('failed');
    expect(await subscriber.charges()).toEqual([
      ['2026-11-21T10:00:00Z', 1000, 'successful'],
      ['2026-11-21T10:00:01Z', 2000, 'failed'],
    ]);
  });
});

describe('3-D Secure', () => {
  const returning = { return_url: 'https://shop.example/thanks?a=1' };

  test('is passed by the payer, at the first charge only', async () => {
    const subscriber = new Subscriber(CHALLENGE);
    const waiting = await subscriber.subscribe({ plan: DAILY }, returning);
    expect(waiting).toMatchObject({ state: 'redirecting', paid_billing_cycles: 0, last_transaction: { status: 'incomplete' } });
    expect(waiting.last_transaction.redirect_url).toBe(waiting.redirect_url);
    expect(waiting.redirect_url).toMatch(/^http:\/\/127\.0\.0\.1:4010\/3ds\/\w+$/);

    await subscriber.until('2026-11-21T10:10:00Z');
    const back = await subscriber.answerBank(waiting.redirect_url, { code: '123456' });
    const { uid } = waiting.last_transaction;
    expect([back.status, back.headers.get('location')]).toEqual([
      303,
      `https://shop.example/thanks?a=1&uid=${uid}&status=successful&id=${waiting.id}`,
    ]);
    const active = await subscriber.subscription();
    expect(active).toMatchObject({ state: 'active', paid_billing_cycles: 1 });
    expect(active.last_transaction).not.toHaveProperty('redirect_url');

    // A day after the payment, without a payer to pass a challenge.
    await subscriber.until('2026-11-22T12:00:00Z');
    expect(await subscriber.charges()).toEqual([
      ['2026-11-21T10:00:00Z', 1000, 'successful'],
      ['2026-11-22T10:10:00Z', 1000, 'successful'],
    ]);
    expect(subscriber.events()).toEqual([
      ['2026-11-21T10:10:00Z', 'created'],
      ['2026-11-22T10:10:00Z', 'renewed'],
    ]);
  });

  test.each<[string, Record<string, string>]>([
    ['a wrong code', { code: '000000' }],
    ['a payer who cancels', { action: 'cancel' }],
  ])('failed by %s, leaves a failed subscription', async (_, answer) => {
    const subscriber = new Subscriber(CHALLENGE);
    const { redirect_url } = await subscriber.subscribe({ plan: DAILY, trial: TRIAL });
    await subscriber.answerBank(redirect_url, answer);
    expect(await subscriber.subscription()).toMatchObject({
      state: 'failed',
      last_transaction: { status: 'failed' },
    });
  });
});
