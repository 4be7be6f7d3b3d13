import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { GatewayError } from '../../checkout/errors.js';
import { systemClock } from '../../clock/clock.js';
import type { OrderSettings } from '../../flow/order-body.js';
import { OrderFlow } from '../../flow/order-flow.js';
import type { State } from '../../flow/state.js';
import { type OrderCatalogue, type OrderKind, orderWords } from '../../locales/order-words.js';
import type { Buyer } from '../../wire/order-request.js';
import { type Product, product as productSchema } from '../../wire/product.js';
import { Description } from '../described.js';
import { CheckoutRedirectEvent, CheckoutUnavailableEvent } from '../events.js';
import { offerStyles } from '../offer-styles.js';
import { ownAddress } from '../own-address.js';
import { pageIsRead } from '../page-is-read.js';
import { PaymentElement } from '../payment-element.js';
import { Waiting } from '../waiting.js';
import { BuyerFields } from './buyer-fields.js';
import { type Asked, endOf, type Offer, priceOf, whyNot } from './offer.js';
import { Offering } from './offering.js';
import { offerView, skeletonView, unavailableView } from './offer-view.js';
import { orderView } from './order-view.js';
import { PaymentLink } from './payment-link.js';
import { productStyles } from './product-styles.js';
import { type Notice, noticeText, pressText } from './sale-text.js';
import { type CheckedSale, readSale } from './settings.js';

/** A product as the gateway tells of it, or the part of it that your page hands over. */
export type ProductOnOffer = Partial<Product>;

