import { describe, expect, test, vi } from 'vitest';
import { orderBody, type OrderSettings } from '../../src/flow/request/order-body.js';
import { byNow } from '../clock/manual-clock.js';
import type { OrderFlowOptions } from '../../src/flow/order-flow.js';
import { OrderRig } from './rig/order-rig.js';
import { PaperCards } from './rig/rig.js';
import { accepted, answer, done, errorBody, transaction } from '../../demo/scripted/script.js';

/** A buyer's card with other last digits. */
class CardEndingIn extends PaperCards {
  constructor(readonly last4: string) {
    super();
  }

  override get state() {
    return { ...super.state, source: { last4: this.last4 } };
  }
}

const subscription = (state: string, more: object = {}) => ({ subscription: { id: 'sbs_1', state, ...more } });

test.each<[string, Record<string, unknown>]>([
  ['the payment of another product', transaction('successful', { amount: 100 })],
  ['the payment of another order', transaction('successful', { amount: 1999, tracking_id: 'of-another-order' })],
  ['the payment of another product, with an amount as text', transaction('successful', { amount: '100' })],
  ['a payment whose amount can’t be read', transaction('successful', { amount: '19.99' })],
  ['a payment whose amount is no whole number', transaction('successful', { amount: 1999.5 })],
  ['the subscription to a plan', subscription('active')],
])('%s proves nothing about this order', async (_, response) => {
  const rig = new OrderRig();
  rig.gateway.replies.job = [done(response)];
  await rig.pay(90_000);
  expect(rig.outcome).toEqual({ outcome: 'unknown', reason: 'off_contract' });
});

const PLAN = { id: 'pln_1', title: 'Plan', currency: 'USD', plan: { amount: 1999, interval: 1, interval_unit: 'month' } };

test.each<[string, Record<string, unknown>]>([
  ['the subscription of another order', subscription('active', { tracking_id: 'of-another-order' })],
  ['the subscription to another plan', subscription('active', { plan: { ...PLAN, id: 'pln_2' } })],
  ['the subscription to another plan, which names no more than its id', subscription('active', { plan: { id: 'pln_2' } })],
  ['the subscription at another price', subscription('active', { plan: { ...PLAN, plan: { ...PLAN.plan, amount: 100 } } })],
  ['the subscription in another currency', subscription('active', { plan: { ...PLAN, currency: 'EUR' } })],
  ['a payment without a subscription', transaction('successful', { amount: 1999 })],
])('%s proves nothing about this plan', async (_, response) => {
  const rig = OrderRig.plan();
  rig.gateway.replies.job = [done(response)];
  await rig.pay(90_000);
  expect(rig.outcome).toEqual({ outcome: 'unknown', reason: 'off_contract' });
});

test('a plan whose id has another form is paid by a subscription that names it', async () => {
  const rig = OrderRig.plan('plan-7');
  rig.gateway.replies.job = [done(subscription('active', { plan: { ...PLAN, id: 'plan-7' } }))];
  await rig.pay();
  expect(rig.outcome).toMatchObject({ outcome: 'successful', subscription: { id: 'sbs_1' } });
});

describe('a subscription that the shop’s server has created', () => {
  const pay = async (response: Record<string, unknown>) => {
    const rig = OrderRig.plan('sbs_1');
    rig.gateway.replies.job = [done(response)];
    await rig.pay(90_000);
    return rig.outcome;
  };

  test.each<[string, object]>([
    ['whose plan has an id of its own', { plan: PLAN }],
    ['that names no plan', {}],
  ])('is paid by itself, %s', async (_, more) => {
    expect(await pay(subscription('active', more))).toMatchObject({ outcome: 'successful', subscription: { id: 'sbs_1' } });
  });

  test.each<[string, Record<string, unknown>]>([
    [
      'another subscription to the plan',
      { subscription: { ...subscription('active', { plan: PLAN }).subscription, id: 'sbs_2' } },
    ],
    ['a payment without a subscription', transaction('successful', { amount: 1999 })],
  ])('is not paid by %s', async (_, response) => {
    expect(await pay(response)).toEqual({ outcome: 'unknown', reason: 'off_contract' });
  });
});

