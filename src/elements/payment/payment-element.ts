import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { CardFacts } from '../../card/card.js';
import type { SavedCard } from '../../card/saved-card.js';
import { systemClock } from '../../clock/clock.js';
import type { FlowSurroundings } from '../../flow/options.js';
import type { PaymentSettings } from '../../flow/payment-kind.js';
import { isUnderWay, type Outcome, paymentOf, type PaidSum, type State } from '../../flow/state.js';
import type { CheckoutError } from '../../http/error.js';
import type { Fetch } from '../../http/request.js';
import { en } from '../../locales/en.js';
import type { SectionName } from '../../wire/request/card-section.js';
import { announcementsView } from '../base/announcements-view.js';
import { attributeOf } from '../base/attribute-name.js';
import { declared, type Properties } from '../base/attributes.js';
import { CheckoutElement } from '../base/checkout-element.js';
import { showStates } from '../base/custom-states.js';
import type { Speech } from '../base/speech.js';
import { SettingError } from '../errors.js';
import { CheckoutCardRemoveEvent, CheckoutChangeEvent, CheckoutErrorEvent, CheckoutReadyEvent } from '../events.js';
import type { CardFieldsSettings, CardLegends } from '../fields/card-fields.js';
import type { BuyerFields } from '../fields/buyer/buyer-fields.js';
import { fieldStyles } from '../fields/field-styles.js';
import { framedStyles } from '../form/framed/framed-styles.js';
import { type FormReport, type FormStatus, isCheck, isWhole, type Subject } from '../form/port.js';
import { type CardTerms, FormPlace } from '../form/place.js';
import { savedStyles } from '../fields/saved/saved-styles.js';
import { labelEnterKey } from '../fields/submit-form.js';
import { textFirst } from '../fields/text-first.js';
import { formsBlocked } from '../page/forms-blocked.js';
import { shownBefore, untilDrawn, untilPageParsed } from '../page/loading.js';
import { forgetReturn } from '../page/return-address.js';
import { FormAssociation } from '../session/form-association.js';
import { stepStyles } from '../steps/step-styles.js';
import { returningView } from '../steps/waiting-view.js';
import { validityMessage } from '../steps/validity-message.js';
import { keptLabels } from './kept-labels.js';
import type { Reaction } from './page-events.js';
import { Payment, type Purchase } from './payment.js';
import { PAYMENT_ATTRIBUTES, type PaymentTerms } from './payment-settings.js';
import { PaymentView } from './payment-view.js';

/** The payment that the payer tries again, as far as it is known. Card data is never kept. */
export type Retried = PaidSum & { readonly source?: CardFacts | undefined; readonly recipient?: CardFacts | undefined };

/** Whether an error must empty the fields. An address or key that is not allowed does; a setting that the page can mend keeps the input. */
const clearsFields = (error: CheckoutError): boolean => !(error instanceof SettingError);

