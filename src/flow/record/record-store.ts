import type { Clock } from '../../clock/clock.js';
import type { Attempt } from '../state.js';
import {
  type AttemptEntries,
  type AttemptName,
  attemptName,
  type EntryPhase,
  Journal,
  namesBegin,
  readAttemptName,
  rows,
  shopOf,
  WORKING,
} from './journal.js';
import {
  ageOf,
  clockOf,
  foldEntries,
  isAlive,
  isOpen,
  isOver,
  lastSentAt,
  LIFETIME,
  lifetimeBy,
  type Now,
  type PaymentRecord,
  type UnreadableRecord,
} from './payment-record.js';
import { drop, namesIn, put, read, type RecordStorage } from './record-storage.js';

/** Stores the tracking id of this tab's current attempt, per kind and key. */
const TAB_PREFIX = 'checkout-elements-tab:';

/** The storages of records: the one that all tabs share (localStorage), and this tab's own (sessionStorage). */
export interface RecordStorages {
  readonly local: RecordStorage | undefined;
  /** Keeps a second copy of what is sent from this tab, and is used where `local` is missing or refuses to store. */
  readonly tab: RecordStorage | undefined;
  /** What this page has written, which code of the page may empty out of both: one for all stores of a page. Absent: this store's own. */
  readonly memory?: Map<string, string> | undefined;
}

const newestFirst = (one: PaymentRecord, other: PaymentRecord): number => other.startedAt - one.startedAt;

/** The attempts of an order, the last one first: in every tab the same one, also of two that did not know of each other. */
const byOrder = (attempts: readonly PaymentRecord[]): PaymentRecord[] =>
  attempts.toSorted((one, other) => other.order - one.order || newestFirst(one, other) || (one.id < other.id ? 1 : -1));

/** Whether an attempt may not have ended, by the names of its entries alone. */
const isUnended = ({ phases, unknown }: AttemptEntries): boolean =>
  unknown.length > 0 ||
  (!phases.has('successful') && !phases.has('failed') && !phases.has('withdrawn')) ||
  phases.has('repeated');

/**
 * What is recorded about an attempt. `answered`: its request was answered, or no answer comes any more. `withdrawn`: the gateway refused
 * the whole request, so there is no payment; it tells that from an emptied storage.
 */
export type WrittenPhase = PaymentRecord['phase'] | 'answered' | 'withdrawn';

/** How far a gateway's time is ahead of the device's (`CheckoutClient`): what is written goes by the one, ages by the other. */
interface GatewayTime {
  readonly ahead: number | undefined;
  readonly leastAhead: number | undefined;
}

/** How an attempt ended, and whether that happened while no form showed it. */
interface End {
  readonly outcome?: PaymentRecord['outcome'];
  readonly unseen?: boolean;
}

const isReadable = (one: PaymentRecord | UnreadableRecord): one is PaymentRecord => 'phase' in one;
/**
 * What the attempts of one kind of payment have come to, in every tab of this browser, and what other kinds and shops have on record.
 * Each attempt has its own entries in a journal, so nothing here overwrites another attempt.
 *
 * @example
 * const records = new RecordStore('p2p', { local: localStorage, tab: sessionStorage, clock: systemClock });
 */
export class RecordStore {
  /** The kind of its payments, with the product's id if it has one. */
  readonly kind: string;
  readonly #journal: Journal;
  readonly #tab: RecordStorage | undefined;
  readonly #clock: Clock;
  /** When an attempt that can't be read was first noticed by a clock, where no storage remembers it. */
  readonly #noticed = new Map<string, number>();
  /** When this page first asked about the last copy of an attempt's request (monotonic ms). */
  readonly #firstAsked = new Map<string, number>();
  readonly #folded = new Map<AttemptName, { readonly names: string; readonly record: PaymentRecord }>();
  #gateway: GatewayTime = { ahead: undefined, leastAhead: undefined };

