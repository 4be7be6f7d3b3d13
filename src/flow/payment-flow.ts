import { CheckoutError } from '../http/error.js';
import { safely } from './safely.js';
import { type Confirmation, Inquiry } from './attempt/inquiry.js';
import type { PaymentFlowOptions } from './options.js';
import { type BackToForm, PaymentAttempt } from './attempt/payment-attempt.js';
import { pursue } from './attempt/pursuit.js';
import { Questions } from './attempt/questions.js';
import { attemptOf, type TransferRecord } from './record/transfer-record.js';
import { RepeatGuard } from './attempt/repeat-guard.js';
import type { Attempt, Doubt, Event, Price, State } from './state.js';
import { initialState, isUnderWay, isUnknown, paymentOf, transition } from './state.js';
import type { PaymentSettings, Pricing, PaymentKind } from './payment-kind.js';
import { Unseen } from './record/unseen.js';

/** A payment flow of any kind. */
export type AnyPaymentFlow = Pick<PaymentFlow<PaymentSettings>, keyof PaymentFlow<PaymentSettings>>;

/** A copy that the page can't change any more. */
const frozen = <Settings>(settings: Settings): Settings => JSON.parse(JSON.stringify(settings)) as Settings;

/**
 * A payment over time: price, request, 3-D Secure, outcome. The kind of payment defines what it is for; the view subscribes
 * to its state.
 *
 * It calls a payment failed only when the gateway has proved it. Everything else that happens after the request has left
 * ends as unknown.
 */
export class PaymentFlow<Settings extends PaymentSettings> {
  readonly #kind: PaymentKind<Settings>;
  readonly #options: PaymentFlowOptions<Settings>;
  readonly #listeners = new Set<(state: State, previous: State) => void>();
  readonly #pricing: Pricing;
  readonly #guard: RepeatGuard;
  readonly #questions: Questions;
  readonly #inquiry: Inquiry;
  /** What is paid, by the page's latest settings; read once per change, and passed on. */
  #settings: Settings | undefined;
  /** Payments that ended while no form showed them. */
  readonly unseen: Unseen;
  /** Thumbprint of the shop's key, once it is known. */
  #key = '';
  #state: State = initialState;
  /** The attempt that is shown. */
  #attempt: PaymentAttempt<Settings> | undefined;
  #isBusy = false;
  /** The press that waits for its price or for the key; another press, or leaving, cancels it. */
  #press: object | undefined;
  #attempts = 0;

