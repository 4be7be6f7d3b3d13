import { html, nothing, type TemplateResult } from 'lit';
import { systemClock } from '../../clock/clock.js';
import type { CardFacts } from '../../card/card.js';
import type { Attempt, PaidSum, Quote, State } from '../../flow/state.js';
import { fill } from '../../locales/catalogue.js';
import { AmountField } from '../fields/amount-field.js';
import { brandName } from '../base/brand-name.js';
import { languageTag } from '../../locales/language-tag.js';
import { SettingError } from '../errors.js';
import { CheckoutRestartEvent } from '../events.js';
import { AGREED, TransferAttributesElement } from './settings/attributes.js';
import { detailsView } from './details-view.js';
import { loadLaterPart } from './load-later-part.js';
import { returningView } from './returning-view.js';
import { type FormSettings, formSettings } from './settings/form-settings.js';
import type { CheckedAttributes } from './settings/read-attributes.js';
import type { RunningTransfer } from './running-transfer.js';
import type { Entered } from './settings/transfer-settings.js';

/** The kind of payment in the records of transfers. */
const KIND = 'p2p';

/**
 * A card-to-card transfer: two cards, the amount, the fee before paying, 3-D Secure out and back, and the true outcome.
 *
 * @event {CheckoutQuoteEvent} checkout-quote - The gateway returned the price. Sums are in minor units.
 *
 * @event {CheckoutRestartEvent} checkout-restart - The time to confirm (`expired-at`) is over, and the payer starts again: the page
 * reloads. After `preventDefault()`, set another `expired-at`; the payer's input stays.
 *
 * @csspart details-step - The whole form, down to the button.
 * @csspart source-form - The form around the card to send from.
 * @csspart recipient-form - The form around the recipient's card.
 * @csspart transfer-form - The form around everything from the amount to the button.
 * @csspart source-card - The fields of the card to send from.
 * @csspart recipient-card - The fields of the recipient's card.
 * @csspart summary - The amount, the fee, and the total.
 * @csspart amount - The amount that the recipient receives.
 * @csspart recipient-before - The masked recipient of the previous attempt, whose card has to be entered again.
 * @csspart limits - The least and the greatest amount.
 * @csspart currency - The code inside the amount's input.
 * @csspart problem - An error that belongs to no field.
 * @csspart goes-to - The masked card that the money goes to.
 * @csspart price - Messages about the fee, for example why it is not known yet.
 * @csspart deadline - The time left to confirm.
 * @csspart saves-card - The notice that the cards will be saved.
 * @csspart save-card - The question whether to save them, with its checkbox.
 * @csspart change-cards - The button that leads back to the cards when the transfer is not possible with them.
 * @csspart submit - The button that sends the transfer.
 */
