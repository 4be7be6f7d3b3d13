import type { CheckoutClient } from '../../checkout/client.js';
import { JobError } from '../../checkout/errors.js';
import { GatewayError } from '../../wire/response/gateway-error.js';
import { type PollLimits, type Presence, pollJob } from '../../checkout/poll-job.js';
import { parseBySchema } from '../../checkout/parse-by-schema.js';
import type { Random } from '../../checkout/seal.js';
import type { Clock } from '../../clock/clock.js';
import { CheckoutError } from '../../http/error.js';
import { reportRejection } from '../run-callback.js';
import { failedAsDuplicate, isDuplicate } from '../../wire/response/duplicate.js';
import { type ErrorBody, readErrorBody } from '../../wire/response/error-body.js';
import { namesWrongField } from '../../wire/response/validation-text.js';
import { type Job, jobFailure } from '../../wire/response/job.js';
import { type Answer, namesSum } from './answer.js';
import type { Attempt, FinalOutcome, Outcome } from '../state.js';

/** Returns the outcome that an answer proves, or undefined while it can still change. */
export function outcomeOf({ verdict, transaction, subscription }: Answer): Outcome | undefined {
  if (transaction && failedAsDuplicate(transaction)) return { outcome: 'unknown', reason: 'duplicate' };
  if (verdict === 'contradictory') return { outcome: 'unknown', reason: verdict, transaction, subscription };
  return verdict && { outcome: verdict, transaction, subscription };
}

/** Whether a failed job has texts, and each says that a field is wrong by itself. */
function isAboutWrongFields({ fields, message }: ErrorBody): boolean {
  const texts = fields.flatMap(({ path, messages }) => messages.map((text) => [...path, text].join(' ')));
  // The message may repeat the errors' texts.
  const rest = texts.reduce((text, part) => text.replace(part, ''), message).replaceAll(/[\s.,;]/g, '');
  const all = rest === '' ? texts : [...texts, message];
  return all.length > 0 && all.every(namesWrongField);
}

/** Reads the responses of a job. */
export interface JobReader {
  /** Reads the response of a job that is done; undefined when it breaks the contract. */
  readonly readAnswer: (response: unknown) => Answer | undefined;
  /** Called with answers that are not final yet; an outcome that it returns ends the polling. */
  readonly progress: (answer: Answer) => Outcome | undefined;
  /** The attempt that asks, with everything that is known of it by now. */
  readonly attempt: () => Attempt;
  /** Whether an answer has the uid of another attempt on record. Then it says nothing about this one. */
  readonly isOthers: (answer: Answer) => boolean;
}

const OTHER: Outcome = { outcome: 'unknown', reason: 'other_transaction' };

const offContract = (got: string): GatewayError =>
  new GatewayError('answer_off_contract', `Expected the result of a payment from a job that is done; got ${got}.`, {
    status: 200,
  });

/**
 * The outcome that a job's answer proves, or undefined to go on polling.
 *
 * @throws GatewayError `answer_off_contract` for a job that is done without a result of this attempt.
 */
export function judgeJob(job: Job, reader: JobReader): Outcome | undefined {
  const outcome = readJob(job, reader);
  // Sent more than once, the job may be a copy's: its failure proves nothing, because another copy may have paid.
  const isRepeated = reader.attempt().repeatedAt !== undefined;
  return outcome?.outcome === 'failed' && isRepeated ? { outcome: 'unknown', reason: 'no_answer' } : outcome;
}

function readJob(job: Job, reader: JobReader): Outcome | undefined {
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
  const answer = reader.readAnswer(job.response);
  // Polled again: the answer may come from a proxy, or from one of several servers.
  if (!answer) throw offContract('something else');
  const outcome = outcomeOf(answer);
  if (reader.isOthers(answer)) {
    if (outcome) return OTHER;
    throw offContract('that of another attempt');
  }
  const attempt = reader.attempt();
  const isAnother = attempt.uid !== undefined && answer.uid !== attempt.uid;
  // While u1 waits at the bank, the failure of u2 says nothing about it. A second transaction that paid the same sum is proof.
  if (isAnother && outcome && !(outcome.outcome === 'successful' && namesSum(answer, attempt))) return OTHER;
  return outcome ?? reader.progress(answer);
}

