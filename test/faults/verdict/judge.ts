import type { State } from '../../../src/flow/state.js';
import type { Booked } from './ledger.js';
import { excuse, type Limit, type Promised } from './limits.js';
import type { SentPayment, Shown, Withdrawn } from './witness.js';

/** The last view of a form, when the run is over. */
export interface LastView {
  readonly form: string;
  readonly step: State['step'];
  /** It waits for the price that a press asked for. */
  readonly priceRuns: boolean;
  readonly outcome: Shown['outcome'];
  readonly reason: string | undefined;
  readonly trackingId: string | undefined;
  readonly hasJob: boolean;
  /** The tracking ids of the payments that it offers to look into. */
  readonly offers: readonly string[];
}

/** Everything that a run is judged by. */
export interface Evidence {
  /** What the gateway did. */
  readonly books: readonly Booked[];
  /** What payers were shown, in order. */
  readonly shown: readonly Shown[];
  readonly sent: readonly SentPayment[];
  /** Requests that the gateway refused as a whole. */
  readonly withdrawn: readonly Withdrawn[];
  /** When the forms of pages that have ended were last there (ms). */
  readonly gone: ReadonlyMap<string, number>;
  /** The last views of the forms that a payer can still see. */
  readonly last: readonly LastView[];
  /** How many second payments the payer agreed to when asked. */
  readonly confirmed: number;
  /** The sums that stood on the form when the payer pressed; undefined: not watched. */
  readonly agreed: ReadonlySet<number> | undefined;
  /** Requests of which the page could not know that they were sent twice, and that the failure is a copy's. */
  readonly unseenCopies: ReadonlySet<string>;
  readonly stuck: readonly string[];
  readonly leaks: readonly string[];
  /** When a poll last met a fault (ms); Infinity when every poll did. */
  readonly lastPollFault: number;
  readonly limits: ReadonlySet<Limit>;
}

/** A promise that was broken, and the limit that excuses it, if any. */
export interface Broken {
  readonly promise: Promised;
  readonly what: string;
  readonly limit: Limit | undefined;
}

type Finding = readonly [promise: Promised, what: string, limit?: Limit | undefined];

/** The flow's patience is 15 minutes. This is a little less, because it is measured from another moment (ms). */
const PATIENCE = 14 * 60_000;
/** How long a request and its repeats may take (ms). */
const EARLIEST = 50_000;
/** Reasons of an unknown outcome after which there is no further poll. */
const POLLING_ENDED = ['overdue', 'job_lost', 'off_contract'];

const movedIn = (books: readonly Booked[]): Booked[] => books.filter(({ status }) => status === 'successful');

/** Money moved twice for one intention. */
function duplicated(evidence: Evidence): Finding[] {
  const { books, confirmed, limits } = evidence;
  const moved = movedIn(books);
  if (moved.length <= 1) return [];
  const what = `money moved ${moved.length} times for one intention`;
  const requests = new Set(moved.map(({ uid, fingerprint }) => fingerprint ?? uid)).size;
  const times = limits.has('gateway pays copies') ? requests : moved.length;
  if (times <= 1) return [['duplicated', what, 'gateway pays copies']];
  // Told that the payment failed, the payer makes another one.
  const misled = lied(evidence).filter(([, , limit]) => limit === 'unseen copy failed').length;
  if (times - 1 <= confirmed) return [['duplicated', `${what}; the payer agreed to ${confirmed}`, 'payer confirms']];
  return [['duplicated', what, times - 1 <= confirmed + misled ? 'unseen copy failed' : undefined]];
}

/** How late other pages see what one has stored (ms). */
const UNSEEN_FOR = 100;

/** The payer was shown something that did not happen. */
function lied({ books, shown, sent, last, unseenCopies, agreed }: Evidence): Finding[] {
  const moved = movedIn(books);
  const found: Finding[] = [];
  for (const { at, form, outcome, trackingId, uid } of shown) {
    // An earlier attempt with the same id may have failed before. A request that was sealed anew has other bytes, and is the same one.
    const begun = moved.filter((one) => {
      const request = sent.find(({ fingerprint }) => fingerprint === one.fingerprint);
      const isAbout = trackingId ? one.trackingId === trackingId : one.uid === uid;
      return isAbout && (request?.at ?? 0) <= (request?.form === form ? at : at - UNSEEN_FOR);
    });
    const unseen = begun.every(({ fingerprint = '' }) => unseenCopies.has(fingerprint)) ? 'unseen copy failed' : undefined;
    if (outcome === 'failed' && begun.length > 0)
      found.push(['lied', `${form} showed failed for a payment that is paid`, unseen]);
    const known = moved.some((one) => one.trackingId === trackingId || one.uid === uid);
    if (outcome === 'successful' && !known) found.push(['lied', `${form} showed successful for a payment that is not paid`]);
  }
  for (const { uid, amount } of moved) {
    if (agreed && !agreed.has(amount)) found.push(['lied', `${uid} took ${amount}, which was on no form when the payer pressed`]);
  }
  for (const { form, step } of last) {
    const own = sent.filter((one) => one.form === form).at(-1);
    const requests = sent.filter((one) => one.form === form && one.trackingId === own?.trackingId);
    const paid = moved.some((one) => requests.some(({ fingerprint }) => fingerprint === one.fingerprint));
    const ended = shown.some((one) => one.form === form && one.step === 'outcome' && one.at >= (own?.at ?? 0));
    if (step === 'details' && paid && !ended) found.push(['lied', `${form} is back at the form, though it has paid`]);
  }
  return found;
}

