import { describe, expect, test } from 'vitest';
import { type ExpectedPayment, reconcile, verifyNotification } from '../../../src/merchant/index.js';
import { FAMILY_BODIES } from './family-bodies.js';
import { notificationFor } from './notification.js';
import { refusal, shop } from './signing-shops.js';

const ORDER: ExpectedPayment = { type: 'payment', amount: 1850, currency: 'EUR', productId: 'prd_1', acceptUnnamedProduct: true };

const requestOf = (body: unknown): Request => notificationFor(shop, { body: JSON.stringify(body) });
const of = (kind: string) => FAMILY_BODIES.filter((one) => one.kind === kind);

describe('a notification of the family', () => {
  test.each(of('transaction'))(
    'about $what is a transaction, and pays for its order only if it succeeded',
    async ({ body, paidBy }) => {
      const notification = await verifyNotification(requestOf(body), shop);
      if (notification.kind !== 'transaction') throw new Error(`it is a ${notification.kind}`);
      const { transaction } = notification;
      expect(transaction).toMatchObject({ credit_card: { exp_month: 12, exp_year: 2040 }, tracking_id: 'order-1' });
      expect(reconcile(ORDER, transaction).verdict === 'pays').toBe(paidBy !== undefined);
      if (paidBy)
        expect(reconcile({ ...ORDER, acceptUnnamedProduct: false }, transaction)).toMatchObject({
          verdict: 'differs',
          differences: [{ field: 'product_id', kind: 'absent' }],
        });
    },
  );

  test.each(of('subscription'))('about $what is a subscription', async ({ body }) => {
    const { id, state, event, plan } = body as { id: string; state: string; event?: string; plan: { id: string } };
    await expect(verifyNotification(requestOf(body), shop)).resolves.toMatchObject({
      kind: 'subscription',
      event,
      subscription: { id, state, tracking_id: 'order-1', plan: { id: plan.id } },
    });
  });

  test.each(of('nothing'))('about $what is nothing to act on', async ({ body }) => {
    expect(await refusal(requestOf(body))).toMatchObject({ code: 'notification_unknown', status: 200 });
  });
});
