import { KNOWN_LIMITS, PAYMENT_LIMITS, RESUMED_LIMITS } from '../../checkout/poll-job.js';
import { abortable } from '../../clock/clock.js';
import { CheckoutError } from '../../http/error.js';
import { TransportError } from '../../http/request.js';
import { ownOnly } from '../../http/parse-json.js';
import type { FieldError } from '../../wire/response/error-body.js';
import { type Answer, readAnswerAbout } from './answer.js';
import { AttemptStatus } from './attempt-status.js';
import { safely, detached } from '../safely.js';
import { RedirectError, StorageError } from '../errors.js';
import { watchTime } from '../request/clock-skew.js';
import { exclusively, holdUntil } from '../record/lock.js';
import { nameAttempt } from './merchant.js';
import type { FlowSurroundings } from '../options.js';
import { type Posted, postOnce } from '../request/post.js';
import { editableProblems, isAboutSeals, provesNothingMoved } from '../request/problems.js';
import type { TransferRecord } from '../record/transfer-record.js';
import type { RepeatGuard } from './repeat-guard.js';
import { askJob, followJob } from './follow-job.js';
import type { Attempt, ConfirmedPayment, Doubt, Event, Outcome, Price, State } from '../state.js';
import { uidOf } from '../state.js';
import type { PaymentSettings, PaymentKind } from '../payment-kind.js';

/** The reason of a wait that ended with `cancel()`. */
export const CANCELED = /* @__PURE__ */ Symbol('canceled');

/** What is sent: frozen when the payer confirmed, even if the page changes. */
export interface Terms<Settings> {
  readonly price: Price;
  readonly settings: Settings;
  /** Of the cards that the price is for. */
  readonly revision: number;
  /** Which attempt of this form it is: 1, 2, … */
  readonly attempt: number;
}

/** Why an attempt that was to be sent leads back to the form; nothing was sent, or the gateway refused all of it. */
export type BackToForm =
  | { readonly why: 'stopped'; readonly trouble?: CheckoutError | undefined }
  | { readonly why: 'doubt'; readonly doubt: Doubt; readonly price: Price }
  | { readonly why: 'problems'; readonly problems: readonly FieldError[] }
  /** The merchant's server reports that the order with a fixed tracking id is paid. */
  | { readonly why: 'paid_before'; readonly payment: ConfirmedPayment }
  /** Another tab or visit has sent this payment. */
  | { readonly why: 'sent_before'; readonly record: TransferRecord };

/** What an attempt works with. */
export interface AttemptOptions<Settings extends PaymentSettings> {
  readonly surroundings: FlowSurroundings;
  readonly kind: PaymentKind<Settings>;
  readonly guard: RepeatGuard;
  /** The next question for the payer, if any. */
  readonly doubt: (price: Price, trackingId: string) => Doubt | undefined;
  /** The payment of an order, where it is paid already with the sum of these settings. */
  readonly paid: (trackingId: string, settings: PaymentSettings, signal: AbortSignal) => Promise<ConfirmedPayment | undefined>;
  /** Whether the payer can see the attempt. */
  readonly isShown: () => boolean;
  /** Changes the state of the flow and returns it; undefined when the flow no longer shows this attempt. */
  readonly dispatch: (event: Event) => State | undefined;
}

/** One try to move money: it is sent, followed and ended here, and its record is kept up to date. */
export class PaymentAttempt<Settings extends PaymentSettings> {
  /** Thumbprint of the shop's key. */
  readonly key: string;
  readonly #options: AttemptOptions<Settings>;
  readonly #status: AttemptStatus;
  #facts: Attempt;
  /** Ends the waiting; what was sent stays sent. */
  #waiting = new AbortController();
  #isSent = false;
  /** Whether the request was sent more than once: then it may be rejected as a duplicate of itself. */
  #isRepeated = false;
  #outcome: Outcome['outcome'] | undefined;
  #isStorageReported = false;

  constructor(facts: Attempt, key: string, options: AttemptOptions<Settings>) {
    this.#facts = facts;
    this.key = key;
    this.#options = options;
    this.#status = new AttemptStatus(options.surroundings, key);
  }

  /** What is known of it. */
  get facts(): Attempt {
    return this.#facts;
  }

