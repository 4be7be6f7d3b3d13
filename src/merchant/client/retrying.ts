import { type Clock, sleep } from '../../clock/clock.js';
import { TransportError } from '../../http/request.js';
import { isTransient } from '../../http/transient.js';
import { GatewayAnswerError } from '../errors.js';

/** Longer than this no server waits within one call; the error carries `retryAfter` instead. */
const LONGEST_WAIT = 30_000;

const isPassing = (error: unknown): boolean =>
  (error instanceof TransportError && error.code !== 'answer_too_large') ||
  (error instanceof GatewayAnswerError && isTransient(error.status));

/**
 * Asks again after failures that pass: no answer, 408, 425, 429, 5xx. Waits 0.5 s, 1 s, 2 s and so on, each shortened by
 * up to a half at random; obeys Retry-After up to 30 s.
 *
 * Only for what changes nothing, however often it arrives.
 *
 * @param retries how many more times, at most.
 * @param random a number from 0 to below 1.
 * @throws what the last attempt threw, or the signal's reason.
 */
export async function retrying<Result>(
  attempt: () => Promise<Result>,
  { retries, clock, random, signal }: {
    readonly retries: number;
    readonly clock: Clock;
    readonly random: () => number;
    readonly signal: AbortSignal | undefined;
  },
): Promise<Result> {
  for (let done = 0; ; done += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (done >= retries || signal?.aborted || !isPassing(error)) throw error;
      const asked = (error instanceof GatewayAnswerError && error.retryAfter) || 0;
      if (asked > LONGEST_WAIT) throw error;
      const own = Math.min(500 * 2 ** done, LONGEST_WAIT) * (1 - random() / 2);
      await sleep(clock, Math.max(asked, own), signal);
    }
  }
}