/** Money moved, and nothing that is left leads to the payment. */
function lost({ books, shown, last }: Evidence): Finding[] {
  return movedIn(books).flatMap(({ trackingId, uid }): Finding[] => {
    const wasShown = shown.some(
      (one) => one.step === 'outcome' && one.visible && (one.trackingId === trackingId || one.uid === uid),
    );
    const offered = last.some(({ offers }) => offers.includes(trackingId));
    return wasShown || offered ? [] : [['lost', `${uid} is paid; no outcome was shown, and nothing on record leads to it`]];
  });
}

/** A form waits forever. */
function endless({ last, stuck }: Evidence): Finding[] {
  const found: Finding[] = stuck.map((what) => ['stuck', what]);
  for (const { form, step, priceRuns } of last) {
    if (!['details', 'unrecognized', 'outcome'].includes(step)) found.push(['stuck', `${form} stays at ${step} forever`]);
    if (priceRuns) found.push(['stuck', `${form} waits forever for its price`]);
  }
  return found;
}

/** A form stops waiting too early: it shows unknown although it could have learned more. */
function givenUp({ books, sent, gone, shown, lastPollFault }: Evidence): Finding[] {
  /** Whether a form still waits at that time for the answer to its request. */
  const waits = (form: string, at: number): boolean => {
    const before = shown.filter((one) => one.form === form && one.at <= at).at(-1);
    return (gone.get(form) ?? Infinity) > at && before !== undefined && !['details', 'outcome'].includes(before.step);
  };
  return shown.flatMap(({ form, at, visible, outcome, reason = '', trackingId, hasJob }): Finding[] => {
    const first = sent.findLast((one) => one.trackingId === trackingId && one.at <= at);
    const ended = books.some((one) => one.trackingId === trackingId && ['successful', 'failed'].includes(one.status));
    if (outcome !== 'unknown' || !visible || !first || !ended) return [];
    const waited = at - first.at;
    const after = `${Math.round(waited / 1000)} s after the payment was sent`;
    if (hasJob && POLLING_ENDED.includes(reason) && waited < PATIENCE && lastPollFault < Infinity) {
      return [['stuck', `${form} gives up (${reason}) ${after}, though the gateway answers again`]];
    }
    const isOthers = first.form !== form && reason === 'no_answer' && !hasJob;
    return isOthers && waited < EARLIEST && waits(first.form, at)
      ? [['stuck', `${form} says unknown ${after}, while the form that sent it may still hear`]]
      : [];
  });
}

/** A form calls a request unknown that was refused as a whole: the payer could correct it, and is told not to pay again. */
function withheld({ shown, sent, withdrawn }: Evidence): Finding[] {
  return shown.flatMap(({ form, at, visible, outcome, trackingId }): Finding[] => {
    const last = sent.findLast((one) => one.trackingId === trackingId && one.at <= at);
    const isRefused = withdrawn.some(
      (one) => one.trackingId === trackingId && one.at >= (last?.at ?? 0) && one.at + UNSEEN_FOR < at,
    );
    if (outcome !== 'unknown' || !visible || !isRefused) return [];
    return [['stuck', `${form} says unknown of a request that the gateway refused as a whole`]];
  });
}

/** The promises that a run broke, each once, excused or not. */
export function judge(evidence: Evidence): Broken[] {
  const leaks = evidence.leaks.map((what): Finding => ['leaked', what]);
  const found = [
    ...duplicated(evidence),
    ...lied(evidence),
    ...lost(evidence),
    ...endless(evidence),
    ...givenUp(evidence),
    ...withheld(evidence),
    ...leaks,
  ];
  const seen = new Set<string>();
  return found.flatMap(([promise, what, own]) => {
    if (seen.has(what)) return [];
    seen.add(what);
    return [{ promise, what, limit: own ?? excuse(promise, evidence.limits) }];
  });
}
