import { describe, expect, test } from 'vitest';
import { GatewayAnswerError, type NewCustomer, type NewPlan, type NewProduct } from '../../../src/merchant/index.js';
import { failureOf, openClient } from './open-client.js';

const PRODUCT: NewProduct = {
  name: 'Tea',
  description: 'Green tea, 100 g',
  currency: 'USD',
  amount: 1_250,
  quantity: 3,
  immortal: true,
  language: 'en',
};
const PLAN: NewPlan = {
  title: 'Tea every month',
  currency: 'USD',
  plan: { amount: 1_000, interval: 1, interval_unit: 'month' },
  trial: { amount: 100, interval: 3, interval_unit: 'day' },
};
const CUSTOMER: NewCustomer = { email: 'ann@shop.example', ip: '192.0.2.7', first_name: 'Ann', external_id: 'a-1' };

/** Every message of every field. */
const messages = (error: unknown): Record<string, readonly string[]> =>
  error instanceof GatewayAnswerError
    ? Object.fromEntries(error.fields.map(({ path, messages: texts }) => [path.join('.'), texts]))
    : {};

describe('a product', () => {
  test('is created, found, listed and changed', async () => {
    const { client } = await openClient();
    const created = await client.createProduct(PRODUCT);
    expect(created).toMatchObject({ name: 'Tea', amount: 1_250, currency: 'USD', quantity: 3, infinite: false });
    expect(created.id).toMatch(/^prd_/);
    expect(await client.getProduct(created.id)).toEqual(created);
    expect(await client.listProducts()).toEqual([created]);
    expect(await client.updateProduct(created.id, { amount: 990, quantity: 10 })).toBeUndefined();
    expect(await client.getProduct(created.id)).toMatchObject({ name: 'Tea', amount: 990, quantity: 10 });
  });

  test('is sent with its price and quantity as text', async () => {
    const bodies: unknown[] = [];
    const { client } = await openClient({
      fetch: (_, init) => {
        bodies.push(JSON.parse(init.body as string));
        return Promise.resolve(new Response(null, { status: 204 }));
      },
    });
    await client.updateProduct('prd_1', { amount: 9_007_199_254_740_991, quantity: 0, infinite: false });
    expect(bodies).toEqual([{ amount: '9007199254740991', quantity: '0', infinite: false }]);
  });

  test.each<[string, Partial<NewProduct>]>([
    ['a price in major units', { amount: 12.5 }],
    ['no price', { amount: 0 }],
    ['a price as text', { amount: '1250' as unknown as number }],
    ['a price beyond the safe integers', { amount: 2 ** 60 }],
    ['half a piece', { quantity: 0.5 }],
  ])('is not sent with %s', async (_, changes) => {
    const { client } = await openClient({ fetch: () => Promise.reject(new Error('sent')) });
    for (const attempt of [client.createProduct({ ...PRODUCT, ...changes }), client.updateProduct('prd_1', changes)]) {
      const error = await failureOf(attempt);
      expect(error).toBeInstanceOf(TypeError);
      expect((error as Error).message).toMatch(/^(amount|quantity): expected a whole number/);
    }
  });

  test('that was refused throws an error with every message of every field', async () => {
    const { client } = await openClient();
    const error = await failureOf(client.createProduct({ ...PRODUCT, name: '', currency: 'ZZZ' }));
    expect(error).toMatchObject({ code: 'request_refused', status: 422 });
    expect(messages(error)).toEqual({ name: ["can't be blank"], currency: ['is unknown ISO 4217 Alpha-3 code'] });
  });

  test('that does not exist is not_found, whether it is read or changed', async () => {
    const { client } = await openClient();
    for (const attempt of [client.getProduct('prd_none'), client.updateProduct('prd_none', { amount: 1 })]) {
      expect(await failureOf(attempt)).toMatchObject({ code: 'not_found', status: 404 });
    }
  });
});