// oxlint-disable-next-line no-unused-vars -- TypeScript wants the same type parameters as the class of this name has
export interface PaymentElement<Settings extends PaymentSettings> extends Properties<typeof PAYMENT_ATTRIBUTES> {}

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
 *
 * @slot brand-visa - Your licensed art for the brand, instead of its name. Likewise `brand-mastercard`, `brand-maestro`,
 * `brand-amex`, `brand-mir`, `brand-belkart`, `brand-unionpay`, `brand-jcb`, `brand-diners`, `brand-discover`,
 * `brand-uzcard`, `brand-humo`, `brand-troy`, `brand-elo`, `brand-verve`, `brand-rupay`.
 *
 * @slot isolated-fields - With `fields-url`: the frame, which the element puts there as its own child. Leave it where it is.
 *
 * @csspart heading - The heading of a step.
 * @csspart card - The fields of each card.
 * @csspart legend - The title of each card.
 * @csspart box - The frame around the fields of a card, around the amount, and around the buyer's fields.
 * @csspart field - A label, its input, and the text under it.
 * @csspart label - The label of each input.
 * @csspart input - Each input.
 * @csspart brand - The card's brand, inside its number's field.
 * @csspart error - What is wrong with a field.
 * @csspart remark - A hint about a field, which does not stop the payer.
 * @csspart isolated-fields - With `fields-url`: the frame with the card fields, or the message shown if it can't be loaded.
 * @csspart saved - The row of a saved card.
 * @csspart saved-cards - The saved cards to choose from, and another one. It has no box of its own: style the rows.
 * @csspart remove - The button that asks whether to remove a saved card.
 * @csspart link - The link to the bank's page.
 * @csspart elsewhere - The notice that the order is being paid in another window or browser.
 * @csspart window - The text about the window with the bank's page.
 * @csspart dialog - The dialog with the bank's page in it.
 * @csspart unfinished - The offer to show a payment that was left unfinished.
 * @csspart ended - The outcome of an earlier payment that no element has shown; also `successful` or `failed`.
 * @csspart waiting - The step in which the payer waits.
 * @csspart stages - How far the payment is: card, bank, done.
 * @csspart authentication - The step on the way to 3-D Secure.
 * @csspart unrecognized - The step in which an address names a payment that was not confirmed.
 * @csspart outcome - The step that shows how the payment ended.
 * @csspart successful - The outcome of a successful payment.
 * @csspart failed - The outcome of a failed payment.
 * @csspart unknown - An outcome that is not known yet.
 * @csspart reason - Why a payment was declined, and what to do next.
 * @csspart bank-message - The bank's own message about a failed payment.
 * @csspart sum - The amount of the outcome.
 * @csspart time - When the gateway made the payment.
 * @csspart details - Cards, fee and references of the outcome.
 * @csspart more - The control that opens the references that only support needs.
 * @csspart receipt - The link to the receipt.
 *
 * @cssstate recognizing - The page's address names a payment that this browser has no record of: your server is asked.
 * @cssstate unrecognized - That payment was not confirmed; the payer can go to the form.
 * @cssstate details - The form is shown.
 * @cssstate transferring - The payment is on its way.
 * @cssstate authentication - The payer is about to go to 3-D Secure.
 * @cssstate settling - The payer is back, or asks again: the gateway is asked for the outcome.
 * @cssstate outcome - The outcome is shown; one of the next three is set too.
 * @cssstate successful - The payment succeeded.
 * @cssstate failed - The payment failed.
 * @cssstate unknown - The outcome is not known yet.
 */
export abstract class PaymentElement<Settings extends PaymentSettings> extends CheckoutElement {
  static override styles = [...CheckoutElement.styles, fieldStyles, savedStyles, framedStyles, stepStyles];

  static override properties: PropertyDeclarations = {
    ...CheckoutElement.properties,
    ...declared(PAYMENT_ATTRIBUTES),
    fetch: { attribute: false },
    savedCards: { attribute: false },
    prepare: { attribute: false },
    resolveStatus: { attribute: false },
  };

  /** The title of each card that the element asks for. */
  protected static readonly legends: CardLegends = { credit_card: 'card' };

  /**
   * The function that makes the requests.
   * @default globalThis.fetch
   */
  declare fetch: Fetch;

  /**
   * The payer's saved cards, which they choose from: `{token, brand, last_4, exp_month, exp_year}` each, as in earlier transactions, and
   * `label` if the payer calls it something. The first that has not expired is preselected. The payer types only its security code.
   */
  declare savedCards: readonly SavedCard[] | undefined;
  /**
   * Async: called with `{attempt, amount, currency}` before each attempt, returns `{trackingId}` within 30 seconds, or
   * nothing. A rejection, or an object without an id, stops the attempt before anything is sent.
   */
  declare prepare: FlowSurroundings['prepare'];
  /**
   * Async: called with `{trackingId, uid, startedAt, repeatedAt}`, returns `{outcome, amount, currency, redirectUrl}` as your server
   * knows them, within 15 seconds. It is called for an attempt whose outcome the gateway doesn't report or whose transaction failed, for
   * the order of a fixed `tracking-id`, and for a payment that the page's address names. Without it, the outcome of such an attempt may
   * stay unknown; the console warns.
   */
  declare resolveStatus: FlowSurroundings['resolveStatus'];

