import type { PropertyDeclarations, PropertyValues, TemplateResult } from 'lit';
import { systemClock } from '../../clock/clock.js';
import { OrderFlow } from '../../flow/order-flow.js';
import type { OrderSettings } from '../../flow/request/order-body.js';
import type { State } from '../../flow/state.js';
import type { MessageKey } from '../../locales/messages.js';
import type { Buyer } from '../../wire/request/order.js';
import type { FieldError } from '../../wire/response/error-body.js';
import type { Product } from '../../wire/response/product.js';
import { isTest } from '../../wire/response/values.js';
import { declared, type Properties } from '../base/attributes.js';
import type { Speech } from '../base/speech.js';
import { CheckoutReadyEvent, CheckoutRedirectEvent } from '../events.js';
import { BuyerFields } from '../fields/buyer/buyer-fields.js';
import type { Subject } from '../form/port.js';
import { offerStyles } from '../offer/offer-styles.js';
import { orderSettings } from '../offer/order-settings.js';
import { kindOf, offerWords } from '../offer/order-speech.js';
import { PaymentLink } from '../offer/payment-link.js';
import { pageAddress } from '../page/return-address.js';
import type { Reaction } from '../payment/page-events.js';
import { PaymentElement } from '../payment/payment-element.js';
import { RenderTimer } from '../session/render-timer.js';
import { endOf, type Offer } from '../offer/offer.js';
import { OfferResource } from './offer-resource.js';
import { type Notice, noticeOf, wordsAfter } from '../offer/offer-text.js';
import { shopView } from './offer-view.js';
import { productStyles } from './product-styles.js';
import { type CheckedSale, readSale, SALE_ATTRIBUTES } from './settings.js';

/** A product as the gateway returns it, or the part of it that your page passes on. */
export type ProductOnOffer = Partial<Product>;

export interface ProductPayElement extends Properties<typeof SALE_ATTRIBUTES> {}

/**
 * A product to buy: its description and price, and a card form if the gateway takes orders from pages, else its payment
 * link. With the `confirm_url` of a plan it takes a subscription.
 *
 * Only the product's own `test` (spec 2.7), as the gateway returns it, decides whether it is a test and shows the badge; an
 * attribute `test` is an error.
 *
 * @example
 * const element = document.querySelector('product-pay')!;
 * element.prepare = async () => (await fetch('/orders', { method: 'POST' })).json(); // { trackingId }
 * element.addEventListener('checkout-outcome', ({ outcome, trackingId }) => console.log(outcome, trackingId));
 *
 * @event {CheckoutUnavailableEvent} checkout-unavailable - It can't be bought here: it is sold out or expired, or its description
 * can't be read. If the gateway reports this only after the payer's press, a failed `checkout-outcome` comes first, whose
 * `trackingId` names the order to close: nothing was paid.
 *
 * @csspart offer - The product or plan.
 * @csspart name - Its name.
 * @csspart price - Its price.
 * @csspart description - Its description.
 * @csspart left - How many are left.
 * @csspart deadline - The time until which it can be bought.
 * @csspart terms - The terms of a plan.
 * @csspart unavailable - Why it can't be bought.
 * @csspart skeleton - The placeholder, before it is known whether there is a form.
 * @csspart order-form - Everything from the buyer's data to the button.
 * @csspart buyer-form - The form around the buyer's data.
 * @csspart source-form - The form around the card.
 * @csspart buyer - The fields for the buyer's data that the product asks for.
 * @csspart source-card - The fields of the card.
 * @csspart problem - An error that belongs to no field.
 * @csspart submit - The button that pays.
 * @csspart payment-link - The payment link, with a button to copy it.
 * @csspart copied - The message that the link was copied.
 */
export class ProductPayElement extends PaymentElement<OrderSettings> {
  static readonly tag = 'product-pay';

  static override styles = [...PaymentElement.styles, offerStyles, productStyles];

  static override properties: PropertyDeclarations = {
    ...PaymentElement.properties,
    ...declared(SALE_ATTRIBUTES),
    product: { attribute: false },
    customer: { attribute: false },
  };

