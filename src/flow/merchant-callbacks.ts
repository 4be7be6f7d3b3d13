import type { Presence } from '../checkout/poll-job.js';
import type { Clock } from '../clock/clock.js';
import { withDeadline } from '../clock/deadline.js';
import { MerchantError } from './errors.js';
import { requireNetwork } from './network.js';
import type { FlowSurroundings } from './options.js';
import type { Price } from './state.js';

/** How long `prepare` may take, in milliseconds. */
const PREPARE_PATIENCE = 30_000;

/** One of the merchant's functions returned something unexpected. The message is for the developer. */
export class Unexpected extends TypeError {}

/** Describes why one of the merchant's functions failed. */
export const reasonOf = (error: unknown): string => (error instanceof Unexpected ? error.message : 'it failed');

/** Calls one of the merchant's functions. Throws `Unexpected` if the page has set something else. */
export const called = <Question, Answer>(ask: (question: Question) => Answer, question: Question): Answer => {
  if (typeof ask === 'function') return ask(question);
  throw new Unexpected('it is no function');
};

/** Waits for the answer of one of the merchant's functions. Throws `Unexpected` if it takes too long. */
export const withTimeout = <Answer>(
  ask: () => Answer | Promise<Answer>,
  milliseconds: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<Answer> =>
  withDeadline(async () => ask(), {
    clock,
    signal,
    milliseconds,
    late: () => new Unexpected(`no answer came within ${milliseconds / 1000} seconds`),
  });

export const shown = (value: unknown): string =>
  (JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part)) ?? String(value)).slice(0, 100);

/** An attempt whose tracking id the merchant may choose, and how to wait for it. */
interface NamedAttempt {
  readonly attempt: number;
  readonly trackingId: string;
  readonly clock: Clock;
  readonly presence: Presence;
  readonly signal: AbortSignal;
}

/**
 * The tracking id of an attempt: the merchant's `prepare` may name it.
 *
 * @throws MerchantError `prepare_failed`, TransportError `network_unreachable`, or the signal's reason.
 */
export async function chooseTrackingId(
  prepare: FlowSurroundings['prepare'],
  { amount, currency }: Price,
  { attempt, trackingId, clock, presence, signal }: NamedAttempt,
): Promise<string> {
  if (!prepare) return trackingId;
  requireNetwork(presence);
  try {
    const prepared: unknown = await withTimeout(
      () => called(prepare, { attempt, amount, currency }),
      PREPARE_PATIENCE,
      clock,
      signal,
    );
    if (prepared === undefined || prepared === null) return trackingId;
    // Without the id there is no order, and money would move for nothing.
    const given = (prepared as { trackingId?: unknown }).trackingId;
    if (typeof given === 'string' && given.trim() !== '') return given;
    throw new Unexpected(`it returned ${shown(prepared)}`);
  } catch (error) {
    signal.throwIfAborted();
    // Without a network the merchant's server can't be asked, which is not the merchant's fault.
    requireNetwork(presence);
    throw new MerchantError(
      'prepare_failed',
      `Expected prepare to return {trackingId: "…"}, or nothing; ${reasonOf(error)}. Nothing was sent. ` +
        'Correct the function, or what your server answers to it.',
      error,
    );
  }
}
