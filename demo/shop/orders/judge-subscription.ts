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

/**
 * The verdict of a subscription on its first charge. Its amount needs no comparison: it is the plan's, and inside a
 * subscription gateways don't send it. When state and charge contradict each other, it waits.
 */
function firstCharge({ state, last_transaction: charge, paid_billing_cycles: cycles }: Subscription): Verdict {
  const verdict = FIRST_CHARGE[state] ?? 'waits';
  // A subscription that has ended may have been paid earlier; one without any charge was not.
  if (verdict === 'ends') return charge ? 'early' : 'declines';
  if (verdict === 'pays') return !charge || charge.status === 'successful' ? verdict : 'waits';
  // Some gateways also say `failed` and `error` when a later charge was not paid.
  return verdict === 'declines' && (charge?.status === 'successful' || (cycles ?? 0) > 0) ? 'waits' : verdict;
}

/** Compares a subscription with its order. */
export function judgeSubscription(
  received: Subscription,
  order: Order | undefined,
  { test, others, at }: { readonly test: boolean; readonly others: readonly KnownTransaction[]; readonly at: string },
): KnownTransaction {
  const wrong = order ? subscriptionDifferences(order, received, test) : [];
  const byState = firstCharge(received);
  const isSecond = others.some(({ uid, verdict }) => verdict === 'pays' && uid !== received.id);
  const paid = wrong.length > 0 ? 'differs' : isSecond ? 'second' : 'pays';
  return {
    kind: 'subscription',
    uid: received.id,
    subscriptionId: undefined,
    trackingId: received.tracking_id ?? undefined,
    status: received.state,
    // Its charges have amounts, each as a transaction of its own.
    amount: undefined,
    currency: received.plan?.currency,
    test: received.plan?.test ?? false,
    sources: ['notification'],
    heardAt: at,
    repeats: 0,
    verdict: !order ? 'stray' : byState === 'pays' ? paid : byState,
    differences: wrong,
  };
}

/** A known subscription after another notification. */
export function afterState(before: KnownTransaction, received: KnownTransaction): KnownTransaction {
  // A subscription that ends, or whose later charge fails, has still been paid.
  const isSettled = before.verdict === 'pays' || before.verdict === 'second';
  const isSame = before.status === received.status;
  if (isSame && (isSettled || before.verdict === received.verdict)) return { ...before, repeats: before.repeats + 1 };
  return isSettled ? { ...before, status: received.status, heardAt: received.heardAt } : received;
}