test('a payment whose amount is a text of digits is the order’s', async () => {
  const rig = new OrderRig();
  rig.gateway.replies.job = [done(transaction('successful', { amount: '1999' }))];
  await rig.pay();
  expect(rig.outcome?.outcome).toBe('successful');
});

test('a first charge beside the subscription is its transaction', async () => {
  const rig = OrderRig.plan();
  rig.gateway.replies.job = [done({ ...subscription('active', { plan: PLAN }), ...transaction('successful', { uid: 'u' }) })];
  await rig.pay();
  expect(rig.outcome).toMatchObject({ outcome: 'successful', subscription: { id: 'sbs_1' }, transaction: { uid: 'u' } });
});

test('a subscription belongs to its order whatever its last charge cost, because that may be a later charge', async () => {
  const rig = OrderRig.plan();
  rig.gateway.replies.job = [
    done(subscription('active', { tracking_id: 'own-1', last_transaction: { uid: '2', status: 'successful', amount: 5 } })),
  ];
  rig.settings = { ...rig.settings, trackingId: 'own-1' };
  await rig.pay();
  expect(rig.outcome?.outcome).toBe('successful');
});

test('an order needs no check: one press, one request to the product’s own address, and the outcome', async () => {
  const rig = new OrderRig();
  await rig.pay();
  expect(rig.gateway.arrived.map(({ kind }) => kind)).toEqual(['transfer', 'job']);
  expect(rig.gateway.of('transfer')[0]?.path).toBe('/v2/confirm_order/prd_1/7');
  expect(rig.words).toEqual(['details', 'transferring', 'successful']);
});

test('the card is sealed for this price, this product and this attempt; the request itself contains no price', async () => {
  const rig = new OrderRig();
  await rig.pay();
  expect(rig.cards.seals).toMatchObject([
    { operation: 'order', productId: 'prd_1', amount: 1999, currency: 'USD', trackingId: 'own-1' },
  ]);
  expect(rig.request()).toEqual({
    credit_card: { token: 'sealed.order.1.source' },
    tracking_id: 'own-1',
    duplicate_check: true,
    return_url: 'https://shop.example/',
  });
});

test('nothing is sent until the price is known', async () => {
  const rig = new OrderRig();
  rig.settings = { ...rig.settings, amount: undefined };
  await rig.pay();
  expect(rig.gateway.arrived).toEqual([]);
  rig.settings = { ...rig.settings, amount: 5 };
  rig.flow.changed();
  await rig.pay();
  expect(rig.cards.seals[0]?.amount).toBe(5);
});

test('a price that changes during the confirmation cancels the press', async () => {
  const rig: OrderRig = new OrderRig({
    confirm: () => {
      rig.settings = { ...rig.settings, amount: 1 };
      rig.flow.changed();
      return true;
    },
  });
  await rig.pay();
  expect(rig.cards.seals).toEqual([]);
  expect(rig.flow.state).toMatchObject({ step: 'details', press: { status: 'ignored' } });
});

