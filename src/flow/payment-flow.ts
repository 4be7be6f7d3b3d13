import { base64url } from '../checkout/base64url.js';
import { CheckoutError } from '../http/error.js';
import { isUid } from '../wire/uid.js';
import type { Emptied } from './cards/card-port.js';
import { AddressPayment } from './outcome/address-payment.js';
import { type Confirmation, Orders } from './outcome/orders.js';
import { askAboutEarlier } from './outcome/earlier-attempts.js';
import type { Answer } from './outcome/answer.js';
import { Questions } from './attempt/questions.js';
import { RepeatGuard } from './attempt/repeat-guard.js';
import type { BackToForm } from './attempt/back-to-form.js';
import { PaymentAttempt } from './attempt/payment-attempt.js';
import { snapshot, textOf } from './snapshot.js';
import type { PaymentFlowOptions } from './options.js';
import type { PaymentKind, PaymentSettings, Pricing } from './payment-kind.js';
import { mayAsk, mayChange, mayFollow, mayTryAgain } from './permissions.js';
import { attemptOf, type PaymentRecord } from './record/payment-record.js';
import { reportRejection, runCallback } from './run-callback.js';
import type { Attempt, FlowEvent, Price, State, WaitingPress } from './state.js';
import { bankPageOf, initialState, isUnconfirmed, isUnderWay, isUnknown, paymentOf, waitingPress } from './state.js';
import { transition } from './transition.js';

/** A payment flow of any kind. */
export type AnyPaymentFlow = Pick<PaymentFlow<PaymentSettings>, keyof PaymentFlow<PaymentSettings>>;

/**
 * A payment over time: price, request, 3-D Secure, outcome. The kind of payment defines what it is for; the view subscribes to
 * its state.
 *
 * It calls a payment failed only when the gateway or the merchant's server has proved it. Without a proof of success or failure,
 * a payment whose request has left ends as unknown.
 */
export class PaymentFlow<Settings extends PaymentSettings> {
  readonly #kind: PaymentKind<Settings>;
  readonly #options: PaymentFlowOptions<Settings>;
  readonly #listeners = new Set<(state: State, previous: State) => void>();
  readonly #pricing: Pricing;
  readonly #guard: RepeatGuard;
  readonly #questions: Questions;
  readonly #orders: Orders;
  readonly #addressPayment: AddressPayment;
  /** The attempt that is shown. */
  #attempt: PaymentAttempt<Settings> | undefined;
  /** How many attempts are being sent or followed now: one that a newer one has replaced ends a moment later. */
  #busy = 0;
  /** How many attempts this form has made. */
  #count = 0;
  /** The page's latest settings for the payment. They are read once per change. */
  #read: { readonly text: string; readonly settings: Settings } | undefined;
  /** Thumbprint of the shop's key, once it is known. */
  #key = '';
  #state: State = initialState;
  /** Whether the form is on the page. The cards of one that is not belong to another form by now. */
  #isAttached = true;

