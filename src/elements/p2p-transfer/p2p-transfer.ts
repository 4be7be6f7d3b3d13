import { html, nothing, type TemplateResult } from 'lit';
import { systemClock } from '../../clock/clock.js';
import type { TransferSettings } from '../../flow/request/transfer-body.js';
import type { CardFacts } from '../../card/card.js';
import type { Attempt, PaidSum, Quote, State } from '../../flow/state.js';
import { fill } from '../../locales/catalogue.js';
import { AmountField } from '../fields/amount-field.js';
import { brandName } from '../base/brand-name.js';
import { SettingError } from '../errors.js';
import { CheckoutRestartEvent } from '../events.js';
import { ownAddress } from '../page/own-address.js';
import { Waiting } from '../session/waiting.js';
import { AGREED, TransferAttributesElement } from './attributes.js';
import { amountRefusal, refusedAmount } from './amount-refusal.js';
import { deadlineSentence, detailsView } from './details-view.js';
import { loadLaterPart } from './load-later-part.js';
import { announceQuote } from './quote-event.js';
import { returningView } from './returning-view.js';
import { type CheckedAttributes, readAttributes } from './settings.js';

/**
 * A card-to-card transfer: two cards, the amount, the fee before paying, 3-D Secure out and back, and the true outcome.
 *
 * @event {CheckoutQuoteEvent} checkout-quote - The gateway returned the price. Sums are in minor units.
 *
 * @event {CheckoutRestartEvent} checkout-restart - The time to confirm (`expired-at`) is over, and the payer starts again: the page is
 * loaded anew. After `preventDefault()` set another `expired-at`; what the payer has typed stays.
 *
 * @csspart details-step - The form, with all that follows down to the button.
 * @csspart source-form - The form around the card to send from.
 * @csspart recipient-form - The form around the recipient's card.
 * @csspart transfer-form - The form around everything from the amount to the button.
 * @csspart source-card - The fields of the card to send from.
 * @csspart recipient-card - The fields of the recipient's card.
 * @csspart summary - What they get, the fee, and what the payer pays.
 * @csspart amount - What the recipient gets.
 * @csspart recipient-before - The masked recipient of the attempt before, where their card has to be entered again.
 * @csspart limits - Between what the amount may be.
 * @csspart currency - The code inside the amount's input.
 * @csspart problem - What is wrong but belongs to no field.
 * @csspart goes-to - The masked card that the money goes to.
 * @csspart price - Messages about the fee, for example why it is not known yet.
 * @csspart deadline - How much time is left to confirm.
 * @csspart saves-card - That the cards will be saved.
 * @csspart save-card - The question whether to save them, with its checkbox.
 * @csspart submit - The button that sends.
 */
