import { html, type PropertyValues, type TemplateResult } from 'lit';
import { systemClock } from '../../clock/clock.js';
import type { TransferRecord } from '../../flow/record/transfer-record.js';
import { isUnderWay, type Outcome, type PaidSum, type State } from '../../flow/state.js';
import { isQuestionRepeated } from '../../flow/repeated-question.js';
import { Startup } from '../session/startup.js';
import { PaymentAttributesElement } from './payment-attributes.js';
import { Challenge } from '../session/challenge.js';
import { CheckoutChangeEvent, CheckoutReadyEvent } from '../events.js';
import { fieldStyles } from '../fields/field-styles.js';
import { FlowController } from '../session/flow-controller.js';
import { FormAssociation } from '../session/form-association.js';
import { KeptPress } from '../session/kept-press.js';
import { showStates } from '../base/custom-states.js';
import { missingText } from '../steps/missing-text.js';
import { forgetReturn } from '../page/own-address.js';
import type { PaymentTerms } from './payment-settings.js';
import { isOffline } from '../page/presence.js';
import { StatusAdvice } from './status-advice.js';
import { Announcer } from '../base/announcer.js';
import { PageTitle } from '../steps/page-title.js';
import { StepFocus } from '../steps/step-focus.js';
import { stepSentences } from '../steps/step-sentences.js';
import { stepStyles } from '../steps/step-styles.js';
import { type StepsContext, stepsView } from '../steps/steps-view.js';
import { theme } from '../base/theme.js';
import { Waiting } from '../session/waiting.js';
import { SLOW, VERY_SLOW } from '../steps/waiting-view.js';

/**
 * The base of every element that takes a card: a form, then the waiting, 3-D Secure and the outcome of a payment, in a
 * surrounding form or not.
 *
 * @event {CheckoutReadyEvent} checkout-ready - Set up, and takes input.
 * @event {CheckoutChangeEvent} checkout-change - What the payer entered has changed.
 * @event {CheckoutSubmitEvent} checkout-submit - The payer confirmed. `preventDefault()` stops before anything is sent.
 * @event {CheckoutRedirectEvent} checkout-redirect - The payer is about to leave for 3-D Secure. After `preventDefault()`
 * sending the payer there is yours.
 * @event {CheckoutOutcomeEvent} checkout-outcome - How it ended, as far as the gateway reported. One final outcome may
 * follow an `unknown`.
 * @event {CheckoutCancelEvent} checkout-cancel - The waiting was stopped; what was sent stays sent.
 */
export abstract class PaymentElement extends PaymentAttributesElement {
  static readonly formAssociated = true;

  static override styles = [theme, fieldStyles, stepStyles];

