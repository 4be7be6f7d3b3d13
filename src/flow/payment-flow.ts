import { abortable } from '../clock/clock.js';
import { CheckoutError } from '../http/error.js';
import { TransportError } from '../http/request.js';
import { callOut } from './call-out.js';
import { CANCELED, Following } from './following.js';
import { type Confirmation, Inquiry } from './inquiry.js';
import { watchTime } from './late-seal.js';
import { alone } from './lock.js';
import { nameAttempt } from './merchant.js';
import type { PaymentFlowOptions } from './options.js';
import { type Posted, postOnce } from './post.js';
import { editableProblems, isAboutSeals } from './problems.js';
import { attemptOf, type TransferRecord } from './record.js';
import { RepeatGuard } from './repeat-guard.js';
import {
  type Attempt, type Event, initialState, isUnderWay, isUnknown, paymentOf, type Price, type State, transition,
} from './state.js';
import type { PaymentSettings, Pricing, Undertaking } from './undertaking.js';

/** What can be asked of a payment, whatever it is for. */
export type AnyPaymentFlow = Pick<PaymentFlow<PaymentSettings>, keyof PaymentFlow<PaymentSettings>>;

/**
 * A payment over time: price, request, 3-D Secure, outcome. What it is for is its undertaking's to say; it knows no page
 * either, whoever shows it subscribes to its state.
 *
 * It calls a payment failed only when the gateway has said so. Whatever else happens after the request has left ends
 * as unknown.
 */
export class PaymentFlow<Settings extends PaymentSettings> {
  readonly #undertaking: Undertaking<Settings>;
  readonly #options: PaymentFlowOptions<Settings>;
  readonly #listeners = new Set<(state: State, previous: State) => void>();
  readonly #pricing: Pricing;
  readonly #following: Following;
  readonly #inquiry: Inquiry;
  readonly #guard: RepeatGuard;
  /** Thumbprint of the shop's key, once it is known. */
  #key = '';
  #state: State = initialState;
  #flight: AbortController | undefined;
  /** The press that waits for its price or for the key; another one, or leaving, calls it off. */
  #press: object | undefined;
  #attempts = 0;

