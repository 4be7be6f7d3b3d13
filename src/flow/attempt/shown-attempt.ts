import { base64url } from '../../checkout/base64url.js';
import { snapshot } from '../snapshot.js';
import type { PaymentFlowOptions } from '../options.js';
import type { PaymentSettings, Pricing } from '../payment-kind.js';
import { attemptOf, type PaymentRecord } from '../record/payment-record.js';
import { type Attempt, type FlowEvent, isUnderWay, type Price, type State, type WaitingPress } from '../state.js';
import type { Confirmation } from '../outcome/orders.js';
import { PaymentAttempt } from './payment-attempt.js';
import type { AttemptOptions } from './attempt-options.js';
import { reportRejection } from '../run-callback.js';
import type { BackToForm } from './back-to-form.js';

/** The dependencies of the shown attempt. */
export interface ShownAttemptOptions<Settings extends PaymentSettings> extends Pick<
  AttemptOptions<Settings>,
  'kind' | 'guard' | 'questions' | 'orders'
> {
  readonly surroundings: PaymentFlowOptions<Settings>;
  readonly pricing: Pricing;
  readonly state: () => State;
  readonly dispatch: (event: FlowEvent) => void;
  /** Ends the form with what the merchant's server confirmed. */
  readonly confirm: (confirmation: Confirmation) => void;
}

/** The attempt that a flow shows: starts or follows it, and leads back to the form if nothing was sent. */
export class ShownAttempt<Settings extends PaymentSettings> {
  readonly #options: ShownAttemptOptions<Settings>;
  #attempt: PaymentAttempt<Settings> | undefined;
  /** How many attempts are being sent or followed now: one that a newer one has replaced ends a moment later. */
  #busy = 0;
  /** How many attempts this form has made. */
  #count = 0;

  constructor(options: ShownAttemptOptions<Settings>) {
    this.#options = options;
  }

  /** Whether an attempt is being sent or followed now. */
  get isBusy(): boolean {
    return this.#busy > 0;
  }

  /** Thumbprint of the key of the attempt's shop. */
  get key(): string | undefined {
    return this.#attempt?.key;
  }

  /** Sends the payment that the payer pressed for, with those cards and at that price. */
  async pay(press: WaitingPress, price: Price, key: string): Promise<void> {
    const { surroundings, state, dispatch } = this.#options;
    const { cards, clock, random } = surroundings;
    const { amount, currency } = price;
    const settings: Settings = { ...snapshot(surroundings.settings()), amount, currency };
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
    dispatch({ type: 'started', press, attempt: facts });
    // A page that was asked to confirm may have changed something, which cancels the press.
    if (state().step !== 'transferring') {
      this.#attempt = undefined;
      return;
    }
    this.#count += 1;
    const terms = { price, settings, revision: press.revision, attempt: this.#count };
    const back = await this.#whileBusy(() => attempt.send(terms)).catch(async (error: unknown) => {
      // This is a bug. A payment that is still under way was not sent: one that was sent has already ended as unknown.
      if (isUnderWay(state())) await this.#goBack({ why: 'stopped' }, key);
      throw error;
    });
    if (back) await this.#goBack(back, key);
  }

  /** Follows an attempt whose request left earlier. */
  async follow(record: Attempt, key: string, known: PaymentRecord['outcome']): Promise<void> {
    const facts = attemptOf(record);
    this.#options.pricing.stop();
    this.#attempt?.forget();
    const attempt = this.#show(facts, key);
    this.#options.dispatch({ type: 'resumed', attempt: facts });
    const back = await this.#whileBusy(() => attempt.follow(known));
    // Another attempt takes its place only while a job is polled, and from there no way leads back.
    if (back) await this.#goBack(back, key);
  }

  /** Stops waiting. A request that has left is not recalled: its outcome is unknown from here on. */
  cancel(): void {
    this.#attempt?.cancel();
  }

  /** Stops showing and following the attempt, which is not over. Its record stays, and this tab shows it again after a reload. */
  putAside(attempt: Attempt): void {
    this.#options.guard.putAside(attempt);
    this.#attempt?.forget();
    this.#attempt = undefined;
    this.#options.surroundings.cards.post({ kind: 'clear', what: 'verification_value' });
  }

  /** Stops showing the attempt; its record stays. */
  leave(): void {
    const attempt = this.#attempt;
    if (!attempt) return;
    this.#options.surroundings.records.forgetInTab(attempt.key);
    attempt.forget();
    this.#attempt = undefined;
  }

  async #goBack(back: BackToForm, key: string): Promise<void> {
    const { surroundings, dispatch, pricing, orders, confirm } = this.#options;
    this.#attempt = undefined;
    if (back.why === 'withdrawn') dispatch({ type: 'withdrawn' });
    else if (back.why === 'problems') {
      dispatch({ type: 'complained', problems: back.problems });
      surroundings.cards.post({ kind: 'refuse', errors: back.problems });
    } else if (back.why === 'question') {
      const { price, reason } = back;
      dispatch({ type: 'stopped', quote: { status: 'given', price, confirm: reason, isUnread: true } });
    } else if (back.why === 'stopped') {
      const { trouble, price } = back;
      dispatch({ type: 'stopped', trouble, quote: price && { status: 'given', price } });
      // An error stays on the screen. Without one, the price is requested again.
      if (!back.trouble) pricing.schedule();
    } else dispatch({ type: 'stopped' });
    orders.remind();
    if (back.why === 'paid_before') confirm({ payment: back.payment, outcome: 'successful' });
    if (back.why === 'sent_before') await this.follow(back.record, key, back.record.outcome);
  }

  #show(facts: Attempt, key: string): PaymentAttempt<Settings> {
    const { surroundings, state, dispatch } = this.#options;
    const attempt: PaymentAttempt<Settings> = new PaymentAttempt(facts, key, {
      ...this.#options,
      replacedBy: (newer) => {
        if (this.#attempt === attempt) reportRejection(this.follow(newer, key, newer.outcome));
      },
      isShown: () => this.#attempt === attempt && surroundings.isShown?.() !== false,
      dispatch: (event) => {
        if (this.#attempt !== attempt) return undefined;
        dispatch(event);
        return state();
      },
    });
    this.#attempt = attempt;
    return attempt;
  }

  async #whileBusy<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#busy += 1;
    try {
      return await work();
    } finally {
      this.#busy -= 1;
    }
  }
}