describe('what a subscription’s state proves about its first charge', () => {
  test.each([
    ['trial', 'successful', {}],
    ['active', 'successful', {}],
    ['failed_attempt', 'successful', {}],
    ['rescuing', 'successful', {}],
    ['failed', 'failed', { paid_billing_cycles: 0 }],
    ['error', 'failed', { paid_billing_cycles: 0 }],
    ['failed', 'successful', { paid_billing_cycles: 2 }],
    ['canceled', 'successful', { paid_billing_cycles: 12 }],
    ['expired', 'successful', { last_transaction: { uid: 'u', status: 'successful' } }],
  ] as const)('%s: %s %j', async (state, outcome, more) => {
    const rig = OrderRig.plan();
    rig.gateway.replies.job = [done(subscription(state, more))];
    await rig.pay();
    expect(rig.outcome).toMatchObject({ outcome, subscription: { id: 'sbs_1', state } });
    expect(rig.flow.state).toMatchObject({ attempt: { uid: 'sbs_1' } });
  });

  test.each(['pending', 'failed', 'error', 'expired', 'canceled', 'redirecting', 'constructor', 'a new word'])(
    '%s without a count of its charges proves nothing: polling continues, and ends unknown',
    async (state) => {
      const rig = OrderRig.plan();
      rig.gateway.replies.job = [done(subscription(state))];
      await rig.pay(60_000);
      expect(rig.outcome).toBeUndefined();
      await rig.clock.advance(15 * 60_000);
      expect(rig.outcome).toMatchObject({ outcome: 'unknown', reason: 'overdue' });
    },
  );

  test.each([
    ['incomplete', { last_transaction: { uid: 'u', status: 'successful' } }],
    ['pending', { paid_billing_cycles: 1 }],
    ['canceled', { paid_billing_cycles: 0 }],
    ['expired', { paid_billing_cycles: 0 }],
    ['canceled', { paid_billing_cycles: 0, redirect_url: 'https://bank.example/1' }],
  ])('%s with %j proves nothing, and leads nowhere', async (state, more) => {
    const rig = OrderRig.plan();
    rig.gateway.replies.job = [done(subscription(state, more))];
    await rig.pay(10_000);
    expect(rig.words).toEqual(['details', 'transferring']);
    expect(rig.left).toEqual([]);
  });

  test('the first charge of a plan without a trial is its only one so far', async () => {
    const rig = OrderRig.plan();
    const plan = { id: 'pln_1', title: 'Plan', currency: 'USD', plan: { amount: 1999, interval: 1, interval_unit: 'month' } };
    rig.gateway.replies.job = [done(subscription('failed', { paid_billing_cycles: 0, plan, last_transaction: null }))];
    await rig.pay();
    expect(rig.outcome).toMatchObject({ outcome: 'failed', transaction: undefined });
  });

  test('the outcome has the last charge', async () => {
    const rig = OrderRig.plan();
    const last = { uid: 'u', status: 'successful', amount: 1999 };
    rig.gateway.replies.job = [done(subscription('active', { last_transaction: last }))];
    await rig.pay();
    expect(rig.outcome).toMatchObject({ outcome: 'successful', transaction: last });
  });

  test('a failed state after a paid trial proves no failure: the trial may have been paid', async () => {
    const rig = OrderRig.plan();
    rig.settings = { ...rig.settings, amount: 100 };
    const later = { uid: 'u', status: 'failed', created_at: '2026-01-08T10:00:00Z' };
    const plan = {
      id: 'pln_1',
      title: 'Plan',
      currency: 'USD',
      plan: { amount: 1999, interval: 1, interval_unit: 'month' },
      trial: { amount: 100, interval: 7, interval_unit: 'day' },
    };
    const more = { paid_billing_cycles: 0, plan, created_at: '2026-01-01T10:00:00Z' };
    rig.gateway.replies.job = [done(subscription('failed', { ...more, last_transaction: later }))];
    await rig.pay(5000);
    expect(rig.outcome).toBeUndefined();
    rig.gateway.replies.job = [
      done(subscription('failed', { ...more, last_transaction: { ...later, created_at: '2026-01-01T10:00:05Z' } })),
    ];
    await rig.clock.advance(10_000);
    expect(rig.outcome).toMatchObject({ outcome: 'failed' });
  });

  const ADDRESSES: readonly (readonly [string, object])[] = [
    ['its own', { redirect_url: 'https://bank.example/1' }],
    ['its charge’s', { last_transaction: { uid: 'u', status: 'incomplete', redirect_url: 'https://bank.example/1' } }],
  ];

  test.each(ADDRESSES.flatMap(([whose, more]) => ['redirecting', 'incomplete'].map((state) => [state, whose, more] as const)))(
    '%s with %s address leads to 3-D Secure, and back to the outcome',
    async (state, _, more) => {
      const rig = OrderRig.plan();
      rig.gateway.replies.job = [done(subscription(state, more)), done(subscription('active'))];
      await rig.pay();
      expect(rig.left).toEqual(['https://bank.example/1']);
      await rig.clock.advance(5000);
      expect(rig.words).toEqual(['details', 'transferring', 'authentication', 'successful']);
    },
  );

  test('an active subscription with an address does not redirect the payer', async () => {
    const rig = OrderRig.plan();
    rig.gateway.replies.job = [done(subscription('active', { redirect_url: 'https://bank.example/1' }))];
    await rig.pay();
    expect(rig.left).toEqual([]);
  });
});

