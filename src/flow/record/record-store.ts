import type { Clock } from '../../clock/clock.js';
import type { Attempt } from '../state.js';
import { type RecordStorage, RecordStorages } from './record-storages.js';
import { isUnseen, LIFETIME, LIFETIME_FAILED, PREFIX, type PaymentRecord, progressOf } from './payment-record.js';

/** Stores the tracking id of this tab's current attempt, per kind and key. */
const TAB_PREFIX = 'checkout-elements-tab:';

const newestFirst = (one: PaymentRecord, other: PaymentRecord): number => other.started_at - one.started_at;

/** What became of a record's change: `replaced` means that the record belongs to a newer attempt by now. */
export type Written = 'written' | 'refused' | 'replaced';

/** The records of one kind of payment, of every shop. */
export class RecordStore {
  readonly #kind: string;
  /** The tab's own storage replaces the shared one where that is missing or refuses to store. */
  readonly #storages: RecordStorages;
  readonly #tab: RecordStorage | undefined;
  readonly #clock: Clock;

  /**
   * @param local Shared by all tabs (localStorage).
   * @param tab This tab's own (sessionStorage). Used where `local` is missing or refuses to store.
   */
  constructor(
    kind: string,
    { local, tab, clock }: { local: RecordStorage | undefined; tab: RecordStorage | undefined; clock: Clock },
  ) {
    this.#kind = kind;
    this.#storages = new RecordStorages([local, tab].filter((storage) => storage !== undefined));
    this.#tab = tab;
    this.#clock = clock;
  }

  /**
   * Records that an attempt's request leaves now. Only this write replaces the record of another attempt with the same tracking id,
   * so it needs the start lock.
   *
   * @returns false when the browser refused to store it.
   */
  begin(key: string, attempt: Attempt): boolean {
    return this.#store(key, attempt, 'sent', {}) === 'written';
  }

  /**
   * Records the state of an attempt, unless its record belongs to another attempt by now, or has got further: a late answer, or the
   * job of a payment whose outcome is known, does not lead back. Only another copy of the request (phase `sent`) does.
   *
   * @param end How it ended, and whether that happened while no form showed it.
   */
  write(
    key: string,
    attempt: Attempt,
    phase: PaymentRecord['phase'],
    end: Pick<PaymentRecord, 'outcome' | 'unseen'> = {},
  ): Written {
    const present = this.#stored(key, attempt.trackingId);
    if (present && present.attempt !== attempt.id) return 'replaced';
    const isKnown = present !== undefined && phase !== 'sent' && progressOf(present) > progressOf({ phase });
    return isKnown ? 'written' : this.#store(key, attempt, phase, end);
  }