  /** Stops waiting. Before the request has left, this cancels the attempt; afterwards its outcome is unknown. */
  cancel(): void {
    this.#waiting.abort(CANCELED);
  }

  /** Stops asking how it ended. */
  forget(): void {
    this.#status.stop();
  }

  /** Sends the request, and follows it to the outcome. @returns why the payer is back at the form instead. */
  async send(terms: Terms<Settings>): Promise<BackToForm | undefined> {
    try {
      return await this.#send(terms);
    } catch (error) {
      if (this.#isSent) {
        await this.#end({ outcome: 'unknown', reason: error === CANCELED ? 'canceled' : 'no_answer' });
        if (error !== CANCELED) throw error;
        return undefined;
      }
      if (error === CANCELED) return { why: 'stopped' };
      if (error instanceof CheckoutError) return { why: 'stopped', trouble: error };
      throw error;
    }
  }

  /**
   * Follows an attempt whose request left earlier, here or elsewhere, to its outcome.
   *
   * @param known The outcome on record, for when the gateway no longer knows the job.
   */
  async follow(known?: TransferRecord['outcome']): Promise<void> {
    this.#status.stop();
    this.#waiting = new AbortController();
    this.#outcome = undefined;
    const { signal } = this.#waiting;
    // Another tab, or an element that was replaced, may be sending it: only that one gets the answer.
    const record = this.#facts.jobId === undefined && !known ? await this.#status.whileSending(this.#facts, signal) : undefined;
    if (record?.job_id !== undefined) this.#accept(record.job_id);
    const outcome = known ?? record?.outcome;
    if (this.#facts.jobId !== undefined) await this.#poll(this.#facts.jobId, true, outcome);
    else await this.#end({ outcome: 'unknown', reason: signal.aborted ? 'canceled' : 'no_answer' }, outcome);
  }

  async #send(terms: Terms<Settings>): Promise<BackToForm | undefined> {
    const { cards, clock, client, prepare } = this.#options.surroundings;
    const { bind } = this.#options.kind;
    const { signal } = this.#waiting;
    const {
      price: { amount, currency },
      settings,
    } = terms;
    const trackingId = await nameAttempt(prepare, terms.price, {
      attempt: terms.attempt,
      trackingId: this.#facts.trackingId,
      clock,
      signal,
    });
    this.#facts = { ...this.#facts, trackingId };
    const payment = trackingId === settings.trackingId ? await this.#options.paid(trackingId, settings, signal) : undefined;
    if (payment) return { why: 'paid_before', payment };
    const seal = async () => {
      // The browser empties the fields of a page that is left, and the payer may come back to it.
      if (!cards.state.complete) throw CANCELED;
      return abortable(cards.seal({ ...bind(settings), amount, currency, trackingId, issuedAt: client.now() }), signal);
    };
    const hasMoved = watchTime(client, clock);
    let begun = await this.#begin(terms, await seal());
    if ('why' in begun) return begun;
    let posted = await this.#wait(begun.posting);
    if (posted.result === 'refused' && isAboutSeals(posted.body) && hasMoved()) {
      // Refused only for its seals, which were made with a wrong time: sealed once more with the right one.
      this.#withdraw();
      begun = await this.#begin(terms, await seal());
      if ('why' in begun) return begun;
      posted = await this.#wait(begun.posting);
    }
    return this.#judge(posted);
  }

