import * as z from 'zod/mini';
import { BRANDS } from '../../card/brand.js';
import type { CardFacts } from '../../card/card.js';
import { read } from '../../checkout/read.js';
import type { Clock } from '../../clock/clock.js';
import { parseJson } from '../../http/parse-json.js';
import { jobId } from '../../wire/response/job.js';
import type { Attempt } from '../state.js';

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
  source_brand: z.optional(z.string()),
  recipient_last_4: z.optional(z.string()),
  recipient_brand: z.optional(z.string()),
  phase: z.enum(['sent', 'accepted', 'authentication', 'ended']),
  /** How it ended, once it has. */
  outcome: z.optional(z.enum(['successful', 'failed'])),
  /** It ended while no form showed it. */
  unseen: z.optional(z.boolean()),
  // Any script of the page can write to the storage, so an id that can't be a job's counts as none.
  job_id: z.catch(z.optional(jobId), undefined),
  uid: z.optional(z.string()),
  /** Milliseconds since 1970. */
  started_at: z.number(),
  /** When an earlier attempt with the same id was sent, one that has failed. */
  failed_before: z.optional(z.number()),
  expires_at: z.number(),
});

/** Whether an entry of the storage is a record, or may have been one (`null`: all of it was cleared). */
export const isRecordName = (name: string | null): boolean => name === null || name.startsWith(PREFIX);

/** Whether an entry of the storage is the record of an attempt that ended while no form showed it. */
export const isUnseenEnd = (text: string | null): boolean => isUnseen(parse(text));

/** What survives leaving the page: enough to ask the gateway how an attempt ended, and no card data. */
export type TransferRecord = z.infer<typeof record>;

const PREFIX = 'checkout-elements:';
/** Names, per kind and key, the attempt that this very tab is in the middle of. */
const TAB_PREFIX = 'checkout-elements-tab:';

// A challenge lives half an hour at most; after a day, the payer has to ask the merchant.
const LIFETIME = 24 * 60 * 60_000;
// A failure is shown again for as long as a reload may take. It is remembered for longer: an answer about the next attempt of
// the same order may be about this one.
const LIFETIME_FAILED = 15 * 60_000;

/** When a record was written last (ms since 1970). */
export const writtenAt = ({ expires_at: expiresAt }: TransferRecord): number => expiresAt - LIFETIME;

/** The records of one kind of payment with one shop. */
export class RecordStore {
  readonly #kind: string;
  /** Where records go: the first storage that takes one. The tab's own stands in for the shared one. */
  readonly #storages: readonly RecordStorage[];
  readonly #tab: RecordStorage | undefined;
  readonly #clock: Clock;
  /** What the browser refused to store: kept as long as the page. */
  readonly #refused = new Map<string, string>();

  /**
   * @param local Shared by all tabs (localStorage).
   * @param tab This tab's own (sessionStorage). It stands in where `local` is missing or refuses.
   */
  constructor(
    kind: string,
    { local, tab, clock }: { local: RecordStorage | undefined; tab: RecordStorage | undefined; clock: Clock },
  ) {
    this.#kind = kind;
    this.#storages = [local, tab].filter((storage) => storage !== undefined);
    this.#tab = tab;
    this.#clock = clock;
  }

