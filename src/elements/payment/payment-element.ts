import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Subject } from '../../channel/to-frame.js';
import { systemClock } from '../../clock/clock.js';
import type { PaymentSettings } from '../../flow/payment-kind.js';
import { isUnderWay, type Outcome, type PaidSum, type State } from '../../flow/state.js';
import { CheckoutChangeEvent } from '../events.js';
import { labelEnterKey } from '../fields/submit-form.js';
import { fieldStyles } from '../fields/field-styles.js';
import { FormAssociation } from '../session/form-association.js';
import { RunningPaymentElement } from './running-payment-element.js';
import { showStates } from '../base/custom-states.js';
import { forgetReturn } from '../page/return-address.js';
import type { Speech } from '../base/speech.js';
import type { FormCatalogue, OrderMessages } from '../../locales/catalogue.js';
import type { RunningPayment } from './running-payment.js';
import { announcementsView } from '../base/announcements-view.js';

/**
 * The base of every element that takes a card: a form, then waiting, 3-D Secure and the outcome of a payment. It can be used
 * in a surrounding form.
 *
 * @event {CheckoutReadyEvent} checkout-ready - Set up, and takes input.
 * @event {CheckoutChangeEvent} checkout-change - The payer's input has changed.
 * @event {CheckoutSubmitEvent} checkout-submit - The payer confirmed. `preventDefault()` stops before anything is sent.
 * @event {CheckoutRedirectEvent} checkout-redirect - The payer is about to leave for 3-D Secure. After `preventDefault()`
 * you have to send the payer there yourself.
 * @event {CheckoutOutcomeEvent} checkout-outcome - How the payment ended. One final outcome may
 * follow an `unknown`.
 * @event {CheckoutCardRemoveEvent} checkout-card-remove - With `removable-cards`: the payer wants a card of `savedCards` or `savedRecipients`
 * removed, and has confirmed it. Delete it on your server, then set the list without it.
 * @event {CheckoutCancelEvent} checkout-cancel - The payer, or `cancel()`, stopped the waiting. A payment that was sent goes on.
 */
export abstract class PaymentElement<
  Settings extends PaymentSettings,
  Opened extends RunningPayment<Settings> = RunningPayment<Settings>,
