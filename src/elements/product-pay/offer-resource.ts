import { CheckoutClient } from '../../checkout/client.js';
import { systemClock } from '../../clock/clock.js';
import type { State } from '../../flow/state.js';
import type { Fetch } from '../../http/request.js';
import { type Product, product as productSchema } from '../../wire/response/product.js';
import { CheckoutErrorEvent, CheckoutUnavailableEvent } from '../events.js';
import { type Described, PageDescription } from '../offer/page-description.js';
import type { OrderPlace } from '../offer/order-place.js';
import { askOffer, type OfferAnswer } from '../offer/ask-offer.js';
import type { OfferStatus } from '../offer/offer-text.js';
import { type Offer, offerBoughtBy, problemOf, refusalAt } from '../offer/offer.js';
import { type CheckedSale, isSameSale, settingsMeanwhile } from './settings.js';

type Host = ConstructorParameters<typeof PageDescription<Product>>[0] & { readonly fetch: Fetch };

/** The attributes and the page's description as they were read, and what decides whether they take effect. */
export interface NewSettings {
  readonly described: Described<Product>;
  readonly settings: CheckedSale;
  /** Whether the page may still pass on the description: its absence is not an error yet. */
  readonly isEarly: boolean;
  /** Whether nothing else keeps the element from working. */
  readonly isPayable: boolean;
  /** Whether a payment is under way, or its outcome is shown. */
  readonly isUnderWay: boolean;
}

/**
 * What an element sells, from two sources: the description on the merchant's page, and the gateway's answer, which counts once it is
 * there. A press freezes it, as it freezes the price.
 */
export class OfferResource implements OfferStatus {
  /** The page's description. */
  readonly page: PageDescription<Product>;
  readonly #host: Host;
  readonly #learned: () => void;
  readonly #announce: (event: Event) => void;
  #described: Described<Product> = { state: 'none' };
  #settings: CheckedSale | undefined;
  #isEarly = false;
  #bought: Offer | undefined;
  #isReplaced = false;
  /** Whether the payer has asked for the offer again, and waits for the answer. */
  #isAwaited = false;
  #question: { readonly name: string; readonly place: OrderPlace; readonly client: CheckoutClient } | undefined;
  #run: AbortController | undefined;
  #pending: Promise<void> | undefined;
  #answer: OfferAnswer | undefined;
  /** What the page was told last: that the element takes input, why it can't be bought, and the answer that was no offer. */
  #isReady = false;
  #reason: CheckoutUnavailableEvent['reason'] | undefined;
  #elsewhere: OfferAnswer | undefined;

  /** @param learned Called when the gateway has answered. */
  constructor(host: Host, learned: () => void, announce: (event: Event) => void) {
    this.#host = host;
    this.#learned = learned;
    this.#announce = announce;
    this.page = new PageDescription(host, { name: 'product', schema: productSchema, clock: systemClock, judge: problemOf });
  }

  /** The validated attributes; undefined until they were valid for the first time. */
  get settings(): CheckedSale | undefined {
    return this.#settings;
  }

  /** Whether the page may still pass on the description. */
  get isEarly(): boolean {
    return this.#isEarly;
  }

  /** The gateway's last answer; undefined while the first request runs, or one that follows an answer without an offer. */
  get answer(): OfferAnswer | undefined {
    return this.#answer;
  }

  /** The offer. If the gateway has answered, its answer counts. */
  get current(): Offer | undefined {
    const described = this.#described;
    return this.offered ?? (described.state === 'here' ? { product: described.item, plan: undefined } : undefined);
  }

  get bought(): Offer | undefined {
    return this.#bought;
  }

  get isReplaced(): boolean {
    return this.#isReplaced;
  }