/**
 * Something to buy: what it is and what it costs, a card form where the gateway takes orders from pages, else its payment
 * link. With the `confirm_url` of a plan it takes a subscription.
 *
 * @event {CheckoutUnavailableEvent} checkout-unavailable - It can't be bought here: sold out, over, or nothing can be
 * learned of it.
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
  readonly #described = new Description<Product>(this, 'product', productSchema);
  readonly #offering = new Offering((url, init) => this.fetch(url, init), systemClock, (asked) => this.#learn(asked));
  #settings: CheckedSale | undefined;
  /** What the merchant's page says. */
  #item: Product | undefined;
  #notice: Notice | undefined;
  #told: string | undefined;
  #isReady = false;

  constructor() {
    super();
    this.qr = false;
  }

  /** Does what the button does: pays, says what is wrong with the fields, or goes to the payment link. */
  async pay(): Promise<void> {
    const { flow } = this.controller;
    const { payUrl } = this.#settings ?? {};
    if (this.errors.length > 0 || this.#unavailable) return;
    if (this.#way === 'link' && payUrl) this.#link.open(payUrl);
    if (this.#way !== 'form' || !flow) return;
    this.#notice = undefined;
    const wrong = this.step === 'details' ? this.#buyer.complain() : undefined;
    if (wrong) {
      await this.updateComplete;
      wrong.focus();
    } else {
      await flow.submit();
    }
  }

  /** As `pay()`. */
  async submit(): Promise<void> {
    await this.pay();
  }

  protected override get terms(): CheckedSale | undefined {
    return this.#settings;
  }

  protected override get complete(): boolean {
    // A link keeps no surrounding form from being sent.
    return this.#way === 'link' || (this.#way === 'form' && this.#buyer.complete && this.cards.state.complete);
  }

  protected override get isTest(): boolean {
    const { product, plan } = this.#offer ?? {};
    return this.test || (product ?? plan)?.test === true;
  }

  protected override complain(): void {
    const wrong = this.#buyer.complain();
    if (!wrong) this.cards.focusFirstInvalid();
    void this.updateComplete.then(() => wrong?.focus());
  }

  protected override empty(): void {
    this.#buyer.clear();
    this.#notice = undefined;
    // Something was bought meanwhile: there may be fewer left.
    this.#offering.again();
  }

  protected override firstUnfinished(): HTMLElement | undefined {
    return this.#way === 'form' ? (this.#buyer.firstUnfinished() ?? super.firstUnfinished()) : undefined;
  }

  protected override refresh(): void {
    super.refresh();
    this.#buyer.refresh();
  }

  protected override configure(): void {
    const described = this.#described.read({ property: this.product, src: this.src, fetch: (url, init) => this.fetch(url, init) });
    if (described.state === 'missing') {
      this.#item = undefined;
      this.fail([described.error]);
      this.#announce(described.reason);
      return;
    }
    this.#item = described.state === 'here' ? described.item : undefined;
    // Its addresses may be in what is still to come.
    const result = readSale(this, this.#item, window.location.origin, this.getAttribute('test'));
    if ('errors' in result) {
      this.#settings = undefined;
      if (described.state !== 'coming') this.fail(result.errors);
      return;
    }
    const { settings } = result;
    this.#settings = settings;
    this.fail([]);
    if (settings.order) this.#openForm(settings, settings.order);
    else if (described.state !== 'coming') this.#ready();
    this.#askBuyer();
    const end = this.#item ?? this.#offer?.product;
    if (end) this.#deadline.countDownTo(endOf(end) ?? 0);
  }

  protected override moved(state: State, previous: State): void {
    super.moved(state, previous);
    if (state.step !== 'details' || state.problems.length === 0) return;
    const input = this.#buyer.showErrors(state.problems);
    void this.updateComplete.then(() => input?.focus());
    const other = state.problems.find(({ path: [section, field] }) =>
      section === 'customer' ? !this.#buyer.asksFor(field) : section !== 'credit_card',
    );
    if (!other) return;
    // Another price, none left, too late: nothing was paid, and the gateway knows better than what is shown.
    this.#notice = other.path[0] === 'amount' ? 'price_changed' : { message: other.messages.join(', ') };
    this.#offering.again();
  }

  protected override announceReady(): void {
    // Not before it is known whether there is a form.
    if (this.#way !== undefined) this.#ready();
  }

  protected override render(): TemplateResult {
    const { language, step } = this;
    const { state, unfinished } = this.controller;
    const words = this.#wordsOfOffer();
    const offer = this.#offer;
    const settings = this.#settings;
    const open = step === 'details';
    const unavailable = this.#unavailable;
    const way = open && !unavailable && this.errors.length === 0 ? this.#way : undefined;
    const waits = open && !unavailable && this.errors.length === 0 && this.#way === undefined;
    return html`
      <div part="base" class="base" lang=${words.language} dir=${this.direction}>
        ${this.renderNotices()}
        ${offer && this.errors.length === 0 ? offerView(offer, words, language, open && !unavailable) : nothing}
        ${waits ? skeletonView(words) : nothing}
        ${open && unavailable
          ? unavailableView(unavailable, this.#mayAskAgain ? { words, ask: () => this.#askAgain() } : undefined)
          : nothing}
        ${way === 'link' && settings?.payUrl ? this.#link.render(settings.payUrl, words, this.qr) : nothing}
        ${settings?.order && (way === 'form' || !open)
          ? orderView({
              state,
              words,
              language,
              buyer: this.#buyer.render(words, language),
              card: this.cards.render('credit_card', words),
              press: offer ? pressText(offer, words, language) : '',
              notice: offer && this.#notice && noticeText(this.#notice, offer, words, language),
              secondsToWait: this.secondsToWait,
              unfinished,
              show: this.show,
              submit: () => void this.pay(),
            })
          : nothing}
        ${this.renderSteps(words)}
      </div>
    `;
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const { product } = this.#offer ?? {};
    if (product) this.#tellWhyNot(product);
  }

  /** What is on offer: by the gateway's own word, where it has been asked. */
  get #offer(): Offer | undefined {
    return this.#offering.offer ?? (this.#item && { product: this.#item, plan: undefined });
  }

  /** How it is paid; undefined while that is not known, or when it can't be. */
  get #way(): 'form' | 'link' | undefined {
    const { order, payUrl, mode } = this.#settings ?? {};
    if (!order) return payUrl ? 'link' : undefined;
    const { asked } = this.#offering;
    if (asked?.state === 'here') return 'form';
    return asked?.state === 'elsewhere' && mode === 'auto' && payUrl ? 'link' : undefined;
  }

  /** Why it can't be bought, in words. */
  get #unavailable(): string | undefined {
    const words = this.#wordsOfOffer();
    const product = this.#offer?.product;
    const reason = product && whyNot(product, systemClock.now());
    if (reason) return reason === 'sold_out' ? words.sold_out : words.offer_over;
    const { asked } = this.#offering;
    if (asked?.state !== 'elsewhere' || this.#way === 'link') return undefined;
    return asked.reason === 'unknown' ? words.not_offered : words.failed_to_load;
  }

  get #mayAskAgain(): boolean {
    const { asked } = this.#offering;
    return asked?.state === 'elsewhere' && asked.reason !== 'unknown';
  }

  #wordsOfOffer(): OrderCatalogue {
    const { product, plan } = this.#offer ?? {};
    const own: OrderKind[] = plan ? ['plan'] : product?.transaction_type === 'authorization' ? ['hold'] : [];
    return orderWords(this.words, 'order', ...own);
  }

  #openForm(settings: CheckedSale, place: NonNullable<CheckedSale['order']>): void {
    this.importKey(settings.publicKey);
    const client = this.#offering.about(place, settings.publicKey);
    const made = this.controller.make({
      client,
      checkoutUrl: settings.checkoutUrl,
      publicKey: settings.publicKey,
      kind: `order:${place.id}`,
      redirectOrigins: () => this.#settings?.redirectOrigins,
      Flow: OrderFlow,
      settings: () => this.#orderSettings(place),
    });
    if (made) void this.start();
    this.controller.flow?.changed();
  }

  #askAgain(): void {
    this.#offering.again();
    this.requestUpdate();
  }

  #learn(asked: Asked): void {
    this.#askBuyer();
    this.controller.flow?.changed();
    this.requestUpdate();
    if (asked.state === 'here') {
      const { product } = asked.offer;
      if (product) {
        this.#deadline.countDownTo(endOf(product) ?? 0);
      }
    } else if (this.#way !== 'link') {
      this.controller.report(asked.error);
      this.#announce(asked.reason);
    } else if (asked.error instanceof GatewayError && asked.error.code === 'credentials_refused') {
      // The link works all the same; the merchant wants to know why the form does not.
      this.controller.report(asked.error);
    }
    if (this.#way !== undefined) this.#ready();
  }

  #tellWhyNot(product: Product): void {
    const reason = whyNot(product, systemClock.now());
    if (reason) this.#announce(reason);
    // Another product, or some more of it: the next reason is news.
    else this.#told = undefined;
  }

  /** Tells the page once of each reason. */
  #announce(reason: CheckoutUnavailableEvent['reason']): void {
    if (this.#told === reason) return;
    this.#told = reason;
    void pageIsRead().then(() => this.dispatchEvent(new CheckoutUnavailableEvent(reason)));
  }

  #ready(): void {
    if (this.#isReady) return;
    this.#isReady = true;
    void pageIsRead().then(() => super.announceReady());
  }

  #askBuyer(): void {
    const { product, plan } = this.#offer ?? {};
    // Spec 2.9: a subscription makes a customer, who has an e-mail.
    const asked = plan ? ['email'] : (product?.visible_fields ?? []);
    this.#buyer.ask([...asked, ...(this.#settings?.visibleFields ?? [])], this.customer);
  }

  #orderSettings({ id, shopId }: NonNullable<CheckedSale['order']>): OrderSettings {
    const { trackingId, returnUrl, notificationUrl } = this.#settings!;
    const { offer } = this.#offering;
    const { amount, currency } = offer ? priceOf(offer) : { amount: undefined, currency: '' };
    return {
      id,
      shopId,
      amount,
      currency,
      trackingId,
      // Read once more for each attempt: a page that navigates by itself has another address by then.
      returnUrl: returnUrl ?? ownAddress(),
      notificationUrl,
      // Gateways of this family know languages, not regions.
      language: this.language.split('-')[0]!.toLowerCase(),
      customer: { ...this.customer, ...this.#buyer.values },
    };
  }
}