  /** The product, as the gateway returned it to your server (spec 2.7). */
  declare product: ProductOnOffer | undefined;
  /** The buyer's data that you know already, by the names of `visible_fields`, `ip`, `device_id`, `external_id`. */
  declare customer: Buyer | undefined;

  protected override readonly buyer: BuyerFields = new BuyerFields(this, systemClock, () => this.entered());
  readonly #link = new PaymentLink(this, (url) => this.dispatchEvent(new CheckoutRedirectEvent(url, '')));
  readonly #deadline = new RenderTimer(this, systemClock);
  readonly #offer = new OfferResource(
    this,
    () => this.#learn(),
    (event) => this.dispatchInOrder(event),
  );
  /** Why the last press paid nothing, if that belongs to no field. */
  #notice: Notice | undefined;

  protected override readonly reactions: readonly Reaction[] = [
    (state) => this.#offer.follow(state),
    (state, previous) => {
      // Refused as a whole: it may be sold out, or no longer offered.
      const isRefused = state.step === 'outcome' && state.result.outcome === 'failed' && !state.result.transaction;
      if (isRefused && previous.step === 'transferring') this.#offer.refresh(true);
    },
    (state, previous) => {
      if (state.step === 'details' && state.problems.length > 0) this.#showProblems(state.problems, previous);
    },
  ];

  protected override get terms(): CheckedSale | undefined {
    return this.#offer.settings;
  }

  protected override get kind(): string {
    return `order:${this.#offer.settings?.order?.id ?? ''}`;
  }

  protected override get subject(): Subject | undefined {
    const { amount, currency } = this.payment.sum ?? {};
    return currency ? { operation: 'order', amount, currency } : undefined;
  }

  protected override get hasCards(): boolean {
    return this.#offer.mode === 'form';
  }

  protected override get takesMore(): boolean {
    const { bought, isReplaced, isUnavailable } = this.#offer;
    const isSubscribed = kindOf(this.payment.state, bought) === 'plan' && this.outcome === 'successful';
    return isReplaced || (!isSubscribed && !isUnavailable);
  }

  // With a payment link, a surrounding form may be sent.
  protected override get isOptional(): boolean {
    return this.#offer.mode === 'link';
  }

  // Waits until it is known whether there is a form.
  protected override announceReady(): void {
    this.#settle();
  }

  protected override untilPriced(): Promise<void> {
    return this.#offer.untilAnswered();
  }

  protected override cleared(): void {
    this.#notice = undefined;
    // After a purchase there may be fewer left.
    this.#offer.refresh();
  }

  /**
   * Does the same as the button: pays, shows the errors of the fields, or goes to the payment link. Until it is known which, or
   * until the element is set up, the press is deferred, unless the buyer or the page changes something meanwhile.
   */
  pay(): Promise<void> {
    return this.submit();
  }

  protected override get isDecided(): boolean {
    return this.errors.length > 0 || this.#offer.isDecided;
  }

  protected override async pressed(isEarly: boolean): Promise<void> {
    const { settings: { payUrl } = {}, mode, isUnavailable } = this.#offer;
    if (this.errors.length > 0 || isUnavailable) return;
    if (mode === 'link' && payUrl) this.#link.open(payUrl);
    if (mode !== 'form') return;
    if (this.step === 'details') this.#notice = undefined;
    await super.pressed(isEarly, false);
  }

  protected override configure(): void {
    const described = this.#offer.page.read(this.product);
    const item = described.state === 'here' ? described.item : undefined;
    const unreadable = described.state === 'unreadable' ? described.error : undefined;
    const result = readSale(this, item, pageAddress());
    const last = this.#offer.settings;
    if ('errors' in result) {
      this.#offer.misconfigured();
      this.fail(result.errors, unreadable && [unreadable]);
      return;
    }
    const { settings, warnings } = result;
    const { noWayToPay, whyLinkOnly, order } = settings;
    if (order && !this.acceptShop(settings)) {
      this.#offer.misconfigured();
      return;
    }
    const isEarly = described.state === 'none' && noWayToPay !== undefined && this.#offer.page.mayCome;
    // Without a description the gateway's answer is enough.
    if (noWayToPay && !isEarly) this.fail([unreadable ?? noWayToPay]);
    else
      this.fail(
        [],
        [unreadable, whyLinkOnly, ...warnings].filter((error) => error !== undefined),
      );
    const isUnderWay = this.step !== 'details';
    const takesEffect = this.#offer.configure({ described, settings, isEarly, isPayable: this.errors.length === 0, isUnderWay });
    if (noWayToPay && unreadable && !(last && isUnderWay)) this.#offer.reportUnavailable('unreadable');
    if (!takesEffect) return;
    if (last?.order && !order) this.discard();
    this.setForm({ saved: settings.saved });
    if (order) this.#openForm(settings, order);
    this.buyer.ask(this.#offer.buyerFields, this.customer);
    this.#settle();
    const end = item ?? this.#offer.current?.product;
    if (end) this.#deadline.countDownTo(endOf(end) ?? 0);
  }

  #showProblems(problems: readonly FieldError[], previous: State): void {
    const input = this.buyer.showErrors(problems);
    void this.updateComplete.then(() => input?.focus());
    const notice = noticeOf(problems, previous, (field) => this.buyer.asksFor(field));
    if (!notice) return;
    this.#notice = notice;
    // The price may have changed: asks the gateway again.
    this.#offer.refresh();
  }

  // Only the gateway decides: a claim of the page does not keep money from moving.
  protected override get isTest(): boolean {
    const { product, plan } = this.#shown ?? {};
    return isTest(product ?? plan ?? {});
  }

  protected override get paymentSpeech(): Speech<MessageKey> {
    const words = offerWords(this.words, this.payment.state, this.#shown);
    return this.speech.with(wordsAfter(words, this.#offer));
  }

  protected override renderDetails(): TemplateResult {
    const speech = this.paymentSpeech;
    return this.renderControls(
      shopView({
        state: this.payment.state,
        resource: this.#offer,
        offer: this.#shown,
        notice: this.#notice,
        speech,
        isTest: this.isTest,
        isDisabled: this.isDisabled,
        isBroken: this.errors.length > 0,
        takesCards: this.takesCards,
        buyer: this.buyer.render(speech),
        renderForm: (status) => this.renderForm(status),
        wait: this.waitText(speech),
        link: this.#link,
        askAgain: () => this.#askAgain(),
        submit: () => void this.press(),
      }),
    );
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    this.#offer.reportRefusal();
  }

  /** The offer that is shown: the current one or, once the payer has pressed, the one that they bought. */
  get #shown(): Offer | undefined {
    return this.step === 'details' ? this.#offer.current : this.#offer.bought;
  }

  #openForm(settings: CheckedSale, place: NonNullable<CheckedSale['order']>): void {
    const client = this.#offer.ask(place, settings.publicKey);
    const made = this.createFlow({
      client,
      checkoutUrl: settings.checkoutUrl,
      publicKey: settings.publicKey,
      Flow: OrderFlow,
      redirectOrigins: () => this.#offer.settings?.redirectOrigins,
      settings: () =>
        orderSettings(place, this.#offer.settings ?? settings, this.#offer.answer && this.#offer.current, {
          language: this.speech.language,
          customer: { ...this.customer, ...this.buyer.values },
        }),
    });
    // A notice about another order does not apply to this one.
    if (made) this.#notice = undefined;
  }

  #askAgain(): void {
    this.#offer.askAgain();
    this.requestUpdate();
  }

  #learn(): void {
    this.#offer.follow(this.payment.state);
    this.buyer.ask(this.#offer.buyerFields, this.customer);
    if (this.#offer.isUnavailable) this.payment.flow?.dropPress();
    this.payment.flow?.changed();
    this.requestUpdate();
    const { product } = this.#offer.offered ?? {};
    if (product) this.#deadline.countDownTo(endOf(product) ?? 0);
    this.#settle();
  }

  /** Reports the gateway's answer to the page, once it is known. */
  #settle(): void {
    const ready = this.errors.length > 0 ? undefined : () => this.dispatchInOrder(new CheckoutReadyEvent());
    if (!this.#offer.settle(ready)) return;
    // The button that was pressed is gone, and with it the focus, unless the payer has moved it.
    void this.updateComplete.then(() => document.activeElement === document.body && this.focus());
  }
}
