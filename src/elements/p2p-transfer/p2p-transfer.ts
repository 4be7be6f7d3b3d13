import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { CardFacts } from '../../card/card.js';
import type { SavedCard } from '../../card/saved-card.js';
import { systemClock } from '../../clock/clock.js';
import type { TransferSettings } from '../../flow/request/transfer-body.js';
import type { Quote } from '../../flow/state.js';
import { TransferFlow } from '../../flow/transfer-flow.js';
import { fill } from '../../locales/fill.js';
import { languageTag } from '../../locales/language-tag.js';
import type { BillingAddress } from '../../wire/request/address.js';
import type { Customer } from '../../wire/request/transfer.js';
import { declared, type Properties } from '../base/attributes.js';
import { brandName } from '../base/brand-name.js';
import { SettingError } from '../errors.js';
import { CheckoutRestartEvent } from '../events.js';
import { AmountField } from '../fields/amount-field.js';
import type { CardLegends } from '../fields/card-fields.js';
import type { DetailsForm } from '../payment/details-form.js';
import { PaymentElement } from '../payment/payment-element.js';
import { RenderTimer } from '../session/render-timer.js';
import { type DeadlineContext, deadlineSentence, deadlineView } from './deadline-view.js';
import { detailsView } from './details-view.js';
import { amountRefusal, refusedAmount } from './price/amount-refusal.js';
import { announceQuote } from './price/quote-event.js';
import { shownPrice, stillMissing } from './price/price-view.js';
import { problemText } from './problem-text.js';
import { returningView } from './returning-view.js';
import { AGREED, type CheckedAttributes, isCosmetic, readAttributes, TRANSFER_ATTRIBUTES } from './settings/read-attributes.js';
import { transferSettings } from './settings/transfer-settings.js';

/** The kind of payment in the records of transfers. */
const KIND = 'p2p';

export interface P2pTransferElement extends Properties<typeof TRANSFER_ATTRIBUTES> {}

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
export class P2pTransferElement extends PaymentElement<TransferSettings> {
  static readonly tag = 'p2p-transfer';

  static override properties: PropertyDeclarations = {
    ...PaymentElement.properties,
    ...declared(TRANSFER_ATTRIBUTES),
    customer: { attribute: false },
    senderBillingAddress: { attribute: false },
    recipientBillingAddress: { attribute: false },
    receiptText: { attribute: false },
    sourceCard: { attribute: false },
    recipientCard: { attribute: false },
    savedRecipients: { attribute: false },
  };

  protected static override readonly legends: CardLegends = { credit_card: 'source_card', recipient_card: 'recipient_card' };

  /**
   * The payer's saved card, `{token, brand, last_4, exp_month, exp_year}` as in an earlier `transaction`: only the security code
   * is typed. With `savedCards`, the one of them that is preselected.
   */
  declare sourceCard: SavedCard | undefined;
  /**
   * The recipient's saved card: the payer does not type its number. The transfer goes to the card of this token, even if its
   * brand and digits are wrong, so keep other scripts away from it. With `savedRecipients`, the one of them that is preselected.
   */
  declare recipientCard: SavedCard | undefined;
  /** The saved cards of recipients, which the payer chooses from. None is preselected, unless `recipientCard` names it. */
  declare savedRecipients: readonly SavedCard[] | undefined;
  /** The sender: `{ip, email, device_id, external_id}` (spec 2.5). */
  declare customer: Customer | undefined;
  /** The sender's address: `{first_name, last_name, country, city, state, zip, address, phone}` (spec 2.5). */
  declare senderBillingAddress: BillingAddress | undefined;
  /** The recipient's address, with the same fields (spec 2.5). */
  declare recipientBillingAddress: BillingAddress | undefined;
  /** Lines to add to the e-mail that the customer receives. */
  declare receiptText: readonly string[] | undefined;