test.each([
  ['neither transaction nor subscription', {}],
  ['null in place of the order', null],
  ['a subscription without an id', { subscription: { state: 'active' } }],
  ['a subscription without a state', { subscription: { id: 'sbs_1' } }],
])('an answer with %s proves nothing', async (_, response) => {
  const rig = new OrderRig();
  rig.gateway.replies.job = [done(response)];
  await rig.pay(90_000);
  expect(rig.outcome).toMatchObject({ outcome: 'unknown', reason: 'off_contract' });
});

test.each([
  ['another price', { amount: ['has changed from 19.99 to 24.99; nothing was charged'] }],
  ['a field of the buyer', { customer: { zip: ['is wrong'] } }],
  ['a field of the card', { credit_card: { number: ['is not a card number'] } }],
])('a refusal for %s leads back to the form: it is no outcome, and nothing is left to follow', async (_, errors) => {
  const rig = new OrderRig();
  rig.gateway.replies.transfer = [answer(422, errorBody(errors))];
  await rig.pay();
  expect(rig.flow.state).toMatchObject({ step: 'details', problems: [{ path: expect.any(Array) as string[] }] });
  expect([rig.local.records, rig.local.withdrawn]).toEqual([[], 1]);
});

test.each([
  ['missing stock', { quantity: ['is sold out'] }],
  ['an ended sale', { expired_at: ['is over'] }],
  ['missing stock and another price', { quantity: ['is sold out'], amount: ['has changed'] }],
  [
    'the currency and a field that starts like one of the form',
    { currency: ['is unknown ISO 4217 Alpha-3 code'], amount_left: ['is 0'] },
  ],
  [
    'the currency and a field that ends like one of the form',
    { currency: ['is unknown ISO 4217 Alpha-3 code'], old_amount: ['is 0'] },
  ],
])('a refusal for %s, which the payer cannot correct, is a failure', async (_, errors) => {
  const rig = new OrderRig();
  rig.gateway.replies.transfer = [answer(422, errorBody(errors))];
  await rig.pay();
  expect(rig.outcome).toMatchObject({ outcome: 'failed' });
});

describe('a refusal of what is sold, as it is now: a second copy of the request may have been judged after the first had bought the last piece', () => {
  const OFFER: readonly (readonly [string, object, object])[] = [
    ['missing stock', { quantity: ['is sold out'] }, { step: 'outcome', result: { outcome: 'failed' } }],
    ['an ended sale', { expired_at: ['is over'] }, { step: 'outcome', result: { outcome: 'failed' } }],
    ['another price', { amount: ['has changed from 19.99 to 24.99; nothing was charged'] }, { step: 'details' }],
    [
      'missing stock and a card that is refused',
      { quantity: ['is sold out'], credit_card: { number: ['is invalid'] } },
      { step: 'outcome', result: { outcome: 'failed' } },
    ],
  ];
  const refused = (errors: object, resolveStatus: OrderFlowOptions['resolveStatus']) => {
    const rig = new OrderRig({ resolveStatus });
    rig.gateway.replies.transfer = [answer(422, errorBody(errors))];
    return rig;
  };

  test.each(OFFER)('%s, where the shop’s server knows the payment, is a success', async (_, errors) => {
    const rig = refused(errors, () => Promise.resolve({ outcome: 'successful', amount: 1999, currency: 'USD' }));
    await rig.pay();
    expect(rig.flow.state).toMatchObject({ step: 'outcome', result: { outcome: 'successful' }, rule: 'shop_successful' });
  });

  test.each(OFFER)('%s, of which the shop’s server knows nothing, is what the gateway says', async (_, errors, state) => {
    for (const resolveStatus of [
      () => Promise.resolve({ outcome: 'unknown' as const }),
      () => Promise.resolve({ outcome: 'failed' as const }),
      () => Promise.resolve({ outcome: 'successful' as const, amount: 5, currency: 'USD' }),
      () => Promise.reject(new Error('down')),
    ]) {
      const rig = refused(errors, resolveStatus);
      await rig.pay();
      expect(rig.flow.state).toMatchObject(state);
    }
  });

  test('the server is asked nothing about a refusal of what the payer has typed', async () => {
    const asked = vi.fn(() => Promise.resolve({ outcome: 'successful' as const }));
    const rig = refused({ credit_card: { number: ['is not a card number'] } }, asked);
    await rig.pay();
    expect(asked).not.toHaveBeenCalled();
    expect(rig.flow.state).toMatchObject({ step: 'details' });
  });
});

