import { CANCELED } from '../canceled.js';
import { KNOWN_LIMITS, PAYMENT_LIMITS, RESUMED_LIMITS } from '../../checkout/poll-job.js';
import { abortable } from '../../clock/clock.js';
import { CheckoutError } from '../../http/error.js';
import { ownOnly } from '../../http/parse-json.js';
import { RedirectError } from '../errors.js';
import type { PaymentKind, PaymentSettings } from '../payment-kind.js';
import { withLock, keepLockUntil, sendingLock, START_LOCK } from '../record/lock.js';
import type { PaymentRecord } from '../record/payment-record.js';
import { watchClockSkew } from '../request/clock-skew.js';
import { type PostResult, postWithRepeats } from '../request/post.js';
import { isAboutSeals, judgeRefusal } from '../request/judge-refusal.js';
import { reportRejection, runCallback } from '../run-callback.js';
import { type Attempt, type Outcome, uidOf } from '../state.js';
import { type Answer, isOthers, readAnswerAbout } from '../outcome/answer.js';
import { AttemptRecord } from './attempt-record.js';
import { askAgain } from '../outcome/ask-again.js';
import {
  type AskedAttempt,
  askShopAbout,
  canFindOut,
  findOut,
  type UnknownAttempt,
  waitForSender,
} from '../outcome/ask-about-attempt.js';
import { followJob } from '../outcome/follow-job.js';
import { ruleOf } from '../outcome/rule.js';
import { chooseTrackingId } from '../merchant-callbacks.js';
import { reasonNotToSend } from './reason-not-to-send.js';
import type { AttemptOptions } from './attempt-options.js';
import type { BackToForm } from './back-to-form.js';
import type { ConfirmedTerms } from './confirmed-terms.js';

/** A refusal that may be about a second copy of the request. */
const REFUSED: Outcome = { outcome: 'unknown', reason: 'refused' };

/** One try to move money: it is sent, followed and ended here, and its record is kept up to date. */
export class PaymentAttempt<Settings extends PaymentSettings> {
  /** Thumbprint of the shop's key. */
  readonly key: string;
  readonly #options: AttemptOptions<Settings>;
  readonly #record: AttemptRecord;
  #facts: Attempt;
  /** Stops waiting. A request that was sent stays sent. */
  #waiting = new AbortController();
  /** Stops asking about an unknown outcome. */
  #asking = new AbortController();
  #isSent = false;
  #outcome: Outcome['outcome'] | undefined;

  constructor(facts: Attempt, key: string, options: AttemptOptions<Settings>) {
    this.#facts = facts;
    this.key = key;
    this.#options = options;
    this.#record = new AttemptRecord(options, key);
  }

  /** Stops waiting. Before the request has left, this cancels the attempt; afterwards its outcome is unknown. */
  cancel(): void {
    this.#waiting.abort(CANCELED);
  }

  /** Stops waiting and asking, because the attempt is no longer shown. */
  forget(): void {
    this.cancel();
    this.#asking.abort();
  }

  /** Sends the request, and follows it to the outcome. @returns why the payer is back at the form instead. */
  async send(terms: ConfirmedTerms<Settings>): Promise<BackToForm | undefined> {
    try {
      return await this.#send(terms);
    } catch (error) {
      if (this.#isSent) {
        await this.#end({ outcome: 'unknown', reason: error === CANCELED ? 'canceled' : 'no_answer' });
        if (error !== CANCELED) throw error;
        return undefined;
      }
      if (error === CANCELED) return { why: 'stopped' };
      if (error instanceof CheckoutError) return { why: 'stopped', trouble: error, price: terms.price };
      throw error;
    }
  }

