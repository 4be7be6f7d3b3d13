import { describe, expect, test } from 'vitest';
import { type NewCustomer, type NewPlan, type NewProduct } from '../../../src/merchant/index.js';
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

describe('a product', () => {
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

  test('of another id in the answer is off the contract', async () => {
    const other = { id: 'sbs_2', state: 'active' };
    const { client } = await openClient({ fetch: () => Promise.resolve(Response.json(other)) });
    expect(await failureOf(client.getSubscription('sbs_1'))).toMatchObject({ code: 'answer_off_contract' });
  });
});