> extends RunningPaymentElement<Settings, Opened> {
  static readonly formAssociated = true;

  static override styles = [...RunningPaymentElement.styles, fieldStyles];

  readonly #internals = this.attachInternals();
  readonly #association = new FormAssociation(this, this.#internals, () => (this.isOptional ? undefined : this.#missing));
  #askedAt: number | undefined;

  // Listens on the root: events of a focus that moves within the element don't leave it.
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    root.addEventListener('focusin', (event) => labelEnterKey(event));
    return root;
  }

  /** Whether everything that a payment needs is filled in. */
  protected abstract get complete(): boolean;

  /** Shows the errors of the fields, and moves the focus to the first wrong one. */
  protected abstract complain(): unknown;

  /** Fills in the amount of an earlier attempt for another try, after the page was left meanwhile. Card data is never kept. */
  protected refill(_sum: PaidSum): void {}

  /** Whether a surrounding form may be sent without a payment made here. */
  protected get isOptional(): boolean {
    return false;
  }

  protected override get subject(): Subject | undefined {
    const { amount, currency } = this.payment?.sum ?? {};
    return currency ? { operation: this.legends.recipient_card ? 'transfer' : 'order', amount, currency } : undefined;
  }

  protected override get isOpen(): boolean {
    return this.step === 'details';
  }

  protected override get takesCards(): boolean {
    return this.isOpen && this.errors.length === 0 && this.renderRoot.querySelector('form') !== null;
  }

  /** The step that the payment is in: `recognizing`, `unrecognized`, `details`, `transferring`, `authentication`, `settling` or `outcome`. */
  override get step(): State['step'] {
    return this.state.step;
  }

  /** How the payment ended: `successful`, `failed` or `unknown`; undefined before. */
  override get outcome(): Outcome['outcome'] | undefined {
    const { state } = this;
    return state.step === 'outcome' ? state.result.outcome : undefined;
  }

  /** The form this element is in. */
  get form(): HTMLFormElement | null {
    return this.#association.form;
  }

  /** Standard validity: `valueMissing` until the payment is made, so that no surrounding form is sent unpaid. */
  get validity(): ValidityState {
    return this.#association.validity;
  }

  /** Resumes the payment this tab was in the middle of, or asks again after an unknown outcome. */
  async resume(): Promise<void> {
    await this.opened();
    await this.payment?.resume();
  }

  /** Stops waiting. A payment that was sent goes on. */
  cancel(): void {
    this.payment?.flow?.cancel();
  }

  /** Returns to an empty form, unless a payment is in flight. */
  reset(): void {
    if (isUnderWay(this.state)) return;
    this.discard();
    forgetReturn();
    this.release();
    this.reconsider();
    void this.payment?.findEarlierPayments();
  }

  /** Returns whether the payment has been made, without showing messages. For the state of the fields, listen to `checkout-change`. */
  checkValidity(): boolean {
    return this.#association.checkValidity();
  }

  /** Returns whether the payment has been made, and shows what is missing. */
  reportValidity(): boolean {
    if (this.step === 'details' && !this.complete) this.complain();
    else this.#association.reportValidity();
    return this.checkValidity();
  }

  /** Moves the focus to where the payer continues: the first field that is not filled in, the button, or the heading of a later step. */
  override focus(options?: FocusOptions): void {
    const { renderRoot: root } = this;
    // While the page loads, its own script may ask before anything is drawn.
    if (this.isConnected && !this.hasUpdated) {
      // Nothing is drawn where the page's policy forbids templates.
      void this.updateComplete.then(() => this.hasUpdated && this.focus(options));
      return;
    }
    if (this.step === 'details' && this.focusUnfinished(options)) return;
    // A later step begins with its heading; the form is still there, but hidden.
    const next =
      root.querySelector<HTMLElement>('h2[tabindex]') ?? root.querySelector<HTMLElement>('.submit') ?? root.querySelector('a');
    next?.focus(options);
  }

  /** @internal Called when a surrounding form is reset: a payment in flight goes on, and "don't pay again" stays on the screen. */
  formResetCallback(): void {
    if (this.outcome !== 'unknown' && this.step !== 'unrecognized') this.reset();
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    showStates(this.#internals, [this.step, this.outcome]);
  }

  /** Whether the payer types the amount. */
  protected get isAmountTyped(): boolean {
    return false;
  }

  /** Whether an outcome offers another try, or another payment. */
  protected get takesMore(): boolean {
    return true;
  }

  /** Moves the focus to the first field with an error. @returns false when all are right. */
  protected focusUnfinished(options?: FocusOptions): boolean {
    return this.cards.focus('unfinished', options);
  }

  /** How many seconds the button stays locked, because the gateway would reject the payment as a duplicate. */
  protected get secondsToWait(): number {
    return this.payment?.secondsToWait ?? 0;
  }

  /**
   * The notices about earlier payments, above the form. Their live region is there before it has content, so that screen readers
   * announce them.
   */
  protected renderEarlierPayments(speech: Speech<FormCatalogue>): TemplateResult {
    const left = this.payment?.renderEarlierPayments(speech, () => this.focus());
    // No white space in the region, so that it is `:empty` and takes no room.
    return html`
      <div class="earlier">
        <div class="notices" aria-live="polite">${left?.notices}</div>
        ${left?.unfinished}
      </div>
    `;
  }

  /** Every step after the form, and the live region for announcements. */
  protected renderSteps(speech: Speech<FormCatalogue & Partial<Pick<OrderMessages, 'charge'>>>): TemplateResult {
    const { payment } = this;
    const flow = payment?.flow;
    const actions = {
      tryAgain: flow?.mayTryAgain && this.takesMore ? () => this.#tryAgain() : undefined,
      isAmountTyped: this.isAmountTyped,
      another: flow?.mayFollow && this.takesMore ? () => this.reset() : undefined,
      askAgain: flow?.mayAsk ? () => void this.#askAgain() : undefined,
      askedAt: this.#askedAt,
    };
    const steps = payment?.renderSteps({ speech, actions, toForm: () => this.reset() }, this.terms?.checkoutUrl);
    return html`${steps ?? nothing} ${announcementsView()}`;
  }

  /** The message that keeps a surrounding form from being sent; undefined once the payment is made. */
  get #missing(): string | undefined {
    const { payment, complete, words } = this;
    return payment ? payment.missing(complete, words) : words[complete ? 'not_sent_yet' : 'number.empty'];
  }

  #tryAgain(): void {
    const { state } = this;
    this.payment?.flow?.tryAgain();
    forgetReturn();
    if (state.step === 'outcome') void this.updateComplete.then(() => this.refill(state.attempt));
  }

  protected override discard(): void {
    super.discard();
    this.payment?.flow?.reset();
  }

  protected override entered(): void {
    this.payment?.flow?.changed();
    this.requestUpdate();
    this.dispatchEvent(new CheckoutChangeEvent(this.complete));
  }

  protected override moved(state: State, previous: State): void {
    if (state.step === previous.step) return;
    if (state.step === 'outcome') this.release();
    // An address or key that changed meanwhile takes effect now, for the next payment.
    if (state.step === 'details') this.requestUpdate('publicKey');
    this.#association.setValue(state.step === 'outcome' ? (state.attempt.uid ?? null) : null);
  }

  async #askAgain(): Promise<void> {
    await this.resume();
    this.#askedAt = systemClock.now();
    this.requestUpdate();
  }
}
