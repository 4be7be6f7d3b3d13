import { paymentOf, type State } from '../../../src/flow/state.js';
import type { VirtualTime } from '../time/virtual-time.js';

/** One thing that a form showed. */
export interface Shown {
  /** True time (ms). */
  readonly at: number;
  readonly form: string;
  /** Whether a payer could see it: the form was on a page. */
  readonly visible: boolean;
  readonly step: State['step'];
  readonly outcome: 'successful' | 'failed' | 'unknown' | undefined;
  readonly reason: string | undefined;
  readonly trackingId: string | undefined;
  readonly uid: string | undefined;
  readonly hasJob: boolean;
}

/** A request that moves money, as a form sent it. Repeats with the same bytes count as the same request. */
export interface SentPayment {
  readonly form: string;
  /** True time (ms). */
  readonly at: number;
  readonly fingerprint: string;
  readonly trackingId: string;
  /** How often pages sent it. Copies that the browser makes by itself are not counted. */
  times: number;
}

/** A request that the gateway refused as a whole. */
export interface Withdrawn {
  readonly trackingId: string;
  /** True time (ms). */
  readonly at: number;
}

/** A form that sends more requests than this in ten seconds asks without a pause. */
const MAX_IN_10_S = 60;
/** A gateway forgets a payment after 30 s (spec 8). Repeats must end long before that (ms). */
const LAST_REPEAT = 21_000;
/** For as long a gateway rejects an honest second try (ms). */
const NEXT_TRY = 30_000;

/** Remembers what payers were shown and what left their pages. */
export class Witness {
  /** In order. */
  readonly shown: Shown[] = [];
  readonly sent: SentPayment[] = [];
  /** When the forms of pages that have ended were last there (ms). */
  readonly gone = new Map<string, number>();
  /** How often a payer was asked whether to pay a second time, and how often the answer was yes. */
  asked = 0;
  confirmed = 0;
  /** The sums (minor units) that stood on the form when the payer pressed. */
  readonly agreed = new Set<number>();
  /** Requests that the gateway refused as a whole, and when (ms) their forms were back at the fields that it complained about. */
  readonly withdrawn: Withdrawn[] = [];
  /** Descriptions of waits that went wrong. */
  readonly stuck: string[] = [];
  readonly #time: VirtualTime;
  readonly #requests = new Map<string, number[]>();
  readonly #lastSent = new Map<string, number>();

  constructor(time: VirtualTime) {
    this.#time = time;
  }

  see(form: string, visible: boolean, state: State): Shown {
    const payment = paymentOf(state);
    const shown: Shown = {
      at: this.#time.now(),
      form,
      visible,
      step: state.step,
      outcome: state.step === 'outcome' ? state.result.outcome : undefined,
      reason: state.step === 'outcome' && state.result.outcome === 'unknown' ? state.result.reason : undefined,
      trackingId: payment?.trackingId,
      uid: payment?.uid,
      hasJob: payment?.jobId !== undefined,
    };
    if (state.step === 'details' && state.problems.length > 0) this.#withdraws(form);
    this.shown.push(shown);
    return shown;
  }

  /** Complaints about a check come without a payment on its way. */
  #withdraws(form: string): void {
    const own = this.sent.findLast((one) => one.form === form);
    const wasSending = this.shown.findLast((one) => one.form === form)?.step === 'transferring';
    if (own && wasSending) this.withdrawn.push({ trackingId: own.trackingId, at: this.#time.now() });
  }

  /** Call this when a form shows a payment that ended while the payer did not see it. */
  tells(form: string, trackingId: string, outcome: Shown['outcome'], uid: string | undefined): void {
    const at = this.#time.now();
    this.shown.push({ at, form, visible: true, step: 'outcome', outcome, reason: undefined, trackingId, uid, hasJob: false });
  }

  sends(form: string, fingerprint: string, trackingId: string): void {
    const first = this.sent.find((one) => one.fingerprint === fingerprint);
    if (!first) this.#waitedFor(form);
    this.#lastSent.set(form, this.#time.now());
    const after = this.#time.now() - (first?.at ?? this.#time.now());
    if (after > LAST_REPEAT) this.wait(`repeats a request ${Math.round(after / 1000)} s after it first left`);
    if (first) first.times += 1;
    else this.sent.push({ form, fingerprint, trackingId, at: this.#time.now(), times: 1 });
  }

  /** After a failure the next request leaves when the gateway no longer takes it for a copy. */
  #waitedFor(form: string): void {
    const last = this.#lastSent.get(form) ?? -Infinity;
    const hasFailed = this.shown.some((one) => one.form === form && one.at >= last && one.outcome === 'failed');
    const gap = this.#time.now() - last;
    if (hasFailed && gap < NEXT_TRY) this.wait(`sends again ${Math.round(gap / 1000)} s after a payment that failed`);
  }

  /** Counts a form's request. @returns false when it asks without a pause. */
  counts(form: string): boolean {
    const now = this.#time.now();
    const recent = [...(this.#requests.get(form) ?? []).filter((at) => at > now - 10_000), now];
    this.#requests.set(form, recent);
    if (recent.length <= MAX_IN_10_S) return true;
    this.wait(`asks without a pause: more than ${MAX_IN_10_S} requests in 10 s`);
    return false;
  }

  wait(problem: string): void {
    if (!this.stuck.includes(problem)) this.stuck.push(problem);
  }
}
