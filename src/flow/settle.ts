import type { CheckoutClient } from '../checkout/client.js';
import { JobError } from '../checkout/errors.js';
import { type Presence, pollJob } from '../checkout/poll-job.js';
import type { Random } from '../checkout/seal.js';
import type { Clock } from '../clock/clock.js';
import { readErrorBody } from '../wire/error-body.js';
import { type Job, jobFailure, pollJob as jobEndpoint } from '../wire/job.js';
import type { Transaction } from '../wire/transaction.js';
import { transferResponse } from '../wire/transfer.js';
import { isDuplicate } from './post.js';
import type { Outcome } from './state.js';

/** What a final status of a transaction means for the payer, or undefined while it can still change. */
export function outcomeOf(transaction: Transaction): Outcome | undefined {
  const { status, message, p2p } = transaction;
  // A browser repeats a lost request by itself; a transaction that failed as the repeat tells nothing of the first.
  if (status === 'failed' && /duplicat/i.test(`${message} ${p2p?.message}`)) {
    return { outcome: 'unknown', reason: 'duplicate' };
  }
  return status === 'successful' || status === 'failed' ? { outcome: status, transaction } : undefined;
}

/**
 * The outcome that a job's answer proves, or undefined to go on polling.
 *
 * @param progress Hears of a transaction that is not final yet; what it returns ends the polling.
 */
export function judgeJob(
  job: Job,
  progress: (transaction: Transaction) => Outcome | undefined,
): Outcome | undefined {
  if (job.status === 'new') return undefined;
  if (job.status === 'failed') {
    const body = readErrorBody(job.response);
    if (body && isDuplicate(body)) return { outcome: 'unknown', reason: 'duplicate' };
    // Spec 7.1: `finished: false`. Only a job that calls itself finished has proved a failure.
    return jobFailure.safeParse(job.response).data?.finished === true
      ? { outcome: 'failed', message: body?.message }
      : { outcome: 'unknown', reason: 'job_failed' };
  }
  const read = transferResponse.safeParse(job.response);
  if (!read.success) return { outcome: 'unknown', reason: 'off_contract' };
  const { transaction } = read.data;
  return outcomeOf(transaction) ?? progress(transaction);
}

/**
 * Follows the job of a transfer until its outcome is known, or can't be known any more.
 *
 * @throws Only the signal's reason.
 */
export async function settle(
  client: CheckoutClient,
  jobId: string,
  progress: (transaction: Transaction) => Outcome | undefined,
  options: { clock: Clock; random: Random; presence: Presence; signal: AbortSignal; immediately: boolean },
): Promise<Outcome> {
  try {
    return await pollJob(
      () => client.call(jobEndpoint, { parameters: { job_id: jobId }, signal: options.signal }),
      (job) => judgeJob(job, progress),
      options,
    );
  } catch (error) {
    if (error instanceof JobError) {
      return { outcome: 'unknown', reason: error.code === 'job_lost' ? 'job_lost' : 'overdue' };
    }
    throw error;
  }
}
