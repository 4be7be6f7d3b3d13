import type { Attempt } from '../state.js';
import { type AttemptEntries, type BaseRow, type EndRow, type EntryPhase, readAttemptName, readJobId, rows } from './journal.js';

/**
 * What the journal says of an attempt: enough to ask the gateway how it ended, after the page was left. Of the cards, it has only brand
 * and last four digits.
 */
export interface PaymentRecord extends Attempt {
  readonly kind: string;
  /** The beginning of the thumbprint of the shop's key (`shopOf`). */
  readonly key: string;
  /** 1 for the first attempt with its tracking id, 2 for the next. */
  readonly order: number;
  readonly phase: 'sent' | 'accepted' | 'authentication' | 'ended';
  /** How it ended, once it has. A success stands, whatever is recorded later. */
  readonly outcome?: 'successful' | 'failed' | undefined;
  /** Whether it ended while no form showed it. */
  readonly isUnseen: boolean;
  /** When its request was answered (ms since 1970, by the gateway's clock where it was known); undefined if that is not known. */
  readonly answeredAt?: number | undefined;
  /** When its last entry was written, by the same clock. */
  readonly writtenAt: number;
}

/** An attempt on record that this release can't read: another release wrote it, or something else did. Its outcome is unknown. */
export interface UnreadableRecord {
  readonly kind: string;
  readonly key: string;
  readonly trackingId: string;
  readonly id: string;
  /** When that was first noticed (ms since 1970), by each clock that has told: no time of one says anything by the other. */
  readonly noticedAt: Readonly<Record<ClockName, number | undefined>>;
}

/** Whose clock a time is of. */
export type ClockName = 'device' | 'gateway';

/** How long a record is shown and followed. A challenge lives half an hour at most; after a day, the payer has to ask the merchant. */
export const LIFETIME = 24 * 60 * 60_000;
/** A failure is shown again for as long as a reload may take. */
export const LIFETIME_FAILED = 15 * 60_000;
/** How long the payer is asked about an order whose attempt was never known to end. */
export const LIFETIME_UNFINISHED = 30 * LIFETIME;
/** How much earlier than its record a moment may seem, because gateways name whole seconds. */
const TOLERANCE = 60_000;

/**
 * The attempt that a record is about, without what has become of it.
 *
 * @example
 * const attempts = records.unfinished(key).map(attemptOf);
 */
export function attemptOf(record: Attempt): Attempt {
  const { id, trackingId, amount, currency, startedAt, repeatedAt, ahead, source, recipient, jobId, uid } = record;
  return { id, trackingId, amount, currency, startedAt, repeatedAt, ahead, source, recipient, jobId, uid };
}

/** When the last copy of a request left, by the gateway's clock where it was known (ms since 1970). */
export const lastSentAt = ({ startedAt, repeatedAt, ahead = 0 }: Attempt): number => (repeatedAt ?? startedAt) + ahead;

/** Whether a record is that of an attempt that has not ended. */
export const isOpen = ({ phase }: PaymentRecord): boolean => phase !== 'ended';

/** What the clocks say at a moment. */
export interface Now {
  /** The device's time (ms since 1970). */
  readonly wall: number;
  /** How far the gateway's time is ahead of it (ms); undefined before an answer has named it. */
  readonly ahead: number | undefined;
}

/** The clock that counts at a moment, and what it says (ms since 1970). */
export const clockOf = ({ wall, ahead }: Now): { readonly name: ClockName; readonly at: number } =>
  ahead === undefined ? { name: 'device', at: wall } : { name: 'gateway', at: wall + ahead };

/**
 * The age of a record (ms), as far as the clocks tell: by the gateway's, or by the difference when it was sent. Where no answer had named
 * the gateway's time by then, the record may go by either clock, and counts as young as one of them says.
 */
export const ageOf = ({ ahead, writtenAt }: Pick<PaymentRecord, 'ahead' | 'writtenAt'>, now: Now): number =>
  now.wall - writtenAt + (ahead === undefined ? Math.min(0, now.ahead ?? 0) : (now.ahead ?? ahead));

/**
 * Whether a record still counts as its order's payment, which is shown and followed. A device's clock that was set must not make a
 * payment forgotten: where the gateway names the time, only its time ends a success.
 */
export function isAlive(record: PaymentRecord, now: Now): boolean {
  const age = ageOf(record, now);
  if (record.outcome === 'failed') return age > -TOLERANCE && age < LIFETIME_FAILED;
  if (record.outcome === 'successful' && record.ahead !== undefined && now.ahead === undefined) return age < LIFETIME_UNFINISHED;
  return age < LIFETIME;
}

/** How long an attempt that can't be read counts from when it was noticed, by a clock: as a success does, also where only the device's tells. */
export const lifetimeBy = (clock: ClockName, { noticedAt }: UnreadableRecord): number =>
  clock === 'device' && noticedAt.gateway !== undefined ? LIFETIME_UNFINISHED : LIFETIME;

