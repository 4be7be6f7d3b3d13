import { isFinal, type Transaction } from '../../../src/merchant/index.js';
import type { Verdict } from './order.js';

/** How the server came to know of a transaction. */
export type Source = 'notification' | 'status';

/** A transaction, or a subscription, that the gateway itself told the server of. */
export interface KnownTransaction {
  readonly kind: 'transaction' | 'subscription';
  /** The subscription's id, if it is one. */
  readonly uid: string;
  /** The subscription that it is a charge of, where it says so. */
  readonly subscriptionId: string | undefined;
  readonly trackingId: string | undefined;
  readonly status: string;
  readonly amount: number | undefined;
  readonly currency: string | undefined;
  readonly test: boolean;
  /** Who told of it, the first one first. */
  readonly sources: readonly Source[];
  readonly heardAt: string;
  /** How many times the same was heard again of the same source; none of them had an effect. */
  readonly repeats: number;
  readonly verdict: Verdict;
  readonly differences: readonly string[];
}

/**
 * What is known of a transaction after it was heard of again.
 *
 * A final status never changes at an honest gateway. Should it, a person has to look, so it is kept in sight.
 */
export const heardAgain = (before: KnownTransaction, { status }: Transaction, source: Source): KnownTransaction => {
  const contradiction = `later said to be ${status}`;
  const isNews = !before.sources.includes(source);
  return {
    ...before,
    sources: isNews ? [...before.sources, source] : before.sources,
    repeats: isNews ? before.repeats : before.repeats + 1,
    differences:
      isFinal({ status }) && status !== before.status && !before.differences.includes(contradiction)
        ? [...before.differences, contradiction]
        : before.differences,
  };
};