describe('a plan', () => {
  test('is created, found and listed', async () => {
    const { client } = await openClient();
    const created = await client.createPlan(PLAN);
    expect(created).toMatchObject(PLAN);
    expect(created.id).toMatch(/^pln_/);
    expect(await client.getPlan(created.id)).toEqual(created);
    expect(await client.listPlans()).toEqual([created]);
  });

  test('that was refused throws an error with every message of every field', async () => {
    const { client } = await openClient();
    const wrong = { ...PLAN, title: '', plan: { amount: 0, interval: 1, interval_unit: 'year' as unknown as 'day' } };
    const error = await failureOf(client.createPlan(wrong));
    expect(error).toMatchObject({ code: 'request_refused', status: 422 });
    expect(messages(error)).toMatchObject({
      title: ["can't be blank"],
      'plan.amount': ['must be greater than 0'],
      'plan.interval_unit': ['must be one of hour, day, month'],
    });
  });

  test('that does not exist is not_found', async () => {
    const { client } = await openClient();
    expect(await failureOf(client.getPlan('pln_none'))).toMatchObject({ code: 'not_found', status: 404 });
  });
});

describe('a customer', () => {
  test('is created, found and listed', async () => {
    const { client } = await openClient();
    const created = await client.createCustomer(CUSTOMER);
    expect(created).toMatchObject(CUSTOMER);
    expect(created.id).toMatch(/^cst_/);
    expect(await client.getCustomer(created.id)).toEqual(created);
    expect(await client.listCustomers()).toEqual([created]);
  });

  test('that was refused throws an error with every message of every field', async () => {
    const { client } = await openClient();
    const error = await failureOf(client.createCustomer({ email: '', ip: 'here' }));
    expect(error).toMatchObject({ code: 'request_refused', status: 422 });
    expect(messages(error)).toEqual({ email: ["can't be blank"], ip: ['address is invalid'] });
  });

  test('that does not exist is not_found', async () => {
    const { client } = await openClient();
    expect(await failureOf(client.getCustomer('cst_none'))).toMatchObject({ code: 'not_found', status: 404 });
  });
});

describe('a subscription', () => {
  test('is created, read and cancelled', async () => {
    const { client, sandbox } = await openClient();
    const { id: planId } = await client.createPlan(PLAN);
    const created = await client.createSubscription({ plan: { id: planId }, tracking_id: 'order-9' });
    expect(created).toMatchObject({
      state: 'redirecting',
      card: {},
      redirect_url: expect.stringContaining('/v2/checkout?token='),
    });
    expect(await client.getSubscription(created.id)).toEqual(created);
    expect(await failureOf(client.cancelSubscription(created.id, 'Too early'))).toMatchObject({
      code: 'outcome_unknown',
      cause: { status: 409, body: { code: 'subscription_not_begun' } },
    });

    const paid = await sandbox.transfer({ additional_data: { contract: ['oneclick'] } });
    const card = { token: paid.credit_card.token as string };
    const running = await client.createSubscription({ plan: PLAN, customer: CUSTOMER, card });
    expect(running).toMatchObject({ state: 'trial', card: { last_4: '0000' }, active_to: '2026-11-24T10:00:00Z' });
    expect(await client.cancelSubscription(running.id, 'Moved away')).toMatchObject({
      state: 'canceled',
      cancel_reason: 'Moved away',
      renew_at: null,
      active_to: '2026-11-24T10:00:00Z',
    });
  });

  test('that was refused throws an error with every message of every field', async () => {
    const { client } = await openClient();
    const error = await failureOf(client.createSubscription({ plan: { id: 'pln_none' }, card: { token: 'none' } }));
    expect(messages(error)).toEqual({
      plan: ["plan with this ID doesn't exist for this account"],
      'card.token': ['is unknown'],
      customer: ["can't be blank"],
    });
  });

  test('of another id in the answer is off the contract', async () => {
    const other = { id: 'sbs_2', state: 'active' };
    const { client } = await openClient({ fetch: () => Promise.resolve(Response.json(other)) });
    expect(await failureOf(client.getSubscription('sbs_1'))).toMatchObject({ code: 'answer_off_contract' });
  });
});
