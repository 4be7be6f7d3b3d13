import { firstChargeOf, isTest, type Subscription } from '../../../src/merchant/index.js';
import type { KnownTransaction } from './known-transaction.js';
import { type Order, subscriptionDifferences, type Verdict } from './order.js';

/**
 * The verdict of a subscription on its first charge. Its amount needs no comparison: it is the plan's, and inside a
 * subscription gateways don't send it.
 */
const ENDED: readonly string[] = ['failed', 'error', 'canceled', 'expired'];
const VERDICTS = { successful: 'pays', failed: 'declines' } as const;

/** Compares a subscription with its order. */
export function judgeSubscription(
  received: Subscription,
  order: Order | undefined,
  { test, others, at }: { readonly test: boolean; readonly others: readonly KnownTransaction[]; readonly at: string },
): KnownTransaction {
  const wrong = order ? subscriptionDifferences(order, received, test) : [];
  const first = firstChargeOf(received);
  // One that has ended, and proves nothing, may still be paid for.
  const byState: Verdict = first ? VERDICTS[first] : ENDED.includes(received.state) ? 'early' : 'waits';
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
    test: isTest(received.plan ?? {}),
    paidUntil: Number.isNaN(Date.parse(received.active_to ?? '')) ? undefined : (received.active_to ?? undefined),
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
  const isSame = before.status === received.status && before.paidUntil === received.paidUntil;
  if (isSame && (isSettled || before.verdict === received.verdict)) return { ...before, repeats: before.repeats + 1 };
  const { status, paidUntil, heardAt } = received;
  return isSettled ? { ...before, status, paidUntil, heardAt } : received;
}
