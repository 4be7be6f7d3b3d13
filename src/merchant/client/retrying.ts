import { type Clock, sleep } from '../../clock/clock.js';
import { TransportError } from '../../http/request.js';
import { isTransient } from '../../http/transient.js';
import { GatewayError } from '../../wire/response/gateway-error.js';

/** The longest wait within one call; beyond it, the error with its `retryAfter` is thrown. */
const MAX_WAIT = 30_000;

const isTemporary = (error: unknown): boolean =>
  (error instanceof TransportError && error.code !== 'answer_too_large') ||
  (error instanceof GatewayError && isTransient(error.status));

/**
 * Retries after temporary failures: no answer, 408, 425, 429, 5xx. Waits 0.5 s, 1 s, 2 s and so on, each shortened at random
 * by up to a half; respects Retry-After up to 30 s.
 *
 * Only for requests that change nothing, however often they arrive.
 *
 * @param retries the maximum number of retries.
 * @param random returns a number from 0 to below 1.
 * @throws the error of the last attempt, or the signal's reason.
 */
export async function retrying<Result>(
  attempt: () => Promise<Result>,
  {
    retries,
    clock,
    random,
    signal,
  }: {
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
      if (done >= retries || signal?.aborted || !isTemporary(error)) throw error;
      const retryAfter = (error instanceof GatewayError && error.retryAfter) || 0;
      if (retryAfter > MAX_WAIT) throw error;
      const backoff = Math.min(500 * 2 ** done, MAX_WAIT) * (1 - random() / 2);
      await sleep(clock, Math.max(retryAfter, backoff), signal);
    }
  }
}