  constructor(kind: PaymentKind<Settings>, options: PaymentFlowOptions<Settings>) {
    const { client, cards, records, clock, random, presence } = options;
    this.#kind = kind;
    this.#options = options;
    records.useTimeOf(client);
    const settings = (): Settings => this.#terms();
    const state = (): State => this.#state;
    const dispatch = (event: FlowEvent): void => this.#dispatch(event);
    const inside = {
      surroundings: options,
      kind,
      settings,
      key: () => this.#key,
      state,
      dispatch,
      confirm: (found: Confirmation) => this.#confirm(found),
      guard: (this.#guard = new RepeatGuard({ clock, cards, records, distinguishedBy: kind.distinguishedBy })),
      pricing: (this.#pricing = kind.price({ client, cards, clock, random, presence, settings }, state, dispatch)),
    };
    this.#questions = new Questions(inside);
    const orders = (this.#orders = new Orders(inside));
    this.#addressPayment = new AddressPayment({ ...inside, orders });
  }

  /** The state of the payment. */
  get state(): State {
    return this.#state;
  }

  /** Calls `listener` after every change; the returned function unsubscribes. */
  subscribe(listener: (state: State, previous: State) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Whether another attempt may follow this one. */
  get mayFollow(): boolean {
    return mayFollow(this.#state, this.#options);
  }

  /** Whether a failure may be followed by another try with the same cards. */
  get mayTryAgain(): boolean {
    return mayTryAgain(this.#state, this.#options);
  }

  /** Whether the payer may go back to the form from a payment that the bank has not confirmed. */
  get mayChange(): boolean {
    return mayChange(this.#state, this.#options);
  }

  /** Whether there is a way to ask how an attempt of unknown outcome ended. */
  get mayAsk(): boolean {
    return mayAsk(this.#state, this.#options);
  }

  /** How long (ms) the gateway would still reject this payment as a duplicate (spec 8), so that nothing is sent; 0 if it would not. */
  get waitFor(): number {
    return this.#guard.waitFor(this.#terms().amount, true);
  }

  /** Whether the gateway would reject this payment now. */
  get #mustWait(): boolean {
    return this.#guard.waitFor(this.#terms().amount) > 0;
  }

  /** Whether the filled-in payment has to wait because an equal one has just succeeded. */
  get isNextAfterSuccess(): boolean {
    return this.waitFor > 0 && this.#guard.hasSucceeded(this.#terms().amount);
  }

  /** Call this when cards or settings changed: an outdated quote is dropped, and a new one is requested. */
  changed(): void {
    this.#readSettings();
    this.#pricing.changed();
    this.#orders.changed();
  }

  /** Asks for the price now, if amount and card numbers allow it. */
  async check(): Promise<void> {
    this.#readSettings();
    await this.#pricing.ask();
  }

  /**
   * Called when the payer presses the button. If they have not seen the price, it is checked first. Does nothing while a
   * payment is in flight, while another press waits, or while `waitFor` is not over.
   *
   * @param isForPrice Whether the button promised only to show the price. Then the press pays nothing, whatever price comes.
   * @returns when the payment has ended, or the press has no effect: then the state says why.
   */
  async submit({ isForPrice = false } = {}): Promise<void> {
    const { cards, confirm, started } = this.#options;
    const state = this.#state;
    if (state.step !== 'details' || waitingPress(state)) return;
    // They may have changed without a call: then the payer has not seen this price.
    this.changed();
    const { amount } = this.#terms();
    if (this.#mustWait || (state.quote.status === 'given' && (isForPrice || state.quote.isUnread))) return;
    if (amount === undefined || !cards.snapshot.complete) {
      cards.post({ kind: 'focus', where: 'unfinished' });
      return;
    }
    const press: WaitingPress = { status: 'waiting', revision: cards.snapshot.revision, isForPrice };
    this.#dispatch({ type: 'pressed', press });
    try {
      if (started) await this.#whileWaiting(press, started);
      const price = await this.#whileWaiting(press, () => this.#pricing.confirmedPrice());
      if (!price || isForPrice) return this.dropPress(press);
      // The key identifies the shop: without it, no record could prevent a duplicate payment.
      const key = await this.#whileWaiting(press, () => cards.thumbprint());
      // What it pays for may have changed without a call of `changed()`.
      const { trackingId } = this.#readSettings();
      if (key === undefined || waitingPress(this.#state) !== press) return;
      this.#key = key;
      this.#questions.agree();
      const reason = this.#mustWait ? undefined : this.#questions.next(key, price, trackingId);
      if (reason) this.#dispatch({ type: 'questioned', reason });
      // The button says how long it waits, and a press that the page prevents is the page's to explain.
      else if (this.#mustWait || confirm?.(price) === false) this.#dispatch({ type: 'prevented' });
      else await this.#pay(press, price, key);
    } catch (error) {
      if (!(error instanceof CheckoutError) || waitingPress(this.#state) !== press) {
        this.dropPress(press);
        throw error;
      }
      this.#dispatch({ type: 'stopped', trouble: error });
    }
  }

  /** Sends the payment that the payer pressed for, with those cards and at that price. */
  async #pay(press: WaitingPress, price: Price, key: string): Promise<void> {
    const { cards, clock, random, settings: read } = this.#options;
    const { amount, currency } = price;
    const settings: Settings = { ...snapshot(read()), amount, currency };
    const { source, recipient } = cards.snapshot;
    const trackingId = settings.trackingId ?? random.uuid();
    const facts: Attempt = {
      // Short, because it is part of each entry's name: it only tells attempts with one tracking id apart.
      id: base64url(random.bytes(6)),
      trackingId,
      amount,
      currency,
      startedAt: clock.now(),
      source,
      recipient,
      jobId: undefined,
      uid: undefined,
    };
    const attempt = this.#show(facts, key);
    this.#dispatch({ type: 'started', press, attempt: facts });
    // A page that was asked to confirm may have changed something, which cancels the press.
    if (this.#state.step !== 'transferring') {
      this.#attempt = undefined;
      return;
    }
    this.#count += 1;
    const terms = { price, settings, revision: press.revision, attempt: this.#count };
    const back = await this.#whileBusy(() => attempt.send(terms)).catch(async (error: unknown) => {
      // This is a bug. A payment that is still under way was not sent: one that was sent has already ended as unknown.
      if (isUnderWay(this.#state)) await this.#goBack({ why: 'stopped' }, key);
      throw error;
    });
    if (back) await this.#goBack(back, key);
  }

  /** Follows an attempt whose request left earlier. `known`: its outcome on record. */
  async #follow(record: Attempt, key: string, known: PaymentRecord['outcome']): Promise<void> {
    const facts = attemptOf(record);
    this.#pricing.stop();
    this.#attempt?.forget();
    const attempt = this.#show(facts, key);
    this.#dispatch({ type: 'resumed', attempt: facts });
    const back = await this.#whileBusy(() => attempt.follow(known));
    // Another attempt takes its place only while a job is polled, and from there no way leads back.
    if (back) await this.#goBack(back, key);
  }

  #show(facts: Attempt, key: string): PaymentAttempt<Settings> {
    const surroundings = this.#options;
    const attempt: PaymentAttempt<Settings> = new PaymentAttempt(facts, key, {
      surroundings,
      kind: this.#kind,
      guard: this.#guard,
      questions: this.#questions,
      orders: this.#orders,
      replacedBy: (newer) => {
        if (this.#attempt === attempt) reportRejection(this.#follow(newer, key, newer.outcome));
      },
      isShown: () => this.#attempt === attempt && surroundings.isShown?.() !== false,
      dispatch: (event) => {
        if (this.#attempt !== attempt) return undefined;
        this.#dispatch(event);
        return this.#state;
      },
    });
    this.#attempt = attempt;
    return attempt;
  }

  /** Stops showing the attempt, whose record stays. */
  #hide(): void {
    const attempt = this.#attempt;
    if (!attempt) return;
    this.#options.records.forgetInTab(attempt.key);
    attempt.forget();
    this.#attempt = undefined;
  }

  async #goBack(back: BackToForm, key: string): Promise<void> {
    this.#attempt = undefined;
    if (back.why === 'withdrawn') this.#dispatch({ type: 'withdrawn' });
    else if (back.why === 'problems') {
      this.#dispatch({ type: 'complained', problems: back.problems });
      this.#options.cards.post({ kind: 'refuse', errors: back.problems });
    } else if (back.why === 'question') {
      const { price, reason } = back;
      this.#dispatch({ type: 'stopped', quote: { status: 'given', price, confirm: reason, isUnread: true } });
    } else if (back.why === 'stopped') {
      const { trouble, price } = back;
      this.#dispatch({ type: 'stopped', trouble, quote: price && { status: 'given', price } });
      // An error stays on the screen. Without one, the price is requested again.
      if (!back.trouble) this.#pricing.schedule();
    } else this.#dispatch({ type: 'stopped' });
    this.#orders.remind();
    if (back.why === 'paid_before') this.#confirm({ payment: back.payment, outcome: 'successful' });
    if (back.why === 'sent_before') await this.#follow(back.record, key, back.record.outcome);
  }

  async #whileBusy<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#busy += 1;
    try {
      return await work();
    } finally {
      this.#busy -= 1;
    }
  }

  /** Reads the page's settings. A press counts only for those, and for the cards, that it was made with. */
  #readSettings(): Settings {
    const text = textOf(this.#options.settings());
    const isChanged = text !== this.#read?.text;
    const press = waitingPress(this.#state);
    if (press && (isChanged || press.revision !== this.#options.cards.snapshot.revision)) this.ignorePress();
    if (isChanged) this.#read = { text, settings: JSON.parse(text) as Settings };
    return this.#read!.settings;
  }

  /** Does something for a press that waits. @returns undefined as soon as the press does not wait any more. */
  async #whileWaiting<Result>(press: WaitingPress, work: () => Promise<Result>): Promise<Result | undefined> {
    if (waitingPress(this.#state) !== press) return undefined;
    let unsubscribe = (): unknown => undefined;
    const dropped = new Promise<undefined>((resolve) => {
      unsubscribe = this.subscribe((state) => waitingPress(state) !== press && resolve(undefined));
    });
    try {
      const result = await Promise.race([work(), dropped]);
      return waitingPress(this.#state) === press ? result : undefined;
    } finally {
      unsubscribe();
    }
  }

  /**
   * Resumes an attempt: the one with the settings' tracking id, or else the one that this tab was in the middle of.
   *
   * @param record Another attempt to resume, one of `unfinished()`.
   * @param begunBefore An attempt whose outcome was shown already is shown again if it began before this time (ms): on a reload,
   *   but not on a new visit. With a fixed tracking id it always is, or the same order could be paid twice.
   * @returns false when there was nothing to resume.
   */
  async resume(record?: PaymentRecord, begunBefore = Infinity): Promise<boolean> {
    const state = this.#state;
    const { records, cards } = this.#options;
    if (this.#busy > 0 || state.step === 'recognizing') return true;
    if (state.step === 'unrecognized') {
      await this.#addressPayment.recognize(state.uid);
      return true;
    }
    if (isUnknown(state) && !record) {
      const key = this.#attempt?.key ?? this.#key;
      const onRecord = records.ofAttempt(key, state.attempt);
      // Another tab may have got further.
      await this.#follow({ ...state.attempt, jobId: state.attempt.jobId ?? onRecord?.jobId }, key, onRecord?.outcome);
      return true;
    }
    const key = (this.#key = await cards.thumbprint());
    const { trackingId } = this.#readSettings();
    this.#orders.open();
    const recorded = record ?? (trackingId === undefined ? records.findOfTab(key) : records.find(key, trackingId));
    if (!recorded || this.#state.step !== 'details' || this.#options.isTaken?.(recorded.trackingId)) return false;
    if (recorded.phase === 'ended' && recorded.startedAt >= begunBefore && trackingId === undefined) return false;
    await this.#follow(recorded, key, recorded.outcome);
    return true;
  }

  /**
   * Resumes the payment that a return address names, by the uid in it: a hint of what to ask about, never a result.
   *
   * A payment that this browser has on record is followed. One of another kind or shop is left to its own flow. For any other, the
   * merchant's server is asked; if it does not confirm the payment, the state is `unrecognized`, and `reset()` leads to the form.
   *
   * @param uid A possible id of the gateway's (`isUid`).
   * @returns false when the flow is busy with another payment, or this payment belongs to another flow.
   */
  async resumeElsewhere(uid: string): Promise<boolean> {
    if (this.#state.step !== 'details' || !isUid(uid)) return false;
    const { records, cards, settings } = this.#options;
    const recorded = records.findByUid(uid);
    const { trackingId: order } = settings();
    if (recorded && order !== undefined && recorded.trackingId !== order) return false;
    if (recorded) return records.find(await cards.thumbprint(), recorded.trackingId)?.uid === uid && this.resume(recorded);
    await this.#addressPayment.recognize(uid);
    return true;
  }

  /** Shows that the page's own order is paid, once another tab has paid it. A form for it would only lead to the same answer. */
  async showIfPaid(): Promise<void> {
    const { trackingId } = this.#readSettings();
    if (trackingId === undefined || this.#state.step !== 'details') return;
    const { records, cards } = this.#options;
    const recorded = records.find(await cards.thumbprint(), trackingId);
    if (recorded?.outcome === 'successful') await this.resume(recorded);
  }

  /** The shop's attempts in this browser whose outcome is not known, except the one that is shown. */
  async unfinished(): Promise<PaymentRecord[]> {
    const key = await this.#options.cards.thumbprint();
    const shownId = paymentOf(this.#state)?.trackingId;
    const { records, isTaken } = this.#options;
    return records.unfinished(key).filter(({ trackingId: id }) => id !== shownId && !isTaken?.(id));
  }

  /**
   * The shop's attempts in this browser that ended while no form showed them, newest first. None while this form shows another.
   *
   * @param listed Attempts that this page has listed as unfinished: wherever they were shown to their end, it tells of it, too.
   */
  async unseen(listed: readonly PaymentRecord[] = []): Promise<PaymentRecord[]> {
    const { records, cards, isTaken } = this.#options;
    const key = await cards.thumbprint();
    if (this.#state.step !== 'details') return [];
    const unseen = records.unseen(key);
    const ended = listed.flatMap((one) => {
      const now = unseen.some(({ id }) => id === one.id) ? undefined : records.ofAttempt(key, one);
      return now?.phase === 'ended' ? [now] : [];
    });
    return [...unseen, ...ended].filter(({ trackingId: id }) => !isTaken?.(id));
  }

  /** Records that the payer has seen how an attempt ended: one of `unseen()`, or the one that this form shows. */
  async markSeen(record?: PaymentRecord): Promise<void> {
    const { records, cards } = this.#options;
    const trackingId = record?.trackingId ?? (this.#state.step === 'outcome' ? paymentOf(this.#state)?.trackingId : undefined);
    if (trackingId === undefined) return;
    const key = await cards.thumbprint();
    records.markSeen(key, trackingId);
    // A reload shows the form, as the page did when the payer read it.
    if (record && records.findOfTab(key)?.trackingId === trackingId) records.forgetInTab(key);
  }

  /**
   * Asks how unfinished attempts ended, until that is known or the signal aborts. `unseen` then returns them.
   *
   * @param found Called after each outcome that was found.
   */
  async askAboutEarlier(wanted: readonly PaymentRecord[], found: () => void, signal: AbortSignal): Promise<void> {
    const readAnswer = (response: unknown): Answer | undefined => this.#kind.readAnswer(response, this.#options.records.kind);
    const earlier = { surroundings: this.#options, readAnswer, unfinished: () => this.unfinished() };
    await askAboutEarlier(earlier, wanted, found, signal);
  }

  /** Stops waiting. A request that has left is not recalled: its outcome is unknown from here on. */
  cancel(): void {
    this.dropPress();
    this.#pricing.stop();
    this.#addressPayment.cancel();
    this.#attempt?.cancel();
  }

  /** After a failure, back to the filled form; the button waits until the gateway would take a second try. */
  tryAgain(): void {
    if (!this.mayTryAgain) return;
    this.#hide();
    this.#dispatch({ type: 'reset' });
    this.#reopen();
  }

  /** The payer is back from the bank's page. The gateway is asked anew: an answer to an earlier question says nothing about now. */
  returned(): void {
    const state = this.#state;
    if (!isUnderWay(state) || bankPageOf(state) === undefined) return;
    reportRejection(this.#follow(state.attempt, this.#attempt?.key ?? this.#key, undefined));
  }

  /**
   * From a payment that the bank has not confirmed, back to the form as it was. The payment may still go through: it stays
   * unfinished on record, and whatever the payer sends next, they are asked first.
   */
  change(): void {
    const state = this.#state;
    if (!isUnconfirmed(state) || !this.mayChange) return;
    this.#guard.putAside(state.attempt);
    this.#attempt?.forget();
    this.#attempt = undefined;
    this.#options.cards.post({ kind: 'clear', what: 'verification_value' });
    this.#dispatch({ type: 'changing' });
    this.#reopen();
  }

  #reopen(): void {
    this.changed();
    this.#pricing.schedule();
  }

  /**
   * Back to the form, which is empty unless its numbers are to be used again. The attempt stays on record for a while, which prevents a
   * second payment.
   */
  reset(emptied: Emptied = 'all'): void {
    if (this.#busy > 0) return;
    if (this.#state.step === 'outcome') this.#hide();
    this.#addressPayment.stop();
    this.#pricing.forget();
    this.#options.cards.post({ kind: 'clear', what: emptied });
    this.#dispatch({ type: 'reset' });
  }

  /** Called when a press has no effect: the form says so, unless it shows why. */
  ignorePress(): void {
    this.#dispatch({ type: 'ignored' });
  }

  /** Cancels a press that still waits. */
  dropPress(press = waitingPress(this.#state)): void {
    if (press && waitingPress(this.#state) === press) this.ignorePress();
  }

  /** Call this when the payer no longer sees the form: pending checks end, and a payment under way continues. */
  detach(): void {
    this.#isAttached = false;
    this.dropPress();
    this.#pricing.stop();
  }

  /** Call this when the form is shown again: it starts what `detach()` ended. */
  attach(): void {
    this.#isAttached = true;
    if (this.#state.step === 'details' && this.#state.quote.status === 'none') this.#pricing.schedule();
  }

  #terms(): Settings {
    return this.#read?.settings ?? this.#readSettings();
  }

  /** Ends the form with what the merchant's server confirmed. */
  #confirm(found: Confirmation): void {
    this.#addressPayment.stop();
    if (isUnderWay(this.#state) || this.#state.step === 'outcome') return;
    this.#pricing.stop();
    this.#dispatch({ type: 'confirmed', ...found });
    if (this.#isAttached)
      this.#options.cards.post({ kind: 'clear', what: found.outcome === 'successful' ? 'all' : 'verification_value' });
  }

  #dispatch(event: FlowEvent): void {
    const previous = this.#state;
    this.#state = transition(previous, event);
    if (this.#state === previous) return;
    const state = this.#state;
    this.#questions.follow(state);
    for (const listener of this.#listeners) runCallback(() => listener(state, previous));
  }
}