  /**
   * Follows an attempt whose request left earlier, here or elsewhere, to its outcome.
   *
   * @param known The outcome on record, for when the gateway no longer knows the job.
   * @returns why the payer is back at the form instead.
   */
  async follow(known?: PaymentRecord['outcome']): Promise<BackToForm | undefined> {
    this.#asking.abort();
    this.#waiting = new AbortController();
    this.#outcome = undefined;
    const { signal } = this.#waiting;
    // Another tab, or an element that this one replaced, may be sending the request. Only the sender gets the
    // answer.
    const { surroundings } = this.#options;
    const { records } = surroundings;
    const record = await waitForSender(surroundings, this.key, this.#facts, signal);
    if (records.isWithdrawn(this.key, this.#facts)) return { why: 'withdrawn' };
    const newer = this.#record.newer(this.#facts);
    if (newer) return { why: 'sent_before', record: newer };
    const { jobId = this.#facts.jobId, repeatedAt = this.#facts.repeatedAt, uid = this.#facts.uid } = record ?? {};
    this.#facts = { ...this.#facts, jobId, repeatedAt, uid };
    const outcome = known ?? record?.outcome;
    if (jobId !== undefined) {
      this.#options.dispatch({ type: 'accepted', jobId });
      await this.#poll(jobId, true, outcome);
    } else await this.#end({ outcome: 'unknown', reason: signal.aborted ? 'canceled' : 'no_answer' }, outcome);
    return undefined;
  }

  async #send(terms: ConfirmedTerms<Settings>): Promise<BackToForm | undefined> {
    const { clock, client, prepare, presence } = this.#options.surroundings;
    const { price, settings, attempt } = terms;
    const { signal } = this.#waiting;
    const { orders, questions } = this.#options;
    const given = { attempt, trackingId: this.#facts.trackingId, clock, presence, signal };
    const trackingId = await chooseTrackingId(prepare, price, given);
    this.#facts = { ...this.#facts, trackingId };
    const order = trackingId === settings.trackingId ? await orders.standing(trackingId, settings, signal) : undefined;
    if (order?.payment) return { why: 'paid_before', payment: order.payment };
    const reason = questions.aboutOrder(trackingId, order?.reason);
    if (reason) return { why: 'question', reason, price };
    const hasMoved = watchClockSkew(client, clock);
    let posted = await this.#sealAndPost(terms);
    if ('result' in posted && posted.result === 'refused' && !this.#isRepeated && isAboutSeals(posted.body) && hasMoved()) {
      // The gateway refused only the seals, which were made with a wrong time. Seal once more with the right time. The refusal
      // proves nothing about another copy, so this counts as a repeat: the seals have the same `attempt`.
      posted = await this.#sealAndPost(terms);
    }
    return 'why' in posted ? posted : this.#judge(posted);
  }

  /** Whether the request was sent more than once: then no failure proves anything, because another copy may have paid. */
  get #isRepeated(): boolean {
    return this.#facts.repeatedAt !== undefined;
  }

  /** The facts, with the uid that another tab was told first. */
  get #known(): Attempt {
    const { uid = this.#options.surroundings.records.ofAttempt(this.key, this.#facts)?.uid } = this.#facts;
    return { ...this.#facts, uid };
  }

  get #asked(): AskedAttempt {
    return { surroundings: this.#options.surroundings, key: this.key, attempt: this.#facts };
  }

  /** Sends the request unless a record forbids it. No other tab or element sends at the same time. */
  async #sealAndPost(terms: ConfirmedTerms<Settings>): Promise<PostResult | BackToForm> {
    const { locks, cards, clock, client } = this.#options.surroundings;
    const { price, settings } = terms;
    const { amount, currency } = price;
    const { trackingId } = this.#facts;
    const { signal } = this.#waiting;
    // The browser empties the fields of a page when the payer leaves it, and the payer may come back.
    if (!cards.snapshot.complete) throw CANCELED;
    const binding = { ...this.#options.kind.bind(settings), amount, currency, trackingId, issuedAt: client.now() };
    const sections = await abortable(cards.seal(binding, terms.revision), signal);
    if (!sections) throw CANCELED;
    // Its record forbids every other request already.
    if (this.#isSent) return this.#wait(this.#post(settings, sections).posting);
    const begun = await withLock(
      locks,
      START_LOCK,
      () => reasonNotToSend(terms, trackingId, this.key, this.#options) ?? this.#post(settings, sections),
      { clock, signal },
    );
    return 'why' in begun ? begun : this.#wait(begun.posting);
  }

  /** Records the request, and then sends it. */
  #post(settings: Settings, sections: Parameters<PaymentKind<Settings>['body']>[2]): { readonly posting: Promise<PostResult> } {
    const { client, clock, locks } = this.#options.surroundings;
    const { endpoint, parameters, body } = this.#options.kind;
    const { trackingId } = this.#facts;
    const posting = postWithRepeats(client, endpoint, body(settings, trackingId, sections), {
      clock,
      signal: this.#waiting.signal,
      parameters: parameters?.(settings),
      sending: () => {
        const isFirst = !this.#isSent;
        this.#isSent = true;
        const now = clock.now();
        this.#facts = { ...this.#facts, ...(isFirst ? { startedAt: now, ahead: client.ahead } : { repeatedAt: now }) };
        this.#options.guard.sentOrAnswered(this.#facts);
        this.#options.dispatch({ type: 'sent', attempt: this.#facts });
        // Recorded before the request leaves: if the page dies right after that, the next one must know that it left.
        this.#record.begin(this.#facts);
      },
    });
    keepLockUntil(locks, sendingLock(this.key, trackingId), posting);
    const answered = posting.then((posted) => {
      // The gateway's 30 s (spec 8) begin when it receives the request, which may have been on its way for long.
      this.#options.guard.sentOrAnswered(this.#facts);
      if (posted.result !== 'accepted') this.#record.write(this.#facts, 'answered');
      return posted;
    });
    return { posting: answered };
  }

  /** Waits for the answer; when the payer no longer waits, the job is still recorded as soon as it is known. */
  async #wait(posting: Promise<PostResult>): Promise<PostResult> {
    try {
      return await abortable(posting, this.#waiting.signal);
    } catch (error) {
      reportRejection(posting.then((posted) => this.#takeLate(posted)));
      throw error;
    }
  }

  /** Takes an answer that came after the payer stopped waiting: the job to ask about, or the proof that nothing moved. */
  #takeLate(posted: PostResult): void {
    if (posted.result === 'accepted') return this.#accept(posted.jobId);
    if (posted.result === 'unknown' || this.#isRepeated) return;
    if (judgeRefusal(posted.body, this.#options.kind).means === 'unknown') return;
    this.#asking.abort();
    this.#conclude(ownOnly<Outcome>({ outcome: 'failed', message: posted.body.message }), 'gateway');
  }

  async #judge(posted: PostResult): Promise<BackToForm | undefined> {
    const { report } = this.#options.surroundings;
    if (posted.result === 'accepted') {
      this.#accept(posted.jobId);
      await this.#poll(posted.jobId, false, undefined);
      return undefined;
    }
    if (posted.result === 'refused' && this.#isRepeated) {
      await this.#end({ outcome: 'unknown', reason: 'no_answer' });
      return undefined;
    }
    if (posted.result === 'unknown') {
      const { error, reason } = posted;
      if (error) runCallback(() => report(error));
      await this.#end({ outcome: 'unknown', reason });
      return undefined;
    }
    const { body, error } = posted;
    const { kind } = this.#options;
    const refusal = judgeRefusal(body, kind);
    if (refusal.isOfOffer) {
      const found = await askShopAbout(this.#asked, REFUSED, this.#waiting.signal);
      if (found.outcome === 'successful') return void this.#conclude(ownOnly<Outcome>(found), 'shop');
    }
    if (refusal.means === 'correct') {
      this.#withdraw();
      return { why: 'problems', problems: refusal.problems };
    }
    runCallback(() => report(error));
    await this.#end(refusal.means === 'failed' ? { outcome: 'failed', message: body.message } : REFUSED);
    return undefined;
  }

  #accept(jobId: string): void {
    this.#facts = { ...this.#facts, jobId };
    this.#options.dispatch({ type: 'accepted', jobId });
    this.#record.write(this.#facts);
  }

  /** The request was refused as a whole: there is no payment, and no duplicate of one. */
  #withdraw(): void {
    this.#record.write(this.#facts, 'withdrawn');
    this.#options.guard.withdraw(this.#facts);
  }

  async #poll(jobId: string, immediately: boolean, known: PaymentRecord['outcome']): Promise<void> {
    const { client, clock, random, presence, records } = this.#options.surroundings;
    const { signal } = this.#waiting;
    let result: Outcome = { outcome: 'unknown', reason: 'no_answer' };
    try {
      const reader = {
        readAnswer: this.#read,
        progress: (answer: Answer) => this.#progress(answer, known !== undefined),
        attempt: () => this.#known,
        isOthers: (answer: Answer) => isOthers(records, this.#facts, answer),
      };
      // What the merchant's server can't say now is asked and reported at the end of the polling.
      const lost = (unknown: Outcome): Promise<Outcome> => askShopAbout(this.#asked, unknown, signal, () => undefined);
      result = await followJob(client, jobId, reader, {
        clock,
        random,
        presence,
        signal,
        immediately,
        limits: known ? KNOWN_LIMITS : immediately ? RESUMED_LIMITS : PAYMENT_LIMITS,
        lost,
      });
    } catch (error) {
      if (error !== CANCELED) throw error;
      result = { outcome: 'unknown', reason: 'canceled' };
    } finally {
      await this.#end(result, known);
    }
  }

  /** Reads an answer. One about another payment is ignored. */
  readonly #read = (response: unknown): Answer | undefined =>
    readAnswerAbout(
      this.#facts,
      (answer) => this.#options.kind.readAnswer(answer, this.#options.surroundings.records.kind),
      response,
    );

  /**
   * Sends the payer to 3-D Secure.
   *
   * @param isKnown Whether the outcome is on record: then no answer leads to the bank's page any more.
   * @returns the outcome when they may not be sent there.
   */
  #progress({ uid, redirectUrl: redirect, transaction, subscription }: Answer, isKnown: boolean): Outcome | undefined {
    const { judgeRedirect, leave, report } = this.#options.surroundings;
    // The first one that is known: the failure of another transaction proves nothing about it.
    const { uid: first = uid } = this.#facts;
    this.#facts = { ...this.#facts, uid: first };
    this.#record.write(this.#facts);
    const state = this.#options.dispatch({ type: 'identified', uid: first });
    if (!state) return undefined;
    if (!redirect || isKnown) {
      // The bank's page is done with: the payer has confirmed there.
      if (state.step === 'settling' && state.redirectUrl !== undefined) this.#options.dispatch({ type: 'returned' });
      return undefined;
    }
    const newer = this.#record.newer(this.#facts);
    if (newer) {
      this.#options.replacedBy(newer);
      throw CANCELED;
    }
    const verdict = judgeRedirect(redirect);
    if ('problem' in verdict) {
      runCallback(() => report(new RedirectError(verdict.problem)));
      return { outcome: 'unknown', reason: 'redirect_refused', transaction, subscription };
    }
    const redirectUrl = verdict.url.href;
    if (state.step === 'transferring') {
      this.#options.dispatch({ type: 'challenged', transaction, redirectUrl });
      // Recorded before leaving: the page that the payer comes back to must find its attempt.
      this.#record.write(this.#facts, 'authentication');
      // If leaving fails, the page shows the address as a link.
      runCallback(() => leave(redirectUrl, this.#facts));
    } else if (state.step === 'settling' && state.redirectUrl === undefined) {
      // The payer came back before they finished the challenge, and may want to continue it.
      this.#options.dispatch({ type: 'returned', redirectUrl });
      this.#record.write(this.#facts, 'authentication');
    }
    return undefined;
  }

  /** Ends the attempt. If the gateway does not report the outcome, the merchant's server may know it. */
  async #end(result: Outcome, onRecord?: PaymentRecord['outcome']): Promise<void> {
    if (this.#outcome !== undefined) return;
    // Another tab may have recorded an end meanwhile.
    const recorded = this.#record.outcomeOf(this.#facts) ?? onRecord;
    const isOwnRepeat = this.#isRepeated && result.outcome === 'unknown' && result.reason === 'duplicate';
    // A polluted prototype must not add a transaction.
    const answered = ownOnly<Outcome>(isOwnRepeat ? { ...result, reason: 'no_answer' } : { ...result });
    const isOver = recorded === 'successful' || recorded === answered.outcome;
    const resolved = isOver ? answered : await askShopAbout(this.#asked, answered, this.#waiting.signal);
    // A refusal that came late has ended it meanwhile.
    if (this.#outcome !== undefined) return;
    const concluded = this.#conclude(
      ownOnly<Outcome>(resolved),
      resolved.outcome === answered.outcome ? 'gateway' : 'shop',
      recorded,
    );
    if (concluded?.outcome === 'unknown') reportRejection(this.#keepAsking(concluded));
  }

  /** Goes on asking until the outcome is known, or the attempt is no longer shown. */
  async #keepAsking(unknown: UnknownAttempt['unknown']): Promise<void> {
    const { surroundings } = this.#options;
    const { clock, presence } = surroundings;
    const question: UnknownAttempt = {
      surroundings,
      key: this.key,
      attempt: () => this.#known,
      readAnswer: this.#read,
      unknown,
    };
    if (!canFindOut(question)) return;
    this.#asking.abort();
    const { signal } = (this.#asking = new AbortController());
    const finding = await askAgain(() => findOut(question, signal), { clock, presence, signal });
    if (finding) this.#conclude(ownOnly<Outcome>(finding.result), finding.by);
  }

  /**
   * @param before An outcome that was on record, wherever that is now.
   * @returns the outcome that the flow shows; undefined when another attempt is shown.
   */
  #conclude(found: Outcome, by: Parameters<typeof ruleOf>[1], before?: PaymentRecord['outcome']): Outcome | undefined {
    const recorded = this.#record.outcomeOf(this.#facts) ?? before;
    // A success on record stands, whatever an answer says later: a reversal, another server, an id that was used again. A failure stands
    // where nothing else is known.
    const stands = recorded === 'successful' ? found.outcome !== 'successful' : found.outcome === 'unknown';
    const result = recorded && stands ? ownOnly<Outcome>({ outcome: recorded, transaction: undefined }) : found;
    const { outcome } = result;
    const rule = ruleOf(result, result === found ? by : 'record', this.#facts);
    this.#outcome = outcome;
    this.#options.surroundings.trace?.add(`outcome: ${outcome}, by the rule ${rule}`);
    this.#facts = { ...this.#facts, uid: uidOf(result) ?? this.#facts.uid };
    if (outcome !== 'unknown') this.#record.write(this.#facts, 'ended', outcome);
    const newer = this.#record.newer(this.#facts);
    // A success is never hidden, and what nothing is known of does not end with another attempt's failure. Anything else would be about
    // an attempt that is over, beside one that may be paying.
    const isHidden = newer && outcome !== 'successful' && !(outcome === 'unknown' && newer.outcome === 'failed');
    if (isHidden) {
      this.#options.replacedBy(newer);
      return undefined;
    }
    // When this attempt is no longer shown, the fields belong to another attempt.
    if (!this.#options.dispatch({ type: 'ended', result, rule })) return undefined;
    this.#options.surroundings.cards.post({ kind: 'clear', what: outcome === 'successful' ? 'all' : 'verification_value' });
    return result;
  }
}
