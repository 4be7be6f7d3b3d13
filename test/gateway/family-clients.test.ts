import { describe, expect, test } from 'vitest';
import { Merchant } from './merchant.js';
import { API, Sandbox } from './sandbox.js';
import { Subscriber } from './subscriber.js';

// The requests that public clients of the family send, retyped, and what their own tests expect of the answers: only the endpoints
// that the spec has, and those of subscriptions.

type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any

describe('the Ruby client', () => {
  const check = (changes: Json = {}) => ({
    amount: 100,
    currency: 'USD',
    credit_card: { number: '4012001037141112' },
    recipient_card: { number: '4200000000000000' },
    test: true,
    ...changes,
  });

  test('checks a transfer, and reads the commission', async () => {
    const { status, body } = await new Sandbox().post('/p2p-restrictions', check());
    expect([status, body.status, body.error_code, body.errors]).toEqual([200, 'successful', undefined, undefined]);
    expect(body.commission).toMatchObject({
      minimum: expect.any(Number),
      percent: expect.any(Number),
      currency: expect.any(String),
    });
  });

  test('reads every error of a check at its field', async () => {
    const wrong = { amount: '1.5', currency: 'XXZ', credit_card: { number: '1' }, recipient_card: { number: '2' } };
    const { status, body } = await new Sandbox().post('/p2p-restrictions', check(wrong));
    expect([status, body.error_code, body.errors]).toEqual([
      422,
      'invalid_params',
      {
        amount: ['must be an integer'],
        currency: ['is unknown ISO 4217 Alpha-3 code'],
        credit_card: { number: ['is not a card number'] },
        recipient_card: { number: ['is not a card number'] },
      },
    ]);
  });

  test('makes a transfer, and finds it by its uid and by its tracking id', async () => {
    const sandbox = new Sandbox();
    const { status, body } = await sandbox.post('/transactions/p2ps', {
      ...check(),
      description: 'Test order',
      tracking_id: 'your_uniq_number',
      language: 'en',
      credit_card: {
        number: '4200000000000000',
        verification_value: '123',
        holder: 'John Doe',
        exp_month: '05',
        exp_year: '2030',
      },
      customer: { ip: '127.0.0.1', email: 'john@example.com' },
      billing_address: {
        first_name: 'John',
        last_name: 'Doe',
        country: 'US',
        city: 'Denver',
        state: 'CO',
        zip: '96002',
        address: '1st Street',
      },
    });
    expect(status).toBe(200);
    const { transaction } = body;
    expect(transaction).toMatchObject({
      type: 'p2p',
      status: 'successful',
      p2p: { bank_code: '00', status: 'successful', gateway_id: expect.any(Number) },
      verify_p2p: { status: 'successful', amount: 100, currency: 'USD', bank_fee: expect.any(Number), required_fields: null },
    });
    for (const path of [`/transactions/${transaction.uid}`, '/transactions/tracking_id/your_uniq_number'])
      expect((await sandbox.get(path)).body).toEqual({ transaction });
  });
});

describe('the PHP client', () => {
  const product = (changes: Json = {}) => ({
    name: 'name',
    description: 'test',
    amount: 1233,
    currency: 'EUR',
    infinite: true,
    language: 'zh',
    notification_url: 'http://www.example.com/n',
    success_url: 'http://www.example.com/s',
    fail_url: 'http://www.example.com/f',
    return_url: 'http://www.example.com/r',
    immortal: true,
    visible: ['phone', 'address'],
    test: true,
    transaction_type: 'payment',
    additional_data: {
      receipt_text: [],
      contract: [],
      meta: [],
      fiscalization: [],
      platform_data: 'beGateway',
      integration_data: '1.1.1',
    },
    ...changes,
  });

  test.each<[string, Json]>([
    ['without a limit', {}],
    ['of five pieces until a date', { quantity: 5, infinite: false, immortal: false, expired_at: '2030-12-30T21:21:46+00:00' }],
    [
      'with nothing that it may leave out',
      { notification_url: null, success_url: null, fail_url: null, return_url: null, visible: [] },
    ],
  ])('creates a product %s, whose two links open', async (_, changes) => {
    const merchant = new Merchant();
    const { status, body } = await merchant.send('POST', '/products', product(changes));
    expect([status, body]).toEqual([201, expect.objectContaining({ id: expect.stringMatching(/^prd_/) })]);
    // The client builds both links from the id.
    for (const path of [`/products/${body.id}/pay`, `/v2/confirm_order/${body.id}/1002`]) {
      expect((await merchant.sandbox.ask(path, { headers: { accept: 'text/html' } })).status).toBe(200);
    }
    expect([body.payment_url, body.confirm_url]).toEqual([
      `${API}/products/${body.id}/pay`,
      `${API}/v2/confirm_order/${body.id}/1002`,
    ]);
  });

  test('asks for a transaction that nobody knows', async () => {
    const sandbox = new Sandbox();
    expect((await sandbox.get('/transactions/1234567890qwerty')).body.message).toBe('Record not found');
    expect((await sandbox.get('/v2/transactions/tracking_id/1234567890qwerty')).body).toEqual({ transactions: [] });
  });
});

