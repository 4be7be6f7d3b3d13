import { describe, expect, test } from 'vitest';
import type { Transaction } from '../../src/merchant/index.js';
import { judgeTransaction, type Order } from '../../demo/shop/orders/order.js';

const order: Order = {
  trackingId: 'order-1',
  begun: 'in the shop',
  session: '1',
  openedAt: '2026-11-21T10:42:00.000Z',
  currency: 'USD',
  amount: 10_000,
  item: { kind: 'transfer', recipient: { bin: '420000', last_4: '0000' } },
};
const paid: Transaction = {
  uid: '1',
  status: 'successful',
  type: 'p2p',
  amount: 10_000,
  currency: 'USD',
  test: true,
  recipient_card: { bin: '420000', last_4: '0000' },
};

describe('a transfer to the card that the merchant fixed', () => {
  test('matches the order', () => {
    expect(judgeTransaction(order, paid, { test: true })).toEqual({ verdict: 'pays', differences: [] });
  });

  test.each([
    ['another card', { bin: '420000', last_4: '0019' }, 'recipient is 420000…0019, not 420000…0000'],
    [
      "another bank's card with the same last digits",
      { bin: '520424', last_4: '0000' },
      'recipient is 520424…0000, not 420000…0000',
    ],
    ['a card that the gateway does not return', null, 'recipient is absent, not 420000…0000'],
  ])('is not %s', (_, recipient_card, difference) => {
    expect(judgeTransaction(order, { ...paid, recipient_card }, { test: true }).differences).toEqual([difference]);
  });
});
