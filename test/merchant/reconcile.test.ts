import { describe, expect, test } from 'vitest';
import { type ExpectedPayment, reconcile, type Transaction } from '../../src/merchant/index.js';

const order: ExpectedPayment = { type: 'payment', amount: 1250, currency: 'USD', productId: 'prd_1' };
const paid: Transaction = {
  uid: 'u-1',
  status: 'successful',
  type: 'payment',
  amount: 1250,
  currency: 'USD',
  product_id: 'prd_1',
  test: false,
};

test('a successful transaction that matches the order pays it', () => {
  expect(reconcile(order, paid)).toEqual({ verdict: 'pays' });
});

test.each(['failed', 'incomplete', 'a new word'])('%s does not pay', (status) => {
  expect(reconcile(order, { ...paid, status })).toEqual({ verdict: status === 'failed' ? 'declined' : 'pending' });
});

test.each<[string, Partial<Transaction>]>([
  ['a time of payment', { paid_at: '2026-11-21T10:00:00Z' }],
  ['a bank part that was successful', { payment: { status: 'successful' } }],
])('a failure with %s is no decline', (_, sign) => {
  expect(reconcile(order, { ...paid, status: 'failed', ...sign })).toEqual({ verdict: 'pending' });
});

describe('what follows a payment', () => {
  const after = (type: string, changes: Partial<Transaction> = {}): Transaction => ({ ...paid, uid: 'u-2', type, ...changes });

  test.each(['capture', 'void', 'refund', 'chargeback'])('pays for nothing, and takes nothing back: a %s', (type) => {
    for (const paidBy of [undefined, 'u-1']) {
      expect(reconcile({ ...order, paidBy }, after(type, { parent_uid: 'u-1' }))).toEqual({
        verdict: 'follows',
        paymentUid: 'u-1',
      });
      expect(reconcile({ ...order, paidBy }, after(type))).toEqual({ verdict: 'follows', paymentUid: undefined });
    }
    expect(reconcile(order, after(type, { status: 'failed' }))).toEqual({ verdict: 'declined' });
    expect(reconcile(order, after(type, { status: 'pending' }))).toEqual({ verdict: 'pending' });
  });

  test('is no payment of an unknown type: that is to be reviewed', () => {
    expect(reconcile(order, after('charge'))).toMatchObject({ verdict: 'differs', differences: [{ field: 'type' }] });
  });
});

describe('an order that is paid', () => {
  test('stays paid when its transaction is reported again, in any state', () => {
    for (const status of ['successful', 'failed', 'incomplete']) {
      expect(reconcile({ ...order, paidBy: 'u-1' }, { ...paid, status })).toEqual({ verdict: 'repeated' });
    }
  });

  test('is paid twice by another transaction, and unaffected by a decline', () => {
    expect(reconcile({ ...order, paidBy: 'u-0' }, paid)).toEqual({ verdict: 'paid_twice' });
    expect(reconcile({ ...order, paidBy: 'u-0' }, { ...paid, status: 'failed' })).toEqual({ verdict: 'declined' });
  });

  test('is not paid twice by a payment that differs', () => {
    expect(reconcile({ ...order, paidBy: 'u-0' }, { ...paid, amount: 1 })).toMatchObject({ verdict: 'differs' });
  });

  test('is open while no transaction is known to have paid it', () => {
    for (const paidBy of [undefined, null, '']) expect(reconcile({ ...order, paidBy }, paid)).toEqual({ verdict: 'pays' });
  });
});

