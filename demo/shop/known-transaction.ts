import type { Verdict } from './orders.js';

/** How the server came to know of a transaction. */
export type Source = 'notification' | 'status';

/** A transaction, or a subscription, that the gateway itself told the server of. */
export interface KnownTransaction {
  readonly kind: 'transaction' | 'subscription';
  /** The subscription's id, if it is one. */
  readonly uid: string;
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