  #store(
    key: string,
    attempt: Attempt,
    phase: PaymentRecord['phase'],
    { outcome, unseen = false }: Pick<PaymentRecord, 'outcome' | 'unseen'>,
  ): Written {
    const { trackingId, amount, currency } = attempt;
    const earlier = this.#findAny(key, trackingId);
    // Two elements may follow one attempt while the payer looks at one of them.
    const isSeen = earlier?.phase === 'ended' && !earlier.unseen;
    const value: PaymentRecord = {
      kind: this.#kind,
      key,
      tracking_id: trackingId,
      attempt: attempt.id,
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
      repeated_at: attempt.repeatedAt,
      ahead: attempt.ahead,
      failed_before:
        earlier?.outcome === 'failed' && earlier.attempt !== attempt.id ? earlier.started_at : earlier?.failed_before,
      expires_at: this.#clock.now() + LIFETIME,
    };
    if (!this.#storages.write(this.#nameOf(key, trackingId), value, phase === 'sent')) return 'refused';
    try {
      if (phase !== 'withdrawn') this.#tab?.setItem(TAB_PREFIX + this.#kind + key, attempt.trackingId);
      else if (this.#tab?.getItem(TAB_PREFIX + this.#kind + key) === trackingId) this.forgetInTab(key);
    } catch {
      // Without it the attempt is found as one of the shop's.
    }
    return 'written';
  }

  /**
   * Records the outcome of an attempt that no form follows, unless another tab has recorded more by now.
   *
   * @param uid The gateway's id, if it is known.
   * @returns whether the outcome is new.
   */
  settle(
    key: string,
    { tracking_id: trackingId, attempt }: PaymentRecord,
    outcome: PaymentRecord['outcome'],
    uid?: string,
  ): boolean {
    const one = this.find(key, trackingId);
    if (!one || one.phase === 'ended' || one.attempt !== attempt) return false;
    const ended = {
      ...one,
      phase: 'ended' as const,
      outcome,
      unseen: true,
      uid: uid ?? one.uid,
      expires_at: this.#clock.now() + LIFETIME,
    };
    this.#storages.write(this.#nameOf(key, trackingId), ended, false);
    return true;
  }

  /** The record of a tracking id, if it is of this kind and key and has not expired. */
  find(key: string, trackingId: string): PaymentRecord | undefined {
    const one = this.#findAny(key, trackingId);
    const isOver = one?.outcome === 'failed' && this.#clock.now() >= one.expires_at - LIFETIME + LIFETIME_FAILED;
    return isOver ? undefined : one;
  }

  /** Whether the gateway refused the whole request of an attempt: then there is nothing to follow. */
  isWithdrawn(key: string, { id, trackingId }: Attempt): boolean {
    const one = this.#stored(key, trackingId);
    return one?.phase === 'withdrawn' && one.attempt === id;
  }

  /** The same as `find`, including attempts that failed some time ago. */
  #findAny(key: string, trackingId: string): PaymentRecord | undefined {
    const one = this.#stored(key, trackingId);
    return one?.phase === 'withdrawn' ? undefined : one;
  }

  /** What is stored about an attempt, until it expires. */
  #stored(key: string, trackingId: string): PaymentRecord | undefined {
    const one = this.#storages.get(this.#nameOf(key, trackingId));
    return one?.kind === this.#kind && one.key === key && one.expires_at > this.#clock.now() ? one : undefined;
  }

  /**
   * The record of an order, including one that began with another key of the shop and has not failed: a new key does not undo a
   * payment. While an order's amount is not known, the id and the currency decide.
   */
  findOrder(
    key: string,
    trackingId: string,
    { amount, currency }: { amount?: number | undefined; currency: string },
  ): PaymentRecord | undefined {
    const own = this.find(key, trackingId);
    if (own) return own;
    const prefix = `${PREFIX}${this.#kind}:`;
    const others = this.#storages.names.filter((name) => name.startsWith(prefix) && name.endsWith(`:${trackingId}`));
    return others
      .flatMap((name) => this.#storages.read(name) ?? [])
      .find(
        (one) =>
          one.tracking_id === trackingId &&
          one.outcome !== 'failed' &&
          one.phase !== 'withdrawn' &&
          one.expires_at > this.#clock.now() &&
          one.currency === currency &&
          (amount === undefined || one.amount === amount),
      );
  }

  /** The record of this tab's current attempt. */
  findOfTab(key: string): PaymentRecord | undefined {
    try {
      const trackingId = this.#tab?.getItem(TAB_PREFIX + this.#kind + key);
      return trackingId ? this.find(key, trackingId) : undefined;
    } catch {
      return undefined;
    }
  }

  /** Every attempt of this kind and key that has not ended, newest first. */
  unfinished(key: string): PaymentRecord[] {
    return this.all(key).filter(({ phase }) => phase !== 'ended');
  }

  /** Every attempt of this kind and key that ended while no form showed it, newest first. */
  unseen(key: string): PaymentRecord[] {
    return this.#ids(key)
      .flatMap((id) => this.#findAny(key, id) ?? [])
      .filter(isUnseen)
      .sort(newestFirst);
  }

  /** Marks the outcome of an attempt as seen. */
  markSeen(key: string, trackingId: string): void {
    const one = this.#findAny(key, trackingId);
    if (isUnseen(one)) this.#storages.update(this.#nameOf(key, trackingId), { ...one, unseen: undefined });
  }

  /** Every attempt on record, newest first; expired ones are removed on the way. */
  all(key: string): PaymentRecord[] {
    const found: PaymentRecord[] = [];
    for (const id of this.#ids(key)) {
      const one = this.find(key, id);
      if (one) found.push(one);
      else if (!this.#stored(key, id)) this.#storages.remove(this.#nameOf(key, id));
    }
    return found.sort(newestFirst);
  }

  /** Everything that was sent to a shop, of every kind. */
  ofShop(key: string): PaymentRecord[] {
    const others = this.#storages.names.filter((name) => name.startsWith(PREFIX) && name.includes(`:${key}:`));
    const alive = others
      .flatMap((name) => this.#storages.read(name) ?? [])
      .filter((one) => one.key === key && one.kind !== this.#kind);
    return [...this.all(key), ...alive.filter((one) => one.phase !== 'withdrawn' && one.expires_at > this.#clock.now())];
  }

  /** Whether an attempt with this id that was sent before this time (ms) is known to have failed. */
  hasFailed(key: string, trackingId: string, before: number): boolean {
    const one = this.#findAny(key, trackingId);
    return one?.failed_before !== undefined || (one?.outcome === 'failed' && one.started_at < before);
  }

  /** The record with this id of the gateway's, of any kind and shop. */
  findByUid(uid: string): PaymentRecord | undefined {
    const all = this.#storages.names.filter((name) => name.startsWith(PREFIX)).flatMap((name) => this.#storages.read(name) ?? []);
    return all.find((one) => one.uid === uid && one.phase !== 'withdrawn' && one.expires_at > this.#clock.now());
  }

  /** Forgets that this tab is making an attempt. The attempt stays on record. */
  forgetInTab(key: string): void {
    try {
      this.#tab?.removeItem(TAB_PREFIX + this.#kind + key);
    } catch {
      // A storage that refuses to delete shows the attempt once more.
    }
  }

  /** The tracking ids of every attempt of this kind and key. */
  #ids(key: string): string[] {
    const own = this.#nameOf(key, '');
    // Records that the storage refused count as well.
    return this.#storages.allNames.flatMap((name) => (name.startsWith(own) ? [name.slice(own.length)] : []));
  }

  // Two shops of one page may use the same tracking ids.
  #nameOf(key: string, trackingId: string): string {
    return `${PREFIX}${this.#kind}:${key}:${trackingId}`;
  }
}