  /** Sends the request unless a record speaks against it. No other tab or element sends at the same time. */
  #begin(terms: Terms<Settings>, sections: Awaited<ReturnType<FlowSurroundings['cards']['seal']>>) {
    const { locks, clock } = this.#options.surroundings;
    const { signal } = this.#waiting;
    return exclusively(locks, `checkout-elements:${this.key}`, () => this.#objection(terms) ?? this.#post(terms, sections), {
      clock,
      signal,
    });
  }

  /** What keeps the request from being sent, by the records at this moment. */
  #objection({ price, revision }: Terms<Settings>): BackToForm | undefined {
    const { cards, prepare, presence, records } = this.#options.surroundings;
    const { guard } = this.#options;
    // These may not be the cards whose price the payer confirmed.
    if (cards.state.revision !== revision) throw CANCELED;
    const record = records.findOrder(this.key, this.#facts.trackingId, price);
    // A payment that has failed may be sent again where the merchant gives each attempt an id.
    if (record && !(record.outcome === 'failed' && prepare)) return { why: 'sent_before', record };
    if (guard.waitFor(this.key, price.amount) > 0) return { why: 'stopped' };
    const doubt = this.#options.doubt(price, this.#facts.trackingId);
    if (doubt) return { why: 'doubt', doubt, price };
    if (!presence.offline) return undefined;
    throw new TransportError('network_unreachable', 'Expected a network; this browser has none. Nothing was sent.');
  }

  #post(
    { settings }: Terms<Settings>,
    sections: Parameters<PaymentKind<Settings>['body']>[2],
  ): { readonly posting: Promise<Posted> } {
    const { client, clock, locks } = this.#options.surroundings;
    const { endpoint, parameters, body } = this.#options.kind;
    const { trackingId } = this.#facts;
    const posting = postOnce(client, endpoint, body(settings, trackingId, sections), {
      clock,
      signal: this.#waiting.signal,
      parameters: parameters?.(settings),
      sending: () => {
        this.#isSent = true;
        this.#facts = { ...this.#facts, startedAt: clock.now() };
        this.#options.guard.sending(this.#facts);
        this.#options.dispatch({ type: 'sent', trackingId, at: this.#facts.startedAt });
        // Before the request: a page that dies right after it must still know that it left.
        this.#record('sent');
      },
    });
    holdUntil(locks, this.#status.lockOf(trackingId), posting);
    return { posting };
  }

  /** Waits for the answer; when the payer no longer waits, the job is still recorded as soon as it is known. */
  async #wait(posting: Promise<Posted>): Promise<Posted> {
    try {
      return await abortable(posting, this.#waiting.signal);
    } catch (error) {
      detached(posting.then((posted) => void (posted.result === 'accepted' && this.#accept(posted.jobId))));
      throw error;
    }
  }

  async #judge(posted: Posted): Promise<BackToForm | undefined> {
    const { report } = this.#options.surroundings;
    const { isEditable, isWrongByItself } = this.#options.kind;
    if (posted.result === 'accepted') {
      this.#isRepeated = posted.repeated;
      this.#accept(posted.jobId);
      await this.#poll(posted.jobId, false, undefined);
      return undefined;
    }
    if (posted.result === 'unknown') {
      const { error, reason } = posted;
      if (error) safely(() => report(error));
      await this.#end({ outcome: 'unknown', reason });
      return undefined;
    }
    const { body, error } = posted;
    const isProof = provesNothingMoved(body, isWrongByItself);
    const problems = isProof ? editableProblems(body, isEditable) : undefined;
    if (problems) {
      this.#withdraw();
      return { why: 'problems', problems };
    }
    safely(() => report(error));
    await this.#end(isProof ? { outcome: 'failed', message: body.message } : { outcome: 'unknown', reason: 'refused' });
    return undefined;
  }

  #accept(jobId: string): void {
    this.#facts = { ...this.#facts, jobId };
    this.#options.dispatch({ type: 'accepted', jobId });
    if (this.#outcome === undefined || this.#outcome === 'unknown') this.#record('accepted');
  }

  /** Records the attempt's phase. */
  #record(phase: TransferRecord['phase'], outcome?: TransferRecord['outcome']): void {
    const {
      surroundings: { records, report },
      isShown,
    } = this.#options;
    if (records.write(this.key, this.#facts, phase, { outcome, unseen: !isShown() }) || this.#isStorageReported) return;
    this.#isStorageReported = true;
    safely(() => report(new StorageError()));
  }

  /** Removes the record of a request that was refused, unless another tab has written one since. */
  #withdraw(): void {
    const { records } = this.#options.surroundings;
    const { trackingId, startedAt } = this.#facts;
    const one = records.find(this.key, trackingId);
    if (one?.phase === 'sent' && one.started_at === startedAt) records.remove(this.key, trackingId);
    this.#options.guard.withdraw(trackingId);
    this.#isSent = false;
  }

  async #poll(jobId: string, immediately: boolean, known: TransferRecord['outcome']): Promise<void> {
    const { client, clock, random, presence } = this.#options.surroundings;
    const { signal } = this.#waiting;
    let result: Outcome = { outcome: 'unknown', reason: 'no_answer' };
    try {
      const reader = {
        readAnswer: (response: unknown) => this.#read(response),
        progress: (answer: Answer) => this.#progress(answer),
      };
      result = await followJob(client, jobId, reader, {
        clock,
        random,
        presence,
        signal,
        immediately,
        limits: known ? KNOWN_LIMITS : immediately ? RESUMED_LIMITS : PAYMENT_LIMITS,
      });
    } catch (error) {
      if (error !== CANCELED) throw error;
      result = { outcome: 'unknown', reason: 'canceled' };
    } finally {
      await this.#end(result, known);
    }
  }

  /** Reads an answer; an answer about another payment counts as none. */
  #read(response: unknown): Answer | undefined {
    return readAnswerAbout(this.#facts, this.#options.kind.readAnswer, response);
  }

  /** Sends the payer to 3-D Secure. @returns the outcome when they may not be sent there. */
  #progress({ uid, redirectUrl: redirect, transaction, subscription }: Answer): Outcome | undefined {
    const { judgeRedirect, leave, report } = this.#options.surroundings;
    const isNew = this.#facts.uid !== uid;
    this.#facts = { ...this.#facts, uid };
    const shown = this.#options.dispatch({ type: 'identified', uid });
    if (!redirect) {
      if (isNew) this.#record('accepted');
      return undefined;
    }
    const verdict = judgeRedirect(redirect);
    if ('problem' in verdict) {
      safely(() => report(new RedirectError(verdict.problem)));
      return { outcome: 'unknown', reason: 'redirect_refused', transaction, subscription };
    }
    const redirectUrl = verdict.url.href;
    if (shown?.step === 'transferring') {
      this.#options.dispatch({ type: 'challenged', transaction, redirectUrl });
      // Before leaving: the page that comes back must know what it was in the middle of.
      this.#record('authentication');
      // If leaving fails, the page shows the address as a link.
      safely(() => leave(redirectUrl, this.#facts));
    } else if (shown?.step === 'settling' && shown.redirectUrl === undefined) {
      // The payer came back before they finished there, and may want to go on.
      this.#options.dispatch({ type: 'returned', redirectUrl });
      this.#record('authentication');
    }
    return undefined;
  }

  /** Ends the attempt. If the gateway does not report the outcome, the merchant's server may know it. */
  async #end(result: Outcome, known?: TransferRecord['outcome']): Promise<void> {
    if (this.#outcome !== undefined) return;
    const isOwnRepeat = this.#isRepeated && result.outcome === 'unknown' && result.reason === 'duplicate';
    // An outcome without a transaction must not inherit one.
    const own = ownOnly<Outcome>(isOwnRepeat ? { ...result, reason: 'no_answer' } : { ...result });
    const asked = await this.#status.resolve(own, this.#facts, this.#waiting.signal);
    const final = known && asked.outcome === 'unknown' ? { outcome: known, transaction: undefined } : asked;
    this.#conclude(ownOnly<Outcome>(final));
    if (final.outcome === 'unknown') detached(this.#keepAsking(final));
  }

  async #keepAsking(result: Outcome): Promise<void> {
    const { resolveStatus, client } = this.#options.surroundings;
    const mayPoll = result.outcome === 'unknown' && !['canceled', 'duplicate'].includes(result.reason);
    if (!resolveStatus && !(mayPoll && this.#facts.jobId !== undefined)) return;
    const final = await this.#status.keepAsking(async (signal) => {
      const { jobId } = this.#facts;
      const polled =
        mayPoll && jobId !== undefined ? await askJob(client, jobId, (response) => this.#read(response), signal) : undefined;
      return polled ?? this.#status.resolve(result, this.#facts, signal, () => undefined);
    });
    if (final) this.#conclude(ownOnly<Outcome>(final));
  }

  #conclude(result: Outcome): void {
    const { outcome } = result;
    this.#outcome = outcome;
    this.#facts = { ...this.#facts, uid: uidOf(result) ?? this.#facts.uid };
    if (outcome !== 'unknown') this.#record('ended', outcome);
    // When this attempt is no longer shown, the fields belong to another one.
    if (!this.#options.dispatch({ type: 'ended', result })) return;
    this.#options.surroundings.cards.clear(outcome === 'successful' ? 'all' : 'verification_value');
  }
}