describe('the client of subscriptions', () => {
  const PLAN = {
    currency: 'USD',
    plan: { amount: 20, interval: 20, interval_unit: 'day' },
    shop_id: 1002,
    title: 'Basic plan',
    trial: { amount: 10, interval: 10, interval_unit: 'hour' },
  };

  test('creates a plan and a customer, and lists them', async () => {
    const merchant = new Merchant();
    const plan = await merchant.send('POST', '/plans', { ...PLAN, test: true, language: 'en', infinite: true });
    const customer = await merchant.send('POST', '/customers', {
      test: true,
      first_name: 'John',
      last_name: 'Doe',
      address: '1st Street',
      city: 'Denver',
      country: 'US',
      state: 'CO',
      zip: '96002',
      phone: '4567898765467',
      email: 'john@example.com',
      ip: '127.0.0.1',
      external_id: 'any_id',
    });
    expect([plan.status, customer.status]).toEqual([201, 201]);
    expect((await merchant.get('/plans')).body).toEqual([plan.body]);
    expect((await merchant.get('/customers')).body).toEqual([customer.body]);
  });

  test('creates a subscription of a new plan, and sends the payer to its page', async () => {
    const merchant = new Merchant();
    const { status, body } = await merchant.send('POST', '/subscriptions', {
      notification_url: 'http://merchant.com/subscription_notification',
      plan: PLAN,
      settings: { language: 'ru' },
    });
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        state: 'redirecting',
        card: {},
        customer: {},
        device_id: null,
        last_transaction: null,
        renew_at: null,
        active_to: null,
        tracking_id: null,
        plan: expect.objectContaining({
          title: 'Basic plan',
          plan: expect.objectContaining(PLAN.plan),
          trial: expect.objectContaining(PLAN.trial),
        }),
      }),
    ]);
    const page = await merchant.sandbox.ask(body.redirect_url.slice(API.length));
    expect(page.body.text).toContain('<html lang="ru"');
  });

  test('creates one with a saved card, reads it, and cancels it', async () => {
    const subscriber = new Subscriber();
    const { card } = await subscriber
      .subscribe()
      .then(({ id }) => subscriber.merchant.get(`/subscriptions/${id}`))
      .then(({ body }) => body);
    const plan = (await subscriber.merchant.send('POST', '/plans', PLAN)).body;
    const customer = (await subscriber.merchant.send('POST', '/customers', { email: 'john@example.com', ip: '127.0.0.1' })).body;
    const parts = {
      card: { token: card.token },
      customer: { id: customer.id },
      plan: { id: plan.id },
      tracking_id: 'my_tracking_id',
    };
    const { status, body } = await subscriber.merchant.send('POST', '/subscriptions', parts);
    expect([status, body.state, body.tracking_id]).toEqual([201, 'trial', 'my_tracking_id']);
    const cancelled = await subscriber.merchant.send('POST', `/subscriptions/${body.id}/cancel`, {
      cancel_reason: "Customer's request",
    });
    expect(cancelled.body).toMatchObject({
      state: 'canceled',
      renew_at: null,
      active_to: body.active_to,
      cancel_reason: "Customer's request",
    });
    expect((await subscriber.merchant.get(`/subscriptions/${body.id}`)).body).toEqual(cancelled.body);
  });

  test('reads why a plan and a card are refused', async () => {
    const { status, body } = await new Merchant().send('POST', '/subscriptions', {
      card: { token: '7982c829f83060eb' },
      plan: { id: '1' },
    });
    expect([status, body.errors.plan.base]).toEqual([422, ["plan with this ID doesn't exist for this account"]]);
    expect(body.message).toContain("plan with this ID doesn't exist for this account");
  });
});
