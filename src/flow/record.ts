import * as z from 'zod/mini';
import type { Clock } from '../clock/clock.js';
import type { Attempt } from './state.js';

/** The part of Web Storage that records need. */
export interface RecordStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const record = z.object({
  kind: z.string(),
  /** Thumbprint of the key: whose shop it is. */
  key: z.string(),
  tracking_id: z.string(),
  amount: z.number(),
  currency: z.string(),
  source_last_4: z.optional(z.string()),
  recipient_last_4: z.optional(z.string()),
  phase: z.enum(['sent', 'accepted', 'authentication', 'ended']),
  job_id: z.optional(z.string()),
  uid: z.optional(z.string()),
  /** Milliseconds since 1970. */
  started_at: z.number(),
  expires_at: z.number(),
});

/** What survives leaving the page: enough to ask the gateway how an attempt ended, and no card data. */
export type TransferRecord = z.infer<typeof record>;

const PREFIX = 'checkout-elements:';
/** Names, per kind and key, the attempt that this very tab is in the middle of. */
const TAB_PREFIX = 'checkout-elements-tab:';

// A challenge lives half an hour at most; who comes back a day later asks the merchant.
const LIFETIME = 24 * 60 * 60_000;
// Long enough for a reload of the page that shows the outcome.
const LIFETIME_ENDED = 15 * 60_000;

/** The records of one kind of payment with one shop. */
export class RecordStore {
  readonly #kind: string;
  readonly #local: RecordStorage | undefined;
  readonly #tab: RecordStorage | undefined;
  readonly #clock: Clock;

  /**
   * @param local Shared by all tabs (localStorage). Undefined: nothing can be resumed.
   * @param tab This tab's own (sessionStorage).
   */
  constructor(
    kind: string,
    { local, tab, clock }: { local: RecordStorage | undefined; tab: RecordStorage | undefined; clock: Clock },
  ) {
    this.#kind = kind;
    this.#local = local;
    this.#tab = tab;
    this.#clock = clock;
  }

  /** Writes where an attempt stands. @returns false when the browser refused to store it. */
  write(key: string, attempt: Attempt, phase: TransferRecord['phase']): boolean {
    const value: TransferRecord = {
      kind: this.#kind,
      key,
      tracking_id: attempt.trackingId,
      amount: attempt.amount,
      currency: attempt.currency,
      source_last_4: attempt.source.last4,
      recipient_last_4: attempt.recipient.last4,
      phase,
      job_id: attempt.jobId,
      uid: attempt.uid,
      started_at: attempt.startedAt,
      expires_at: this.#clock.now() + (phase === 'ended' ? LIFETIME_ENDED : LIFETIME),
    };
    try {
      this.#local?.setItem(PREFIX + attempt.trackingId, JSON.stringify(value));
      this.#tab?.setItem(TAB_PREFIX + this.#kind + key, attempt.trackingId);
      return this.#local !== undefined;
    } catch {
      return false;
    }
  }

  /** The record of a tracking id, if it is of this kind and key and has not expired. */
  find(key: string, trackingId: string): TransferRecord | undefined {
    try {
      const one = parse(this.#local?.getItem(PREFIX + trackingId));
      return one?.kind === this.#kind && one.key === key && one.expires_at > this.#clock.now() ? one : undefined;
    } catch {
      return undefined;
    }
  }

  /** The record of what this tab was in the middle of. */
  findOfTab(key: string): TransferRecord | undefined {
    try {
      const trackingId = this.#tab?.getItem(TAB_PREFIX + this.#kind + key);
      return trackingId ? this.find(key, trackingId) : undefined;
    } catch {
      return undefined;
    }
  }

  /** Every attempt of this kind and key that has not ended, newest first; expired ones are removed on the way. */
  unfinished(key: string): TransferRecord[] {
    const found: TransferRecord[] = [];
    try {
      const names = Array.from({ length: this.#local?.length ?? 0 }, (_, index) => this.#local?.key(index) ?? '');
      for (const name of names.filter((each) => each.startsWith(PREFIX))) {
        const one = this.find(key, name.slice(PREFIX.length));
        if (one && one.phase !== 'ended') found.push(one);
        else if (!one) this.#removeIfExpired(name);
      }
    } catch {
      // Storage that can't be listed holds nothing to resume.
    }
    return found.sort((one, other) => other.started_at - one.started_at);
  }

  /** This tab is no longer in the middle of anything; the attempt stays on record. */
  leave(key: string): void {
    try {
      this.#tab?.removeItem(TAB_PREFIX + this.#kind + key);
    } catch {
      // Storage that refuses to forget shows the attempt once more.
    }
  }

  /** Forgets an attempt. */
  remove(key: string, trackingId: string): void {
    try {
      this.#local?.removeItem(PREFIX + trackingId);
    } catch {
      // Storage that refuses to forget keeps the record until it expires.
    }
    this.leave(key);
  }

  #removeIfExpired(name: string): void {
    const one = parse(this.#local?.getItem(name));
    if (!one || one.expires_at <= this.#clock.now()) this.#local?.removeItem(name);
  }
}

function parse(text: string | null | undefined): TransferRecord | undefined {
  try {
    return record.safeParse(text ? JSON.parse(text) : undefined).data;
  } catch {
    return undefined;
  }
}

/** The attempt that a record tells of. */
export const attemptOf = (one: TransferRecord): Attempt => ({
  trackingId: one.tracking_id,
  amount: one.amount,
  currency: one.currency,
  startedAt: one.started_at,
  source: one.source_last_4 === undefined ? {} : { last4: one.source_last_4 },
  recipient: one.recipient_last_4 === undefined ? {} : { last4: one.recipient_last_4 },
  jobId: one.job_id,
  uid: one.uid,
});
