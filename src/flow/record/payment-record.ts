import type { Attempt } from '../state.js';
import { type AttemptEntries, type EntryPhase, readAttemptName, readJobId, rows } from './journal.js';

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
  /** `withdrawn`: the gateway refused the whole request, so there is no payment. It tells that from an emptied storage. */
  readonly phase: 'sent' | 'accepted' | 'authentication' | 'ended' | 'withdrawn';
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
  /** When that was first noticed (ms since 1970); undefined if that was not recorded yet. */
  readonly noticedAt: number | undefined;
}

/** How long a record is shown and followed. A challenge lives half an hour at most; after a day, the payer has to ask the merchant. */
export const LIFETIME = 24 * 60 * 60_000;
/** A failure is shown again for as long as a reload may take. */
export const LIFETIME_FAILED = 15 * 60_000;
/** How long the payer is asked about an order whose attempt was never known to end. */
export const LIFETIME_UNFINISHED = 30 * LIFETIME;
/** How much earlier than its record a moment may seem, because gateways name whole seconds. */
const TOLERANCE = 60_000;

/** The attempt that a record is about, without what has become of it. */
export function attemptOf(record: Attempt): Attempt {
  const { id, trackingId, amount, currency, startedAt, repeatedAt, ahead, source, recipient, jobId, uid } = record;
  return { id, trackingId, amount, currency, startedAt, repeatedAt, ahead, source, recipient, jobId, uid };
}

/** When the last copy of a request left, by the gateway's clock where it was known (ms since 1970). */
export const lastSentAt = ({ startedAt, repeatedAt, ahead = 0 }: Attempt): number => (repeatedAt ?? startedAt) + ahead;

/** Whether a record is that of an attempt that has not ended. */
export const isOpen = ({ phase }: PaymentRecord): boolean => phase !== 'ended' && phase !== 'withdrawn';

/** What the clocks say at a moment. */
export interface Now {
  /** The device's time (ms since 1970). */
  readonly wall: number;
  /** How far the gateway's time is ahead of it (ms); undefined before an answer has named it. */
  readonly ahead: number | undefined;
}

/** The age of a record (ms), as far as the clocks tell: by the gateway's, or by the difference when it was sent. */
export const ageOf = ({ ahead, writtenAt }: Pick<PaymentRecord, 'ahead' | 'writtenAt'>, now: Now): number =>
  now.wall + (now.ahead ?? ahead ?? 0) - writtenAt;

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

/** Whether a record is of no use any more. A failure is kept longer than it is shown: a later answer may be about it. */
export function isOver(record: PaymentRecord, now: Now): boolean {
  const age = ageOf(record, now);
  if (isOpen(record)) return age >= LIFETIME_UNFINISHED;
  return record.outcome === 'successful' ? !isAlive(record, now) : age >= LIFETIME;
}

/**
 * What the entries of an attempt say together; undefined if nothing is left of it but marks.
 *
 * @param read Returns the text of an entry.
 */
export function foldEntries(
  { name, unknown, phases }: AttemptEntries,
  read: (entry: string) => string | undefined,
): PaymentRecord | UnreadableRecord | undefined {
  const names = readAttemptName(name);
  // Who wrote a phase that is not known here may know more than "failed" or "withdrawn".
  const isForeign = unknown.length > 0;
  const all = (phase: EntryPhase) => phases.get(phase) ?? [];
  const first = (phase: EntryPhase): string | undefined => {
    const [one] = all(phase);
    return one && read(one.entry);
  };
  const moments = (phase: EntryPhase) => all(phase).flatMap(({ entry }) => rows.readMoment(read(entry)) ?? []);
  const isWithdrawn = phases.has('withdrawn') && !isForeign;
  const repeats = moments('repeated').map(({ at }) => at);
  const failures = all('failed').map(({ entry }) => rows.readEnded(read(entry)));
  const failure = failures.reduce((one, other) => (one && other && one.at > other.at ? one : other), failures[0]);
  // A copy that left after the failure was recorded may have paid.
  const isReopened = failure && repeats.some((at) => at + (failure.ahead ?? 0) > failure.at);
  const isFailed = phases.has('failed') && !isForeign && !isReopened;
  const outcome = phases.has('successful') ? 'successful' : isFailed ? 'failed' : undefined;
  const ended = outcome === 'successful' ? rows.readEnded(first('successful')) : outcome && failure;
  const base = ended ?? rows.readSent(first('sent'));
  if (!base || (outcome && !ended)) {
    const isMark = !isForeign && [...phases.keys()].every((phase) => MARKS.has(phase));
    // `seen` beside an attempt that can't be read: the merchant's server has said what became of it.
    if (isMark || isWithdrawn || (phases.has('seen') && !outcome)) return undefined;
    return { ...names, noticedAt: moments('noticed')[0]?.at };
  }
  const { startedAt, ahead = 0 } = base;
  const accepted = moments('accepted')[0];
  const uids = all('identified').map(({ detail, entry }) => ({ uid: detail, at: rows.readMoment(read(entry))?.at ?? 0 }));
  const newestUid = uids.toSorted((one, other) => other.at - one.at)[0]?.uid;
  const answered = [...moments('answered'), ...moments('accepted')].map(({ at }) => at);
  const phase = outcome
    ? 'ended'
    : isWithdrawn
      ? 'withdrawn'
      : phases.has('authentication')
        ? 'authentication'
        : phases.has('accepted') || phases.has('identified')
          ? 'accepted'
          : 'sent';
  const written = [
    startedAt + ahead,
    ...repeats.map((at) => at + ahead),
    ...answered,
    ...uids.map(({ at }) => at),
    ...[...moments('authentication'), ...moments('withdrawn')].map(({ at }) => at),
  ];
  return {
    kind: names.kind,
    key: names.key,
    trackingId: names.trackingId,
    id: names.id,
    order: base.order,
    amount: base.amount,
    currency: base.currency,
    source: base.source,
    recipient: base.recipient,
    startedAt,
    repeatedAt: ended ? ended.repeatedAt : repeats.length > 0 ? Math.max(...repeats) : undefined,
    ahead: base.ahead,
    jobId: ended ? ended.jobId : readJobId(accepted?.text),
    uid: ended ? ended.uid : newestUid,
    phase,
    outcome,
    isUnseen: phase === 'ended' && phases.has('unseen') && !phases.has('seen'),
    answeredAt: ended ? ended.answeredAt : answered.length > 0 ? Math.max(...answered) : undefined,
    writtenAt: ended ? ended.at : Math.max(...written),
  };
}

/** Phases that say nothing about an attempt without its other entries. */
const MARKS: ReadonlySet<string> = new Set(['unseen', 'seen', 'noticed']);