  /**
   * Writes where an attempt stands.
   *
   * @param unseen Whether it ended while no form showed it.
   * @returns false when the browser refused to store it.
   */
  write(
    key: string, attempt: Attempt, phase: TransferRecord['phase'], outcome?: TransferRecord['outcome'], unseen = false,
  ): boolean {
    const { trackingId, amount, currency } = attempt;
    const earlier = this.#recall(key, trackingId);
    // Two elements may follow one attempt while the payer looks at one of them.
    const isSeen = earlier?.phase === 'ended' && earlier.started_at === attempt.startedAt && !earlier.unseen;
    const value: TransferRecord = {
      kind: this.#kind,
      key,
      tracking_id: trackingId,
      amount,
      currency,
      source_last_4: attempt.source.last4,
      source_brand: attempt.source.brand,
      recipient_last_4: attempt.recipient.last4,
      recipient_brand: attempt.recipient.brand,
      phase,
      outcome,
      unseen: (phase === 'ended' && unseen && !isSeen) || undefined,
      job_id: attempt.jobId,
      uid: attempt.uid,
      started_at: attempt.startedAt,
      failed_before:
        earlier?.outcome === 'failed' && earlier.started_at < attempt.startedAt ? earlier.started_at : earlier?.failed_before,
      expires_at: this.#clock.now() + LIFETIME,
    };
    if (!this.#store(value)) return false;
    try {
      this.#tab?.setItem(TAB_PREFIX + this.#kind + key, attempt.trackingId);
    } catch {
      // Without it the attempt is found as one of the shop's.
    }
    return true;
  }

  /**
   * Writes how an attempt ended that no form follows, unless another tab knows more by now.
   *
   * @param uid The gateway's id, if it is known.
   * @returns whether that is news.
   */
  settle(key: string, { tracking_id: trackingId, started_at: startedAt }: TransferRecord, outcome: TransferRecord['outcome'], uid?: string): boolean {
    const one = this.find(key, trackingId);
    if (!one || one.phase === 'ended' || one.started_at !== startedAt) return false;
    this.#store({ ...one, phase: 'ended', outcome, unseen: true, uid: uid ?? one.uid, expires_at: this.#clock.now() + LIFETIME });
    return true;
  }

  /** The record of a tracking id, if it is of this kind and key and has not expired. */
  find(key: string, trackingId: string): TransferRecord | undefined {
    const one = this.#recall(key, trackingId);
    const isOver = one?.outcome === 'failed' && this.#clock.now() >= one.expires_at - LIFETIME + LIFETIME_FAILED;
    return isOver ? undefined : one;
  }

  /** The same, including attempts that failed some time ago. */
  #recall(key: string, trackingId: string): TransferRecord | undefined {
    const name = this.#nameOf(key, trackingId);
    const one = parse(this.#refused.get(name)) ?? this.#read(name);
    return one?.kind === this.#kind && one.key === key && one.expires_at > this.#clock.now() ? one : undefined;
  }

  /**
   * The record of an order, also one that began with another key of the shop and has not failed: a new key does
   * not undo a payment. While an order's amount is not known, the id and the currency decide.
   */
  findOrder(key: string, trackingId: string, { amount, currency }: { amount?: number | undefined; currency: string }): TransferRecord | undefined {
    const own = this.find(key, trackingId);
    if (own) return own;
    const prefix = `${PREFIX}${this.#kind}:`;
    const others = this.#names().filter((name) => name.startsWith(prefix) && name.endsWith(`:${trackingId}`));
    return others
      .flatMap((name) => this.#read(name) ?? [])
      .find(
        (one) =>
          one.tracking_id === trackingId && one.outcome !== 'failed' && one.expires_at > this.#clock.now() &&
          one.currency === currency && (amount === undefined || one.amount === amount),
      );
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

  /** Every attempt of this kind and key that has not ended, newest first. */
  unfinished(key: string): TransferRecord[] {
    return this.all(key).filter(({ phase }) => phase !== 'ended');
  }

  /** Every attempt of this kind and key that ended while no form showed it, newest first. */
  unseen(key: string): TransferRecord[] {
    return this.#ids(key).flatMap((id) => this.#recall(key, id) ?? []).filter(isUnseen).sort(newestFirst);
  }

  /**
   * Marks the outcome of an attempt as seen, or as not seen after all.
   *
   * @returns whether that changes something.
   */
  see(key: string, trackingId: string, isSeen = true): boolean {
    const one = this.#recall(key, trackingId);
    if (one?.phase !== 'ended' || isUnseen(one) !== isSeen) return false;
    const name = this.#nameOf(key, trackingId);
    const text = JSON.stringify({ ...one, unseen: isSeen ? undefined : true });
    if (this.#refused.has(name)) this.#refused.set(name, text);
    for (const storage of this.#storages) {
      try {
        if (storage.getItem(name) !== null) storage.setItem(name, text);
      } catch {
        // A storage that refuses to write returns it once more.
      }
    }
    return true;
  }

  /** Every attempt on record, newest first; expired ones are removed on the way. */
  all(key: string): TransferRecord[] {
    const found: TransferRecord[] = [];
    for (const id of this.#ids(key)) {
      const one = this.find(key, id);
      if (one) found.push(one);
      else if (!this.#recall(key, id)) this.#forget(this.#nameOf(key, id));
    }
    return found.sort(newestFirst);
  }

  /** Everything that was sent to a shop, of every kind. */
  ofShop(key: string): TransferRecord[] {
    const others = this.#names().filter((name) => name.startsWith(PREFIX) && name.includes(`:${key}:`));
    const alive = others.flatMap((name) => this.#read(name) ?? []).filter((one) => one.key === key && one.kind !== this.#kind);
    return [...this.all(key), ...alive.filter((one) => one.expires_at > this.#clock.now())];
  }

  /** Whether an attempt with this id that was sent before this time (ms) is known to have failed. */
  hasFailed(key: string, trackingId: string, before: number): boolean {
    const one = this.#recall(key, trackingId);
    return one?.failed_before !== undefined || (one?.outcome === 'failed' && one.started_at < before);
  }

  /** The record with this id of the gateway's, of any kind and shop. */
  findByUid(uid: string): TransferRecord | undefined {
    const all = this.#names().filter((name) => name.startsWith(PREFIX)).flatMap((name) => this.#read(name) ?? []);
    return all.find((one) => one.uid === uid && one.expires_at > this.#clock.now());
  }

  /** Ends this tab's part in an attempt, which stays on record. */
  leave(key: string): void {
    try {
      this.#tab?.removeItem(TAB_PREFIX + this.#kind + key);
    } catch {
      // A storage that refuses to delete shows the attempt once more.
    }
  }

  /** Forgets an attempt. */
  remove(key: string, trackingId: string): void {
    if (this.findOfTab(key)?.tracking_id === trackingId) this.leave(key);
    this.#forget(this.#nameOf(key, trackingId));
  }

  /** The tracking ids of every attempt of this kind and key. */
  #ids(key: string): string[] {
    const own = this.#nameOf(key, '');
    // What the storage refused counts as much as what it stored.
    const names = new Set([...this.#names(), ...this.#refused.keys()]);
    return [...names].flatMap((name) => (name.startsWith(own) ? [name.slice(own.length)] : []));
  }

  // Two shops of one page may use the same tracking ids.
  #nameOf(key: string, trackingId: string): string {
    return `${PREFIX}${this.#kind}:${key}:${trackingId}`;
  }

  /** @returns false when the browser refused to store it. */
  #store(value: TransferRecord): boolean {
    const name = this.#nameOf(value.key, value.tracking_id);
    const text = JSON.stringify(value);
    this.#refused.set(name, text);
    const taken = this.#storages.find((storage) => {
      try {
        storage.setItem(name, text);
        return true;
      } catch {
        return false;
      }
    });
    // Including an older one in the other storage.
    if (taken) this.#forget(name, taken);
    return taken !== undefined;
  }

  #read(name: string): TransferRecord | undefined {
    // The one that was written last, if each storage holds one.
    const found = this.#storages.flatMap((storage) => {
      try {
        return parse(storage.getItem(name)) ?? [];
      } catch {
        return [];
      }
    });
    return found.sort((one, other) => writtenAt(other) - writtenAt(one))[0];
  }

  #names(): string[] {
    const names = this.#storages.flatMap((storage) => {
      try {
        return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
      } catch {
        // A storage that can't be listed holds nothing to resume.
        return [];
      }
    });
    return [...new Set(names)];
  }

