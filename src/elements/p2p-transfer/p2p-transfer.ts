import type { PropertyDeclarations } from 'lit';
import type { CardFacts } from '../../card/card.js';
import type { SavedCard } from '../../card/saved-card.js';
import { systemClock } from '../../clock/clock.js';
import type { TransferSettings } from '../../flow/request/transfer-body.js';
import { type Quote, waitingPress } from '../../flow/state.js';
import { TransferFlow } from '../../flow/transfer-flow.js';
import type { BillingAddress } from '../../wire/request/address.js';
import type { SectionName } from '../../wire/request/card-section.js';
import type { Customer } from '../../wire/request/transfer.js';
import { declared, type Properties } from '../base/attributes.js';
import { cardText } from '../base/card-text.js';
import { CheckoutRestartEvent } from '../events.js';
import type { CardLegends } from '../fields/card-fields.js';
import { cardsUsed, withChosen } from '../fields/saved/cards-again.js';
import type { FormStatus, Subject } from '../form/port.js';
import { pageAddress } from '../page/return-address.js';
import { type Reaction, report } from '../payment/page-events.js';
import { PaymentElement, type Retried } from '../payment/payment-element.js';
import { RenderTimer } from '../session/render-timer.js';
import { type DeadlineContext, deadlineOf, deadlineSentence } from './deadline.js';
import { actOf, shownPrice, quoteToShow } from '../quote/shown-price.js';
import { announceQuote } from '../quote/quote-event.js';
import { amountRefusal, refusedAmount, refusedTokens } from '../quote/refusals.js';
import { cardsToSendAgain } from './cards-to-send-again.js';
import { problemText } from '../quote/problem-text.js';
import { AGREED, type CheckedAttributes, readAttributes, TRANSFER_ATTRIBUTES } from './settings/read-attributes.js';
import { transferSettings } from './settings/transfer-settings.js';

export interface P2pTransferElement extends Properties<typeof TRANSFER_ATTRIBUTES> {}