/**
 * Asks the job of a payment once.
 *
 * @returns the final outcome that it proves; undefined: none yet, or no usable answer.
 */
export async function askJob(
  client: CheckoutClient,
  jobId: string,
  reader: Omit<JobReader, 'progress'>,
  signal: AbortSignal,
): Promise<FinalOutcome | undefined> {
  try {
    const job = await client.job(jobId, signal);
    const outcome = judgeJob(job, { ...reader, progress: () => undefined });
    return outcome?.outcome === 'unknown' ? undefined : outcome;
  } catch (error) {
    if (error instanceof CheckoutError) return undefined;
    throw error;
  }
}

/** How long (ms) a job's address must have answered 404 before the merchant's server is asked beside the polling, and once more. */
const LOST = 3000;
const LOST_AGAIN = 20_000;

const JOB_LOST: Outcome = { outcome: 'unknown', reason: 'job_lost' };

/** Asks elsewhere about a job that the gateway no longer knows. */
class LostJob {
  readonly #clock: Clock;
  readonly #ask: (unknown: Outcome) => Promise<Outcome>;
  #since: number | undefined;
  #askFrom = LOST;
  #tell: (outcome: Outcome) => void = () => undefined;
  /** Resolves with the success that was found elsewhere, if one is. */
  readonly found = new Promise<Outcome>((resolve) => (this.#tell = resolve));

  constructor(clock: Clock, ask: (unknown: Outcome) => Promise<Outcome>) {
    this.#clock = clock;
    this.#ask = ask;
  }

  /** Called after each poll that was answered. */
  answered(): void {
    this.#since = undefined;
  }

  /** Called after each poll that failed. */
  failed(reason: unknown): void {
    if (!(reason instanceof GatewayError) || reason.status !== 404) return;
    const now = this.#clock.monotonic();
    this.#since ??= now;
    if (now - this.#since < this.#askFrom) return;
    this.#askFrom = now - this.#since + LOST_AGAIN;
    reportRejection(this.#ask(JOB_LOST).then((outcome) => void (outcome.outcome === 'successful' && this.#tell(outcome))));
  }
}

/**
 * Polls the job of a payment until its outcome is known or can no longer be found out.
 *
 * @param options.lost Asks elsewhere while the gateway does not know the job; a success that it returns ends the polling.
 * @throws Only the signal's reason.
 */
export async function followJob(
  client: CheckoutClient,
  jobId: string,
  reader: JobReader,
  {
    lost: askElsewhere,
    ...options
  }: {
    clock: Clock;
    random: Random;
    presence: Presence;
    signal: AbortSignal;
    immediately: boolean;
    limits: PollLimits;
    lost: (unknown: Outcome) => Promise<Outcome>;
  },
): Promise<Outcome> {
  const { clock, signal } = options;
  const polling = new AbortController();
  const end = (): void => polling.abort(signal.reason);
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  const lost = new LostJob(clock, askElsewhere);
  const ask = async (): Promise<Job> => {
    try {
      const job = await client.job(jobId, polling.signal);
      lost.answered();
      return job;
    } catch (error) {
      lost.failed(error);
      throw error;
    }
  };
  try {
    const polled = pollJob(ask, (job) => judgeJob(job, reader), { ...options, signal: polling.signal });
    return await Promise.race([polled, lost.found.finally(() => polling.abort())]);
  } catch (error) {
    if (error instanceof JobError) return error.code === 'job_lost' ? JOB_LOST : { outcome: 'unknown', reason: 'overdue' };
    if (error instanceof GatewayError) return { outcome: 'unknown', reason: 'off_contract' };
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
  }
}