  /** @param but The storage that may keep it. */
  #forget(name: string, but?: RecordStorage): void {
    this.#refused.delete(name);
    for (const storage of this.#storages) {
      if (storage === but) continue;
      try {
        storage.removeItem(name);
      } catch {
        // A storage that refuses to delete keeps the record until it expires.
      }
    }
  }
}

const newestFirst = (one: TransferRecord, other: TransferRecord): number => other.started_at - one.started_at;

const isUnseen = (one: TransferRecord | undefined): one is TransferRecord => one?.phase === 'ended' && one.unseen === true;

function parse(text: string | null | undefined): TransferRecord | undefined {
  try {
    return text ? read(record, parseJson(text)) : undefined;
  } catch {
    return undefined;
  }
}

function factsOf(last4: string | undefined, name: string | undefined): CardFacts {
  const brand = BRANDS.find(({ id }) => id === name)?.id;
  return { ...(brand && { brand }), ...(last4 !== undefined && { last4 }) };
}

/** The attempt that a record is about. */
export const attemptOf = (one: TransferRecord): Attempt => ({
  trackingId: one.tracking_id,
  amount: one.amount,
  currency: one.currency,
  startedAt: one.started_at,
  source: factsOf(one.source_last_4, one.source_brand),
  recipient: factsOf(one.recipient_last_4, one.recipient_brand),
  jobId: one.job_id,
  uid: one.uid,
});
