import type { Attempt, Outcome, UnknownReason } from '../state.js';

/**
 * The rule that gave an outcome, for support and for the developer: what proved it, or what was missing. docs/outcomes.md explains each.
 */
export type OutcomeRule =
  /** The gateway's word. */
  | 'transaction_successful'
  | 'transaction_failed'
  | 'first_charge_paid'
  | 'first_charge_failed'
  /** The job, or the request, was refused for fields whose values are wrong by themselves. */
  | 'job_refused'
  | 'request_refused'
  /** The word of the merchant's server. */
  | 'shop_successful'
  | 'shop_failed'
  /** What this browser has on record, against a later answer or none. */
  | 'record_successful'
  | 'record_failed'
  /** The gateway reports a failed transaction, which the merchant's server did not confirm. */
  | 'failure_unconfirmed'
  /** The request was sent more than once, so that no answer about one copy proves a failure. */
  | 'repeated'
  | UnknownReason;

/**
 * The rule that gave an outcome.
 *
 * @param by Whose word it is.
 */
export function ruleOf(result: Outcome, by: 'gateway' | 'shop' | 'record', { jobId, repeatedAt }: Partial<Attempt>): OutcomeRule {
  const { outcome, transaction, subscription } = result;
  if (outcome === 'unknown') {
    if (by === 'shop') return 'failure_unconfirmed';
    return result.reason === 'no_answer' && repeatedAt !== undefined ? 'repeated' : result.reason;
  }
  if (by !== 'gateway') return `${by}_${outcome}`;
  if (subscription) return outcome === 'successful' ? 'first_charge_paid' : 'first_charge_failed';
  if (transaction) return `transaction_${outcome}`;
  // The gateway reports no success without a transaction: the merchant's server was asked beside the polling.
  if (outcome === 'successful') return 'shop_successful';
  return jobId === undefined ? 'request_refused' : 'job_refused';
}
