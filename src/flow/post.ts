import type { CheckoutClient } from '../checkout/client.js';
import { GatewayError } from '../checkout/errors.js';
import { type Clock, sleep } from '../clock/clock.js';
import { TransportError } from '../http/request.js';
import { isDuplicate } from '../wire/duplicate.js';
import type { Endpoint } from '../wire/endpoint.js';
import type { ErrorBody } from '../wire/error-body.js';
import type { JobAccepted } from '../wire/job.js';
import type { UnknownReason } from './state.js';

/** What became of a request that moves money. */
export type Posted =
  /** `repeated`: the request was sent more than once, so what it is called a duplicate of may be itself. */
  | { readonly result: 'accepted'; readonly jobId: string; readonly repeated: boolean }
  /** The gateway refused it whole: no money moved. */
  | { readonly result: 'refused'; readonly body: ErrorBody; readonly error: GatewayError }
  | { readonly result: 'unknown'; readonly reason: UnknownReason };

const REPEATS = 3;
/** The gateway's own memory for duplicates ends at 30 s (spec 8); repeats stay well inside. */
const REPEAT_WITHIN = 20_000;

// Statuses that say nothing final about the request itself.
const INCONCLUSIVE = [408, 409, 425, 429];

/** Whether the same bytes may be sent once more: nothing was heard, or the gateway was too busy. */
const isWorthRepeating = (error: unknown): boolean =>
  (error instanceof TransportError && error.code !== 'answer_too_large') ||
  (error instanceof GatewayError && (error.status >= 500 || [408, 425, 429].includes(error.status)));

/**
 * Sends a request that moves money, and says no more than its answers prove.
 *
 * A lost request is repeated with the very same bytes, at most 3 times within 20 s, so that the gateway recognises it
 * (it holds the same sealed sections). Once repeated, a refusal proves nothing any more: it may answer the repeat while
 * the first went through.
 *
 * @param sending Called right before each request leaves.
 */
export async function postOnce(
  client: CheckoutClient,
  endpoint: Endpoint<JobAccepted>,
  body: string,
  { clock, signal, parameters, sending }: {
    clock: Clock;
    signal: AbortSignal;
    parameters?: Readonly<Record<string, string>> | undefined;
    sending: () => void;
  },
): Promise<Posted> {
  const first = clock.now();
  for (let repeats = 0; ; repeats += 1) {
    sending();
    try {
      const { job_id: jobId } = await client.call(endpoint, { body, signal, ...(parameters && { parameters }) });
      return { result: 'accepted', jobId, repeated: repeats > 0 };
    } catch (error) {
      if (signal.aborted) return { result: 'unknown', reason: 'canceled' };
      if (error instanceof GatewayError && error.body && error.status >= 400 && error.status < 500) {
        // Of a repeat it says only that the gateway has the first one.
        if (isDuplicate(error.body)) return { result: 'unknown', reason: repeats > 0 ? 'no_answer' : 'duplicate' };
        if (!INCONCLUSIVE.includes(error.status)) {
          return repeats === 0
            ? { result: 'refused', body: error.body, error }
            : { result: 'unknown', reason: 'no_answer' };
        }
      }
      const wait = Math.max(1000 * 2 ** repeats, (error instanceof GatewayError && error.retryAfter) || 0);
      const inTime = (ahead: number): boolean => clock.now() + ahead - first <= REPEAT_WITHIN;
      if (!isWorthRepeating(error) || repeats >= REPEATS || !inTime(wait)) {
        const answered = error instanceof GatewayError && error.status < 500 && !INCONCLUSIVE.includes(error.status);
        return { result: 'unknown', reason: answered ? 'off_contract' : 'no_answer' };
      }
      try {
        await sleep(clock, wait, signal);
      } catch {
        return { result: 'unknown', reason: 'canceled' };
      }
      // A machine that slept meanwhile wakes up long after the gateway has forgotten the first request.
      if (!inTime(0)) return { result: 'unknown', reason: 'no_answer' };
    }
  }
}
