import type { CheckoutClient } from '../../checkout/client.js';
import { GatewayError, JobError } from '../../checkout/errors.js';
import { type PollLimits, type Presence, pollJob } from '../../checkout/poll-job.js';
import { parseBySchema } from '../../checkout/parse-by-schema.js';
import type { Random } from '../../checkout/seal.js';
import type { Clock } from '../../clock/clock.js';
import { CheckoutError } from '../../http/error.js';
import { failedAsDuplicate, isDuplicate } from '../../wire/response/duplicate.js';
import { type ErrorBody, readErrorBody } from '../../wire/response/error-body.js';
import { namesWrongField } from '../../wire/response/validation-text.js';
import { type Job, jobFailure, jobEndpoint } from '../../wire/response/job.js';
import type { Answer } from './answer.js';
import type { FinalOutcome, Outcome } from '../state.js';

/** Returns the outcome that an answer proves, or undefined while it can still change. */
export function outcomeOf({ verdict, transaction, subscription }: Answer): Outcome | undefined {
  if (transaction && failedAsDuplicate(transaction)) return { outcome: 'unknown', reason: 'duplicate' };
  return verdict && { outcome: verdict, transaction, subscription };
}

/** Whether a failed job has texts, and each says that a field is wrong by itself. */
function isAboutWrongFields({ fields, message }: ErrorBody): boolean {
  const texts = fields.flatMap(({ path, messages }) => messages.map((text) => [...path, text].join(' ')));
  // The message may repeat the errors' texts.
  const own = texts.reduce((text, part) => text.replace(part, ''), message).replaceAll(/[\s.,;]/g, '');
  const all = own === '' ? texts : [...texts, message];
  return all.length > 0 && all.every(namesWrongField);
}

/** Reads the responses of a job. */
export interface JobReader {
  /** Reads the response of a job that is done; undefined when it breaks the contract. */
  readonly readAnswer: (response: unknown) => Answer | undefined;
  /** Called with answers that are not final yet; an outcome that it returns ends the polling. */
  readonly progress: (answer: Answer) => Outcome | undefined;
  /** Whether the request was sent more than once: then the job may be a copy's, and its failure proves nothing. */
  readonly isRepeated: () => boolean;
}

/**
 * The outcome that a job's answer proves, or undefined to go on polling.
 *
 * @throws GatewayError `answer_off_contract` for a job that is done without a result.
 */
export function judgeJob(job: Job, reader: JobReader): Outcome | undefined {
  const outcome = readJob(job, reader);
  return outcome?.outcome === 'failed' && reader.isRepeated() ? { outcome: 'unknown', reason: 'no_answer' } : outcome;
}

function readJob(job: Job, { readAnswer, progress }: JobReader): Outcome | undefined {
  if (job.status === 'new') return undefined;
  if (job.status === 'failed') {
    const body = readErrorBody(job.response);
    if (body && isDuplicate(body)) return { outcome: 'unknown', reason: 'duplicate' };
    // Spec 7.1: `finished: false`. A job with `finished: true` has ended, but its texts have no paths (2.4): a used token, a limit
    // or unknown words may be about a copy whose first one paid. Only known texts of validation prove a failure.
    const isOver = parseBySchema(jobFailure, job.response)?.finished === true;
    return isOver && body && isAboutWrongFields(body)
      ? { outcome: 'failed', message: body.message }
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
  reader: Pick<JobReader, 'readAnswer' | 'isRepeated'>,
  signal: AbortSignal,
): Promise<FinalOutcome | undefined> {
  try {
    const job = await client.call(jobEndpoint, { parameters: { job_id: jobId }, signal });
    const outcome = judgeJob(job, { ...reader, progress: () => undefined });
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