  constructor(kind: string, { local, tab, memory, clock }: RecordStorages & { readonly clock: Clock }) {
    this.kind = kind;
    this.#journal = new Journal(local, tab, memory);
    this.#tab = tab;
    this.#clock = clock;
  }

  /**
   * Writes times and counts ages by the gateway's clock from now on, wherever the client knows it. In doubt a time is late and a record
   * young: what is young is asked about before it is paid again.
   */
  useTimeOf(client: GatewayTime): void {
    this.#gateway = client;
  }

  /**
   * Records that a copy of an attempt's request leaves now. From the first on it is the newest with its tracking id, so that one needs the
   * start lock.
   *
   * @returns false when a storage refused it.
   */
  begin(key: string, attempt: Attempt): boolean {
    this.#sweep();
    return this.write(key, attempt, 'sent');
  }

  /**
   * Records what an attempt has come to: adds the entries about it that are missing. A late answer changes nothing about a payment
   * that has got further, and no attempt changes what is on record about another.
   *
   * @returns false when a storage refused it.
   */
  write(key: string, attempt: Attempt, phase?: WrittenPhase, end: End = {}): boolean {
    this.#setTab(key, attempt.trackingId, phase !== 'withdrawn');
    return this.#write(attemptName(this.kind, shopOf(key), attempt.trackingId, attempt.id), attempt, phase, end);
  }

  #write(name: AttemptName, attempt: Attempt, phase: WrittenPhase | undefined, { outcome, unseen }: End): boolean {
    const { jobId, uid, repeatedAt } = attempt;
    const { kind, key: shop, trackingId } = readAttemptName(name);
    const attempts = this.#entriesOf(name);
    const [entries] = attempts;
    const [record] = this.#readable(attempts);
    const order = record?.order ?? 1 + Math.max(0, ...this.#ofOrder(kind, shop, trackingId).map((one) => one.order));
    const now = this.#clock.now() + (this.#gateway.ahead ?? attempt.ahead ?? 0);
    // The time of an end goes by the gateway's clock, and so must its age, also in a page that has not heard from the gateway yet.
    const ahead = attempt.ahead ?? this.#gateway.ahead;
    // Nothing succeeds before it was sent. The clock may have been set back since, which one answer does not prove.
    const at = outcome === 'successful' ? Math.max(now, lastSentAt({ ...attempt, ahead })) : now;
    const isSender = phase === 'sent' || this.#journal.isOfTab(name);
    const add = (what: EntryPhase, text: string, detail?: string): boolean =>
      this.#journal.add(name, what, text, { detail, isSender, makeRoom: () => this.#makeRoom(name, what, order) });

    let stored: readonly boolean[] = [];
    if (phase === 'ended' && outcome) {
      const isNews = record?.outcome !== 'successful' && record?.outcome !== outcome;
      if (isNews) {
        const detail = entries?.phases.has(outcome) ? String(at) : undefined;
        stored = [add(outcome, rows.ended({ ...attempt, ahead, order, at, answeredAt: record?.answeredAt }), detail)];
        if (unseen) add('unseen', rows.moment(at));
      }
      // Two elements may follow one attempt while the payer looks at one of them.
      if (!unseen && entries?.phases.has('unseen')) add('seen', rows.moment(at));
    } else if (phase === 'withdrawn') {
      stored = [add('withdrawn', rows.moment(at))];
    } else if (record?.phase !== 'ended' || (phase === 'sent' && record.outcome === 'failed')) {
      stored = [
        add('sent', rows.sent({ ...attempt, order })),
        repeatedAt === undefined || add('repeated', rows.moment(repeatedAt), String(repeatedAt)),
        phase !== 'answered' || add('answered', rows.moment(at)),
        jobId === undefined || add('accepted', rows.moment(at, jobId)),
        uid === undefined || add('identified', rows.moment(at), uid),
        phase !== 'authentication' || add('authentication', rows.moment(at)),
      ];
    }
    const isStored = stored.every(Boolean);
    // What has ended says it all in one row.
    if (isStored && entries && (phase === 'ended' || phase === 'withdrawn')) this.#journal.remove(entries, WORKING);
    return isStored;
  }