/**
 * A card-to-card transfer: two cards, the amount, the fee before paying, 3-D Secure out and back, and the true outcome.
 *
 * @example
 * const element = document.querySelector('p2p-transfer')!;
 * element.prepare = async ({ amount }) => {
 *   const answer = await fetch('/orders', { method: 'POST', body: JSON.stringify({ amount }) });
 *   return answer.json(); // { trackingId }
 * };
 * element.addEventListener('checkout-outcome', ({ outcome, trackingId }) => console.log(outcome, trackingId));
 *
 * @event {CheckoutQuoteEvent} checkout-quote - The gateway returned the price. Sums are in minor units.
 *
 * @event {CheckoutRestartEvent} checkout-restart - The time to confirm (`expired-at`) is over, and the payer starts again: the page
 * reloads. After `preventDefault()`, set another `expired-at`; the payer's input stays.
 *
 * @csspart details-step - The whole form, down to the button.
 * @csspart source-form - The form around the card to send from.
 * @csspart recipient-form - The form around the recipient's card.
 * @csspart amount-form - The form around the amount, where the payer types it first.
 * @csspart payment-form - The form around everything after the cards, down to the button.
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
  /**
   * The saved cards of recipients, which the payer chooses from, each with a `label` such as "Mum" if there is one: at most 40 letters,
   * marks and spaces. It stands beside the last four digits, never without them. None is preselected, unless `recipientCard` names it.
   */
  declare savedRecipients: readonly SavedCard[] | undefined;
  /** The sender: `{ip, email, device_id, external_id}` (spec 2.5). */
  declare customer: Customer | undefined;
  /** The sender's address: `{first_name, last_name, country, city, state, zip, address, phone}` (spec 2.5). */
  declare senderBillingAddress: BillingAddress | undefined;
  /** The recipient's address, with the same fields (spec 2.5). */
  declare recipientBillingAddress: BillingAddress | undefined;
  /** Lines to add to the e-mail that the customer receives. */
  declare receiptText: readonly string[] | undefined;

  protected override readonly kind = 'p2p';
  readonly #deadline = new RenderTimer(this, systemClock);
  /** The attributes as they were when they were last right. */
  protected override terms: CheckedAttributes | undefined;
  /** Whether money may have been sent in this visit. */
  #hasSent = false;
  /** The recipient of the attempt that is tried again. */
  #before: CardFacts | undefined;
  /** The saved cards of the transfer that the payer sends, or tries, again. */
  #again: { readonly [Section in SectionName]?: SavedCard } = {};

  protected override readonly reactions: readonly Reaction[] = [
    (state, previous) => announceQuote(this, state, previous),
    (state) => void (this.#hasSent ||= state.step !== 'details'),
    (state) => {
      const { amount } = this.terms ?? {};
      const refusal = amountRefusal(state);
      if (amount !== undefined && refusal !== undefined) report(this, refusedAmount(amount, refusal));
    },
    (state, previous) => {
      const errors = refusedTokens(state, previous);
      // The state must not change again while this change is reported.
      if (errors.length > 0) void this.updateComplete.then(() => this.payForm.post({ kind: 'refuse', errors }));
    },
  ];

  protected override get subject(): Subject | undefined {
    const { currency, amount, minAmount: least, maxAmount: most, order } = this.terms ?? {};
    const isTyped = amount === undefined;
    const saves = this.saveCard === AGREED ? AGREED : this.saveCard ? 'asked' : undefined;
    return currency
      ? { operation: 'transfer', currency, amount, isTyped, isFirst: isTyped && order === 'amount-first', least, most, saves }
      : undefined;
  }

  protected override get sentences(): readonly (readonly [name: string, text: string])[] {
    const deadline = this.step === 'details' ? this.#deadlineContext : undefined;
    return [['deadline', deadline ? deadlineSentence(deadline) : '']];
  }

  protected override get sendAgain(): (() => void) | undefined {
    const cards = cardsToSendAgain(this.payment.state);
    return cards && (() => this.#sendAgain(cards));
  }

  protected override cleared(): void {
    this.#before = undefined;
    this.#again = {};
  }

  protected override triedAgain({ amount, currency, source, recipient }: Retried): void {
    this.#before = recipient;
    this.#again = cardsUsed({ credit_card: source, recipient_card: recipient }, this.terms?.saved ?? {});
    this.setForm({ saved: this.#saved });
    this.requestUpdate();
    if (currency === this.terms?.currency) this.payForm.post({ kind: 'refill', amount });
  }

  // Lets the page set another deadline, which keeps the payer's input. Otherwise reloads the page, as the payer would.
  protected override startAgain(): void {
    if (this.dispatchEvent(new CheckoutRestartEvent())) window.location.reload();
  }

  /** The price as far as it is known; sums are in minor units. Undefined after the step `details`. */
  get quote(): Quote | undefined {
    const { state } = this.payment;
    return state.step === 'details' ? state.quote : undefined;
  }

  /** Asks the gateway for the fee now. */
  async check(): Promise<void> {
    if (await this.untilRendered()) await this.payment.flow?.check();
  }

  protected override async pressed(isEarly: boolean, isForPrice: boolean): Promise<void> {
    if (!this.#isOver && !this.#isRefused) await super.pressed(isEarly, isForPrice);
  }

  protected override get isTest(): boolean {
    return this.test;
  }

  protected override renderDetails(): unknown {
    return this.renderFormStep(this.#status);
  }

  get #status(): FormStatus {
    const { payment, speech, payForm } = this;
    const { words } = speech;
    const { state } = payment;
    const { currency = '', amount } = this.terms ?? {};
    const quote = quoteToShow(this.quote, payForm.snapshot.missing);
    const deadline = this.#deadlineContext;
    const price = shownPrice(quote, speech, speech.sum(this.#sum, currency));
    const problem = problemText(state, words, { isTest: this.test, isAmountFixed: amount !== undefined });
    return {
      act: actOf(quote),
      // After the deadline the payer can do nothing that a hint about the price asks for.
      price: this.#isOver ? { ...price, status: 'none', text: '', isSpoken: true } : price,
      problem,
      before: cardText(words, this.#before),
      deadline: deadline && deadlineOf(deadline),
      wait: this.waitText(speech),
      isBusy: waitingPress(state) !== undefined,
      isLocked: this.#isOver || this.#isRefused,
      isDisabled: this.isDisabled,
      isUnread: quote.status === 'given' && quote.isUnread === true,
    };
  }

  protected override configure(): void {
    const result = readAttributes(this, pageAddress());
    if ('errors' in result) {
      this.fail(result.errors);
      return;
    }
    const { settings: terms, warnings } = result;
    if (!this.acceptShop(terms)) return;
    this.terms = terms;
    this.fail([], warnings);
    const { checkoutUrl, publicKey, expiredAt, collect } = terms;
    this.setForm({ collect, saved: this.#saved });
    if (expiredAt === undefined) this.#deadline.end();
    else this.#deadline.countDownTo(Date.parse(expiredAt));
    this.createFlow({
      checkoutUrl,
      publicKey,
      Flow: TransferFlow,
      redirectOrigins: () => this.terms?.redirectOrigins,
      settings: () => this.#settings(this.terms ?? terms),
    });
  }

  /** The page's saved cards, with those chosen that the payer uses again. */
  get #saved(): CheckedAttributes['saved'] {
    const saved = this.terms?.saved ?? {};
    const again = Object.entries(this.#again) as [SectionName, SavedCard][];
    return { ...saved, ...Object.fromEntries(again.map(([section, card]) => [section, withChosen(saved[section], card)])) };
  }

  /** Goes back to the form. Code and amount are empty. */
  #sendAgain(cards: Readonly<Record<SectionName, SavedCard>>): void {
    this.reset();
    this.#again = cards;
    this.reconsider();
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
      language: this.speech.language,
      saveCard: this.#savesCard,
    });
  }

  get #sum(): number | undefined {
    return this.terms?.amount ?? this.payForm.snapshot.typed;
  }

  get #savesCard(): boolean {
    return this.saveCard === AGREED || (this.saveCard && this.payForm.snapshot.hasAgreed);
  }

  /** Whether the gateway refuses the amount that the page has fixed: pressing again would not help. */
  get #isRefused(): boolean {
    return this.terms?.amount !== undefined && amountRefusal(this.payment.state) !== undefined;
  }

  /** Whether the time to confirm has passed: the gateway would refuse the transfer. */
  get #isOver(): boolean {
    return (this.#deadlineContext?.left ?? Infinity) <= 0;
  }

  /** The time left to confirm; undefined without `expired-at`. */
  get #deadlineContext(): DeadlineContext | undefined {
    const { expiredAt } = this.terms ?? {};
    if (expiredAt === undefined) return undefined;
    const left = Date.parse(expiredAt) - systemClock.now();
    return { left, speech: this.speech, mayHaveSent: this.#hasSent || this.payment.earlierPayments.unfinished.length > 0 };
  }
}
