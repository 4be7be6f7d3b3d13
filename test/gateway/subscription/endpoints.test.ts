import { describe, expect, test } from 'vitest';
import { API } from '../sandbox.js';
import { Subscriber } from '../subscriber.js';

// Milliseconds: the first test of a file starts a database.

const DAILY = { plan: { amount: 1000, interval: 1, interval_unit: 'day' } };
const CARD = { number: '4200000000000000', verification_value: '123', holder: 'ANN LEE', exp_month: 1, exp_year: '2040' };
const ANN = { email: 'ann@example.com', ip: '203.0.113.9' };
const HOOK = 'http://127.0.0.1:4099/hook';

type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any

const create = (subscriber: Subscriber, changes: Json) =>
  subscriber.merchant.send('POST', '/subscriptions', { notification_url: HOOK, ...changes });
const read = async (subscriber: Subscriber, id: string): Promise<Json> =>
  (await subscriber.merchant.get(`/subscriptions/${id}`)).body;

/** The answer to an order of a subscription that is paid for, or that nobody paid in time. */
const OVER = { status: 422, body: { errors: { expired_at: ['is over: this can no longer be bought'] } } };

describe('a subscription that the merchant creates without a card', () => {
  test('waits for its payer at redirect_url, with a payment token, and nothing else yet', async () => {
    const subscriber = new Subscriber();
    const { id: planId } = await subscriber.plan(DAILY);
    const { body: plan } = await subscriber.merchant.get(`/plans/${planId}`);
    const { status, body } = await create(subscriber, {
      plan: { id: planId },
      tracking_id: 'order 9',
      device_id: 'd-1',
      additional_data: { seat: 7 },
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^sbs_[\da-f]{16}$/),
      state: 'redirecting',
      tracking_id: 'order 9',
      device_id: 'd-1',
      created_at: '2026-11-21T10:00:00Z',
      renew_at: null,
      active_to: null,
      card: {},
      customer: {},
      paid_billing_cycles: 0,
      number_failed_payment_attempts: 0,
      additional_data: { seat: 7 },
      plan: { ...plan, plan: { ...(plan['plan'] as object), visible_fields: ['email'] } },
      redirect_url: `${API}/v2/checkout?token=${body['token']}`,
      token: expect.stringMatching(/^\w+$/),
      last_transaction: null,
    });
    expect(await read(subscriber, body['id'])).toEqual(body);
    expect(subscriber.sandbox.deliveries).toEqual([]);
  });

  test('is paid on that page, once, under the merchant’s ids', async () => {
    const subscriber = new Subscriber();
    const { body: waiting } = await create(subscriber, {
      plan: { ...DAILY, title: 'Tea', currency: 'USD' },
      tracking_id: 'order 9',
    });
    const { body: page } = await subscriber.sandbox.ask(waiting['redirect_url'].slice(API.length));
    expect(page['text']).toContain(`/v2/confirm_order/${waiting['id']}/1002`);
    expect(page['text']).toContain('10.00 USD a day');
    // The browser follows the merchant's own order.
    expect(page['text']).toContain('tracking-id="order 9"');

    const { body: job } = await subscriber.order(waiting['id'], { notification_url: undefined });
    await subscriber.sandbox.advance(1);
    const { subscription } = (await subscriber.sandbox.poll(job['job_id'])).body['response'];
    expect(subscription).toMatchObject({ id: waiting['id'], state: 'active', customer: { id: expect.any(String) } });
    const paid = await read(subscriber, waiting['id']);
    expect(paid).toMatchObject({ state: 'active', tracking_id: 'order 9', card: { token: expect.any(String) } });
    expect(paid).not.toHaveProperty('redirect_url');
    const [transaction, told] = subscriber.sandbox.deliveries.map(({ url, body }) => ({ url, ...JSON.parse(body) }));
    expect(transaction).toMatchObject({ url: HOOK, transaction: { tracking_id: 'order 9', amount: 1000 } });
    expect(told).toMatchObject({ url: HOOK, state: 'active', event: 'created.subscription' });

    expect((await subscriber.sandbox.ask(waiting['redirect_url'].slice(API.length))).status).toBe(410);
    expect(await subscriber.order(waiting['id'])).toMatchObject(OVER);
    await subscriber.sandbox.advance(86_400);
    expect(await subscriber.charges()).toHaveLength(2);
  });

  test('expires after a day without a payment; then nobody can pay it', async () => {
    const subscriber = new Subscriber();
    const { id: planId } = await subscriber.plan(DAILY);
    const { body } = await create(subscriber, { plan: { id: planId } });
    await subscriber.until('2026-11-22T09:59:59Z');
    expect((await read(subscriber, body['id']))['state']).toBe('redirecting');
    await subscriber.until('2026-11-22T10:00:01Z');
    expect(await read(subscriber, body['id'])).toMatchObject({ state: 'expired', last_transaction: null, active_to: null });
    expect(subscriber.events()).toEqual([['2026-11-22T10:00:00Z', 'expired']]);
    expect(await subscriber.order(body['id'])).toMatchObject(OVER);
    expect(await subscriber.charges()).toEqual([]);
    expect(await subscriber.letters()).toEqual([]);
  });
});

