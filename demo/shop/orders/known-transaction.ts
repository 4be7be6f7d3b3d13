import { isFinal, type Transaction } from '../../../src/merchant/index.js';
import type { Verdict } from './order.js';

/** How the server learned of a transaction. */
export type Source = 'notification' | 'status';

/** A transaction, or a subscription, from the gateway itself. */
export interface KnownTransaction {
  readonly kind: 'transaction' | 'subscription';
  /** For a subscription, its id. */
  readonly uid: string;
  /** For a charge, its subscription, if known. */
  readonly subscriptionId: string | undefined;
  /** For a transaction, its type as the gateway wrote it. */
  readonly type?: string | undefined;
  readonly trackingId: string | undefined;
  readonly status: string;
  readonly amount: number | undefined;
  readonly currency: string | undefined;
  readonly test: boolean;
  /** For a subscription, the end of the time that is paid for, as the gateway wrote it. */
  readonly paidUntil?: string | undefined;
  /** The sources that reported it, the earliest first. */
  readonly sources: readonly Source[];
  readonly heardAt: string;
  /** The number of repetitions from the same source; they have no effect. */
  readonly repeats: number;
  readonly verdict: Verdict;
  readonly differences: readonly string[];
}

/**
 * A known transaction after it was received again.
 *
 * A correct gateway never changes a final status. If it does, the difference is recorded, for a person to look at.
 */
export const withRepeat = (before: KnownTransaction, { status }: Transaction, source: Source): KnownTransaction => {
  const contradiction = `later reported as ${status}`;
  const isNew = !before.sources.includes(source);
  return {
    ...before,
    sources: isNew ? [...before.sources, source] : before.sources,
    repeats: isNew ? before.repeats : before.repeats + 1,
    differences:
      isFinal({ status }) && status !== before.status && !before.differences.includes(contradiction)
        ? [...before.differences, contradiction]
        : before.differences,
  };
};
