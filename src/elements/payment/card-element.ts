import { html } from 'lit';
import type { Subject } from '../../channel/to-frame.js';
import type { KeySource } from '../../checkout/key.js';
import { systemClock } from '../../clock/clock.js';
import type { CheckoutError } from '../../http/error.js';
import type { Fetch } from '../../http/request.js';
import type { FormMessageKey, FormMessages } from '../../locales/catalogue.js';
import type { SectionName } from '../../wire/request/card-section.js';
import { type CardFields, type Sealer, SLOT } from '../fields/card-fields.js';
import type { FramedFieldsOptions } from '../fields/framed/framed-options.js';
import { sumView } from '../fields/framed/sum-view.js';
import { InlineFields } from '../fields/inline-fields.js';
import { fieldStyles } from '../fields/field-styles.js';
import type { SavedCard } from '../../card/saved-card.js';
import { resetStyles } from '../fields/slotted/adopt-styles.js';
import { SlottedCards } from '../fields/slotted/slotted-cards.js';
import type { SavedSection, SavedSectionOptions } from '../fields/saved/saved-section.js';
import { PlacedFields } from '../fields/placed-fields.js';
import { attributeOf, attributes, switches } from '../base/attributes.js';
import { CheckoutElement } from '../base/checkout-element.js';
import { buttonStyles } from '../base/button-styles.js';
import { theme } from '../base/theme.js';
import { SettingConflictError, SettingError } from '../errors.js';
import { CheckoutCardRemoveEvent, CheckoutErrorEvent } from '../events.js';
import { formsBlocked } from '../page/forms-blocked.js';
import type { ShopKeys, ShopTerms } from '../session/shop-keys.js';

/** Whether an error empties the fields: an address or a key that is not allowed does, a setting that is wrong for now does not. */
const isGrave = (error: CheckoutError): boolean => !(error instanceof SettingError);

const ENCRYPTION_KEY_CURE =
  'Leave the property out: the document at fields-url decides which keys are sealed for, and no page can change that.';

const SLOTTED_STYLES = [resetStyles, theme, buttonStyles, fieldStyles];

/** The shop that the card data is for, and the address of the isolated fields. */
type CardTerms = Pick<ShopTerms, 'checkoutUrl' | 'publicKey'> & { readonly fieldsUrl: string | undefined };

/** Fields that replace the element's own. */
type IsolatedFields = CardFields & { dispose(): void };

/** The error where the fields are put elsewhere while they hold something. */
const heldSetting = (name: string, expected: string, got: string): SettingConflictError =>
  new SettingConflictError('setting_changed', name, {
    expected,
    got,
    cure: 'Set it before the payer types, or after reset() or an outcome.',
  });

/** The base of every element that takes card data for a shop: its address, its keys, and the fields for the cards. */
export abstract class CardElement extends CheckoutElement {
  static override properties = {
    ...CheckoutElement.properties,
    ...attributes('checkoutUrl', 'publicKey', 'fields', 'fieldsUrl', 'visibilityGuard'),
    ...switches('autoAdvance', 'removableCards'),
    encryptionKey: { attribute: false },
    fetch: { attribute: false },
    savedCards: { attribute: false },
  };

  /** Required. The gateway's checkout address, https (http on loopback). */
  declare checkoutUrl: string | null;
  /** Required. The shop's public key in bare base64, as the gateway shows it. */
  declare publicKey: string | null;
  /**
   * Moves the focus to the next field once no further digit can belong to the card number: after 19 digits of a brand that has
   * numbers of 16 and 19. Not every payer expects that.
   */
  declare autoAdvance: boolean;
  /**
   * Where the inputs of the cards are. `shadow`: in the element. `slot`: in the page, as children of the element, so that the
   * payer can type before the script has loaded; `npx checkout-elements markup` writes them.
   * @default shadow
   */
  declare fields: string | null;
  /**
   * The address of the isolated fields: the cards are typed into a frame that the page can’t read, served from another origin
   * or in a sandbox. Absolute. Absent: the fields are part of this element.
   */
  declare fieldsUrl: string | null;
  /**
   * With `fields-url`, in Chromium: `on` seals nothing if the payer could not see the frame when they pressed the button, because it
   * was covered, transparent, scaled or filtered. `off` turns this off, unless the frame’s document requires it.
   * @default on
   */
  declare visibilityGuard: string | null;
  /** Another key to encrypt with than `public-key`: a JWK, or bare base64. */
  declare encryptionKey: KeySource | undefined;
  /**
   * The function that makes the requests.
   * @default globalThis.fetch
   */
  declare fetch: Fetch;

