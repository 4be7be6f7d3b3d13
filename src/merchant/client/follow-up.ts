import type { Endpoint } from '../../wire/endpoint.js';
import { isPlainFailure, type Transaction } from '../../wire/response/transaction.js';
import { captures, refunds, type TransferResponse, voids } from '../../wire/response/transfer.js';
import { FollowUpError } from '../errors.js';
import { wholeAmount } from './requests.js';

/** How much is to be captured or refunded. Sums are totals, so that the same call twice moves money once. */
export interface FollowUpTotal {
  /** What is to be captured or refunded of the payment in all, in minor units, with all that was before. */
  readonly total: number;
  /**
   * What was captured or refunded before, in minor units, from your own records: where the gateway can't say, because the payment has no
   * tracking id or ten transactions with it. When absent, the gateway is asked. With it the same call twice moves money twice: after an
   * `outcome_unknown`, look in the gateway's back office first, and add what was made.
   */
  readonly before?: number | undefined;
}

/** How much is to be refunded, and why. */
export interface Refund extends FollowUpTotal {
  /** For your gateway's records; it may show it to the payer. */
  readonly reason: string;
}

export type FollowUpKind = 'capture' | 'void' | 'refund';

export const FOLLOW_UPS: Readonly<Record<FollowUpKind, Endpoint<TransferResponse>>> = {
  capture: captures,
  void: voids,
  refund: refunds,
};

/** The status query by tracking id lists the newest ten at most: older ones are cut. */
const LISTED = 10;

const unknownTotal = (kind: FollowUpKind, uid: string, why: string): FollowUpError =>
  new FollowUpError(
    'total_unknown',
    `Expected to learn from the gateway what was made of this kind before (${kind}, payment ${uid}); ${why}. Nothing was sent. Look it ` +
      'up in the gateway’s back office, and pass the sum as `before`.',
  );

/**
 * What of one kind has followed a payment, newest first.
 *
 * @param listed the transactions with its tracking id.
 * @throws FollowUpError `total_unknown` when they don't show all of it.
 */
export function followUpsOf(kind: FollowUpKind, { uid }: Transaction, listed: readonly Transaction[]): readonly Transaction[] {
  if (listed.length >= LISTED) throw unknownTotal(kind, uid, `the list has ${listed.length} transactions, and may be cut`);
  if (!listed.some((one) => one.uid === uid)) throw unknownTotal(kind, uid, 'the list does not have the payment itself');
  const made = listed.filter((one) => one.type === kind && !isPlainFailure(one));
  if (made.some(({ parent_uid: parent }) => !parent)) throw unknownTotal(kind, uid, 'one in the list does not name its payment');
  const ofPayment = made.filter(({ parent_uid: parent }) => parent === uid);
  if (ofPayment.some(({ status }) => status === 'failed'))
    throw unknownTotal(kind, uid, 'one that failed says itself that money moved');
  if (ofPayment.every(({ amount }) => Number.isSafeInteger(amount))) return ofPayment;
  throw unknownTotal(kind, uid, 'the sum of one in the list can’t be read');
}

/** @throws FollowUpError `total_unknown` when the payment has no tracking id. */
export function trackingIdOf(kind: FollowUpKind, { uid, tracking_id: trackingId }: Transaction): string {
  if (!trackingId) throw unknownTotal(kind, uid, 'the payment has no tracking id, by which it could be asked');
  return trackingId;
}

/**
 * What is still to be made, in minor units; 0 when all of it was.
 *
 * @throws FollowUpError `total_exceeded` when more was.
 */
export function restOf(kind: FollowUpKind, uid: string, total: number, before: number): number {
  if (before <= total) return total - before;
  throw new FollowUpError(
    'total_exceeded',
    `Expected less than ${total} made before (${kind}, payment ${uid}); it is ${before}. Nothing was sent.`,
  );
}

/** @throws TypeError when a sum is not a whole number of minor units, or a reason is missing. */
export function checkTotal({ total, before, reason }: FollowUpTotal & { readonly reason?: string }, kind: FollowUpKind): void {
  wholeAmount('total', total, 1);
  if (before !== undefined) wholeAmount('before', before, 0);
  if (before !== undefined && before >= total) throw new TypeError(`total: expected more than before (${before}); got ${total}.`);
  if (kind === 'refund' && !reason?.trim()) throw new TypeError('reason: expected a text; got none.');
}