export class P2pTransferElement extends TransferAttributesElement<RunningTransfer> {
  readonly #amount = new AmountField(
    this,
    () => this.#amountTerms(),
    () => this.entered(),
  );
  /** The settings that the form needs to render. */
  #form: FormSettings | undefined;
  /** All settings, once the later part has validated the attributes. */
  #settings: CheckedAttributes | undefined;
  #hasAgreed = false;
  /** The recipient of the attempt that is tried again. */
  #before: CardFacts | undefined;

  protected override laterPart(): typeof loadLaterPart {
    return loadLaterPart;
  }

  protected override get legends() {
    return { credit_card: 'source_card', recipient_card: 'recipient_card' } as const;
  }

  protected override get terms(): CheckedAttributes | undefined {
    return this.#settings;
  }

  protected override get isTest(): boolean {
    return this.test;
  }

  protected override get complete(): boolean {
    return this.cards.state.complete && this.#sum() !== undefined;
  }

  /** The price as far as it is known; sums are in minor units. Undefined after the step `details`. */
  get quote(): Quote | undefined {
    const { state } = this;
    return state.step === 'details' ? state.quote : undefined;
  }

  /** Asks the gateway for the fee now. */
  async check(): Promise<void> {
    await this.opened();
    await this.payment?.flow?.check();
  }

  /**
   * Does the same as the button: shows the errors of the fields, or sends the transfer. Before the element is set up the
   * press is deferred, unless the payer or the page changes something meanwhile.
   */
  async submit(): Promise<void> {
    if (!(await this.press.untilRendered()) || this.errors.length > 0 || this.#isOver || this.#isRefused) return;
    if (this.step !== 'details' || this.secondsToWait > 0) return;
    const amount = this.#form?.amount === undefined ? this.#amount.complain() : undefined;
    // Cards come first on the page, so their errors come first too; cards in a frame may not have reported yet that they are complete.
    if (!this.cards.state.complete && (await this.cards.complain())) return;
    if (amount) amount.focus();
    else if (this.cards.state.isPending) await this.submitOnceFieldsAreKnown();
    else await this.submitWhenSetUp(() => [this.#sum(), this.#savesCard, this.asSet]);
  }

  // Available before the later part is.
  protected override get subject() {
    return this.#form && ({ operation: 'transfer', amount: this.#sum(), currency: this.#form.currency } as const);
  }

  protected override get isFilled(): boolean {
    return super.isFilled || this.#amount.isFilled;
  }

  protected override complain(): void {
    const amount = this.#amount.complain();
    if (this.cards.state.complete) amount?.focus();
    else void this.cards.complain();
  }

  protected override empty(): void {
    this.#before = undefined;
    this.#hasAgreed = false;
    const asked = this.renderRoot?.querySelector<HTMLInputElement>('[name=save-card]');
    if (asked) asked.checked = false;
    this.#amount.clear();
  }

  protected override refill({ amount, currency, recipient }: PaidSum & Partial<Pick<Attempt, 'recipient'>>): void {
    this.#before = recipient;
    this.requestUpdate();
    if (currency === this.#form?.currency) this.#amount.fill(amount);
  }

  protected override render(): TemplateResult {
    const { speech } = this;
    const { words } = speech;
    const form = this.#form;
    const isReturning = form !== undefined && this.isReturning(KIND);
    return html`
      <div part="base" class="base" lang=${words.language} dir=${this.direction}>
        ${this.renderNotices()} ${this.renderEarlierPayments(speech)}
        ${isReturning ? returningView(words, this.partError && (() => this.loadAgain())) : nothing}
        ${form && this.errors.every((error) => error instanceof SettingError) ? this.#renderDetails(form, isReturning) : nothing}
        ${this.renderSteps(speech)}
      </div>
    `;
  }

  #renderDetails(form: FormSettings, isReturning: boolean): TemplateResult {
    const { payment, speech, secondsToWait } = this;
    const { words } = speech;
    const { recipient, missing } = this.cards.state;
    const isAmountFixed = form.amount !== undefined;
    const subject = { speech, currency: form.currency, sum: this.#sum(), last4: recipient.last4 };
    return detailsView({
      ...subject,
      isHidden: this.step !== 'details' || this.errors.length > 0 || isReturning,
      cards: this.cards.render(words),
      amount: isAmountFixed ? undefined : this.#amount.render(words),
      price: payment?.price(subject, missing, () => this.cards.focus('first')) ?? { status: 'none', text: words.fee_before },
      problem: this.partError
        ? words.part_missing
        : payment
          ? payment.problem(words, { isTest: this.test, isAmountFixed })
          : this.hasDroppedPress
            ? words.nothing_sent
            : undefined,
      goesTo: this.#cardText(recipient),
      before: this.#cardText(this.#before),
      saves: this.saveCard === AGREED ? AGREED : this.saveCard ? 'asked' : undefined,
      agree: (isAgreed) => (this.#hasAgreed = isAgreed),
      deadline: this.#renderDeadline(),
      isBusy: this.press.isPending,
      isLocked: secondsToWait > 0 || this.#isOver || this.#isRefused,
      submit: () => void this.submit(),
    });
  }

  #renderDeadline(): unknown {
    const left = this.#timeLeft;
    if (left === undefined) return nothing;
    // The line is there from the start, so that the button does not move.
    return (
      this.payment?.renderDeadline(left, this.speech, () => this.#startAgain()) ??
      html`<p part="deadline" class="remark">\u00a0</p>`
    );
  }

  protected override configure(): void {
    const result = this.payment?.read(this, window.location.origin);
    if (result && 'errors' in result) {
      this.fail(result.errors);
      return;
    }
    const form = result?.settings ?? formSettings(this);
    if (!form || !this.admit(form)) return;
    this.#form = form;
    this.#settings = result?.settings;
    this.fail([]);
    this.#amount.refresh();
    this.cards.configure({ collect: form.collect, saved: form.saved });
    if (result) this.#setUp(result.settings);
  }

  #setUp(settings: CheckedAttributes): void {
    const { checkoutUrl, publicKey, expiredAt } = settings;
    this.payment?.countDownTo(expiredAt === undefined ? undefined : Date.parse(expiredAt));
    this.make({
      checkoutUrl,
      publicKey,
      kind: KIND,
      redirectOrigins: () => this.#settings?.redirectOrigins,
      settings: () => this.payment!.settings(this.#settings ?? settings, this.#entered),
    });
    this.payment?.flow?.changed();
  }

  protected override refresh(): void {
    super.refresh();
    this.#amount.refresh();
  }

  /** Whether the time to confirm has passed: the gateway would refuse the transfer. */
  get #isOver(): boolean {
    return (this.#timeLeft ?? Infinity) <= 0;
  }

  /** Milliseconds left to confirm; undefined without `expired-at`. */
  get #timeLeft(): number | undefined {
    const { expiredAt } = this.#form ?? {};
    return expiredAt === undefined ? undefined : Date.parse(expiredAt) - systemClock.now();
  }

  /** Lets the page set another deadline, which keeps the payer's input. Otherwise reloads the page, as the payer would. */
  #startAgain(): void {
    if (this.dispatchEvent(new CheckoutRestartEvent())) window.location.reload();
  }

  protected override sentences(): [string, string][] {
    const left = this.step === 'details' ? this.#timeLeft : undefined;
    return [['deadline', left === undefined ? '' : (this.payment?.deadlineSentence(left, this.speech) ?? '')]];
  }

  protected override get isAmountTyped(): boolean {
    return this.#form !== undefined && this.#form.amount === undefined;
  }

  get #savesCard(): boolean {
    return this.saveCard === AGREED || (this.saveCard && this.#hasAgreed);
  }

  /** Whether the gateway refuses the amount that the page has fixed: pressing again would not help. */
  get #isRefused(): boolean {
    return this.#form?.amount !== undefined && this.payment?.amountRefusal !== undefined;
  }

  /** A card by its brand and last four. */
  #cardText({ last4, brand }: CardFacts = {}): string | undefined {
    const { words } = this;
    return last4 && fill(words.card_ending, { brand: brandName(brand) ?? words.card, last4 });
  }

  #sum(): number | undefined {
    return this.#form?.amount ?? this.#amount.minor;
  }

  #amountTerms() {
    const { currency = 'USD', least, most } = this.#form ?? {};
    return { currency, least, most, language: languageTag(this.language) };
  }

  /** The merchant's data about sender and recipient, and the lines of their receipt. */
  get #people() {
    const { customer, senderBillingAddress, recipientBillingAddress, receiptText } = this;
    return { customer, senderBillingAddress, recipientBillingAddress, receiptText };
  }

  get #entered(): Entered {
    return { amount: this.#sum(), isTest: this.test, language: this.language, saveCard: this.#savesCard, ...this.#people };
  }

  protected override moved(state: State, previous: State): void {
    super.moved(state, previous);
    const { payment } = this;
    const refusal = payment?.amountRefusal;
    if (refusal === undefined) return;
    const { amount } = this.#form ?? {};
    if (amount === undefined) this.#amount.showRefusal(refusal);
    else payment?.reportRefusal(amount, refusal);
  }
}