  /**
   * The payer's saved cards, which they choose from: `{token, brand, last_4, exp_month, exp_year}` each, as in earlier transactions.
   * The first that has not expired is preselected. For a saved card, the payer types only the security code.
   */
  declare savedCards: readonly SavedCard[] | undefined;
  /**
   * Gives each saved card of a list a button to remove it. Set it where your page handles `checkout-card-remove`: without that,
   * the button would do nothing.
   */
  declare removableCards: boolean;

  readonly #slotted = new SlottedCards(this, {
    text: () => ({ language: this.words.language, direction: this.direction, isPending: this.isLoadingWords }),
    styles: SLOTTED_STYLES,
    changed: () => {
      if (this.#inline.bind()) this.reconsider();
    },
  });
  readonly #inline: InlineFields = new InlineFields(this, {
    slotted: this.#slotted,
    legends: this.legends,
    sealer: () => this.sealer(),
    now: () => systemClock.now(),
    press: () => void this.submit(),
    createSavedSection: (options) => this.createSavedSection(options),
    remove: (section, card) => this.#remove(section, card.token),
  });
  protected readonly cards = new PlacedFields(
    this.#inline,
    (words) => html`<div part="isolated-fields" class="isolated">${this.#placeholder(words)}</div>`,
  );
  #framed: IsolatedFields | undefined;
  #framedAt: string | undefined;
  /** The shop that the fields are for. */
  #terms: CardTerms | undefined;

  constructor() {
    super();
    this.autoAdvance = false;
    this.removableCards = false;
    this.cards.subscribe(() => this.entered());
  }

  protected override restoreDefaults(): void {
    super.restoreDefaults();
    this.fetch ??= (url, init) => globalThis.fetch(url, init);
  }

  /** Does the same as the button. */
  abstract submit(): Promise<void>;

  /** The title of each card section that the element asks for. */
  protected get legends(): { credit_card: FormMessageKey; recipient_card?: FormMessageKey } {
    return { credit_card: 'card' };
  }

  /** The saved cards of a section, as the page has set them. */
  protected savedIn(section: SectionName): readonly SavedCard[] | undefined {
    return section === 'credit_card' ? this.savedCards : undefined;
  }

  #remove(section: SectionName, token: string): void {
    const card = this.savedIn(section)?.find((each) => each.token === token);
    const list = section === 'credit_card' ? 'savedCards' : 'savedRecipients';
    if (card) this.dispatchEvent(new CheckoutCardRemoveEvent(card, list));
  }

  /** Whether the payer can type: before a payment, not while it is under way or its outcome is shown. */
  protected abstract get isOpen(): boolean;

  /** The payment's operation and sum, as far as they are known. */
  protected abstract get subject(): Subject | undefined;

  /** Called when the payer's input has changed. */
  protected abstract entered(): void;

  /** Clears the payer's input outside the card fields. */
  protected abstract empty(): void;

  /** The shop's keys, once the later part of the element is there. */
  protected abstract get keys(): ShopKeys | undefined;

  /** Seals with the shop's key; rejects when the key is invalid or not allowed. */
  protected abstract sealer(): Promise<Sealer>;

  /** Fields in a frame, once the later part of the element is there. */
  protected abstract isolate(options: FramedFieldsOptions): IsolatedFields | undefined;

  /** The view of saved cards, once the later part of the element is there. */
  protected abstract createSavedSection(options: SavedSectionOptions): SavedSection | undefined;

  /** Whether the payer has filled in any field. */
  protected get isFilled(): boolean {
    return this.cards.state.isFilled;
  }

  /** Accepts the address and keys that the page has set, or shows why it can't. @returns whether they were accepted. */
  protected admit(terms: CardTerms): boolean {
    this.cards.configure({ autoAdvance: this.autoAdvance });
    // A payment under way belongs to the shop that it began with.
    if (!this.isOpen) return true;
    const { checkoutUrl, publicKey, fieldsUrl } = terms;
    const refusal = formsBlocked(this.renderRoot) ?? this.#place(fieldsUrl);
    if (refusal) {
      this.fail([refusal]);
      return false;
    }
    const addressName = attributeOf(this.checkoutUrl ? 'checkoutUrl' : 'confirmUrl');
    this.#terms = terms;
    const { keys } = this;
    // Nothing is sealed until they are there, so the page may still set another shop.
    if (!keys) return true;
    keys.take({ checkoutUrl, publicKey, addressName, encryptionKey: this.encryptionKey }, this.isFilled);
    const error = keys.error ?? this.cards.error;
    if (error) this.fail([error]);
    return !error;
  }

  /** Puts the fields into the element, or into a frame. @returns why that is impossible. */
  #place(url: string | undefined): CheckoutError | undefined {
    if (url !== undefined && this.encryptionKey !== undefined) {
      return new SettingError('encryptionKey', 'no such property beside fields-url', 'one', ENCRYPTION_KEY_CURE);
    }
    const isSlotted = this.fields === SLOT;
    if (isSlotted !== this.#slotted.isOn) {
      if (this.cards.state.isFilled) return heldSetting('fields', this.#slotted.isOn ? SLOT : 'shadow', this.fields ?? 'shadow');
      this.#slotted.isOn = isSlotted;
      this.#inline.bind();
    }
    if (url === this.#framedAt && (this.#framed || url === undefined)) return undefined;
    if (this.cards.state.isFilled) {
      const before = this.#framedAt ?? 'no such attribute, as when the payer began to type';
      return heldSetting('fields-url', before, url ?? 'no such attribute');
    }
    this.#framed?.dispose();
    this.#framedAt = url;
    this.#framed = url === undefined ? undefined : this.#isolate(url);
    this.cards.place(url === undefined ? this.#inline : this.#framed);
    return undefined;
  }

  /** The placeholder of fields in a frame: the element's own, disabled. So nothing moves when the frame arrives. */
  #placeholder(words: FormMessages): unknown {
    const sum = sumView(this.subject, words.to_pay, this.speech.language);
    return html`<fieldset class="placeholder" disabled inert>${sum}${this.#inline.render(words)}</fieldset>`;
  }

  #isolate(url: string): IsolatedFields | undefined {
    return this.isolate({
      url,
      legends: this.legends,
      shop: () => this.#terms,
      thumbprint: async () => (await this.sealer()).thumbprint,
      subject: () => this.subject,
      language: () => this.speech.language,
      guards: () => this.visibilityGuard !== 'off',
      placeholder: (words) => this.#placeholder(words),
      clock: systemClock,
      press: () => void this.submit(),
      remove: (section, token) => this.#remove(section, token),
      report: (error) => this.announce(new CheckoutErrorEvent(error)),
      judged: () => this.reconsider(),
    });
  }

  /** Lets the page set another address and other keys from here on. */
  protected release(): void {
    this.keys?.release();
  }

  /** Clears the payer's input. */
  protected discard(): void {
    this.empty();
    // Those that the page has written stay in it when the element shows no form.
    if (this.#slotted.isOn) this.#inline.clear('all');
  }

  protected override fail(errors: readonly CheckoutError[], warnings?: readonly CheckoutError[]): void {
    const wasGrave = this.errors.some(isGrave);
    super.fail(errors, warnings);
    if (this.isOpen && !wasGrave && errors.some(isGrave)) this.discard();
  }
}
