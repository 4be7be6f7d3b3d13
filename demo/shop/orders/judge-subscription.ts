import type { Subscription } from '../../../src/merchant/index.js';
import type { KnownTransaction } from './known-transaction.js';
import { type Order, subscriptionDifferences, type Verdict } from './order.js';

/** The result of the first charge, by the subscription's state. Other states are not final, or occur long after that charge. */
const FIRST_CHARGE: Readonly<Record<string, 'pays' | 'declines' | 'ends'>> = {
  trial: 'pays',
  active: 'pays',
  failed: 'declines',
  error: 'declines',
  canceled: 'ends',
  expired: 'ends',
};

/** The verdict of a subscription on its first charge. When state and charge contradict each other, it waits. */
function firstCharge({ state, last_transaction: charge }: Subscription): Verdict {
  const verdict = FIRST_CHARGE[state] ?? 'waits';
  // A subscription that has ended may have been paid earlier; one without any charge was not.
  if (verdict === 'ends') return charge ? 'early' : 'declines';
  if (verdict === 'pays') return !charge || charge.status === 'successful' ? verdict : 'waits';
  return verdict === 'declines' && charge?.status === 'successful' ? 'waits' : verdict;
}

/** Whether the price shows that the last charge is a renewal: the plan's first charge has another price. */
const isRenewal = ({ state, last_transaction: charge }: Subscription, { item, amount }: Order): boolean =>
  item.kind === 'plan' && state !== 'trial' && amount !== item.renewal && charge?.amount === item.renewal;

/** Compares a subscription with its order. */
export function judgeSubscription(
  received: Subscription,
  order: Order | undefined,
  { test, others, at }: { readonly test: boolean; readonly others: readonly KnownTransaction[]; readonly at: string },
): KnownTransaction {
  // Notifications may arrive in any order: a renewal is compared with its own price, and does not pay the first charge.
  const renews = order !== undefined && isRenewal(received, order);
  const asked = renews && order.item.kind === 'plan' ? { ...order, amount: order.item.renewal } : order;
  const wrong = asked ? subscriptionDifferences(asked, received, test) : [];
  const byState = firstCharge(received);
  const isSecond = others.some(({ uid, verdict }) => verdict === 'pays' && uid !== received.id);
  const paid = wrong.length > 0 ? 'differs' : renews ? 'early' : isSecond ? 'second' : 'pays';
  const { last_transaction: charge, plan } = received;
  return {
    kind: 'subscription',
    uid: received.id,
    subscriptionId: undefined,
    trackingId: received.tracking_id ?? undefined,
    status: received.state,
    amount: charge?.amount ?? undefined,
    currency: charge?.currency ?? plan?.currency,
    test: plan?.test ?? false,
    sources: ['notification'],
    heardAt: at,
    repeats: 0,
    verdict: !order ? 'stray' : byState === 'pays' ? paid : byState,
    differences: wrong,
  };
}

/** A known subscription after another notification. */
export function afterState(before: KnownTransaction, received: KnownTransaction): KnownTransaction {
  // Later charges have other prices than the first one, and a subscription that ends has still been paid.
  const isSettled = before.verdict === 'pays' || before.verdict === 'second';
  const isSame = before.status === received.status && before.amount === received.amount;
  if (isSame && (isSettled || before.verdict === received.verdict)) return { ...before, repeats: before.repeats + 1 };
  return isSettled ? { ...before, status: received.status, amount: received.amount, heardAt: received.heardAt } : received;
}
