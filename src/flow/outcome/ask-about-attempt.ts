import { sleep } from '../../clock/clock.js';
import { type Answer, isOthers } from './answer.js';
import { askJob } from './follow-job.js';
import { isLockTaken, sendingLock } from '../record/lock.js';
import { askShop } from './ask-shop.js';
import { ownOnly } from '../../http/parse-json.js';
import type { FlowSurroundings, ResolvedStatus, StatusQuestion } from '../options.js';
import { lastSentAt, type PaymentRecord } from '../record/payment-record.js';
import { type Attempt, type Outcome, uidOf } from '../state.js';

/**
 * How long another tab's request may take, and how often to look for its answer; in milliseconds. Each copy has 30 s, so
 * the tab that sends it knows by then.
 */
const SENDING = 35_000;
const CHECK_AGAIN = 300;

/** How long a gateway accepts a seal, in milliseconds: until then, a copy of a request can still pay. */
const SEAL_LIFE = 15 * 60_000;

/** Stands for the time of a repeat that the gateway's clock did not name: it never counts as over. */
const NEVER = Date.UTC(9999, 0);

/** How many times in a row the sender must be missing: it writes its record a moment before it takes its lock. */
const MISSING = 4;

/**
 * The record of an attempt, as soon as the page that sends it (perhaps another tab) has its answer or is gone. Before that,
 * the outcome can't be called unknown.
 *
 * @param key Thumbprint of the shop's key.
 */