  /** The fields to ask the buyer for, by the names of `visible_fields`. */
  get buyerFields(): readonly string[] {
    const { product, plan } = this.current ?? {};
    // Spec 2.9: a subscription makes a customer, who has an e-mail.
    const fields = plan ? ['email'] : (product?.visible_fields ?? []);
    return [...fields, ...(this.#settings?.visibleFields ?? [])];
  }

  /** Whether it is paid by the form or the link; undefined while that is unknown, or if it can't be paid. */
  get mode(): 'form' | 'link' | undefined {
    const { order, payUrl, mode } = this.#settings ?? {};
    if (!order) return payUrl ? 'link' : undefined;
    if (this.offered) return 'form';
    return this.#answer && mode === 'auto' && payUrl ? 'link' : undefined;
  }

  /** Why a known product can't be bought now. */
  get refusal(): 'sold_out' | 'expired' | undefined {
    const { product } = this.current ?? {};
    return product && refusalAt(product, systemClock.now());
  }

  get failure(): CheckoutUnavailableEvent['reason'] | undefined {
    const answer = this.#answer;
    return !this.#settings?.noWayToPay && answer?.state === 'elsewhere' && this.mode !== 'link' ? answer.reason : undefined;
  }

  /** Whether it can't be bought, for any reason. */
  get isUnavailable(): boolean {
    return (this.refusal ?? this.failure) !== undefined;
  }

  /** Whether it is known how it can be bought, or that it can't. */
  get isDecided(): boolean {
    return !this.#isEarly && (this.mode !== undefined || this.isUnavailable);
  }

  /** What the gateway offers, as it has answered. */
  get offered(): Offer | undefined {
    return this.#answer?.state === 'here' ? this.#answer.offer : undefined;
  }

  /** Called when the attributes are wrong: the last valid ones stay, with a typed card or a payment. */
  misconfigured(): void {
    this.#isEarly = false;
  }

  /** Takes new attributes. @returns whether they take effect. */
  configure({ described, settings, isEarly, isPayable, isUnderWay }: NewSettings): boolean {
    const last = this.#settings;
    this.#isEarly = isEarly;
    if (last && isUnderWay) {
      // The page can't change the order of a payment under way, but it may set the next order's id.
      this.#isReplaced = !isSameSale(settings, last);
      this.#settings = settingsMeanwhile(last, settings);
      return false;
    }
    // Keeps the last settings, and with them the payer's input, until there is an offer again.
    if ((!isPayable || isEarly) && last?.order) return false;
    this.#described = described;
    this.#settings = settings;
    return true;
  }

  /** Called when the payment's state has changed, or the gateway has answered: a payment may be resumed before its offer is known. */
  follow(payment: State): void {
    if (payment.step === 'details') {
      this.#bought = undefined;
      this.#isReplaced = false;
    } else this.#bought ??= offerBoughtBy(payment, this.offered);
  }

  /**
   * Asks for the offer of a place, unless that has been asked for already.
   *
   * @returns the client that asks. Send the order with it too: from the answer it knows the gateway's time, which the sealed
   * card contains.
   */
  ask(place: OrderPlace, publicKey: string): CheckoutClient {
    const name = JSON.stringify([place, publicKey]);
    if (this.#question?.name === name) return this.#question.client;
    const fetch: Fetch = (url, init) => this.#host.fetch(url, init);
    const client = new CheckoutClient({ checkoutUrl: place.checkoutUrl, publicKey, fetch, clock: systemClock });
    this.#question = { name, place, client };
    this.#answer = undefined;
    this.refresh();
    return client;
  }

  /**
   * Asks once more, as the answer may be out of date; an offer stays until the new one comes.
   *
   * @param keeps Whether the offer stays even if no answer comes.
   */
  refresh(keeps = false): void {
    if (!this.#question) return;
    const { place, client } = this.#question;
    this.#run?.abort();
    const run = (this.#run = new AbortController());
    if (this.#answer?.state === 'elsewhere') this.#answer = undefined;
    const learn = (answer: OfferAnswer): void => {
      if (this.#run !== run || (keeps && answer.state === 'elsewhere' && answer.reason === 'unreachable')) return;
      this.#answer = answer;
      this.#learned();
    };
    // It rejects only when a newer request has replaced it.
    this.#pending = askOffer(place, { client, clock: systemClock }, run.signal).then(learn, () => undefined);
  }

  /** Asks for the offer again, because the payer wants it. */
  askAgain(): void {
    this.#isAwaited = true;
    this.refresh();
  }

  /** Waits until the gateway has answered, or its time is up. */
  async untilAnswered(): Promise<void> {
    if (!this.#answer) await this.#pending;
  }

  /**
   * Reports the gateway's answer to the page, once it is known: one event for each change.
   *
   * @param ready Announces that the element takes input; undefined if an error keeps it from that.
   * @returns whether the payer was waiting for the answer.
   */
  settle(ready: (() => void) | undefined): boolean {
    const { mode, isUnavailable } = this;
    const answer = this.#answer;
    if (this.#settings?.order && answer?.state === 'elsewhere' && this.#elsewhere !== answer) {
      this.#elsewhere = answer;
      // Even if the link works, the merchant has to know about an unusual answer.
      if (mode !== 'link' || !answer.usual) this.#announce(new CheckoutErrorEvent(answer.error));
      if (mode !== 'link') this.reportUnavailable(answer.reason);
    }
    if (mode && ready && !this.#isEarly && !isUnavailable && !this.#isReady) {
      this.#isReady = true;
      ready();
    }
    if (!this.#isAwaited || !(mode || isUnavailable)) return false;
    this.#isAwaited = false;
    return true;
  }

  /** Reports that it can't be bought. */
  reportUnavailable(reason: CheckoutUnavailableEvent['reason']): void {
    if (this.#reason === reason) return;
    this.#reason = reason;
    this.#announce(new CheckoutUnavailableEvent(reason));
  }

  /** Reports why a product can't be bought now. Once another product is there, or more of the same one, the next reason is reported again. */
  reportRefusal(): void {
    const { refusal } = this;
    if (refusal) this.reportUnavailable(refusal);
    else if (this.current?.product) this.#reason = undefined;
  }
}
