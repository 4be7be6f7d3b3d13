import {
  createNotificationHandler,
  firstChargeOf,
  reconcile,
  type Subscription,
  type Transaction,
} from 'checkout-elements/merchant';
import { store } from './store.js';

const { SHOP_ID = '', SECRET_KEY = '', PUBLIC_KEY = '', ALLOW_TEST } = process.env;

/** POST /notifications: what the page names as `notification-url`. */
export const notifications = createNotificationHandler({
  shopId: SHOP_ID,
  secretKey: SECRET_KEY,
  publicKey: PUBLIC_KEY,
  // For the sandbox: never where you deliver anything of value.
  allowTest: ALLOW_TEST === 'yes',
  onTransaction: (transaction) => (transaction.subscription_id ? store.saveCharge(transaction) : settleOrder(transaction)),
  onSubscription: updateSubscription,
});

/** A transfer or a product. An order is paid once; later notifications never undo it; anything else is real money to review. */
async function settleOrder(payment: Transaction): Promise<void> {
  const order = await store.findOrder(payment);
  if (!order?.payment) return console.error(`Payment ${payment.uid} belongs to no order.`);
  const { verdict } = reconcile({ ...order.payment, paidBy: order.paidBy }, payment);
  if (verdict === 'pays' && (await store.deliver(order, payment.uid))) return;
  if (verdict === 'pays' || verdict === 'paid_twice' || verdict === 'differs') await store.review(order, payment.uid);
}

/** A subscription has changed or was renewed. Its plan has the prices: `last_transaction` has no amount. */
async function updateSubscription(subscription: Subscription): Promise<void> {
  const { id, plan, last_transaction: last } = subscription;
  const order = await store.findSubscription(subscription);
  if (!order?.subscription) return console.error(`Subscription ${id} belongs to no order.`);
  const matches = plan?.id === order.subscription.planId;
  // The first charge, whatever has become of the subscription since.
  if (firstChargeOf(subscription) === 'successful' && order.paidBy !== id) {
    if (!matches || !(await store.deliver(order, id))) await store.review(order, id);
  }
  // Each charge, once: the last one may arrive with the end of the subscription.
  if (matches && order.paidBy === id && last?.status === 'successful') await store.renew(order, last.uid);
  await store.saveState(order, subscription);
}