export async function waitForSender(
  { records, clock, locks }: FlowSurroundings,
  key: string,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<PaymentRecord | undefined> {
  const { trackingId } = attempt;
  const began = clock.monotonic();
  let missing = 0;
  for (;;) {
    const record = records.ofAttempt(key, attempt);
    if (record?.phase !== 'sent' || signal.aborted) return record;
    const isSending = await isLockTaken(locks, sendingLock(key, trackingId));
    // Without locks only the time decides. A wall clock that was set back must not extend it.
    const isOver = isSending === undefined && records.since(record, lastSentAt(record)) >= SENDING;
    missing = isSending === false ? missing + 1 : 0;
    if (isOver || missing >= MISSING || clock.monotonic() - began >= 2 * SENDING) return records.ofAttempt(key, attempt);
    // Canceled: the next look returns.
    await sleep(clock, CHECK_AGAIN, signal).catch(() => undefined);
  }
}

/** An attempt whose outcome is asked about, and who asks. */
export interface AskedAttempt {
  readonly surroundings: FlowSurroundings;
  /** Thumbprint of the shop's key. */
  readonly key: string;
  readonly attempt: Attempt;
}

/**
 * Returns the outcome. The merchant's server is asked about one that is unknown, and about a failed transaction: a browser may
 * have sent the request twice, which no page sees, and then another transaction of the id may have paid.
 */
export async function askShopAbout(
  asked: AskedAttempt,
  result: Outcome,
  signal: AbortSignal,
  report = asked.surroundings.report,
): Promise<Outcome> {
  const { surroundings, attempt } = asked;
  const areCopiesOver = haveCopiesEnded(asked);
  const isOpen = result.outcome === 'unknown' || (result.outcome === 'failed' && result.transaction !== undefined);
  if (!isOpen || !surroundings.resolveStatus || signal.aborted) return result;
  const unknown: Outcome = result.outcome === 'failed' ? { outcome: 'unknown', reason: 'no_answer' } : result;
  const question = { about: 'attempt', ...questionAbout(asked, result, areCopiesOver) } as const;
  const answer = await askShop(surroundings, question, () => attempt, { signal, report });
  if (answer) return readShop(answer, asked, { result, unknown, areCopiesOver });
  surroundings.trace?.add('resolveStatus: no answer that counts');
  return unknown;
}

/**
 * Of a request that was sent more than once, any uid may be the copy's; so may the uid of an answer about another transaction.
 * A time is sent as the gateway's or not at all: the device's clock may be wrong by years, and what is older proves nothing. Where the
 * gateway hides its clock, the request counts as repeated until this page knows that no copy of it can be accepted any more.
 */
function questionAbout(asked: AskedAttempt, result: Outcome, areCopiesOver: boolean): StatusQuestion {
  const { attempt } = asked;
  const { trackingId, uid = uidOf(result) } = attempt;
  const times = gatewayTimes(asked);
  const repeatedAt = times || !areCopiesOver ? attempt.repeatedAt : undefined;
  const isAskedById = repeatedAt !== undefined || (result.outcome === 'unknown' && result.reason === 'other_transaction');
  return {
    trackingId,
    uid: isAskedById ? undefined : uid,
    startedAt: times && new Date(times.startedAt).toISOString(),
    ...(repeatedAt !== undefined && { repeatedAt: new Date(times?.repeatedAt ?? NEVER).toISOString() }),
  };
}

/**
 * When the request left, by the gateway's time (ms); undefined if that was never known. The device's clock may have been set since
 * then, forward or back. So the difference of then counts, and for the last copy the later of both times: the less time has passed,
 * the less a failure proves.
 */
function gatewayTimes({
  surroundings: { client },
  attempt: { startedAt, repeatedAt, ahead },
}: AskedAttempt): Pick<Attempt, 'startedAt' | 'repeatedAt'> | undefined {
  const now = client.ahead;
  const then = ahead ?? now;
  if (then === undefined) return undefined;
  return { startedAt: startedAt + then, repeatedAt: repeatedAt && repeatedAt + Math.max(then, now ?? then) };
}

/** Whether other attempts may have the tracking id: one that the page sets, or that its server prepares. */
const isShared = ({ surroundings: { prepare, settings }, attempt: { trackingId } }: AskedAttempt): boolean =>
  prepare !== undefined || settings().trackingId === trackingId;

/**
 * Whether no copy of the request can be accepted any more: by the gateway's clock, or by how long ago this page first asked about its
 * last copy, which had left by then.
 */
function haveCopiesEnded(asked: AskedAttempt): boolean {
  const { surroundings, attempt } = asked;
  const { client, clock, records } = surroundings;
  const times = gatewayTimes(asked);
  const isLongAgo = clock.monotonic() - records.firstAsked(attempt) >= SEAL_LIFE;
  // Before this page has the gateway's time, that of the attempt counts: the device's may be hours off.
  const now = clock.now() + (client.leastAhead ?? attempt.ahead ?? 0);
  return isLongAgo || (times !== undefined && now - (times.repeatedAt ?? times.startedAt) >= SEAL_LIFE);
}

function readShop(
  { outcome, redirectUrl }: ResolvedStatus,
  asked: AskedAttempt,
  { result, unknown, areCopiesOver }: { readonly result: Outcome; readonly unknown: Outcome; readonly areCopiesOver: boolean },
): Outcome {
  const { surroundings, key, attempt } = asked;
  const { records, judgeRedirect } = surroundings;
  if (outcome === 'pending') {
    const verdict = redirectUrl === undefined ? undefined : judgeRedirect(redirectUrl);
    return verdict && 'url' in verdict ? ownOnly<Outcome>({ ...unknown, redirectUrl: verdict.url.href } as Outcome) : unknown;
  }
  if (outcome === 'unknown') return result;
  if (outcome === 'successful') return { outcome, transaction: unknown.transaction, subscription: unknown.subscription };
  // A copy may still be accepted, or an earlier attempt with the same id may have failed: the answer may be about that one.
  // And a failure that says itself that money moved is believed only once nothing of it can move any more.
  const isDoubtful = attempt.repeatedAt !== undefined || (result.outcome === 'unknown' && result.reason === 'contradictory');
  // Without the gateway's time, the server can't tell an earlier attempt of a shared id from this one. Its failed transaction can.
  const isTimeless = gatewayTimes(asked) === undefined && isShared(asked) && result.outcome !== 'failed';
  if (isTimeless || (isDoubtful && !areCopiesOver) || records.hasFailed(key, attempt)) return unknown;
  return { outcome, transaction: result.transaction, subscription: result.subscription };
}

/** An attempt of unknown outcome, about which more may become known meanwhile. */
export interface UnknownAttempt extends Omit<AskedAttempt, 'attempt'> {
  /** Returns the facts that are known by then. */
  readonly attempt: () => Attempt;
  /** Reads the job's response. */
  readonly readAnswer: (response: unknown) => Answer | undefined;
  readonly unknown: Outcome & { readonly outcome: 'unknown' };
}

/** How an attempt ended, and whose word that is. */
export interface FoundOutcome {
  readonly result: Outcome;
  readonly by: 'gateway' | 'shop';
}

/** Whether there is anyone to ask: the gateway about the job, or the merchant's server. */
export const canFindOut = ({ surroundings: { resolveStatus }, attempt, unknown }: UnknownAttempt): boolean =>
  resolveStatus !== undefined || (mayPoll(unknown) && attempt().jobId !== undefined);

/** The job of a copy says nothing of the payment that it is a copy of. */
const mayPoll = ({ reason }: UnknownAttempt['unknown']): boolean => reason !== 'duplicate';

/** Asks once: the gateway about the job, then the merchant's server. @returns undefined while the outcome stays unknown. */
export async function findOut(
  { surroundings, key, attempt, readAnswer, unknown }: UnknownAttempt,
  signal: AbortSignal,
  report: FlowSurroundings['report'] = () => undefined,
): Promise<FoundOutcome | undefined> {
  const { client, records } = surroundings;
  const { jobId } = attempt();
  const reader = { readAnswer, attempt, isOthers: (answer: Answer) => isOthers(records, attempt(), answer) };
  const polled = mayPoll(unknown) && jobId !== undefined ? await askJob(client, jobId, reader, signal) : undefined;
  const result = await askShopAbout({ surroundings, key, attempt: attempt() }, polled ?? unknown, signal, report);
  if (signal.aborted || result.outcome === 'unknown') return undefined;
  return { result, by: polled?.outcome === result.outcome ? 'gateway' : 'shop' };
}
