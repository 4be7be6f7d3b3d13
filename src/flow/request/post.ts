import type { CheckoutClient } from '../../checkout/client.js';
import { GatewayError } from '../../wire/response/gateway-error.js';
import { type Clock, sleep } from '../../clock/clock.js';
import { TransportError } from '../../http/request.js';
import { isTransient } from '../../http/transient.js';
import { isDuplicate } from '../../wire/response/duplicate.js';
import type { Endpoint } from '../../wire/endpoint.js';
import type { ErrorBody } from '../../wire/response/error-body.js';
import type { JobAccepted } from '../../wire/response/job.js';
import type { UnknownReason } from '../state.js';

/** The result of a request that moves money. */
export type PostResult =
  | { readonly result: 'accepted'; readonly jobId: string }
  /** The request was refused. Only if it was sent once, the fields that the refusal names can prove that nothing moved. */
  | { readonly result: 'refused'; readonly body: ErrorBody; readonly error: GatewayError }
  | { readonly result: 'unknown'; readonly reason: UnknownReason; readonly error?: GatewayError };

const REPEATS = 3;
/** The gateway recognises duplicates for 30 s (spec 8). Repeats stay well within that time. */
const REPEAT_WITHIN = 20_000;

/** Whether the same bytes may be sent once more: no answer came, or the gateway was too busy. */
const isWorthRepeating = (error: unknown): boolean =>
  (error instanceof TransportError && error.code !== 'answer_too_large') ||
  (error instanceof GatewayError && isTransient(error.status));

/** Time since the request first left. */
function stopwatch(clock: Clock): () => number {
  const [wall, monotonic] = [clock.now(), clock.monotonic()];
  // A monotonic clock may stop while the machine sleeps, and wall time can be set back. The longer time counts, because a repeat
  // after the gateway has forgotten the first request would pay again.
  return () => Math.max(clock.now() - wall, clock.monotonic() - monotonic);
}

/**
 * Sends a request that moves money, and returns no more than its answers prove.
 *
 * A lost request is repeated with exactly the same bytes, at most 3 times within 20 s, so that the gateway recognises it by its
 * sealed sections. Browsers also send a request again by themselves when a reused connection dies, which no script can see. So a
 * refusal may answer a second copy while the first one paid: only 400 and 422 in the contract's error form are returned as a
 * refusal, and prove something only where the request was sent once.
 *
 * @param sending Called right before each request leaves.
 * @param signal Stops repeating. A request that has left is never aborted.
 */
export async function postWithRepeats(
  client: CheckoutClient,
  endpoint: Endpoint<JobAccepted>,
  body: string,
  {
    clock,
    signal,
    parameters,
    sending,
  }: {
    readonly clock: Clock;
    readonly signal: AbortSignal;
    readonly parameters?: Readonly<Record<string, string>> | undefined;
    readonly sending: () => void;
  },
): Promise<PostResult> {
  const elapsed = stopwatch(clock);
  for (let repeats = 0; ; repeats += 1) {
    sending();
    try {
      const { job_id: jobId } = await client.call(endpoint, { body, ...(parameters && { parameters }) });
      return { result: 'accepted', jobId };
    } catch (error) {
      const refusal = error instanceof GatewayError ? error : undefined;
      if (refusal?.body && [400, 422].includes(refusal.status)) {
        if (isDuplicate(refusal.body)) return { result: 'unknown', reason: 'duplicate' };
        return { result: 'refused', body: refusal.body, error: refusal };
      }
      const wait = Math.max(1000 * 2 ** repeats, refusal?.retryAfter ?? 0);
      const mayRepeat = isWorthRepeating(error) && repeats < REPEATS && elapsed() + wait <= REPEAT_WITHIN && !signal.aborted;
      if (!mayRepeat) return unanswered(refusal);
      try {
        await sleep(clock, wait, signal);
      } catch {
        return { result: 'unknown', reason: 'canceled' };
      }
      if (elapsed() > REPEAT_WITHIN) return { result: 'unknown', reason: 'no_answer' };
    }
  }
}

/** No usable answer, or a refusal that may answer a second copy of the request. */
function unanswered(refusal: GatewayError | undefined): PostResult {
  if (!refusal || isTransient(refusal.status)) return { result: 'unknown', reason: 'no_answer' };
  if (refusal.body && isDuplicate(refusal.body)) return { result: 'unknown', reason: 'duplicate' };
  const isRefusal = refusal.status >= 400;
  return { result: 'unknown', reason: isRefusal ? 'refused' : 'off_contract', error: refusal };
}