describe('a subscription that the merchant creates with a card', () => {
  test('is charged at once, and answers its result', async () => {
    const subscriber = new Subscriber();
    const { id: planId } = await subscriber.plan(DAILY);
    const { body: customer } = await subscriber.merchant.send('POST', '/customers', ANN);
    const { status, body } = await create(subscriber, { plan: { id: planId }, customer: { id: customer['id'] }, card: CARD });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      state: 'active',
      customer: { id: customer['id'] },
      paid_billing_cycles: 1,
      renew_at: '2026-11-22T10:00:00Z',
      card: { last_4: '0000', holder: 'ANN LEE', exp_month: 1, exp_year: 2040 },
      last_transaction: { status: 'successful' },
    });
    await subscriber.until('2026-11-23T12:00:00Z');
    expect(await subscriber.charges()).toHaveLength(3);

    // The token that it gave charges again, without expiry or verification value.
    const again = await create(subscriber, { plan: { id: planId }, customer: ANN, card: { token: body['card'].token } });
    expect(again.body).toMatchObject({ state: 'active', card: { last_4: '0000' } });
  });

  test('says where its payer passes 3-D Secure, or that it failed', async () => {
    const subscriber = new Subscriber('4012000000001097');
    const { id: planId } = await subscriber.plan(DAILY);
    const parts = { plan: { id: planId }, customer: ANN };
    const { body } = await create(subscriber, { ...parts, card: { ...CARD, number: '4012000000001097' } });
    const { redirect_url: bank } = body['last_transaction'];
    expect(body).toMatchObject({ state: 'redirecting', redirect_url: bank, last_transaction: { status: 'incomplete' } });
    expect(body).not.toHaveProperty('token');
    await subscriber.answerBank(bank, { code: '123456' });
    expect(await read(subscriber, body['id'])).toMatchObject({ state: 'active' });
    const declined = await create(subscriber, { ...parts, card: { ...CARD, number: '4005550000000019' } });
    expect([declined.status, declined.body]).toMatchObject([201, { state: 'failed', last_transaction: { status: 'failed' } }]);
  });

  test.each<[string, Json, Json]>([
    ['no plan', { plan: undefined }, { plan: ["can't be blank"] }],
    ['an unknown plan', { plan: { id: 'pln_0' } }, { plan: { base: ["plan with this ID doesn't exist for this account"] } }],
    [
      'an invalid new plan',
      { plan: { title: 'Tea', plan: {} } },
      { plan: expect.objectContaining({ currency: ["can't be blank"] }) },
    ],
    ['a card without a customer', { customer: undefined }, { customer: ["can't be blank"] }],
    ['an unknown customer', { customer: { id: 'cst_0' } }, { customer: { base: [expect.stringContaining("doesn't exist")] } }],
    ['an unknown card token', { card: { token: 'x' } }, { card: { token: ['is unknown'] } }],
    ['a card without expiry', { card: { ...CARD, exp_month: null } }, { card: { exp_month: ["can't be blank"] } }],
  ])('is refused with %s, and nothing is kept', async (_, changes, errors) => {
    const subscriber = new Subscriber();
    const { id: planId } = await subscriber.plan(DAILY);
    const { status, body } = await create(subscriber, { plan: { id: planId }, customer: ANN, card: CARD, ...changes });
    expect([status, body['errors']]).toEqual([422, errors]);
    expect((await subscriber.sandbox.console('/sandbox/subscriptions')).body).toEqual([]);
    expect((await subscriber.merchant.get('/customers')).body).toEqual([]);
  });

  test('is refused in plain text to a shop that must encrypt', async () => {
    const { sandbox } = new Subscriber();
    const { status, body } = await sandbox.ask('/subscriptions', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(await sandbox.basic('sealed')) },
      body: JSON.stringify({ plan: { ...DAILY, title: 'Tea', currency: 'USD' }, customer: ANN, card: CARD }),
    });
    expect([status, body['errors']]).toEqual([422, { card: { number: [expect.stringContaining('must be encrypted')] } }]);
  });
});

describe('cancelling by the merchant’s server', () => {
  const cancel = (subscriber: Subscriber, id: string, body: Json = { cancel_reason: 'Moved away' }) =>
    subscriber.merchant.send('POST', `/subscriptions/${id}/cancel`, body);

  test('ends the charges, keeps what is paid, and gives the reason', async () => {
    const subscriber = new Subscriber();
    const { id } = await subscriber.subscribe(DAILY);
    await subscriber.sandbox.advance(3600);
    const { status, body } = await cancel(subscriber, id);
    expect([status, body]).toMatchObject([
      200,
      {
        state: 'canceled',
        cancel_reason: 'Moved away',
        cancelled_at: '2026-11-21T11:00:01Z',
        renew_at: null,
        active_to: '2026-11-22T10:00:00Z',
      },
    ]);
    await subscriber.sandbox.advance(7 * 86_400);
    expect(await subscriber.charges()).toHaveLength(1);
    expect(subscriber.events().map(([, event]) => event)).toEqual(['created', 'canceled']);
    expect(await cancel(subscriber, id)).toMatchObject({ status: 409, body: { error_code: 'subscription_ended' } });
  });
});
