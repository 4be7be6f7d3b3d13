import { bankPartOf } from '../../wire/response/transaction.js';
import type { State } from '../state.js';

/**
 * Whether it is proven that an attempt took no money, and holds none.
 *
 * Every outcome `failed` is proven (a final transaction that failed, a job that failed with `finished: true`, a refusal that
 * no copy of the request can have passed, or the merchant's server), but it can come with signs that money moved
 * anyway: then this promises nothing. A payment that only an address names may not be the one that the payer has
 * in mind.
 */
export function isProvenUnpaid({ attempt, result }: Extract<State, { step: 'outcome' }>): boolean {
  const { transaction } = result;
  const statuses = transaction && [transaction.status, bankPartOf(transaction)?.status];
  const hasMoved = statuses?.includes('successful') || Boolean(transaction?.paid_at);
  return result.outcome === 'failed' && attempt.startedAt !== undefined && !hasMoved;
}
