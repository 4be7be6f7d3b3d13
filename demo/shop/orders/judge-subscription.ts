import type { Subscription } from '../../../src/merchant/index.js';
import type { KnownTransaction } from './known-transaction.js';
import { type Order, subscriptionDifferences, type Verdict } from './order.js';

const RUNS: readonly string[] = ['trial', 'active'];
/** No charge follows, whatever was paid before. */
const ENDED: readonly string[] = ['failed', 'error', 'canceled', 'expired'];

/**
 * The verdict of a subscription on its first charge. Its amount needs no comparison: it is the plan's, and inside a
 * subscription gateways don't send it. When state and charge contradict each other, it waits.
 */
function firstCharge({ state, last_transaction: charge, paid_billing_cycles: cycles, plan }: Subscription): Verdict {
  if (RUNS.includes(state)) return !charge || charge.status === 'successful' ? 'pays' : 'waits';
  if (!ENDED.includes(state)) return 'waits';
  if ((cycles ?? 0) > 0) return 'pays';
  if (!charge) return 'declines';
  // A paid trial need not count as a cycle, and then a later charge may be the one that failed.
  const isFirst = cycles === 0 && !plan?.trial?.interval;
  return isFirst && charge.status === 'failed' ? 'declines' : 'early';
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