  constructor(undertaking: Undertaking<Settings>, options: PaymentFlowOptions<Settings>) {
    const state = (): State => this.#state;
    const dispatch = (event: Event): void => this.#dispatch(event);
    this.#undertaking = undertaking;
    this.#options = options;
    this.#pricing = undertaking.price(options, state, dispatch);
    this.#guard = new RepeatGuard(options, () => this.#key);
    this.#inquiry = new Inquiry(options, () => this.#key, state, { dispatch, confirm: (found) => this.#end(found) });
    this.#following = new Following(options, undertaking.readAnswer, state, dispatch);
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
   * Whether this attempt may be followed by another: each needs a tracking id of its own. What failed in another browser was no
   * attempt of this one.
   */
  get mayFollow(): boolean {
    const { settings, prepare } = this.#options;
    const state = this.#state;
    const { trackingId } = settings();
    if (state.step !== 'outcome') return false;
    const isOwn = state.attempt.startedAt !== undefined || state.result.outcome !== 'failed';
    return trackingId === undefined || prepare !== undefined || !isOwn || trackingId !== state.attempt.trackingId;
  }

  /** Whether a failure may be followed by another try with the same cards. */
  get mayTryAgain(): boolean {
    return this.#state.step === 'outcome' && this.#state.result.outcome === 'failed' && this.mayFollow;
  }

  /** Whether there is anybody to ask how an attempt of unknown outcome ended. */
  get mayAsk(): boolean {
    const state = this.#state;
    return isUnknown(state) && (state.attempt.jobId ?? this.#options.resolveStatus) !== undefined;
  }

  /** To be called when cards or settings changed: an outdated quote is dropped, a new one asked for. */
  changed(): void {
    this.#pricing.changed();
    this.#inquiry.changed();
  }

  /** Asks for the price now, if amount and card numbers allow it. */
  async check(): Promise<void> {
    await this.#pricing.ask(false);
  }

  /**
   * The payer's press: checks the price first when he has not seen it, then pays. Does nothing while a payment is in
   * flight, or before `retryAt`.
   */
  async submit(): Promise<void> {
    const { cards, settings, confirm } = this.#options;
    const state = this.#state;
    if (state.step !== 'details' || this.retryAt !== undefined) return;
    if (state.quote.status === 'running' && state.quote.pressed) return;
    if (settings().amount === undefined || !cards.state.complete) {
      cards.focusFirstInvalid();
      return;
    }
    const press = (this.#press = {});
    const price = await this.#pricing.settledPrice();
    if (!price) return;
    const { revision } = cards.state;
    // Whose shop it is: without it, nothing on record would keep this from being a repeat.
    this.#key ||= await cards.thumbprint();
    // Called off meanwhile, or of cards that are others now: it was not this that the payer pressed for.
    if (this.#press !== press || cards.state.revision !== revision) return;
    if (this.#state.step !== 'details' || this.#flight || this.retryAt !== undefined) return;
    if (this.#guard.hasDoubt(price)) {
      this.#dispatch({ type: 'doubted' });
      return;
    }
    if (confirm?.(price) === false) return;
    await this.#pay(price);
  }

  /**
   * Takes up what was left: the attempt with the settings' tracking id, else the one this tab was in the middle of.
   *
   * @param record Another attempt to take up, one of `unfinished()`.
   * @param begunBefore An attempt whose end was shown already is shown again if it was begun before this (ms): on a reload
   *   what the page before it showed, on a new visit nothing. With a fixed tracking id it always is, or the same order
   *   could be paid twice.
   * @returns false when there was nothing to take up.
   */
  async resume(record?: TransferRecord, begunBefore = Infinity): Promise<boolean> {
    const state = this.#state;
    if (this.#flight || state.step === 'recognizing') return true;
    if (state.step === 'unrecognized') {
      await this.#inquiry.recognize(state.uid);
      return true;
    }
    if (isUnknown(state) && !record) {
      const { key } = this.#following;
      const onRecord = this.#options.records.find(key, state.attempt.trackingId);
      // Another tab may have got further.
      await this.#follow({ ...state.attempt, jobId: state.attempt.jobId ?? onRecord?.job_id }, onRecord?.outcome);
      return true;
    }
    const { records, cards, settings } = this.#options;
    const key = (this.#key = await cards.thumbprint());
    this.#inquiry.open();
    const terms = settings();
    const { trackingId } = terms;
    const found = record ?? (trackingId === undefined ? records.findOfTab(key) : records.findOrder(key, trackingId, terms));
    if (!found || this.#state.step !== 'details' || this.#options.isTaken?.(found.tracking_id)) return false;
    if (found.phase === 'ended' && found.started_at >= begunBefore && trackingId === undefined) return false;
    this.#following.key = key;
    await this.#follow(attemptOf(found), found.outcome);
    return true;
  }

  /**
   * Takes up what a return address names, by the uid in it: a hint of what to ask about, never a result.
   *
   * What this browser has on record is followed as such; what was paid for something else, or to another shop, is not this
   * flow's to tell. About all else the merchant's server is asked. Where it confirms nothing, the state is `unrecognized`, and
   * `reset()` leads to the form.
   *
   * @param uid What a gateway may call a payment (`isUid`).
   * @returns false when something else is going on, or nothing of this flow's is called so.
   */
  async resumeElsewhere(uid: string): Promise<boolean> {
    if (this.#flight || this.#state.step !== 'details') return false;
    const { records, cards, settings } = this.#options;
    const known = records.findByUid(uid);
    const { trackingId: order } = settings();
    if (known && order !== undefined && known.tracking_id !== order) return false;
    if (known) return records.find(await cards.thumbprint(), known.tracking_id)?.uid === uid && this.resume(known);
    await this.#inquiry.recognize(uid);
    return true;
  }

  /** The shop's attempts in this browser whose end nobody has seen, but for the one shown here. */
  async unfinished(): Promise<TransferRecord[]> {
    const key = await this.#options.cards.thumbprint();
    const own = paymentOf(this.#state)?.trackingId;
    const { records, isTaken } = this.#options;
    return records.unfinished(key).filter(({ tracking_id: id }) => id !== own && !isTaken?.(id));
  }

  /** Stops waiting. What has been sent stays sent: its outcome is unknown from here on. */
  cancel(): void {
    this.#press = undefined;
    this.#pricing.stop();
    this.#inquiry.cancel();
    this.#flight?.abort(CANCELED);
  }

  /** After a failure, back to the filled form; the button waits until the gateway would take a second try. */
  tryAgain(): void {
    const state = this.#state;
    if (state.step !== 'outcome' || !this.mayTryAgain) return;
    this.#options.records.leave(this.#following.key);
    this.#following.stopAsking();
    this.#dispatch({ type: 'reset' });
    this.#pricing.schedule();
  }

  /** Until when (ms) the gateway would take what is filled in for a duplicate (spec 8): nothing is sent before. */
  get retryAt(): number | undefined {
    return this.#guard.waitUntil;
  }

  /** Back to an empty form. The attempt stays on record for a while: it keeps from being paid twice. */
  reset(): void {
    const state = this.#state;
    if (this.#flight) return;
    if (state.step === 'outcome') this.#options.records.leave(this.#following.key);
    this.#press = undefined;
    this.#following.stopAsking();
    this.#inquiry.stop();
    this.#pricing.forget();
    this.#options.cards.clear('all');
    this.#dispatch({ type: 'reset' });
  }

  /** Ends what nobody would see any more; a payment in flight goes on. */
  detach(): void {
    this.#press = undefined;
    this.#pricing.stop();
  }

  /** Takes up again what `detach()` called off, when somebody sees it once more. */
  attach(): void {
    if (this.#state.step === 'details' && this.#state.quote.status === 'none') this.#pricing.schedule();
  }

  async #pay(price: Price): Promise<void> {
    const { cards, clock, settings: read, random } = this.#options;
    const { amount, currency } = price;
    // Frozen here: what the payer confirmed is what is sent, whatever changes on the page meanwhile.
    const settings: Settings = { ...(JSON.parse(JSON.stringify(read())) as Settings), amount, currency };
    const { revision, source, recipient } = cards.state;
    const trackingId = settings.trackingId ?? random.uuid();
    const attempt: Attempt = { trackingId, amount, currency, startedAt: clock.now(), source, recipient, jobId: undefined, uid: undefined };
    const flight = (this.#flight = new AbortController());
    const { signal } = flight;
    this.#dispatch({ type: 'started', attempt });
    const progress = { sent: false };
    try {
      // Whoever was asked to confirm may have changed something, which voids the price.
      if (this.#state.step !== 'transferring') return;
      const known = await this.#send(price, settings, { trackingId, revision, signal, progress });
      if (known && 'payment' in known) {
        this.#dispatch({ type: 'stopped' });
        this.#end(known);
      } else if (known) {
        // Another tab or visit has sent this very payment already.
        this.#dispatch({ type: 'stopped' });
        await this.#follow(attemptOf(known), known.outcome, true);
      }
    } catch (error) {
      if (progress.sent) {
        await this.#following.end({ outcome: 'unknown', reason: 'no_answer' }, signal);
      } else {
        this.#dispatch({ type: 'stopped', trouble: error instanceof CheckoutError ? error : undefined });
        // What went wrong stays to be read; otherwise the price comes back by itself.
        if (error === CANCELED) this.#pricing.schedule();
      }
      if (error !== CANCELED && (progress.sent || !(error instanceof CheckoutError))) throw error;
    } finally {
      if (this.#flight === flight) this.#flight = undefined;
    }
  }

  /** @returns what keeps this payment from being sent: a record of it, or the merchant's server's word that it is paid. */
  async #send(
    price: Price,
    settings: Settings,
    { trackingId: ownId, revision, signal, progress }: {
      trackingId: string;
      revision: number;
      signal: AbortSignal;
      progress: { sent: boolean };
    },
  ): Promise<TransferRecord | Confirmation | undefined> {
    const { cards, clock, client, locks, prepare, presence, records, report } = this.#options;
    const { endpoint, parameters, bind, body, isEditable } = this.#undertaking;
    const following = this.#following;
    following.repeated = false;
    following.key = this.#key = await abortable(cards.thumbprint(), signal);
    this.#attempts += 1;
    const trackingId = await nameAttempt(prepare, price, { attempt: this.#attempts, trackingId: ownId, clock, signal });
    const payment = trackingId === settings.trackingId ? await this.#inquiry.paid(signal) : undefined;
    if (payment) return { payment, outcome: 'successful' };
    const { amount, currency } = price;
    const seal = () =>
      abortable(cards.seal({ ...bind(settings), amount, currency, trackingId, issuedAt: client.now() }), signal);
    const hasMoved = watchTime(client, clock);
    let sections = await seal();
    // From the look-up to the record nothing waits, so that of two tabs only one gets through.
    const post = (): { known: TransferRecord } | { known: undefined; posting: Promise<Posted> } => {
      // Those may not be the cards whose price the payer confirmed.
      if (cards.state.revision !== revision) throw CANCELED;
      // What has failed for sure may be sent again where the merchant names each attempt.
      const known = records.findOrder(following.key, trackingId, price);
      if (known && !(known.outcome === 'failed' && prepare)) return { known };
      if (presence.offline) {
        throw new TransportError('network_unreachable', 'Expected a network; this browser has none. Nothing was sent.');
      }
      const posting = postOnce(client, endpoint, body(settings, trackingId, sections), {
        clock,
        signal,
        parameters: parameters?.(settings),
        sending: () => {
          progress.sent = true;
          this.#dispatch({ type: 'sent', trackingId, at: clock.now() });
          // Before the request: a page that dies right after it must still know that it left.
          following.record('sent');
        },
      });
      return { known: undefined, posting };
    };
    const begin = () => alone(locks, `checkout-elements:${following.key}:${trackingId}`, post, { clock, signal });
    let begun = await begin();
    if (begun.known) return begun.known;
    let posted = await begun.posting;
    if (posted.result === 'refused' && isAboutSeals(posted.body) && hasMoved()) {
      // Refused whole, for its seals alone: no money moved. Made anew, once, with the time that the refusal told.
      following.withdraw();
      progress.sent = false;
      sections = await seal();
      begun = await begin();
      if (begun.known) return begun.known;
      posted = await begun.posting;
    }
    if (posted.result === 'accepted') {
      this.#dispatch({ type: 'accepted', jobId: posted.jobId });
      following.record('accepted');
      following.repeated = posted.repeated;
      await following.toTheEnd(posted.jobId, { signal, immediately: false, known: undefined });
    } else if (posted.result === 'unknown') {
      await following.end({ outcome: 'unknown', reason: posted.reason }, signal);
    } else {
      const problems = editableProblems(posted.body, isEditable);
      if (problems) {
        following.withdraw();
        this.#dispatch({ type: 'complained', problems });
        cards.showErrors(problems);
      } else {
        callOut(() => report(posted.error));
        await following.end({ outcome: 'failed', message: posted.body.message }, signal);
      }
    }
    return undefined;
  }

  /** Ends the form with what the merchant's server confirmed. */
  #end(found: Confirmation): void {
    if (isUnderWay(this.#state) || this.#state.step === 'outcome') return;
    this.#press = undefined;
    this.#pricing.stop();
    this.#dispatch({ type: 'confirmed', ...found });
    this.#options.cards.clear(found.outcome === 'successful' ? 'all' : 'verification_value');
  }

  /** Follows an attempt whose request left earlier (see `Following.takeUp`). */
  async #follow(attempt: Attempt, known: TransferRecord['outcome'], elsewhere = false): Promise<void> {
    this.#pricing.stop();
    const flight = (this.#flight = new AbortController());
    try {
      await this.#following.takeUp(attempt, { signal: flight.signal, known, elsewhere });
    } finally {
      if (this.#flight === flight) this.#flight = undefined;
    }
  }

  #dispatch(event: Event): void {
    const previous = this.#state;
    this.#state = transition(previous, event);
    if (this.#state === previous) return;
    const state = this.#state;
    for (const listener of this.#listeners) callOut(() => listener(state, previous));
  }
}