describe('a payment differs by', () => {
  test.each<[string, Partial<Transaction>, object]>([
    ['its type', { type: 'p2p' }, { field: 'type', kind: 'different', expected: 'payment', got: 'p2p' }],
    ['its amount', { amount: 1 }, { field: 'amount', kind: 'different', expected: 1250, got: 1 }],
    ['an absent amount', { amount: null }, { field: 'amount', kind: 'absent', expected: 1250, got: undefined }],
    ['its currency', { currency: 'EUR' }, { field: 'currency', kind: 'different', expected: 'USD', got: 'EUR' }],
    [
      'another product of the same price',
      { product_id: 'prd_2' },
      { field: 'product_id', kind: 'different', expected: 'prd_1', got: 'prd_2' },
    ],
    ...[undefined, null, ''].map((product_id): [string, Partial<Transaction>, object] => [
      `an absent product (${product_id})`,
      { product_id },
      { field: 'product_id', kind: 'absent', expected: 'prd_1', got: undefined },
    ]),
    ['being a test', { test: true }, { field: 'test', kind: 'different', expected: false, got: true }],
    // As the gateway's answer is read: the report names what came.
    ['a test that is no boolean', { test: '"true"' }, { field: 'test', kind: 'different', expected: false, got: '"true"' }],
    ['a part of a minor unit', { amount: 1250.5 }, { field: 'amount', kind: 'different', expected: 1250, got: 1250.5 }],
    [
      'an amount that can’t be read',
      { amount: Number.NaN },
      { field: 'amount', kind: 'different', expected: 1250, got: Number.NaN },
    ],
    [
      'being the charge of a subscription',
      { product_id: undefined, subscription_id: 'sbs_1' },
      { field: 'product_id', kind: 'different', expected: 'prd_1', got: 'sbs_1' },
    ],
  ])('%s', (_, changes, difference) => {
    expect(reconcile(order, { ...paid, ...changes })).toEqual({ verdict: 'differs', differences: [difference] });
  });

  test('a product, where the order has none', () => {
    const { productId: _, ...transfer } = order;
    expect(reconcile(transfer, paid)).toEqual({
      verdict: 'differs',
      differences: [{ field: 'product_id', kind: 'different', expected: undefined, got: 'prd_1' }],
    });
  });

  test('the charge of a subscription, where the order is for no product', () => {
    const { productId: _, ...plain } = order;
    for (const acceptUnnamedProduct of [undefined, true])
      expect(reconcile({ ...plain, acceptUnnamedProduct }, { ...paid, product_id: undefined, subscription_id: 'sbs_1' })).toEqual(
        {
          verdict: 'differs',
          differences: [{ field: 'product_id', kind: 'different', expected: undefined, got: 'sbs_1' }],
        },
      );
  });

  test('being real, where the order is a test', () => {
    expect(reconcile({ ...order, test: true }, paid)).toMatchObject({ verdict: 'differs', differences: [{ field: 'test' }] });
    expect(reconcile({ ...order, test: true }, { ...paid, test: true })).toEqual({ verdict: 'pays' });
  });

  test('everything at once', () => {
    const { verdict, ...rest } = reconcile(order, { uid: 'u-1', status: 'successful' });
    expect(verdict).toBe('differs');
    expect('differences' in rest && rest.differences.map(({ field }) => field)).toEqual([
      'type',
      'product_id',
      'amount',
      'currency',
    ]);
  });
});

describe('a merchant who accepts payments that name no product', () => {
  const lenient: ExpectedPayment = { ...order, acceptUnnamedProduct: true };
  const unnamed: Transaction = { ...paid, product_id: undefined };

  test('is paid by one that matches in everything else', () => {
    expect(reconcile(lenient, unnamed)).toEqual({ verdict: 'pays' });
    expect(reconcile(lenient, paid)).toEqual({ verdict: 'pays' });
    expect(reconcile({ ...lenient, paidBy: 'u-0' }, unnamed)).toEqual({ verdict: 'paid_twice' });
  });

  test.each<[string, Partial<Transaction>]>([
    ['another product', { product_id: 'prd_2' }],
    ['another amount', { amount: 1 }],
    ['a test', { test: true }],
    ['the charge of a subscription', { subscription_id: 'sbs_1' }],
  ])('is not paid by %s', (_, changes) => {
    expect(reconcile(lenient, { ...unnamed, ...changes })).toMatchObject({ verdict: 'differs', differences: [{}] });
  });
});

describe('an amount that the payer chooses', () => {
  const chosen = { ...order, amount: undefined };

  test('is any amount above 0', () => {
    expect(reconcile(chosen, { ...paid, amount: 7 })).toEqual({ verdict: 'pays' });
  });

  test.each([0, -1, 0.5, Number.NaN, Infinity, null, undefined])('is not %s', (amount) => {
    expect(reconcile(chosen, { ...paid, amount })).toMatchObject({ verdict: 'differs', differences: [{ field: 'amount' }] });
  });
});

describe('the recipient of a transfer', () => {
  const recipient = { bin: '420000', last_4: '0000' };
  const transfer: ExpectedPayment = { type: 'p2p', amount: 100, currency: 'USD', recipient };
  const sent: Transaction = {
    uid: 'u',
    status: 'successful',
    type: 'p2p',
    amount: 100,
    currency: 'USD',
    recipient_card: recipient,
  };

  test('is the card that the server chose', () => {
    expect(reconcile(transfer, sent)).toEqual({ verdict: 'pays' });
  });

  test.each([
    ['another card', { bin: '420000', last_4: '0019' }],
    ['a card of another bank with the same last four digits', { bin: '520424', last_4: '0000' }],
    ['a card that the gateway does not name', null],
  ])('is not %s', (_, recipient_card) => {
    expect(reconcile(transfer, { ...sent, recipient_card })).toMatchObject({
      verdict: 'differs',
      differences: [{ field: 'recipient_card', kind: recipient_card ? 'different' : 'absent', expected: '420000…0000' }],
    });
  });

  test('never matches where the order names an incomplete card', () => {
    const { bin } = recipient;
    for (const recipient_card of [null, { bin }]) {
      expect(reconcile({ ...transfer, recipient: { bin } }, { ...sent, recipient_card })).toMatchObject({ verdict: 'differs' });
    }
  });
});
