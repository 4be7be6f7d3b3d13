import { saysMoneyMoved } from '../../wire/response/transaction.js';
import type { State } from '../state.js';

/**
 * Whether it is proven that an attempt took no money, and blocks none on the card.
 *
 * Every outcome `failed` is proven (a final transaction that failed, a job that failed with `finished: true`, a refusal that no
 * copy of the request can have passed, or the merchant's server). But it can come with signs that money moved anyway, and then
 * this returns false. It also returns false for a payment that only an address names: the payer may mean another one.
 */
export function isProvenUnpaid({ attempt, result }: Pick<Extract<State, { step: 'outcome' }>, 'attempt' | 'result'>): boolean {
  const { transaction } = result;
  const hasMoved = transaction !== undefined && (transaction.status === 'successful' || saysMoneyMoved(transaction));
  return result.outcome === 'failed' && attempt.startedAt !== undefined && !hasMoved;
}
