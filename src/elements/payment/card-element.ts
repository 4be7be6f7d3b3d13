import type { KeySource } from '../../checkout/key.js';
import { systemClock } from '../../clock/clock.js';
import type { CheckoutError } from '../../http/error.js';
import type { Fetch } from '../../http/request.js';
import type { MessageKey } from '../../locales/catalogue.js';
import type { CardFields, Sealer } from '../fields/card-fields.js';
import { InlineFields } from '../fields/inline-fields.js';
import { attributeOf, attributes, switches } from '../base/attributes.js';
import { CheckoutElement } from '../base/checkout-element.js';
import { SettingError } from '../errors.js';
import { formsRefusal } from '../page/forms.js';
import type { ShopKeys, ShopTerms } from '../session/shop-keys.js';

/** A setting that is wrong for a moment keeps what was typed; an address or a key that is not allowed does not. */
const isGrave = (error: CheckoutError): boolean => !(error instanceof SettingError);

/** The base of every element that takes card data for a shop: its address, its keys, and the fields for the cards. */
export abstract class CardElement extends CheckoutElement {
  static override properties = {
    ...CheckoutElement.properties,
    ...attributes('checkoutUrl', 'publicKey'),
    ...switches('autoAdvance'),
    encryptionKey: { attribute: false },
    fetch: { attribute: false },
  };

  /** Required. The gateway's checkout address, https (http on loopback). */
  declare checkoutUrl: string | null;
  /** Required. The shop's public key in bare base64, as the gateway shows it. */
  declare publicKey: string | null;
  /** Moves the focus from a complete card number to the next field. Not every payer expects that. */
  declare autoAdvance: boolean;
  /** Another key to encrypt with than `public-key`: a JWK, the address of a JWK Set, or an async function. */
  declare encryptionKey: KeySource | undefined;
  /**
   * Makes the requests.
   * @default globalThis.fetch
   */
  declare fetch: Fetch;

  protected readonly cards: CardFields = new InlineFields(this, {
    legends: this.legends,
    sealer: () => this.sealer(),
    now: () => systemClock.now(),
    press: () => void this.submit(),
  });

  constructor() {
    super();
    this.autoAdvance = false;
    this.fetch = (url, init) => globalThis.fetch(url, init);
    this.cards.subscribe(() => this.entered());
  }

  /** Does what the button does. */
  abstract submit(): Promise<void>;

  /** The cards it asks for, by section, with their titles. */
  protected get legends(): { credit_card: MessageKey; recipient_card?: MessageKey } {
    return { credit_card: 'card' };
  }

  /** Whether the payer can type: before a payment, not while it is under way or its outcome is shown. */
  protected abstract get isOpen(): boolean;

  /** What the payer entered has changed. */
  protected abstract entered(): void;

  /** Empties what the payer entered beside the cards. */
  protected abstract empty(): void;

  /** The shop's keys, once the later part of the element is there. */
  protected abstract get keys(): ShopKeys | undefined;

  /** Seals with the shop's key; rejects when the key is invalid or not allowed. */
  protected abstract sealer(): Promise<Sealer>;

  /** Whether any field holds something that the payer has put there. */
  protected get isFilled(): boolean {
    return this.cards.state.isFilled;
  }

  /** Takes address and keys as the page has set them, or shows why they can't be taken. @returns whether they were. */
  protected admit({ checkoutUrl, publicKey }: Pick<ShopTerms, 'checkoutUrl' | 'publicKey'>): boolean {
    this.cards.configure({ autoAdvance: this.autoAdvance });
    // A payment under way belongs to the shop that it began with.
    if (!this.isOpen) return true;
    const refusal = formsRefusal(this.renderRoot);
    if (refusal) {
      this.fail([refusal]);
      return false;
    }
    const addressName = attributeOf(this.checkoutUrl ? 'checkoutUrl' : 'confirmUrl');
    const { keys } = this;
    // Until they are there nothing is sealed, so the page may still set another shop.
    if (!keys) return true;
    keys.take({ checkoutUrl, publicKey, addressName, encryptionKey: this.encryptionKey }, this.fetch, this.isFilled);
    const { error } = keys;
    if (error) this.fail([error]);
    return !error;
  }

  /** From here on the page may set another address and other keys. */
  protected release(): void {
    this.keys?.release();
  }

  /** Forgets what the payer entered. */
  protected discard(): void {
    this.empty();
  }

  protected override fail(errors: readonly CheckoutError[], besides?: readonly CheckoutError[]): void {
    const wasGrave = this.errors.some(isGrave);
    super.fail(errors, besides);
    if (this.isOpen && !wasGrave && errors.some(isGrave)) this.discard();
  }
}