  /**
   * Records the outcome of an attempt that no form follows.
   *
   * @param uid The gateway's id, if it is known.
   * @returns whether the outcome is new.
   */
  settle({ kind, key, trackingId, id, uid: known }: PaymentRecord, outcome: 'successful' | 'failed', uid = known): boolean {
    const name = attemptName(kind, key, trackingId, id);
    const now = this.#recordOf(name);
    if (!now || now.outcome === 'successful' || now.outcome === outcome) return false;
    this.#write(name, { ...now, uid }, 'ended', { outcome, unseen: true });
    return true;
  }

  /** The record of an attempt, however long ago it was. */
  ofAttempt(key: string, { trackingId, id }: Pick<Attempt, 'trackingId' | 'id'>): PaymentRecord | undefined {
    return this.#recordOf(attemptName(this.kind, shopOf(key), trackingId, id));
  }

  /**
   * What a tracking id has come to, for this kind and key: its success, or else its newest attempt. Undefined if that is forgotten, or
   * was refused as a whole.
   */
  find(key: string, trackingId: string): PaymentRecord | undefined {
    return this.#decisive(this.#ofOrder(this.kind, shopOf(key), trackingId));
  }

  #decisive(all: readonly PaymentRecord[]): PaymentRecord | undefined {
    const decisive = all.find(({ outcome }) => outcome === 'successful') ?? all[0];
    return decisive && isAlive(decisive, this.#now) ? decisive : undefined;
  }

  /** Whether the gateway refused the whole request of an attempt: then there is nothing to follow. */
  isWithdrawn(key: string, { id, trackingId }: Attempt): boolean {
    const attempts = this.#entriesOf(attemptName(this.kind, shopOf(key), trackingId, id));
    return attempts.some(({ phases, unknown }) => unknown.length === 0 && phases.has('withdrawn'));
  }