/** Whether a record is of no use any more. A failure is kept longer than it is shown: a later answer may be about it. */
export function isOver(record: PaymentRecord, now: Now): boolean {
  const age = ageOf(record, now);
  if (isOpen(record)) return age >= LIFETIME_UNFINISHED;
  return record.outcome === 'successful' ? !isAlive(record, now) : age >= LIFETIME;
}

/** Phases that say nothing about an attempt without its other entries. */
const MARKS: ReadonlySet<string> = new Set(['unseen', 'seen', 'noticed']);

/** The entries of an attempt, each with its row. */
class Entries {
  readonly #entries: AttemptEntries;
  readonly #read: (entry: string) => string | undefined;

  constructor(entries: AttemptEntries, read: (entry: string) => string | undefined) {
    this.#entries = entries;
    this.#read = read;
  }

  /** Whether a later release has written something that this one does not know. It may know more than "failed" or "withdrawn". */
  get isForeign(): boolean {
    return this.#entries.unknown.length > 0;
  }

  get isOnlyMarks(): boolean {
    return !this.isForeign && [...this.#entries.phases.keys()].every((phase) => MARKS.has(phase));
  }

  has(phase: EntryPhase): boolean {
    return this.#entries.phases.has(phase);
  }

  texts(phase: EntryPhase): readonly { readonly detail: string; readonly text: string | undefined }[] {
    return (this.#entries.phases.get(phase) ?? []).map(({ detail, entry }) => ({ detail, text: this.#read(entry) }));
  }

  /** When something happened, and the text about it, newest first. */
  moments(phase: EntryPhase): readonly { readonly at: number; readonly text: string | undefined; readonly detail: string }[] {
    const all = this.texts(phase).flatMap(({ detail, text }) => {
      const moment = rows.readMoment(text);
      return moment ? { ...moment, detail } : [];
    });
    return all.toSorted((one, other) => other.at - one.at);
  }

  get noticedAt(): UnreadableRecord['noticedAt'] {
    const of = (clock: ClockName) =>
      this.moments('noticed').find(({ detail }) => (detail === 'gateway') === (clock === 'gateway'))?.at;
    return { device: of('device'), gateway: of('gateway') };
  }

  /** The newest failure that is recorded. A copy that left after that may have paid, so it is void then. */
  get failure(): EndRow | undefined {
    const [failure] = this.texts('failed')
      .flatMap(({ text }) => rows.readEnded(text) ?? [])
      .toSorted((one, other) => other.at - one.at);
    const isVoid = failure && this.moments('repeated').some(({ at }) => at + (failure.ahead ?? 0) > failure.at);
    return isVoid || this.isForeign ? undefined : failure;
  }
}

/**
 * What the entries of an attempt say together; undefined if nothing is left of it but marks, or the gateway refused its whole request:
 * then there is no payment.
 *
 * @param read Returns the text of an entry.
 */
export function foldEntries(
  found: AttemptEntries,
  read: (entry: string) => string | undefined,
): PaymentRecord | UnreadableRecord | undefined {
  const names = readAttemptName(found.name);
  const entries = new Entries(found, read);
  const success = rows.readEnded(entries.texts('successful')[0]?.text);
  const { failure } = entries;
  const ended = success ?? failure;
  if (ended) {
    const isUnseen = entries.has('unseen') && !entries.has('seen');
    const { at: writtenAt, ...facts } = ended;
    return { ...names, ...facts, phase: 'ended', outcome: success ? 'successful' : 'failed', isUnseen, writtenAt };
  }
  if (entries.isOnlyMarks || (entries.has('withdrawn') && !entries.isForeign)) return undefined;
  const isPaid = entries.has('successful');
  const sent = isPaid ? undefined : rows.readSent(entries.texts('sent')[0]?.text);
  if (sent) return { ...names, ...sent, ...progressOf(entries, sent), isUnseen: false };
  // `seen` beside an attempt that can't be read: the merchant's server has said what became of it.
  return entries.has('seen') && !isPaid ? undefined : { ...names, noticedAt: entries.noticedAt };
}

/** How far an attempt has got that has not ended. */
function progressOf(
  entries: Entries,
  { startedAt, ahead = 0 }: BaseRow,
): Pick<PaymentRecord, 'phase' | 'repeatedAt' | 'jobId' | 'uid' | 'answeredAt' | 'writtenAt' | 'outcome'> {
  const [accepted] = entries.moments('accepted');
  const [repeated] = entries.moments('repeated');
  const [identified] = entries.moments('identified');
  const [confirming] = entries.moments('authentication');
  const answered = [...entries.moments('answered'), ...entries.moments('accepted')].map(({ at }) => at);
  return {
    phase: confirming ? 'authentication' : accepted || identified ? 'accepted' : 'sent',
    outcome: undefined,
    repeatedAt: repeated?.at,
    jobId: readJobId(accepted?.text),
    uid: identified?.detail,
    answeredAt: answered.length > 0 ? Math.max(...answered) : undefined,
    writtenAt: Math.max(
      startedAt + ahead,
      ...entries.moments('repeated').map(({ at }) => at + ahead),
      ...answered,
      ...[identified, confirming].flatMap((moment) => moment?.at ?? []),
    ),
  };
}