  protected readonly payForm: FormPlace = new FormPlace(this, {
    legends: (this.constructor as typeof PaymentElement).legends,
    sealer: () => this.payment.sealer(),
    text: () => ({
      language: this.words.language,
      direction: this.direction,
      isPending: this.isLoadingWords,
      isDisabled: this.isDisabled,
    }),
  });
  protected readonly payment: Payment<Settings> = new Payment<Settings>(this, {
    cards: this.payForm,
    challenge: () => this.terms?.challenge ?? 'redirect',
    keysChanged: () => this.reconsider(),
    start: () => this.#start(),
    reactions: [
      (state) => keptLabels.follow(state),
      (state, previous) => this.#view.follow(state, previous),
      (state, previous) => {
        if (state.step === previous.step) return;
        const isOver = state.step === 'outcome';
        if (isOver) this.payment.keys.release();
        // An address or key that changed meanwhile takes effect now, for the next payment.
        if (state.step === 'details') this.requestUpdate('publicKey');
        this.#association.setValue(isOver ? (state.attempt.uid ?? null) : null);
      },
      (state, previous) => {
        for (const react of this.reactions) react(state, previous);
      },
    ],
  });
  readonly #view = new PaymentView(this, this.payment, {
    canPay: () => this.step === 'details' && this.errors.length === 0 && this.hasCards,
    sentences: () => this.sentences,
  });
  readonly #association = new FormAssociation(this, this.internals, () => this.#missing);
  readonly #typed = textFirst(this);
  #askedAt: number | undefined;
  /** Whether the button, as it is drawn, only shows the price. */
  #isForPrice = false;
  /** What a payment needs before a press, and no draw does: its flow, and what is on record. Undefined before the first draw. */
  #prepared: Promise<void> | undefined;
  #isPrepared = false;

  /** The validated attributes; undefined until they are right. */
  protected abstract readonly terms: PaymentTerms | undefined;
  /**
   * What the payments here are called on record, always the same, such as `p2p`. The kind of an order ends with `:` and the id of what is
   * ordered. Only elements of one kind resume each other's payments.
   */
  protected abstract readonly kind: string;
  /** What a press pays for, as far as it is known. */
  protected abstract readonly subject: Subject | undefined;
  /** What the element does after each change of the payment's state, in this order. */
  protected abstract readonly reactions: readonly Reaction[];
  /** The inputs above the form, for the buyer's data. */
  protected readonly buyer: BuyerFields | undefined;

  constructor() {
    super(en);
    this.payForm.subscribe((report) => this.#hear(report));
    // The payer has edited after a press, so they have changed their mind: also where the price depends on nothing that they edited.
    this.addEventListener('input', () => this.payment.flow?.dropPress());
  }

  // Listens on the root: events of a focus that moves within the element don't leave it.
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    root.addEventListener('focusin', (event) => labelEnterKey(event));
    return root;
  }

  protected override restoreDefaults(): void {
    super.restoreDefaults();
    this.fetch ??= (url, init) => globalThis.fetch(url, init);
  }

  /** Sentences to announce, besides the steps and the fields' errors, by the name of their subject. */
  protected get sentences(): readonly (readonly [name: string, text: string])[] {
    return [];
  }

  /** Whether the form takes cards. */
  protected get hasCards(): boolean {
    return this.terms !== undefined;
  }

  /** Whether an outcome may offer another try, or another payment. */
  protected get takesMore(): boolean {
    return true;
  }

  /** Whether a surrounding form may be sent without a payment made here. */
  protected get isOptional(): boolean {
    return false;
  }

  /** Goes back to the form with the cards of a payment that has succeeded; undefined without their tokens. */
  protected get sendAgain(): (() => void) | undefined {
    return undefined;
  }

  /** Announces that the element takes input. */
  protected announceReady(): void {
    this.dispatchInOrder(new CheckoutReadyEvent());
  }

  /** Waits until the price of a payment here is known, or can't be known: an answer is compared with it. */
  protected async untilPriced(): Promise<void> {}

  /** Called when the payer's input is cleared. */
  protected cleared(): void {}

  /**
   * Called when the payer is back at the form, after a failed payment or to change a running one, once the form is drawn. It may still
   * have what they typed, or, if the page was left meanwhile, nothing.
   */
  protected triedAgain(_retried: Retried): void {}

  /** Called when the time to confirm is over, and the payer wants to start again. */
  protected startAgain(): void {}

  /** The step that the payment is in: `recognizing`, `unrecognized`, `details`, `transferring`, `authentication`, `settling` or `outcome`. */
  get step(): State['step'] {
    return this.payment.state.step;
  }

  /** How the payment ended: `successful`, `failed` or `unknown`; undefined before. */
  get outcome(): Outcome['outcome'] | undefined {
    const { state } = this.payment;
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

  /**
   * Does the same as the button: shows the errors of the fields, or pays. Before the element is set up the press waits, unless
   * the payer or the page changes something meanwhile. With `fields-url` only the payer can press the button: the method moves the focus
   * to the first field that is not filled in.
   */
  async submit(): Promise<void> {
    if (this.isDisabled) return;
    if (this.payForm.isFramed && this.hasCards) this.focus();
    else await this.press(this.#isForPrice);
  }

  /** Shows the errors of the fields, or pays. */
  protected override async pressed(isEarly: boolean, isForPrice: boolean): Promise<void> {
    if (this.errors.length > 0 || this.step !== 'details' || this.#view.secondsToWait > 0 || this.complain()) return;
    // The price became known after the press, so the press does not count for it.
    if (isEarly) this.payment.flow?.ignorePress();
    else await this.payment.flow?.submit({ isForPrice });
  }

  /** Resumes the payment this tab was in the middle of, or asks again after an unknown outcome. */
  async resume(): Promise<void> {
    await this.untilRendered();
    await this.payment.resume();
  }

  /** Stops waiting. A payment that was sent goes on. */
  cancel(): void {
    this.payment.flow?.cancel();
  }

  /** Returns to an empty form, unless a payment is in flight. */
  reset(): void {
    this.startOver('all');
  }

  /** Returns to the form, unless a payment is in flight. */
  protected startOver(emptied: 'verification_value' | 'all'): void {
    if (isUnderWay(this.payment.state)) return;
    if (emptied === 'all') this.discard();
    else this.payment.flow?.reset(emptied);
    forgetReturn();
    this.payment.keys.release();
    this.reconsider();
    void this.payment.earlierPayments.find();
  }

  /** Returns whether the payment has been made, without showing messages. For the state of the fields, listen to `checkout-change`. */
  checkValidity(): boolean {
    return this.#association.checkValidity();
  }

  /** Returns whether the payment has been made, and shows what is missing. */
  reportValidity(): boolean {
    if (this.step === 'details' && !this.#isComplete && !this.isDisabled) this.complain();
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
    if (this.step === 'details' && this.hasCards && this.#focusUnfinished(options)) return;
    // A later step begins with its heading; the form is still there, but hidden.
    const next =
      root.querySelector<HTMLElement>('h2[tabindex]') ??
      root.querySelector<HTMLElement>('.submit') ??
      root.querySelector<HTMLElement>('a, button');
    next?.focus(options);
  }

  /** @internal Called when a surrounding form is reset: a payment in flight goes on, and "don't pay again" stays on the screen. */
  formResetCallback(): void {
    if (this.outcome !== 'unknown' && this.step !== 'unrecognized') this.reset();
  }

  protected override dropPress(): void {
    super.dropPress();
    this.payment.flow?.dropPress();
  }

  /** The payer sees the form before anything is done for its payment: opening a browser's storage alone takes longer than drawing. */
  protected override firstUpdated(): void {
    this.#prepared = this.#prepare();
  }

  async #prepare(): Promise<void> {
    await untilDrawn();
    this.#isPrepared = true;
    if (this.isConnected) this.setUp();
  }

  protected override get isSettled(): boolean {
    return super.isSettled && this.#isPrepared;
  }

  protected override async untilRendered(): Promise<boolean> {
    await super.untilRendered();
    await this.#prepared;
    return super.untilRendered();
  }

  protected override scheduleUpdate(): void | Promise<unknown> {
    return this.#typed()?.then(() => super.scheduleUpdate()) ?? super.scheduleUpdate();
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    showStates(this.internals, [this.step, this.outcome]);
  }

  /** Accepts the address and keys that the page has set, or shows why it can't. @returns whether they were accepted. */
  protected acceptShop(terms: CardTerms): boolean {
    // A payment under way belongs to the shop that it began with.
    if (this.step !== 'details') return true;
    const { checkoutUrl, publicKey } = terms;
    const refusal = formsBlocked(this.renderRoot) ?? this.payForm.place(terms);
    if (refusal) {
      this.fail([refusal]);
      return false;
    }
    const addressName = attributeOf(this.checkoutUrl ? 'checkoutUrl' : 'confirmUrl');
    const isFilled = this.payForm.snapshot.isFilled || this.buyer?.isFilled === true;
    this.payment.keys.take({ checkoutUrl, publicKey, addressName }, isFilled);
    const { error: keyError } = this.payment.keys;
    if (!keyError) this.payForm.post({ kind: 'set', shop: { checkoutUrl, publicKey } });
    const error = keyError ?? this.payForm.error;
    if (error) this.fail([error]);
    return !error;
  }

  /**
   * Makes the flow after the first draw, or another one when the address or the key has changed. The flow resumes an earlier payment if
   * there is one.
   *
   * @returns whether a new one was made.
   */
  protected createFlow(terms: Omit<Purchase<Settings>, 'kind'>): boolean {
    const purchase = { ...terms, kind: this.kind };
    if (!this.#isPrepared) {
      this.payment.settings = purchase.settings;
      return false;
    }
    const isNew = this.payment.createFlow(purchase);
    this.payment.flow?.changed();
    return isNew;
  }

  async #start(): Promise<void> {
    // A browser may have filled the inputs without an event.
    this.payForm.post({ kind: 'refresh' });
    this.buyer?.refresh();
    await untilPageParsed();
    this.announceReady();
    await this.payment.resume(undefined, shownBefore());
    await this.payment.resumeFromAddress(() => this.untilPriced());
  }

  /** Shows and announces all errors, and moves the focus to the first. @returns whether there are any. */
  protected complain(): boolean {
    const wrong = this.buyer?.complain();
    // A field that has just appeared is rendered only by then.
    void this.updateComplete.then(() => wrong?.focus());
    this.payForm.post({ kind: 'complain', movesFocus: wrong === undefined });
    return !this.#isFormWhole || wrong !== undefined;
  }

  /** Tells the form what is paid for, and what the page has set. */
  protected setForm(settings: Partial<CardFieldsSettings> = {}): void {
    const { subject, autoAdvance } = this;
    const guards = this.terms?.visibilityGuard !== 'off';
    const { language } = this.speech;
    this.payForm.post({ kind: 'set', subject, language, autoAdvance, guards, ...settings });
  }

  /** The button's text while it stays locked. */
  protected waitText(speech: Speech): string | undefined {
    return this.#view.waitText(speech);
  }

  /** Draws the form. */
  protected renderForm(status: FormStatus): unknown {
    this.#isForPrice = isCheck(status.act);
    this.setForm();
    this.payForm.post({ kind: 'status', status });
    return this.payForm.render(this.speech);
  }

  /** The payer has changed their input. */
  protected entered(): void {
    this.requestUpdate();
    const { flow } = this.payment;
    // Once the flow is there, the form is read again, and reports what it has.
    if (!flow) return;
    flow.changed();
    this.dispatchEvent(new CheckoutChangeEvent(this.#isComplete));
  }

  /** Clears the payer's input. */
  protected discard(): void {
    this.buyer?.clear();
    this.cleared();
    if (this.payment.flow) this.payment.flow.reset();
    // Before the element is set up, the page's own inputs take cards already.
    else if (this.payForm.snapshot.isFilled) this.payForm.post({ kind: 'clear', what: 'all' });
  }

  protected override fail(errors: readonly CheckoutError[], warnings?: readonly CheckoutError[]): void {
    const wasGrave = this.errors.some(clearsFields);
    super.fail(errors, warnings);
    if (errors.length > 0) this.payment.flow?.dropPress();
    if (this.step === 'details' && !wasGrave && errors.some(clearsFields)) this.discard();
  }

  /** How earlier payments, and the steps after the form, are spoken of. */
  protected get paymentSpeech(): Speech {
    return this.speech;
  }

  /** Draws the step `details`: what is for sale, and the form. */
  protected abstract renderDetails(): unknown;

  protected override renderContent(): TemplateResult {
    const speech = this.paymentSpeech;
    return html`${this.#renderEarlierPayments(speech)} ${this.renderDetails()} ${this.#renderSteps(speech)}`;
  }

  /** Whether cards may be typed: not with a key that must not be used. */
  protected get takesCards(): boolean {
    return !this.errors.some(clearsFields);
  }

  /**
   * Draws the form as a step. It stays in the page, hidden, while the payment goes on, so that the payer's input is still there after a
   * decline.
   */
  protected renderFormStep(status: FormStatus): unknown {
    if (!this.terms) return nothing;
    const isReturning = this.payment.isReturning(this.kind);
    const isHidden = this.step !== 'details' || this.errors.length > 0 || isReturning;
    const form = (): TemplateResult =>
      html`<div class="details" part="details-step" ?hidden=${isHidden}>${this.renderControls(this.renderForm(status))}</div>`;
    return html`${isReturning ? returningView(this.words) : nothing} ${this.takesCards ? form() : nothing}`;
  }

  /**
   * The notices about earlier payments, above the form. Their live region is there before it has content, so that screen readers
   * announce them.
   */
  #renderEarlierPayments(speech: Speech): TemplateResult {
    const { notices, unfinished } = this.#view.renderEarlierPayments(speech, () => this.focus());
    // No white space in the region, so that it is `:empty` and takes no room.
    return html`
      <div class="earlier">
        <div class="notices" aria-live="polite">${notices}</div>
        ${unfinished}
      </div>
    `;
  }

  /** Every step after the form, and the live region for announcements. */
  #renderSteps(speech: Speech): TemplateResult {
    const { payment } = this;
    const { flow } = payment;
    const { takesMore } = this;
    const actions = {
      tryAgain: flow?.mayTryAgain && takesMore ? () => this.#backToForm('tryAgain') : undefined,
      useAnotherCard: flow?.mayTryAgain && takesMore ? () => this.#useAnotherCard() : undefined,
      isAmountTyped: this.subject?.isTyped === true,
      another: flow?.mayFollow && takesMore ? () => this.reset() : undefined,
      sendAgain: flow?.mayFollow && takesMore ? this.sendAgain : undefined,
      askAgain: flow?.mayAsk ? () => void this.#askAgain() : undefined,
      askedAt: this.#askedAt,
    };
    const change = flow?.mayChange && takesMore ? () => this.#backToForm('change') : undefined;
    const steps = this.#view.renderSteps({ speech, actions, change, toForm: () => this.reset() }, this.terms?.checkoutUrl);
    return html`${steps} ${announcementsView()}`;
  }

  get #isComplete(): boolean {
    const { amount, isTyped } = this.subject ?? {};
    return this.hasCards && (isTyped || amount !== undefined) && this.#isFormWhole && this.buyer?.complete !== false;
  }

  get #isFormWhole(): boolean {
    return isWhole(this.payForm.snapshot, this.subject);
  }

  /** The message that keeps a surrounding form from being sent; undefined once the payment is made. */
  get #missing(): string | undefined {
    return this.isOptional ? undefined : validityMessage(this.payment.state, this.#isComplete, this.words);
  }

  #focusUnfinished(options?: FocusOptions): boolean {
    if (this.buyer?.focusUnfinished(options)) return true;
    if (this.#isFormWhole) return false;
    this.payForm.post({ kind: 'focus', where: 'unfinished', options });
    return true;
  }

  #hear(report: FormReport): void {
    switch (report.kind) {
      case 'changed':
        return this.entered();
      case 'pressed':
        return void (isCheck(report.act) ? this.#askPrice() : this.press());
      case 'restart':
        return this.startAgain();
      case 'remove':
        return this.#remove(report.section, report.token);
      case 'failed':
        return this.dispatchInOrder(new CheckoutErrorEvent(report.error));
      case 'judged':
        return this.reconsider();
    }
  }

  /** A press for the fee pays nothing, even if the fee has just arrived. A frame seals no payment for it, so it says nothing of one either. */
  async #askPrice(): Promise<void> {
    const { state, flow } = this.payment;
    if (state.step === 'details' && state.quote.status === 'given') return;
    if (!this.payForm.isFramed) await this.press(true);
    else if (this.errors.length === 0 && !this.complain()) await flow?.check();
  }

  #remove(section: SectionName, token: string): void {
    const list = section === 'credit_card' ? 'savedCards' : 'savedRecipients';
    const card = (this as Partial<Record<typeof list, readonly SavedCard[]>>)[list]?.find((each) => each.token === token);
    if (card) this.dispatchEvent(new CheckoutCardRemoveEvent(card, list));
  }

  #backToForm(how: 'tryAgain' | 'change'): void {
    const attempt = paymentOf(keptLabels.named(this.payment.state));
    this.payment.flow?.[how]();
    forgetReturn();
    if (attempt) void this.updateComplete.then(() => this.triedAgain(attempt));
    // A payment that was put aside is listed above the form, and asked about.
    if (how === 'change') void this.payment.earlierPayments.find();
  }

  /** Goes back to the form, to where the card is chosen or typed. */
  #useAnotherCard(): void {
    this.#backToForm('tryAgain');
    void this.updateComplete.then(() => this.payForm.post({ kind: 'focus', where: 'first' }));
  }

  async #askAgain(): Promise<void> {
    await this.resume();
    this.#askedAt = systemClock.now();
    this.requestUpdate();
  }
}