export class P2pTransferElement extends TransferAttributesElement {
  readonly #amount = new AmountField(
    this,
    () => this.#amountTerms(),
    () => this.entered(),
  );
  readonly #deadline = new Waiting(this, systemClock);
  #settings: CheckedAttributes | undefined;
  #hasSent = false;
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

  /** What is known of the price; sums are in minor units. Undefined after the details. */
  get quote(): Quote | undefined {
    const { state } = this;
    return state.step === 'details' ? state.quote : undefined;
  }

  /** Asks for the fee now. */
  async check(): Promise<void> {
    await this.opened();
    await this.course?.flow?.check();
  }

  /**
   * Does what the button does: shows what is wrong with the fields, or sends the transfer. Before the element is set up the
   * press is kept, unless the payer or the page changes something until then.
   */
  async submit(): Promise<void> {
    if (!(await this.press.untilDrawn()) || this.errors.length > 0 || this.#isOver || this.#isRefused) return;
    if (this.step !== 'details' || this.secondsToWait > 0) return;
    const amount = this.#settings?.amount === undefined ? this.#amount.complain() : undefined;
    // Cards come first on the page, so their complaint too; those in a frame may not have reported yet that they are complete.
    if (!this.cards.state.complete && (await this.cards.complain())) return;
    if (amount) amount.focus();
    else await this.submitWhenSetUp(() => [this.#sum(), this.test, this.#savesCard, this.#people]);
  }

  // Known before the part that pays is there.
  protected override get subject() {
    return this.#settings && ({ operation: 'transfer', amount: this.#sum(), currency: this.#settings.currency } as const);
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
    if (currency === this.#settings?.currency) this.#amount.fill(amount);
  }

  protected override render(): TemplateResult {
    const { state, speech } = this;
    const { words } = speech;
    const settings = this.#settings;
    const isReturning = settings !== undefined && this.isReturning;
    const { recipient } = this.cards.state;
    return html`
      <div part="base" class="base" lang=${words.language} dir=${this.direction}>
        ${this.renderNotices()} ${this.renderLeftovers(speech)}
        ${isReturning ? returningView(words, this.partError && (() => this.loadAgain())) : nothing}
        ${
          settings && this.errors.every((error) => error instanceof SettingError)
            ? detailsView({
                state,
                isTest: this.test,
                isAway: this.errors.length > 0 || isReturning,
                speech,
                currency: settings.currency,
                fixedAmount: settings.amount,
                cards: this.cards.render(words),
                amount: settings.amount === undefined ? this.#amount.render(words) : undefined,
                typed: this.#amount.minor,
                quoteText: (quote) => this.course?.describe(quote, speech) ?? words.fee_before,
                wanted: this.cards.state.wanted,
                goesTo: this.#cardText(recipient),
                last4: recipient.last4,
                before: this.#cardText(this.#before),
                saves: this.saveCard === AGREED ? AGREED : this.saveCard ? 'asked' : undefined,
                agree: (isAgreed) => (this.#hasAgreed = isAgreed),
                isPartMissing: this.partError !== undefined,
                keyRefusal: this.course?.keyRefusal,
                timeLeft: this.#timeLeft,
                mayHaveSent: this.#mayHaveSent,
                startAgain: () => this.#startAgain(),
                isBusy: this.press.isKept,
                secondsToWait: this.secondsToWait,
                submit: () => void this.submit(),
              })
            : nothing
        }
        ${this.renderSteps(speech)}
      </div>
    `;
  }

  protected override configure(): void {
    const result = readAttributes(this, window.location.origin);
    if ('errors' in result) {
      this.fail(result.errors);
      return;
    }
    const { settings } = result;
    if (!this.admit(settings)) return;
    this.#settings = settings;
    this.fail([]);
    this.#amount.refresh();
    this.cards.configure({ collect: settings.collect, saved: settings.saved });
    if (settings.expiredAt) this.#deadline.countDownTo(Date.parse(settings.expiredAt));
    else this.#deadline.end();
    this.make({
      checkoutUrl: settings.checkoutUrl,
      publicKey: settings.publicKey,
      kind: 'p2p',
      redirectOrigins: () => this.#settings?.redirectOrigins,
      settings: () => this.#transferSettings(),
    });
    this.course?.flow?.changed();
  }

  protected override refresh(): void {
    super.refresh();
    this.#amount.refresh();
  }

  /** Whether the time to confirm has passed: the gateway would refuse. */
  get #isOver(): boolean {
    return (this.#timeLeft ?? Infinity) <= 0;
  }

  /** Milliseconds left to confirm; undefined without `expired-at`. */
  get #timeLeft(): number | undefined {
    const { expiredAt } = this.#settings ?? {};
    return expiredAt === undefined ? undefined : Date.parse(expiredAt) - systemClock.now();
  }

  get #mayHaveSent(): boolean {
    return this.#hasSent || this.course?.hasUnfinished === true;
  }

  /** The page may set another deadline; what was typed stays then. Otherwise it is loaded anew, as the payer would do it. */
  #startAgain(): void {
    if (this.dispatchEvent(new CheckoutRestartEvent())) window.location.reload();
  }

  protected override sentences(): [string, string][] {
    const left = this.step === 'details' ? this.#timeLeft : undefined;
    const deadline = left === undefined ? '' : deadlineSentence(left, this.#mayHaveSent, this.speech);
    return [...super.sentences(), ['deadline', deadline]];
  }

  protected override get isAmountTyped(): boolean {
    return this.#settings !== undefined && this.#settings.amount === undefined;
  }

  get #savesCard(): boolean {
    return this.saveCard === AGREED || (this.saveCard && this.#hasAgreed);
  }

  /** Whether the gateway does not take the amount that the page has fixed: no press of the payer's changes that. */
  get #isRefused(): boolean {
    return this.#settings?.amount !== undefined && amountRefusal(this.state) !== undefined;
  }

  /** A card by its brand and last four. */
  #cardText({ last4, brand }: CardFacts = {}): string | undefined {
    const { words } = this;
    return last4 && fill(words.card_ending, { brand: brandName(brand) ?? words.card, last4 });
  }

  #sum(): number | undefined {
    return this.#settings?.amount ?? this.#amount.minor;
  }

  #amountTerms() {
    const { currency = 'USD', least, most } = this.#settings ?? {};
    return { currency, least, most, language: this.language };
  }

  /** The merchant's data about sender and recipient, and the lines of their receipt. */
  get #people() {
    const { customer, senderBillingAddress, recipientBillingAddress, receiptText } = this;
    return { customer, senderBillingAddress, recipientBillingAddress, receiptText };
  }

  #transferSettings(): TransferSettings {
    const { currency, description, trackingId, returnUrl, notificationUrl, expiredAt, p2pType } = this.#settings!;
    return {
      amount: this.#sum(),
      isAmountTyped: this.isAmountTyped,
      currency,
      description,
      trackingId,
      // Read once more for each attempt: a page that navigates by itself has another address by then.
      returnUrl: returnUrl ?? ownAddress(),
      notificationUrl,
      expiredAt,
      p2pType,
      test: this.test || undefined,
      // Gateways of this family know languages, not regions.
      language: this.language.split('-')[0]!.toLowerCase(),
      ...this.#people,
      saveCard: this.#savesCard,
    };
  }

  protected override moved(state: State, previous: State): void {
    announceQuote(this, state, previous);
    super.moved(state, previous);
    this.#hasSent ||= state.step !== 'details';
    const refusal = amountRefusal(state);
    const { amount } = this.#settings ?? {};
    if (refusal !== undefined && amount === undefined) this.#amount.showRefusal(refusal);
    else if (refusal !== undefined && amount !== undefined) this.course?.report(refusedAmount(amount, refusal));
  }
}
