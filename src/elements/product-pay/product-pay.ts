import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { systemClock } from '../../clock/clock.js';
import { OrderFlow } from '../../flow/order-flow.js';
import type { State } from '../../flow/state.js';
import type { Buyer } from '../../wire/request/order.js';
import { type Product, product as productSchema } from '../../wire/response/product.js';
import { type Described, Description } from '../offer/description.js';
import { SettingError } from '../errors.js';
import { CheckoutRedirectEvent } from '../events.js';
import { offerStyles } from '../offer/offer-styles.js';
import { leftoversView } from '../steps/leftovers-view.js';
import { PaymentElement } from '../payment/payment-element.js';
import { skeletonView } from '../offer/skeleton-view.js';
import { Waiting } from '../session/waiting.js';
import { boughtBy, kindOf, saleWords } from './bought.js';
import { BuyerFields } from '../fields/buyer-fields.js';
import { endOf, faultOf, type Offer } from './offer.js';
import { Offering } from './offering.js';
import { offerView, unavailableView } from './offer-view.js';
import { orderSettings } from './order-settings.js';
import { orderView } from './order-view.js';
import { PaymentLink } from '../offer/payment-link.js';
import { productStyles } from './product-styles.js';
import { SaleReports } from './reports.js';
import { type Notice, noticeOf, noticeText, pressText, wordsAfter } from './sale-text.js';
import { type CheckedSale, isSameSale, readSale, settingsMeanwhile } from './settings.js';
import { fieldsOf, isDecided, isUnavailable, type Known, lossOf, offerOf, refusalOf, unavailableText, wayOf } from './standing.js';

/** A product as the gateway tells of it, or the part of it that your page hands over. */
export type ProductOnOffer = Partial<Product>;

/**
 * Something to buy: what it is and what it costs, a card form where the gateway takes orders from pages, else its payment
 * link. With the `confirm_url` of a plan it takes a subscription.
 *
 * Whether it is a test is the product's own `test` (spec 2.7), as the gateway tells it: the badge follows that alone, and
 * an attribute of that name is an error.
 *
 * @event {CheckoutUnavailableEvent} checkout-unavailable - It can't be bought here: sold out, over, or nothing can be
 * learned of it. Where that turns out only after the payer's press, a failed `checkout-outcome` goes before it, whose
 * `trackingId` names the order to close: nothing was paid.
 *
 * @csspart offer - What is on offer.
 * @csspart name - Its name.
 * @csspart price - What it costs.
 * @csspart description - What it is.
 * @csspart left - How many are left.
 * @csspart deadline - Until when it can be bought.
 * @csspart terms - The terms of a plan.
 * @csspart unavailable - Why it can't be bought.
 * @csspart skeleton - The place of the form, before it is known whether there is one.
 * @csspart order-form - The form.
 * @csspart buyer - The fields for what the product asks of its buyer.
 * @csspart source-card - The fields of the card.
 * @csspart problem - What is wrong but belongs to no field.
 * @csspart submit - The button that pays.
 * @csspart payment-link - The way to the payment link.
 * @csspart qr - The link as a QR code.
 * @csspart copied - That the link was copied.
 */
export class ProductPayElement extends PaymentElement {
  static override styles = [...PaymentElement.styles, offerStyles, productStyles];

  static override properties = {
    ...PaymentElement.properties,
    payUrl: { attribute: 'pay-url' },
    confirmUrl: { attribute: 'confirm-url' },
    mode: {},
    src: {},
    visibleFields: { attribute: 'visible-fields' },
    qr: { type: Boolean },
    product: { attribute: false },
    customer: { attribute: false },
  };

  /** The payment link: the product's `pay_url`. For the link, and where the gateway takes no orders from pages. */
  declare payUrl: string | null;
  /** The address that takes orders: the product's `confirm_url`. With it and `public-key` the card form is here. */
  declare confirmUrl: string | null;
  /**
   * `auto` asks `confirm-url` whether orders are taken from pages, and is the payment link where they are not; `form` says
   * an error instead; `link` asks nothing.
   * @default auto
   */
  declare mode: string | null;
  /** Your address with the product as JSON, where it stands neither in `product` nor between the tags. */
  declare src: string | null;
  /** Further fields to ask the buyer for, by the names of `visible_fields`, separated by spaces. */
  declare visibleFields: string | null;
  /** Shows the payment link as a QR code too. */
  declare qr: boolean;
  /** The product, as the gateway told your server (spec 2.7). */
  declare product: ProductOnOffer | undefined;
  /** What you know of the buyer, by the names of `visible_fields`, `ip`, `device_id`, `external_id`. */
  declare customer: Buyer | undefined;