  /** The record of this tab's current attempt. */
  findOfTab(key: string): PaymentRecord | undefined {
    const trackingId = read(this.#tab, tabName(this.kind, key));
    return trackingId === undefined ? undefined : this.find(key, trackingId);
  }

  /** What decides each order of this kind and key, where that has not ended, newest first. */
  unfinished(key: string): PaymentRecord[] {
    const orders = new Map<string, AttemptEntries[]>();
    for (const entries of this.#journal.attempts(namesBegin(this.kind, shopOf(key)))) {
      const order = entries.name.slice(0, entries.name.lastIndexOf(':'));
      orders.set(order, [...(orders.get(order) ?? []), entries]);
    }
    // Most orders have ended, and are not read. Of the others all attempts are: one of them may have paid.
    const open = [...orders.values()].filter((attempts) => attempts.some(isUnended));
    const decisive = open.flatMap((attempts) => this.#decisive(byOrder(this.#readable(attempts))) ?? []);
    return decisive.filter(isOpen).toSorted(newestFirst);
  }

  /** Every attempt of this kind and key that ended while no form showed it, newest first. */
  unseen(key: string): PaymentRecord[] {
    const all = this.#records(namesBegin(this.kind, shopOf(key)), ({ phases }) => phases.has('unseen'));
    return all.filter((one) => one.isUnseen && ageOf(one, this.#now) < LIFETIME).toSorted(newestFirst);
  }

  /** Marks the outcome of an attempt as seen. */
  markSeen(key: string, trackingId: string): void {
    for (const record of this.#ofOrder(this.kind, shopOf(key), trackingId)) {
      const name = attemptName(record.kind, record.key, record.trackingId, record.id);
      if (record.isUnseen) this.#write(name, record, 'ended', { outcome: record.outcome, unseen: false });
    }
  }

  /** Every attempt of this browser, of every kind and shop, unless it was refused as a whole; also those that are not shown any more. */
  everywhere(): PaymentRecord[] {
    return this.#records('').filter((one) => !isOver(one, this.#now));
  }

  /** Whether a record still counts as its order's payment. */
  isAlive(record: PaymentRecord): boolean {
    return isAlive(record, this.#now);
  }

  /** How long ago a time of a record was (ms). */
  since(record: PaymentRecord, time = record.writtenAt): number {
    return ageOf({ ...record, writtenAt: time }, this.#now);
  }

  /** When this page first asked about the last copy of an attempt's request (monotonic ms): now, if it never has. */
  firstAsked({ id, repeatedAt }: Attempt): number {
    const copy = `${id} ${repeatedAt}`;
    const at = this.#firstAsked.get(copy) ?? this.#clock.monotonic();
    this.#firstAsked.set(copy, at);
    return at;
  }

  /** Attempts of every kind and shop that can't be read and have not ended, as far as the names of their entries tell. */
  unreadableOpen(): UnreadableRecord[] {
    return this.unreadable(isUnended);
  }

  /**
   * Attempts of every kind and shop that can't be read. They count for a day from when they were first noticed, by one and the same
   * clock: the gateway's, wherever it is known. One that the gateway's has dated counts for 30 days where only the device's tells.
   *
   * @param wanted Of which attempts, by the names of their entries.
   */
  unreadable(wanted: (entries: AttemptEntries) => boolean = () => true): UnreadableRecord[] {
    const attempts = this.#journal.attempts().filter(wanted);
    const all = attempts.map((entries) => ({ entries, one: this.#fold(entries) }));
    return all.flatMap(({ entries, one }) => {
      if (!one || isReadable(one)) return [];
      const { name: clock, at } = clockOf(this.#now);
      const noticedAt = one.noticedAt[clock];
      const noticed = `${clock} ${entries.name}`;
      const since = noticedAt ?? this.#noticed.get(noticed) ?? this.#clock.now() + (this.#gateway.ahead ?? 0);
      this.#noticed.set(noticed, since);
      if (noticedAt === undefined) this.#mark(entries.name, 'noticed', since, clock === 'gateway' ? clock : undefined);
      return at - since < lifetimeBy(clock, one) ? [one] : [];
    });
  }

  /** Records that the merchant's server knows what became of an attempt that can't be read. */
  dismiss({ kind, key, trackingId, id }: UnreadableRecord): void {
    this.#mark(attemptName(kind, key, trackingId, id), 'seen', this.#clock.now());
  }

  /** Whether another attempt with the tracking id of this one is known to have failed: an answer by that id may be about it. */
  hasFailed(key: string, { trackingId, id }: Attempt): boolean {
    const name = attemptName(this.kind, shopOf(key), trackingId, id);
    const all = this.#journal.attempts(namesBegin(this.kind, shopOf(key), trackingId));
    return all.some((one) => one.name !== name && one.phases.has('failed'));
  }

  /** The record with this id of the gateway's, of any kind and shop. */
  findByUid(uid: string): PaymentRecord | undefined {
    return this.withUid(uid).find((one) => this.isAlive(one));
  }

  /** Every attempt on record that the gateway knows by this id. */
  withUid(uid: string): PaymentRecord[] {
    return this.everywhere().filter((one) => one.uid === uid);
  }

  /** Forgets that this tab is making an attempt. The attempt stays on record. */
  forgetInTab(key: string): void {
    drop(this.#tab, tabName(this.kind, key));
  }

  #setTab(key: string, trackingId: string, isCurrent: boolean): void {
    const name = tabName(this.kind, key);
    // Without it the attempt is found as one of the shop's.
    if (isCurrent) put(this.#tab, name, trackingId);
    else if (read(this.#tab, name) === trackingId) this.forgetInTab(key);
  }

  get #now(): Now {
    return { wall: this.#clock.now(), ahead: this.#gateway.leastAhead };
  }

  /** Entries never change, so an attempt that could be read is folded once for the names of its entries. */
  #fold(entries: AttemptEntries): PaymentRecord | UnreadableRecord | undefined {
    const names = [...entries.phases.values()].flatMap((found) => found.map(({ entry }) => entry)).join(' ');
    const folded = this.#folded.get(entries.name);
    if (folded?.names === names && entries.unknown.length === 0) return folded.record;
    const record = foldEntries(entries, (entry) => this.#journal.read(entry));
    if (record && isReadable(record)) this.#folded.set(entries.name, { names, record });
    return record;
  }

  /** One at most. */
  #entriesOf(name: AttemptName): AttemptEntries[] {
    return this.#journal.attempts(`${name}:`);
  }

  #recordOf(name: AttemptName): PaymentRecord | undefined {
    return this.#readable(this.#entriesOf(name))[0];
  }

  /** The attempts that can be read whose names begin like this. */
  #records(beginning: string, wanted: (entries: AttemptEntries) => boolean = () => true): PaymentRecord[] {
    return this.#readable(this.#journal.attempts(beginning).filter(wanted));
  }

  #readable(attempts: readonly AttemptEntries[]): PaymentRecord[] {
    return attempts.flatMap((entries) => {
      const record = this.#fold(entries);
      return record && isReadable(record) ? record : [];
    });
  }

  /** The attempts with a tracking id, newest first. */
  #ofOrder(kind: string, shop: string, trackingId: string): PaymentRecord[] {
    return byOrder(this.#records(namesBegin(kind, shop, trackingId)));
  }

  #mark(name: AttemptName, phase: EntryPhase, at: number, detail?: string): void {
    this.#journal.add(name, phase, rows.moment(at), { detail, isSender: false, makeRoom: () => {} });
  }

  /** Removes what is of no use any more. */
  #sweep(): void {
    const now = this.#now;
    const over = this.#journal.attempts().filter((entries) => {
      const record = this.#fold(entries);
      if (record && isReadable(record)) return isOver(record, now);
      const clock = clockOf(now);
      const at = record ? record.noticedAt[clock.name] : lastMark(entries, (entry) => this.#journal.read(entry));
      return at !== undefined && clock.at - at >= (record ? lifetimeBy(clock.name, record) : LIFETIME);
    });
    for (const entries of over) this.#journal.remove(entries);
  }

  /**
   * Makes room for an entry. An attempt that begins may also push out the earlier ones of its order: the newest word on an order must
   * not be an older attempt's. A success is the last word on it, whichever attempt's it is.
   */
  #makeRoom(name: AttemptName, phase: EntryPhase, order: number): void {
    this.#sweep();
    if (phase !== 'sent') return;
    const { kind, key, trackingId } = readAttemptName(name);
    for (const entries of this.#journal.attempts(namesBegin(kind, key, trackingId))) {
      const record = this.#fold(entries);
      const isEarlier = record && isReadable(record) && record.order < order && record.outcome !== 'successful';
      if (isEarlier) this.#journal.remove(entries);
    }
  }
}

const tabName = (kind: string, key: string): string => `${TAB_PREFIX}${kind}:${shopOf(key)}`;

/** When the newest mark of an attempt without facts was made (ms); 0 if it has none that can be read. */
const lastMark = ({ phases }: AttemptEntries, textOf: (entry: string) => string | undefined): number =>
  Math.max(0, ...[...phases.values()].flat().map(({ entry }) => rows.readMoment(textOf(entry))?.at ?? 0));

/**
 * Whether this tab is in the middle of an attempt of a kind, by the names of entries alone: the key of the shop is not known yet.
 */
export function isTabBusy(kind: string, storages: RecordStorages): boolean {
  const { tab } = storages;
  const beginning = `${TAB_PREFIX}${kind}:`;
  return namesIn(tab, beginning).some((name) => {
    const order = namesBegin(kind, name.slice(beginning.length), read(tab, name) ?? '');
    return new Journal(storages.local, tab).attempts(order).some(isUnended);
  });
}
