import type { Subscription } from '../../src/merchant/index.js';
import type { KnownTransaction } from './known-transaction.js';
import { type Order, subscriptionDifferences, type Verdict } from './orders.js';

/** What a state says of the first charge: paid or not; every other one is not final or comes long after it. */
const FIRST_CHARGE: Readonly<Record<string, Verdict>> = {
  trial: 'pays', active: 'pays', failed: 'declines', error: 'declines', canceled: 'declines', expired: 'declines',
};

/** Holds a subscription against the order that it is for. */
export function judgeSubscription(
  heard: Subscription,
  order: Order | undefined,
  { test, others, at }: { readonly test: boolean; readonly others: readonly KnownTransaction[]; readonly at: string },
): KnownTransaction {
  const wrong = order ? subscriptionDifferences(order, heard, test) : [];
  const byState = FIRST_CHARGE[heard.state] ?? 'waits';
  const isSecond = others.some(({ uid, verdict }) => verdict === 'pays' && uid !== heard.id);
  const paid = wrong.length > 0 ? 'differs' : isSecond ? 'second' : 'pays';
  const { last_transaction: charge, plan } = heard;
  return {
    kind: 'subscription',
    uid: heard.id,
    trackingId: heard.tracking_id ?? undefined,
    status: heard.state,
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

/** What is known of a subscription after another notification of it. */
export function afterState(before: KnownTransaction, heard: KnownTransaction): KnownTransaction {
  if (before.status === heard.status && before.amount === heard.amount) return { ...before, repeats: before.repeats + 1 };
  // Later charges cost something else than the first one, and a subscription that ends was paid for all the same.
  const isSettled = before.verdict === 'pays' || before.verdict === 'second';
  return isSettled ? { ...before, status: heard.status, amount: heard.amount, heardAt: heard.heardAt } : heard;
}