  readonly #buyer = new BuyerFields(this, () => systemClock.now(), () => this.entered());
  readonly #link = new PaymentLink(this, (url) => this.dispatchEvent(new CheckoutRedirectEvent(url, '')));
  readonly #deadline = new Waiting(this, systemClock);
  readonly #described = new Description<Product>(this, 'product', productSchema, systemClock, faultOf);
  readonly #offering = new Offering((url, init) => this.fetch(url, init), systemClock, () => this.#learn());
  #settings: CheckedSale | undefined;
  /** What the merchant's page says. */
  #said: Described<Product> = { state: 'none' };
  /** What the payment under way, or ended, is for; undefined while there is none, or where that is not known. */
  #bought: Offer | undefined;
  /** Whether the page has put something else on offer since, which is shown when the payer goes on. */
  #isReplaced = false;
  #notice: Notice | undefined;
  readonly #reports = new SaleReports((event) => this.tell(event));
  /** Whether the page may still hand over what is on offer: nothing is wrong yet. */
  #isEarly = false;
  /** Whether the payer has asked again, and waits to hear. */
  #isAwaited = false;

  constructor() {
    super();
    this.qr = false;
  }

  /**
   * Does what the button does: pays, says what is wrong with the fields, or goes to the payment link. Before that is known,
   * or before the element is set up, the press is kept, unless the buyer or the page changes something until then.
   */
  async pay(): Promise<void> {
    if (!(await this.press.untilDrawn())) return;
    const isBlind = !this.#isKnown;
    if (!(await this.press.until(() => this.#isKnown, () => ''))) return;
    const { payUrl } = this.#settings ?? {};
    const way = wayOf(this.#known);
    if (this.errors.length > 0 || isUnavailable(this.#known)) return;
    if (way === 'link' && payUrl) this.#link.open(payUrl);
    if (way !== 'form' || this.step !== 'details' || this.secondsToWait > 0) return;
    this.#notice = undefined;
    // What is on offer only now is not what was pressed for.
    if (this.complain() || isBlind) await this.updateComplete;
    else await this.submitWhenSetUp(() => [this.#offer, isUnavailable(this.#known), this.customer]);
  }

  /** As `pay()`. */
  async submit(): Promise<void> {
    await this.pay();
  }

  protected override get terms(): CheckedSale | undefined {
    return this.#settings;
  }

  protected override get complete(): boolean {
    return wayOf(this.#known) === 'form' && this.#buyer.complete && this.cards.state.complete;
  }

  // A link keeps no surrounding form from being sent.
  protected override get isOptional(): boolean {
    return wayOf(this.#known) === 'link';
  }

  protected override get isTest(): boolean {
    // Nobody's word but the gateway's: what the page claims keeps no money from moving.
    const { product, plan } = this.#shown ?? {};
    return (product ?? plan)?.test === true;
  }

  protected override get takesMore(): boolean {
    const isSubscribed = kindOf(this.controller.state, this.#bought) === 'plan' && this.outcome === 'successful';
    return this.#isReplaced || (!isSubscribed && !isUnavailable(this.#known));
  }

  protected override get isFilled(): boolean {
    return super.isFilled || this.#buyer.isFilled;
  }

  /** @returns whether anything is wrong. */
  protected override complain(): boolean {
    const wrong = [this.#buyer.complain(), this.cards.complain()].find((input) => input !== undefined);
    void this.updateComplete.then(() => wrong?.focus());
    return wrong !== undefined;
  }

  protected override empty(): void {
    this.#buyer.clear();
    this.#notice = undefined;
    // Something was bought meanwhile: there may be fewer left.
    this.#offering.again();
  }

  protected override firstUnfinished(): HTMLElement | undefined {
    return wayOf(this.#known) === 'form' ? (this.#buyer.firstUnfinished() ?? super.firstUnfinished()) : undefined;
  }

  protected override refresh(): void {
    super.refresh();
    this.#buyer.refresh();
  }

  protected override configure(): void {
    const said = this.#described.read({ property: this.product, src: this.src, fetch: (url, init) => this.fetch(url, init) });
    const item = said.state === 'here' ? said.item : undefined;
    const missing = said.state === 'missing' ? said.error : undefined;
    const result = readSale(this, item, window.location.origin, this.getAttribute('test'));
    const last = this.#settings;
    this.#isEarly = false;
    if ('errors' in result) {
      // Its addresses may be in what is still to come. What was right last stays: a card that was typed, or a payment.
      if (said.state !== 'coming' || last) this.fail(result.errors, missing && [missing]);
      return;
    }
    const { settings } = result;
    const { lacks, remark, order } = settings;
    if (order && !this.admit(settings)) return;
    this.#isEarly = said.state === 'none' && lacks !== undefined && this.#described.mayCome;
    const isTheirs = said.state === 'coming' || this.#isEarly || (said.state === 'missing' && said.from === 'server');
    // Without a description the gateway's own word will do. Where nothing at all is known, what the page's developer has
    // to mend is shown; a server that failed is no payer's business.
    if (lacks && !isTheirs) this.fail([missing ?? lacks]);
    else this.fail([], [missing, remark].filter((error) => error !== undefined));
    if (last && this.step !== 'details') {
      // What the payer has paid, and where, is not for the page to change. The next order's id counts already.
      this.#isReplaced = !isSameSale(settings, last);
      this.#settings = settingsMeanwhile(last, settings);
      return;
    }
    if (lacks && said.state === 'missing') this.#reports.unavailable(said.reason);
    // What was typed stays, for what is on offer next.
    if ((this.errors.length > 0 || this.#isEarly) && last?.order) return;
    if (last?.order && !order) this.discard();
    this.#said = said;
    this.#settings = settings;
    if (order) this.#openForm(settings, order);
    this.#buyer.ask(fieldsOf(this.#known), this.customer);
    this.#settle();
    const end = item ?? this.#offer?.product;
    if (end) this.#deadline.countDownTo(endOf(end) ?? 0);
  }

  protected override moved(state: State, previous: State): void {
    super.moved(state, previous);
    this.#bought = state.step === 'details' ? undefined : (this.#bought ?? boughtBy(state, this.#offering.offer));
    this.#isReplaced &&= state.step !== 'details';
    // Refused whole: perhaps because there is none left, or because it is over.
    const isRefused = state.step === 'outcome' && state.result.outcome === 'failed' && !state.result.transaction;
    if (isRefused && previous.step === 'transferring') this.#offering.again(true);
    if (state.step !== 'details' || state.problems.length === 0) return;
    const input = this.#buyer.showErrors(state.problems);
    void this.updateComplete.then(() => input?.focus());
    const notice = noticeOf(state.problems, previous, (field) => this.#buyer.asksFor(field));
    if (!notice) return;
    this.#notice = notice;
    // Perhaps another price: the gateway knows better than what is shown.
    this.#offering.again();
  }

  protected override priceIsKnown(): Promise<void> {
    return this.#offering.answered();
  }

  protected override announceReady(): void {
    // Not before it is known whether there is a form.
    this.#settle();
  }

  protected override render(): TemplateResult {
    const { step } = this;
    const { state, leftovers } = this.controller;
    const offer = this.#shown;
    const speech = this.speech.with(saleWords(this.words, state, offer));
    const { words } = speech;
    const settings = this.#settings;
    const open = step === 'details';
    const known = this.#known;
    const isEarly = open && this.#isEarly;
    const unavailable = isEarly ? undefined : unavailableText(known, words);
    const loss = lossOf(known);
    const isAway = this.errors.length > 0 || isEarly;
    const isOpen = open && !unavailable && !isAway;
    const way = open && !unavailable ? wayOf(known) : undefined;
    // With a key that is none there are no fields for a card either.
    const hasForm = settings?.order && this.errors.every((error) => error instanceof SettingError);
    return html`
      <div part="base" class="base" lang=${words.language} dir=${this.direction}>
        ${this.renderNotices()} ${leftoversView(leftovers, open, { speech, show: this.show, goOn: () => this.focus() })}
        ${offer && !(open && isAway) ? offerView(offer, speech, open && !unavailable) : nothing}
        ${(isOpen && !way) || isEarly ? skeletonView(words) : nothing}
        ${open && unavailable
          ? unavailableView(unavailable, loss && loss !== 'unknown' ? { words, ask: () => this.#askAgain() } : undefined)
          : nothing}
        ${isOpen && way === 'link' && settings?.payUrl ? this.#link.render(settings.payUrl, words, this.qr) : nothing}
        ${hasForm && (way === 'form' || !open)
          ? orderView({
              state,
              isTest: this.isTest,
              isAway,
              speech,
              buyer: this.#buyer.render(speech),
              card: this.cards.render('credit_card', words),
              press: offer ? pressText(offer, speech) : '',
              isBusy: this.press.isKept,
              notice: offer && this.#notice && noticeText(this.#notice, offer, speech),
              secondsToWait: this.secondsToWait,
              submit: () => void this.pay(),
            })
          : nothing}
        ${this.renderSteps(speech.with(wordsAfter(words, { isReplaced: this.#isReplaced, refusal: this.#bought && refusalOf(known) })))}
      </div>
    `;
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const reason = refusalOf(this.#known);
    if (reason) this.#reports.unavailable(reason);
    // Another product, or some more of it: the next reason is news.
    else if (this.#offer?.product) this.#reports.available();
  }

  get #known(): Known {
    return { said: this.#said, settings: this.#settings, asked: this.#offering.asked };
  }

  get #offer(): Offer | undefined {
    return offerOf(this.#known);
  }

  /** What is shown: what is on offer or, once the payer has pressed, what was. */
  get #shown(): Offer | undefined {
    return this.step === 'details' ? this.#offer : this.#bought;
  }

  /** Whether it is known what a press does. */
  get #isKnown(): boolean {
    return this.errors.length > 0 || (!this.#isEarly && isDecided(this.#known));
  }

  #openForm(settings: CheckedSale, place: NonNullable<CheckedSale['order']>): void {
    const client = this.#offering.about(place, settings.publicKey);
    const made = this.controller.make({
      client,
      checkoutUrl: settings.checkoutUrl,
      publicKey: settings.publicKey,
      kind: `order:${place.id}`,
      redirectOrigins: () => this.#settings?.redirectOrigins,
      Flow: OrderFlow,
      settings: () =>
        orderSettings(place, this.#settings ?? settings, this.#offering.asked && this.#offer, {
          language: this.language,
          customer: { ...this.customer, ...this.#buyer.values },
        }),
    });
    // What was said of another order is not true of this one.
    this.#notice = made ? undefined : this.#notice;
    if (made) this.start();
    this.controller.flow?.changed();
  }

  #askAgain(): void {
    this.#isAwaited = true;
    if (this.#settings?.lacks) this.#described.again();
    else this.#offering.again();
    this.requestUpdate();
  }

  #learn(): void {
    // Taken up before it was known what is sold here.
    if (this.step !== 'details') this.#bought ??= boughtBy(this.controller.state, this.#offering.offer);
    this.#buyer.ask(fieldsOf(this.#known), this.customer);
    this.controller.flow?.changed();
    this.requestUpdate();
    const { product } = this.#offering.offer ?? {};
    if (product) this.#deadline.countDownTo(endOf(product) ?? 0);
    this.#settle();
  }

  /** Tells the page what came of asking, once that is known. */
  #settle(): void {
    const { asked } = this.#offering;
    const isComing = this.#said.state === 'coming';
    const way = wayOf(this.#known);
    if (this.#settings?.order && asked?.state === 'elsewhere' && !isComing) this.#reports.elsewhere(asked, way);
    const isOpen = way === 'form' || (way === 'link' && !isComing);
    if (isOpen && this.errors.length === 0 && !this.#isEarly && !isUnavailable(this.#known)) {
      this.#reports.ready(() => super.announceReady());
    }
    if (!this.#isAwaited || !(isOpen || isUnavailable(this.#known))) return;
    this.#isAwaited = false;
    void this.updateComplete.then(() => this.#bringFocus());
  }

  #bringFocus(): void {
    // The button that was pressed has gone, and the focus with it, unless the payer took it elsewhere.
    if (document.activeElement === document.body) this.renderRoot.querySelector<HTMLElement>('input, select, a, button')?.focus();
  }
}
