import * as z from 'zod/mini';
import { BRANDS } from '../../card/brand.js';
import type { CardFacts } from '../../card/card.js';
import { parseBySchema } from '../../checkout/parse-by-schema.js';
import { parseJson } from '../../http/parse-json.js';
import { jobId } from '../../wire/response/job.js';
import type { Attempt } from '../state.js';

const record = z.object({
  kind: z.string(),
  /** Thumbprint of the shop's key. */
  key: z.string(),
  tracking_id: z.string(),
  /** The attempt's own random id: several attempts may have one tracking id. */
  attempt: z.string(),
  amount: z.number(),
  currency: z.string(),
  source_last_4: z.optional(z.string()),
  source_brand: z.optional(z.string()),
  recipient_last_4: z.optional(z.string()),
  recipient_brand: z.optional(z.string()),
  /** `withdrawn`: the gateway refused the whole request, so there is no payment. It tells that from an emptied storage. */
  phase: z.enum(['sent', 'accepted', 'authentication', 'ended', 'withdrawn']),
  /** How it ended, once it has. */
  outcome: z.optional(z.enum(['successful', 'failed'])),
  /** Whether it ended while no form showed it. */
  unseen: z.optional(z.boolean()),
  // Any script of the page can write to the storage, so an id that can't be a job's counts as none.
  job_id: z.catch(z.optional(jobId), undefined),
  uid: z.optional(z.string()),
  /** Milliseconds since 1970. */
  started_at: z.number(),
  /** When the last copy left, if it was sent more than once. */
  repeated_at: z.optional(z.number()),
  /** How far the gateway's time was ahead of the device's when it was first sent (ms). */
  ahead: z.optional(z.number()),
  /** When an earlier attempt with the same id, which has failed, was sent. */
  failed_before: z.optional(z.number()),
  expires_at: z.number(),
});

/** Whether an entry of the storage is a record, or may have been one (`null`: all of it was cleared). */
export const isRecordName = (name: string | null): boolean => name === null || name.startsWith(PREFIX);

/** Whether an entry of the storage is the record of an attempt that ended while no form showed it. */
export const isUnseenEnd = (text: string | null): boolean => isUnseen(parseRecord(text));

/**
 * The data that survives leaving the page: enough to ask the gateway how an attempt ended. Of the cards, it contains only brand
 * and last four digits.
 */
export type PaymentRecord = z.infer<typeof record>;

/** The prefix of each record's name. */
export const PREFIX = 'checkout-elements:';
// A challenge lives half an hour at most; after a day, the payer has to ask the merchant.
export const LIFETIME = 24 * 60 * 60_000;
// A failure is shown again for as long as a reload may take. It is kept for longer, because an answer about the next attempt of
// the same order may be about this one.
export const LIFETIME_FAILED = 15 * 60_000;

/** When the last copy of a request left (ms since 1970). The 30 s of spec 8 begin then at the latest. */
export const lastSentAt = ({ started_at: startedAt, repeated_at: repeatedAt }: PaymentRecord): number => repeatedAt ?? startedAt;

/** How far a record's attempt has got: of two copies of a record, the one with the later phase is right. */
export const progressOf = ({ phase }: Pick<PaymentRecord, 'phase'>): number => PHASES.indexOf(phase);

const PHASES: readonly PaymentRecord['phase'][] = ['sent', 'accepted', 'authentication', 'ended', 'withdrawn'];

/** When a record was written last (ms since 1970). */
export const writtenAt = ({ expires_at: expiresAt }: PaymentRecord): number => expiresAt - LIFETIME;

/** Whether a record is that of an attempt that ended while no form showed it. */
export const isUnseen = (one: PaymentRecord | undefined): one is PaymentRecord => one?.phase === 'ended' && one.unseen === true;

/** Reads a record. Returns undefined if the text is not one. */
export function parseRecord(text: string | null | undefined): PaymentRecord | undefined {
  try {
    return text ? parseBySchema(record, parseJson(text)) : undefined;
  } catch {
    return undefined;
  }
}

function factsOf(last4: string | undefined, name: string | undefined): CardFacts {
  const brand = BRANDS.find(({ id }) => id === name)?.id;
  return { ...(brand && { brand }), ...(last4 !== undefined && { last4 }) };
}

/** The attempt that a record is about. */
export const attemptOf = (one: PaymentRecord): Attempt => ({
  id: one.attempt,
  trackingId: one.tracking_id,
  amount: one.amount,
  currency: one.currency,
  startedAt: one.started_at,
  repeatedAt: one.repeated_at,
  ahead: one.ahead,
  source: factsOf(one.source_last_4, one.source_brand),
  recipient: factsOf(one.recipient_last_4, one.recipient_brand),
  jobId: one.job_id,
  uid: one.uid,
});