  constructor(kind: PaymentKind<Settings>, options: PaymentFlowOptions<Settings>) {
    const { client, cards, records, clock, random, presence } = options;
    this.#kind = kind;
    this.#options = options;
    const settings = (): Settings => this.#terms();
    const state = (): State => this.#state;
    const dispatch = (event: Event): void => this.#dispatch(event);
    this.#pricing = kind.price({ client, cards, clock, random, presence, settings }, state, dispatch);
    this.#inquiry = new Inquiry({
      surroundings: options,
      settings,
      key: () => this.#key,
      state,
      dispatch,
      confirm: (found) => this.#confirm(found),
    });
    this.#guard = new RepeatGuard({ clock, cards, records, distinguishedBy: kind.distinguishedBy });
    this.#questions = new Questions(clock, dispatch);
    this.unseen = new Unseen(options, state);
  }

  /** Where the payment stands. */
  get state(): State {
    return this.#state;
  }

  /** Calls back after every change; the returned function ends that. */
  subscribe(listener: (state: State, previous: State) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Whether another attempt may follow this one: each needs a tracking id of its own. A payment that failed in another browser was
   * not an attempt of this one.
   */
  get mayFollow(): boolean {
    const { settings, prepare } = this.#options;
    const state = this.#state;
    if (state.step !== 'outcome') return false;
    const { trackingId } = settings();
    const isOwn = state.attempt.startedAt !== undefined || state.result.outcome !== 'failed';
    return trackingId === undefined || prepare !== undefined || !isOwn || trackingId !== state.attempt.trackingId;
  }

  /** Whether a failure may be followed by another try with the same cards. */
  get mayTryAgain(): boolean {
    return this.#state.step === 'outcome' && this.#state.result.outcome === 'failed' && this.mayFollow;
  }

  /** Whether there is a way to ask how an attempt of unknown outcome ended. */
  get mayAsk(): boolean {
    const state = this.#state;
    return isUnknown(state) && (state.attempt.jobId ?? this.#options.resolveStatus) !== undefined;
  }

  /**
   * How long (ms) the gateway would still reject what is filled in as a duplicate (spec 8); 0: it would not. Nothing is sent
   * before that.
   */
  get waitFor(): number {
    return this.#key ? this.#guard.waitFor(this.#key, this.#terms().amount) : 0;
  }

  /** To be called when cards or settings changed: an outdated quote is dropped, a new one asked for. */
  changed(): void {
    this.#settings = frozen(this.#options.settings());
    this.#pricing.changed();
    this.#inquiry.changed();
  }

  /** Asks for the price now, if amount and card numbers allow it. */
  async check(): Promise<void> {
    this.#settings = frozen(this.#options.settings());
    await this.#pricing.ask(false);
  }

  /**
   * The payer's press: checks the price first when they have not seen it, then pays. Does nothing while a payment is in
   * flight, or while `waitFor` is not over.
   */
  async submit(): Promise<void> {
    const { cards, confirm, settings: read } = this.#options;
    this.#settings = frozen(read());
    const state = this.#state;
    if (state.step !== 'details' || this.waitFor > 0) return;
    const { quote } = state;
    if ((quote.status === 'running' && quote.pressed) || (quote.status === 'given' && quote.isUnread)) return;
    if (this.#settings?.amount === undefined || !cards.state.complete) {
      cards.focusFirstInvalid();
      return;
    }
    const press = (this.#press = {});
    const price = await this.#pricing.settledPrice();
    if (!price) return;
    const { revision } = cards.state;
    // The key identifies the shop: without it, no record would keep this payment from being a repeat.
    const key = await cards.thumbprint().catch((error: unknown) => {
      if (!(error instanceof CheckoutError)) throw error;
      this.#dispatch({ type: 'stopped', trouble: error });
    });
    if (key === undefined) return;
    this.#key = key;
    // Canceled since, or the cards have changed: the payer did not press for this.
    if (this.#press !== press || cards.state.revision !== revision) return;
    if (this.#state.step !== 'details' || this.#isBusy || this.waitFor > 0) return;
    this.#questions.agree();
    const doubt = this.#doubt(this.#key, price, this.#settings.trackingId);
    if (doubt) {
      this.#dispatch({ type: 'doubted', doubt });
      return;
    }
    if (confirm?.(price) === false) return;
    await this.#pay(price);
  }

  /**
   * Resumes an attempt: that with the settings' tracking id, else the one this tab was in the middle of.
   *
   * @param record Another attempt to resume, one of `unfinished()`.
   * @param begunBefore An attempt whose outcome was shown already is shown again if it began before this time (ms): on a reload,
   *   but not on a new visit. With a fixed tracking id it always is, or the same order could be paid twice.
   * @returns false when there was nothing to resume.
   */
  async resume(record?: TransferRecord, begunBefore = Infinity): Promise<boolean> {
    const state = this.#state;
    const { records, cards, settings } = this.#options;
    if (this.#isBusy || state.step === 'recognizing') return true;
    if (state.step === 'unrecognized') {
      await this.#inquiry.recognize(state.uid);
      return true;
    }
    if (isUnknown(state) && !record) {
      const key = this.#attempt?.key ?? this.#key;
      const onRecord = records.find(key, state.attempt.trackingId);
      // Another tab may have got further.
      await this.#follow({ ...state.attempt, jobId: state.attempt.jobId ?? onRecord?.job_id }, key, onRecord?.outcome);
      return true;
    }
    const key = (this.#key = await cards.thumbprint());
    this.#settings = frozen(settings());
    this.#inquiry.open();
    const terms = this.#terms();
    const { trackingId } = terms;
    const found = record ?? (trackingId === undefined ? records.findOfTab(key) : records.findOrder(key, trackingId, terms));
    if (!found || this.#state.step !== 'details' || this.#options.isTaken?.(found.tracking_id)) return false;
    if (found.phase === 'ended' && found.started_at >= begunBefore && trackingId === undefined) return false;
    await this.#follow(attemptOf(found), key, found.outcome);
    return true;
  }

  /**
   * Resumes the payment that a return address names, by the uid in it: a hint of what to ask about, never a result.
   *
   * A payment that this browser has on record is followed. One of another kind or shop is left to its own flow. For any other, the
   * merchant's server is asked; if it does not confirm the payment, the state is `unrecognized`, and `reset()` leads to the form.
   *
   * @param uid A possible id of the gateway's (`isUid`).
   * @returns false when something else is going on, or the payment is not one of this flow.
   */
  async resumeElsewhere(uid: string): Promise<boolean> {
    if (this.#isBusy || this.#state.step !== 'details') return false;
    const { records, cards, settings } = this.#options;
    const known = records.findByUid(uid);
    const { trackingId: order } = settings();
    if (known && order !== undefined && known.tracking_id !== order) return false;
    if (known) return records.find(await cards.thumbprint(), known.tracking_id)?.uid === uid && this.resume(known);
    await this.#inquiry.recognize(uid);
    return true;
  }

  /** The shop's attempts in this browser whose outcome is not known, except the one that is shown. */
  async unfinished(): Promise<TransferRecord[]> {
    const key = await this.#options.cards.thumbprint();
    const own = paymentOf(this.#state)?.trackingId;
    const { records, isTaken } = this.#options;
    return records.unfinished(key).filter(({ tracking_id: id }) => id !== own && !isTaken?.(id));
  }

  /**
   * Asks how unfinished attempts ended, until that is known or the signal aborts. `unseen` then returns them.
   *
   * @param found Called after each outcome that was found.
   */
  async pursue(wanted: readonly TransferRecord[], found: () => void, signal: AbortSignal): Promise<void> {
    const { readAnswer } = this.#kind;
    await pursue({ surroundings: this.#options, readAnswer, unfinished: () => this.unfinished() }, wanted, found, signal);
  }

  /** Stops waiting. A request that has left is not recalled: its outcome is unknown from here on. */
  cancel(): void {
    this.#press = undefined;
    this.#pricing.stop();
    this.#inquiry.cancel();
    if (this.#isBusy) this.#attempt?.cancel();
  }

  /** After a failure, back to the filled form; the button waits until the gateway would take a second try. */
  tryAgain(): void {
    if (!this.mayTryAgain) return;
    this.#leaveAttempt();
    this.#dispatch({ type: 'reset' });
    this.changed();
    this.#pricing.schedule();
  }

  /** Back to an empty form. The attempt stays on record for a while: it keeps from being paid twice. */
  reset(): void {
    if (this.#isBusy) return;
    if (this.#state.step === 'outcome') this.#leaveAttempt();
    this.#press = undefined;
    this.#inquiry.stop();
    this.#pricing.forget();
    this.#options.cards.clear('all');
    this.#dispatch({ type: 'reset' });
  }

  /** To be called when the payer no longer sees the form: pending checks end, a payment under way continues. */
  detach(): void {
    this.#press = undefined;
    this.#pricing.stop();
  }

  /** To be called when the form is shown again: starts what `detach()` ended. */
  attach(): void {
    if (this.#state.step === 'details' && this.#state.quote.status === 'none') this.#pricing.schedule();
  }

  #terms(): Settings {
    return (this.#settings ??= frozen(this.#options.settings()));
  }

  #doubt(key: string, price: Price, own: string | undefined): Doubt | undefined {
    return this.#questions.next(this.#options.cards.state.sameCard, this.#guard.doubtful(key, price, own));
  }

  #leaveAttempt(): void {
    const attempt = this.#attempt;
    if (!attempt) return;
    this.#options.records.leave(attempt.key);
    attempt.forget();
    this.#attempt = undefined;
  }

  async #pay(price: Price): Promise<void> {
    const { cards, clock, random, settings: read } = this.#options;
    const { amount, currency } = price;
    const settings: Settings = { ...frozen(read()), amount, currency };
    const { revision, source, recipient } = cards.state;
    const trackingId = settings.trackingId ?? random.uuid();
    const facts: Attempt = {
      trackingId,
      amount,
      currency,
      startedAt: clock.now(),
      source,
      recipient,
      jobId: undefined,
      uid: undefined,
    };
    const attempt = this.#show(facts, this.#key);
    this.#dispatch({ type: 'started', attempt: facts });
    // A page that was asked to confirm may have changed something, which voids the price.
    if (this.#state.step !== 'transferring') {
      this.#attempt = undefined;
      return;
    }
    this.#attempts += 1;
    const terms = { price, settings, revision, attempt: this.#attempts };
    const back = await this.#whileBusy(() => attempt.send(terms)).catch(async (error: unknown) => {
      // A mistake somewhere: what was sent has ended as unknown, and otherwise nothing was.
      if (isUnderWay(this.#state)) await this.#goBack({ why: 'stopped' }, attempt.key);
      throw error;
    });
    if (back) await this.#goBack(back, attempt.key);
  }

  /** Ends the form with what the merchant's server confirmed. */
  #confirm(found: Confirmation): void {
    if (isUnderWay(this.#state) || this.#state.step === 'outcome') return;
    this.#press = undefined;
    this.#pricing.stop();
    this.#dispatch({ type: 'confirmed', ...found });
    this.#options.cards.clear(found.outcome === 'successful' ? 'all' : 'verification_value');
  }

  async #goBack(back: BackToForm, key: string): Promise<void> {
    this.#attempt = undefined;
    if (back.why === 'problems') {
      this.#dispatch({ type: 'complained', problems: back.problems });
      this.#options.cards.showErrors(back.problems);
      return;
    }
    const quote =
      back.why === 'doubt' ? ({ status: 'given', price: back.price, confirm: back.doubt, isUnread: true } as const) : undefined;
    const trouble = back.why === 'stopped' ? back.trouble : undefined;
    this.#dispatch({ type: 'stopped', trouble, quote });
    // An error stays on the screen; otherwise the price comes back by itself.
    if (back.why === 'stopped' && !trouble) this.#pricing.schedule();
    if (back.why === 'paid_before') this.#confirm({ payment: back.payment, outcome: 'successful' });
    if (back.why === 'sent_before') await this.#follow(attemptOf(back.record), key, back.record.outcome);
  }

  /** Follows an attempt whose request left earlier. */
  async #follow(facts: Attempt, key: string, known: TransferRecord['outcome']): Promise<void> {
    this.#pricing.stop();
    this.#attempt?.forget();
    const attempt = this.#show(facts, key);
    this.#dispatch({ type: 'resumed', attempt: facts });
    await this.#whileBusy(() => attempt.follow(known));
  }

  #show(facts: Attempt, key: string): PaymentAttempt<Settings> {
    const attempt: PaymentAttempt<Settings> = new PaymentAttempt(facts, key, {
      surroundings: this.#options,
      kind: this.#kind,
      paid: (trackingId, settings, signal) => this.#inquiry.paid(trackingId, settings, signal),
      guard: this.#guard,
      isShown: () => this.#attempt === attempt && this.#options.isShown?.() !== false,
      doubt: (price, trackingId) => this.#doubt(key, price, trackingId),
      dispatch: (event) => {
        if (this.#attempt !== attempt) return undefined;
        this.#dispatch(event);
        return this.#state;
      },
    });
    this.#attempt = attempt;
    return attempt;
  }

  async #whileBusy<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#isBusy = true;
    try {
      return await work();
    } finally {
      this.#isBusy = false;
    }
  }

  #dispatch(event: Event): void {
    const previous = this.#state;
    this.#state = transition(previous, event);
    if (this.#state === previous) return;
    const state = this.#state;
    this.#questions.follow(state);
    for (const listener of this.#listeners) safely(() => listener(state, previous));
  }
}
