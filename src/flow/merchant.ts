import { abortable, type Clock, sleep } from '../clock/clock.js';
import { MerchantError } from './errors.js';
import type { FlowSurroundings, ResolvedStatus } from './options.js';
import type { Price } from './state.js';

/** How long the merchant's server may take to tell an outcome, in milliseconds. */
const RESOLVE_PATIENCE = 15_000;

/**
 * The tracking id of an attempt: the merchant's `prepare` may name it.
 *
 * @throws MerchantError `prepare_failed`, or the signal's reason.
 */
export async function nameAttempt(
  prepare: FlowSurroundings['prepare'],
  { amount, currency }: Price,
  { attempt, trackingId, signal }: { attempt: number; trackingId: string; signal: AbortSignal },
): Promise<string> {
  if (!prepare) return trackingId;
  try {
    const prepared: unknown = await abortable(prepare({ attempt, amount, currency }), signal);
    if (prepared === undefined || prepared === null) return trackingId;
    const given = (prepared as { trackingId?: unknown }).trackingId ?? (typeof prepared === 'object' ? trackingId : '');
    if (typeof given === 'string' && given !== '') return given;
    throw new TypeError(`prepare answered ${JSON.stringify(prepared)}`);
  } catch (error) {
    signal.throwIfAborted();
    throw new MerchantError(
      'prepare_failed',
      'Expected prepare to return {trackingId: "…"}, or nothing; it failed. Nothing was sent. ' +
        'Look at the cause, and at the server it asked.',
      error,
    );
  }
}

/**
 * How an attempt ended by the word of the merchant's server, for when the gateway does not tell.
 *
 * @throws MerchantError `resolve_status_failed`, or the signal's reason.
 */
export async function resolveOutcome(
  resolveStatus: NonNullable<FlowSurroundings['resolveStatus']>,
  attempt: { trackingId: string | undefined; uid: string | undefined },
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<ResolvedStatus['outcome']> {
  const answered = new AbortController();
  try {
    const answer = resolveStatus(attempt);
    const overdue = sleep(clock, RESOLVE_PATIENCE, answered.signal).then((): never => {
      throw new Error('no answer within 15 seconds');
    });
    const { outcome } = await abortable(Promise.race([answer, overdue]), signal);
    if (['successful', 'failed', 'unknown'].includes(outcome)) return outcome;
    throw new TypeError(`outcome is ${JSON.stringify(outcome)}`);
  } catch (error) {
    signal.throwIfAborted();
    throw new MerchantError(
      'resolve_status_failed',
      'Expected resolveStatus to return {outcome: "successful", "failed" or "unknown"}; it failed. ' +
        'The payer reads that the outcome is not known. Look at the cause.',
      error,
    );
  } finally {
    answered.abort();
  }
}