  readonly #amount = new AmountField(
    this,
    () => this.#amountTerms,
    () => this.entered(),
  );
  readonly #deadline = new RenderTimer(this, systemClock);
  /** The attributes as they were when they were last right. */
  #terms: CheckedAttributes | undefined;
  #hasAgreed = false;
  /** Whether money may have been sent in this visit. */
  #hasSent = false;
  /** The recipient of the attempt that is tried again. */
  #before: CardFacts | undefined;

  protected override readonly details: DetailsForm = {
    terms: () => this.#terms,
    subject: () => this.#terms && { operation: 'transfer', amount: this.#sum, currency: this.#terms.currency },
    hasCards: () => this.#terms !== undefined,
    isFilled: () => this.#amount.isFilled,
    isComplete: () => this.#sum !== undefined,
    complain: () => (this.#isAmountTyped ? this.#amount.complain() : undefined),
    focusUnfinished: () => false,
    comesFirst: false,
    refresh: () => this.#amount.refresh(),
    clear: () => this.#startOver(),
    refill: ({ amount, currency, recipient }) => {
      this.#before = recipient;
      this.requestUpdate();
      if (currency === this.#terms?.currency) this.#amount.fill(amount);
    },
    stateChanged: (state, previous) => {
      announceQuote(this, state, previous);
      this.#hasSent ||= state.step !== 'details';
      this.#showRefusal();
    },
    sentences: () => {
      const deadline = this.step === 'details' ? this.#deadlineContext : undefined;
      return [['deadline', deadline ? deadlineSentence(deadline) : '']];
    },
    isAmountTyped: () => this.#isAmountTyped,
  };

  /** The price as far as it is known; sums are in minor units. Undefined after the step `details`. */
  get quote(): Quote | undefined {
    const { state } = this.payment;
    return state.step === 'details' ? state.quote : undefined;
  }

  /** Asks the gateway for the fee now. */
  async check(): Promise<void> {
    await this.press.untilRendered();
    await this.payment.flow?.check();
  }

  override async submit(): Promise<void> {
    if (!(await this.press.untilRendered()) || this.errors.length > 0 || this.#isOver || this.#isRefused) return;
    if (this.step !== 'details' || this.payment.secondsToWait > 0 || (await this.complain())) return;
    await this.submitWhenSetUp(() => [this.#sum, this.#savesCard, this.#asSet]);
  }

  protected override render(): TemplateResult {
    const { speech } = this;
    const { words } = speech;
    const isReturning = this.#terms !== undefined && this.payment.isReturning(KIND);
    return html`
      <div part="base" class="base" lang=${words.language} dir=${this.direction}>
        ${this.renderNotices(this.test)} ${this.renderEarlierPayments(speech)} ${isReturning ? returningView(words) : nothing}
        ${
          this.#terms && this.errors.every((error) => error instanceof SettingError)
            ? this.#renderDetails(this.#terms, isReturning)
            : nothing
        }
        ${this.renderSteps(speech)}
      </div>
    `;
  }

  #renderDetails({ currency, amount }: CheckedAttributes, isReturning: boolean): TemplateResult {
    const { payment, speech, cards } = this;
    const { words } = speech;
    const { state } = payment;
    const { recipient, missing } = cards.state;
    const isAmountFixed = amount !== undefined;
    const subject = { speech, currency, sum: this.#sum, last4: recipient.last4 };
    const deadline = this.#deadlineContext;
    return detailsView({
      ...subject,
      isHidden: this.step !== 'details' || this.errors.length > 0 || isReturning,
      cards: cards.render(words),
      amount: isAmountFixed ? undefined : this.#amount.render(words),
      price: shownPrice(stillMissing(this.quote, missing), {
        ...subject,
        wait: payment.waitText(speech),
        changeCards: () => cards.focus('first'),
      }),
      problem: problemText(state, words, { isTest: this.test, isAmountFixed }),
      goesTo: this.#cardText(recipient),
      before: this.#cardText(this.#before),
      saves: this.saveCard === AGREED ? AGREED : this.saveCard ? 'asked' : undefined,
      agree: (isAgreed) => (this.#hasAgreed = isAgreed),
      deadline: deadline ? deadlineView(deadline, () => this.#startAgain()) : nothing,
      isBusy: this.press.isPending,
      isLocked: payment.secondsToWait > 0 || this.#isOver || this.#isRefused,
      submit: () => void this.submit(),
    });
  }

  protected override configure(): void {
    const result = readAttributes(this, window.location.origin);
    if ('errors' in result) {
      this.fail(result.errors);
      return;
    }
    const { settings: terms } = result;
    if (!this.acceptShop(terms)) return;
    this.#terms = terms;
    this.fail([]);
    this.#amount.refresh();
    const { checkoutUrl, publicKey, expiredAt, collect, saved } = terms;
    this.cards.configure({ collect, saved });
    if (expiredAt === undefined) this.#deadline.end();
    else this.#deadline.countDownTo(Date.parse(expiredAt));
    this.createFlow({
      checkoutUrl,
      publicKey,
      kind: KIND,
      Flow: TransferFlow,
      redirectOrigins: () => this.#terms?.redirectOrigins,
      settings: () => this.#settings(this.#terms ?? terms),
    });
  }

  #settings(terms: CheckedAttributes): TransferSettings {
    const { customer, senderBillingAddress, recipientBillingAddress, receiptText } = this;
    return transferSettings(terms, {
      customer,
      senderBillingAddress,
      recipientBillingAddress,
      receiptText,
      amount: this.#sum,
      isTest: this.test,
      language: this.language,
      saveCard: this.#savesCard,
    });
  }

  /** The settings that a press is for, as the page has written them. */
  get #asSet(): unknown {
    const names = Object.keys(P2pTransferElement.properties).filter((name) => !isCosmetic(name));
    return names.map((name) => this[name as keyof this]);
  }

  get #sum(): number | undefined {
    return this.#terms?.amount ?? this.#amount.minor;
  }

  get #isAmountTyped(): boolean {
    return this.#terms !== undefined && this.#terms.amount === undefined;
  }

  get #amountTerms() {
    const { currency = 'USD', minAmount: least, maxAmount: most } = this.#terms ?? {};
    return { currency, least, most, language: languageTag(this.language) };
  }

  get #savesCard(): boolean {
    return this.saveCard === AGREED || (this.saveCard && this.#hasAgreed);
  }

  /** Whether the gateway refuses the amount that the page has fixed: pressing again would not help. */
  get #isRefused(): boolean {
    return this.#terms?.amount !== undefined && amountRefusal(this.payment.state) !== undefined;
  }

  #showRefusal(): void {
    const refusal = amountRefusal(this.payment.state);
    if (refusal === undefined) return;
    const { amount } = this.#terms ?? {};
    if (amount === undefined) this.#amount.showRefusal(refusal);
    else this.payment.report(refusedAmount(amount, refusal));
  }

  /** Whether the time to confirm has passed: the gateway would refuse the transfer. */
  get #isOver(): boolean {
    return (this.#deadlineContext?.left ?? Infinity) <= 0;
  }

  /** The time left to confirm; undefined without `expired-at`. */
  get #deadlineContext(): DeadlineContext | undefined {
    const { expiredAt } = this.#terms ?? {};
    if (expiredAt === undefined) return undefined;
    const left = Date.parse(expiredAt) - systemClock.now();
    return { left, speech: this.speech, mayHaveSent: this.#hasSent || this.payment.hasUnfinished };
  }

  /** Lets the page set another deadline, which keeps the payer's input. Otherwise reloads the page, as the payer would. */
  #startAgain(): void {
    if (this.dispatchEvent(new CheckoutRestartEvent())) window.location.reload();
  }

  #startOver(): void {
    this.#before = undefined;
    this.#hasAgreed = false;
    const asked = this.renderRoot?.querySelector<HTMLInputElement>('[name=save-card]');
    if (asked) asked.checked = false;
    this.#amount.clear();
  }

  /** A card by its brand and last four. */
  #cardText({ last4, brand }: CardFacts = {}): string | undefined {
    const { words } = this;
    return last4 && fill(words.card_ending, { brand: brandName(brand) ?? words.card, last4 });
  }
}