test.each(['tracking_id', 'token', 'base', 'credit_card.token'])(
  'a refusal for %s alone leaves the outcome unknown',
  async (path) => {
    const rig = new OrderRig();
    rig.gateway.replies.transfer = [answer(422, errorBody({ [path]: ['is wrong'] }))];
    await rig.pay();
    expect(rig.outcome).toEqual({ outcome: 'unknown', reason: 'refused' });
  },
);

test('an order is resumed by a flow for the same product, and by no other', async () => {
  const rig = new OrderRig();
  rig.gateway.replies.job = [accepted()];
  rig.settings = { ...rig.settings, trackingId: 'fixed' };
  await rig.pay();
  const other = new OrderRig({}, rig, 'order:prd_2');
  other.settings = { ...rig.settings, id: 'prd_2' };
  expect(await byNow(other.flow.resume())).toBe(false);
  const same = new OrderRig({}, rig);
  same.settings = rig.settings;
  rig.gateway.replies.job = [done(transaction('successful', { amount: 1999 }))];
  void same.flow.resume();
  await rig.clock.advance(1000);
  expect(same.outcome?.outcome).toBe('successful');
});

test('another product at the same price from the same card waits out the 30 s in which it would be a duplicate', async () => {
  const rig = new OrderRig();
  await rig.pay();
  expect(rig.outcome?.outcome).toBe('successful');
  const other = new OrderRig({}, rig, 'order:prd_2');
  other.settings = { ...rig.settings, id: 'prd_2' };
  // The key identifies the shop.
  await byNow(other.flow.resume());
  expect(other.flow.waitFor).toBeGreaterThan(0);
  await other.pay();
  expect(rig.gateway.of('transfer')).toHaveLength(1);
  await rig.clock.advance(30_000);
  expect(other.flow.waitFor).toBe(0);
  await other.pay();
  expect(rig.gateway.of('transfer')).toHaveLength(2);
});

test.each([
  ['the same card is asked about', undefined, 1],
  ['another card of the payer is sent at once', '4242', 2],
])('the same product again after 30 s: %s', async (_, last4, requests) => {
  const rig = new OrderRig();
  await rig.pay();
  expect(rig.outcome?.outcome).toBe('successful');
  const other = new OrderRig(last4 === undefined ? {} : { cards: new CardEndingIn(last4) }, rig);
  await byNow(other.flow.resume());
  await rig.clock.advance(30_000);
  await other.pay();
  expect(rig.gateway.of('transfer')).toHaveLength(requests);
  if (requests === 1) expect(other.flow.state).toMatchObject({ step: 'details', quote: { confirm: 'repeated' } });
});

describe('the body of an order', () => {
  const body = (customer: OrderSettings['customer']) =>
    (
      JSON.parse(orderBody({ id: 'prd_1', shopId: '7', currency: 'USD', customer }, 't', {})) as {
        request: { customer?: object };
      }
    ).request.customer;

  test.each([
    ['US', { country: 'US', state: 'NY' }, { country: 'US', state: 'NY' }],
    ['CA', { country: 'CA', state: 'ON' }, { country: 'CA', state: 'ON' }],
    ['DE', { country: 'DE', state: 'BE' }, { country: 'DE' }],
    ['no country', { state: 'NY', city: 'X' }, { city: 'X' }],
    ['empty fields', { city: '', email: 'a@b.example' }, { email: 'a@b.example' }],
    ['nothing', {}, undefined],
    ['only empty fields', { city: '' }, undefined],
  ])('a buyer with %s', (_, given, expected) => {
    expect(body(given)).toEqual(expected);
  });
});