  readonly #internals = this.attachInternals();
  readonly #association = new FormAssociation(this, this.#internals, () =>
    this.isOptional ? undefined : missingText(this.controller.state, this.complete, this.words),
  );
  protected readonly waiting = new Waiting(this, systemClock);
  readonly #challenge = new Challenge(this, () => this.terms?.challenge ?? 'redirect');
  protected readonly controller = new FlowController(this, this.cards, this.#challenge, (state, previous) =>
    this.moved(state, previous),
  );
  /** What a screen reader hears without the focus being there. */
  protected readonly announcer = new Announcer(this, () => new Map(this.sentences()));
  #isCounting = false;
  #askedAt: number | undefined;
  /** A press that comes before the cards can be sealed, or before it is known what an earlier visit left. */
  protected readonly press = new KeptPress(this, () => this.controller.flow?.lapse());
  readonly #startup = new Startup(this);

  constructor() {
    super();
    this.addController(new StepFocus(this, () => this.step));
    this.addController(new PageTitle(this));
    this.addController(new StatusAdvice(this, () => this.takesCards));
  }

  /** Its settings; undefined until they are right. */
  protected abstract get terms(): PaymentTerms | undefined;

  /** Whether everything is there that a payment needs. */
  protected abstract get complete(): boolean;

  /** Shows what is wrong with the fields, and moves the focus to the first. */
  protected abstract complain(): unknown;

  /** Fills in the amount of an earlier attempt, for another try after the page was left. Card data is never kept. */
  protected refill(_sum: PaidSum): void {}

  /** Whether a surrounding form may be sent without a payment made here. */
  protected get isOptional(): boolean {
    return false;
  }

  protected override get isOpen(): boolean {
    return this.step === 'details';
  }

  /** Whether it is set up, and shows the fields for a payment. */
  protected get takesCards(): boolean {
    return this.isOpen && this.errors.length === 0 && this.renderRoot.querySelector('form') !== null;
  }

  /** Where the payment stands: `recognizing`, `unrecognized`, `details`, `transferring`, `authentication`, `settling` or `outcome`. */
  get step(): State['step'] {
    return this.controller.state.step;
  }

  /** How it ended: `successful`, `failed` or `unknown`; undefined before. */
  get outcome(): Outcome['outcome'] | undefined {
    const { state } = this.controller;
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

  /** Takes up the payment this tab was in the middle of, or asks again after an unknown outcome. */
  async resume(): Promise<void> {
    await this.controller.takeUp();
  }

  /** Stops waiting; what has been sent stays sent. */
  cancel(): void {
    this.controller.flow?.cancel();
  }

  /** Back to an empty form, unless a payment is in flight. */
  reset(): void {
    if (isUnderWay(this.controller.state)) return;
    this.discard();
    forgetReturn();
    this.release();
    this.reconsider();
    void this.controller.leftovers.find();
  }

  /** Returns whether the payment is complete, without showing messages. Listen to `checkout-change` for what is filled in. */
  checkValidity(): boolean {
    return this.#association.checkValidity();
  }

  /** Returns whether the payment is complete, and shows what is missing. */
  reportValidity(): boolean {
    if (this.step === 'details' && !this.complete) this.complain();
    else this.#association.reportValidity();
    return this.checkValidity();
  }

  /** To where the payer goes on: the first field that is not filled in, the button, or the heading of a later step. */
  override focus(options?: FocusOptions): void {
    const { renderRoot: root } = this;
    if (this.step === 'details' && this.focusUnfinished(options)) return;
    // A later step begins with its heading; the form is still there, but hidden.
    const next =
      root.querySelector<HTMLElement>('h2[tabindex]') ?? root.querySelector<HTMLElement>('.submit') ?? root.querySelector('a');
    next?.focus(options);
  }

  /** @internal A surrounding form's reset: a payment in flight goes on, and "don't pay again" stays to be read. */
  formResetCallback(): void {
    if (this.outcome !== 'unknown' && this.step !== 'unrecognized') this.reset();
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    // What is typed now may be what was sent a moment ago.
    const waits = this.secondsToWait > 0;
    if (waits && !this.#isCounting) this.waiting.countDown(() => this.controller.flow?.waitFor ?? 0);
    this.#isCounting = waits;
    showStates(this.#internals, [this.step, this.outcome]);
  }

  /** Whether the payer types the amount. */
  protected get isAmountTyped(): boolean {
    return false;
  }

  /** Whether an outcome is followed by the offer of another try, or of another payment. */
  protected get takesMore(): boolean {
    return true;
  }

  /** Moves the focus to the first field that is not filled in rightly. @returns false when there is none. */
  protected focusUnfinished(options?: FocusOptions): boolean {
    return this.cards.focus('unfinished', options);
  }

  /** How many seconds the button stays locked, because the gateway would take a press for a repeat. */
  protected get secondsToWait(): number {
    return this.step === 'details' ? Math.ceil((this.controller.flow?.waitFor ?? 0) / 1000) : 0;
  }

  /** Every step after the form, and what is announced. */
  protected renderSteps(speech: StepsContext['speech']): TemplateResult {
    const { state, flow } = this.controller;
    const { terms } = this;
    const steps = stepsView({
      state,
      speech,
      challenge: this.#challenge,
      elapsed: this.waiting.elapsed,
      offline: terms !== undefined && isOffline(terms.checkoutUrl),
      cancel: () => this.cancel(),
      actions: {
        tryAgain: flow?.mayTryAgain && this.takesMore ? () => this.#tryAgain() : undefined,
        isAmountTyped: this.isAmountTyped,
        another: flow?.mayFollow && this.takesMore ? () => this.reset() : undefined,
        askAgain: flow?.mayAsk ? () => void this.#askAgain() : undefined,
        askedAt: this.#askedAt,
      },
      toForm: () => this.reset(),
    });
    return html`${steps} ${this.announcer.render()}`;
  }

  /** Shows a payment that another visit left unfinished. */
  protected readonly show = (record: TransferRecord): void => void this.controller.takeUp(record);

  #tryAgain(): void {
    const { flow, state } = this.controller;
    flow?.tryAgain();
    forgetReturn();
    if (state.step === 'outcome') void this.updateComplete.then(() => this.refill(state.attempt));
  }

  protected override discard(): void {
    super.discard();
    this.controller.flow?.reset();
  }

  protected override entered(): void {
    this.controller.flow?.changed();
    this.requestUpdate();
    this.dispatchEvent(new CheckoutChangeEvent(this.complete));
  }

  /** What there is to announce to screen readers now, by what it is about. */
  protected sentences(): [string, string][] {
    return stepSentences(this.renderRoot);
  }

  /** The payment has moved on. */
  protected moved(state: State, previous: State): void {
    // The same sentence is there still, and nothing is heard: the press would seem lost.
    if (isQuestionRepeated(state, previous)) this.announcer.read('[part=price], .remark[part=problem]');
    if (state.step === previous.step) return;
    if (isUnderWay(state) && state.step !== 'authentication') this.waiting.begin(SLOW, VERY_SLOW);
    if (state.step === 'outcome') this.release();
    // What changed meanwhile (address, key) holds from the next payment on.
    if (state.step === 'details') this.requestUpdate('publicKey');
    this.#association.setValue(state.step === 'outcome' ? (state.attempt.uid ?? null) : null);
  }

  /** Begins, once its flow is made: takes up what was left, or waits for the payer. */
  protected start(): void {
    this.#startup.start(this.key, this.controller, {
      refresh: () => this.refresh(),
      ready: () => this.announceReady(),
      priceIsKnown: () => this.priceIsKnown(),
    });
  }

  /**
   * Carries out the payer's press, or keeps it until the element is set up.
   *
   * @param subject What it pays for, beside the attributes.
   */
  protected async submitWhenSetUp(subject: () => unknown): Promise<void> {
    const all = (): unknown => [subject(), this.terms, this.encryptionKey, this.cards.state, this.step, this.errors.length];
    if (await this.press.until(() => this.#startup.isOver, all)) await this.controller.flow?.submit();
  }

  /** Waits until it is known what a payment here costs, or that it can't be known: an answer is compared with that. */
  protected async priceIsKnown(): Promise<void> {}

  /** Reads the inputs again: a restored page, or a browser, may have filled them without an event. */
  protected refresh(): void {
    this.cards.refresh();
  }

  /** Announces that the element takes input. */
  protected announceReady(): void {
    this.announce(new CheckoutReadyEvent());
  }

  async #askAgain(): Promise<void> {
    await this.resume();
    this.#askedAt = systemClock.now();
    this.requestUpdate();
  }
}
