import type { Subscription } from '../../../src/merchant/index.js';
import type { KnownTransaction } from './known-transaction.js';
import { type Order, subscriptionDifferences, type Verdict } from './order.js';

/** What a state says of the first charge: paid or not; every other one is not final or comes long after it. */
const FIRST_CHARGE: Readonly<Record<string, 'pays' | 'declines' | 'ends'>> = {
  trial: 'pays', active: 'pays', failed: 'declines', error: 'declines', canceled: 'ends', expired: 'ends',
};

/** What a subscription says of its first charge. A state and a charge that contradict each other say nothing yet. */
function firstCharge({ state, last_transaction: charge }: Subscription): Verdict {
  const word = FIRST_CHARGE[state] ?? 'waits';
  // What ended may have been paid for long before; what never charged anything was not.
  if (word === 'ends') return charge ? 'early' : 'declines';
  if (word === 'pays') return !charge || charge.status === 'successful' ? word : 'waits';
  return word === 'declines' && charge?.status === 'successful' ? 'waits' : word;
}

/** Whether its last charge is a renewal by its price: of a plan whose beginning costs something else. */
const isRenewal = ({ state, last_transaction: charge }: Subscription, { item, amount }: Order): boolean =>
  item.kind === 'plan' && state !== 'trial' && amount !== item.renewal && charge?.amount === item.renewal;

/** Holds a subscription against the order that it is for. */
export function judgeSubscription(
  heard: Subscription,
  order: Order | undefined,
  { test, others, at }: { readonly test: boolean; readonly others: readonly KnownTransaction[]; readonly at: string },
): KnownTransaction {
  // Notifications may come in any order: a renewal is held against its own price, and pays for no beginning.
  const renews = order !== undefined && isRenewal(heard, order);
  const asked = renews && order.item.kind === 'plan' ? { ...order, amount: order.item.renewal } : order;
  const wrong = asked ? subscriptionDifferences(asked, heard, test) : [];
  const byState = firstCharge(heard);
  const isSecond = others.some(({ uid, verdict }) => verdict === 'pays' && uid !== heard.id);
  const paid = wrong.length > 0 ? 'differs' : renews ? 'early' : isSecond ? 'second' : 'pays';
  const { last_transaction: charge, plan } = heard;
  return {
    kind: 'subscription',
    uid: heard.id,
    subscriptionId: undefined,
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
  // Later charges cost something else than the first one, and a subscription that ends was paid for all the same.
  const isSettled = before.verdict === 'pays' || before.verdict === 'second';
  const isSame = before.status === heard.status && before.amount === heard.amount;
  if (isSame && (isSettled || before.verdict === heard.verdict)) return { ...before, repeats: before.repeats + 1 };
  return isSettled ? { ...before, status: heard.status, amount: heard.amount, heardAt: heard.heardAt } : heard;
}
