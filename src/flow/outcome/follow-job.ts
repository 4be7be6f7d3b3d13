import type { CheckoutClient } from '../../checkout/client.js';
import { GatewayError, JobError } from '../../checkout/errors.js';
import { type PollLimits, type Presence, pollJob } from '../../checkout/poll-job.js';
import { parseBySchema } from '../../checkout/parse-by-schema.js';
import type { Random } from '../../checkout/seal.js';
import type { Clock } from '../../clock/clock.js';
import { CheckoutError } from '../../http/error.js';
import { failedAsDuplicate, isDuplicate } from '../../wire/response/duplicate.js';
import { readErrorBody } from '../../wire/response/error-body.js';
import { type Job, jobFailure, jobEndpoint } from '../../wire/response/job.js';
import type { Answer } from './answer.js';
import type { FinalOutcome, Outcome } from '../state.js';

/** Returns the outcome that an answer proves, or undefined while it can still change. */
export function outcomeOf({ verdict, transaction, subscription }: Answer): Outcome | undefined {
  if (transaction && failedAsDuplicate(transaction)) return { outcome: 'unknown', reason: 'duplicate' };
  return verdict && { outcome: verdict, transaction, subscription };
}

/** Reads the responses of a job. */
export interface JobReader {
  /** Reads the response of a job that is done; undefined when it breaks the contract. */
  readonly readAnswer: (response: unknown) => Answer | undefined;
  /** Called with answers that are not final yet; an outcome that it returns ends the polling. */
  readonly progress: (answer: Answer) => Outcome | undefined;
}

/**
 * The outcome that a job's answer proves, or undefined to go on polling.
 *
 * @throws GatewayError `answer_off_contract` for a job that is done without a result.
 */
export function judgeJob(job: Job, { readAnswer, progress }: JobReader): Outcome | undefined {
  if (job.status === 'new') return undefined;
  if (job.status === 'failed') {
    const body = readErrorBody(job.response);
    if (body && isDuplicate(body)) return { outcome: 'unknown', reason: 'duplicate' };
    // Spec 7.1: `finished: false`. Only a job with `finished: true` has proved a failure.
    return parseBySchema(jobFailure, job.response)?.finished === true
      ? { outcome: 'failed', message: body?.message }
      : { outcome: 'unknown', reason: 'job_failed' };
  }
  const answer = readAnswer(job.response);
  if (answer) return outcomeOf(answer) ?? progress(answer);
  // Polled again: the answer may come from a proxy, or from one of several servers.
  throw new GatewayError('answer_off_contract', 'Expected the result of a payment from a job that is done; got something else.', {
    status: 200,
  });
}

/**
 * Asks the job of a payment once.
 *
 * @returns the final outcome that it proves; undefined: none yet, or no usable answer.
 */
export async function askJob(
  client: CheckoutClient,
  jobId: string,
  readAnswer: (response: unknown) => Answer | undefined,
  signal: AbortSignal,
): Promise<FinalOutcome | undefined> {
  try {
    const job = await client.call(jobEndpoint, { parameters: { job_id: jobId }, signal });
    const outcome = judgeJob(job, { readAnswer, progress: () => undefined });
    return outcome?.outcome === 'unknown' ? undefined : outcome;
  } catch (error) {
    if (error instanceof CheckoutError) return undefined;
    throw error;
  }
}

/**
 * Polls the job of a payment until its outcome is known or can no longer be found out.
 *
 * @throws Only the signal's reason.
 */
export async function followJob(
  client: CheckoutClient,
  jobId: string,
  reader: JobReader,
  options: { clock: Clock; random: Random; presence: Presence; signal: AbortSignal; immediately: boolean; limits: PollLimits },
): Promise<Outcome> {
  try {
    return await pollJob(
      () => client.call(jobEndpoint, { parameters: { job_id: jobId }, signal: options.signal }),
      (job) => judgeJob(job, reader),
      options,
    );
  } catch (error) {
    if (error instanceof JobError) {
      return { outcome: 'unknown', reason: error.code === 'job_lost' ? 'job_lost' : 'overdue' };
    }
    if (error instanceof GatewayError) return { outcome: 'unknown', reason: 'off_contract' };
    throw error;
  }
}
