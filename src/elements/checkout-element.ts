import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { type EncryptionKey, findKey, importPublicKey, type KeySource } from '../checkout/key.js';
import type { FlowSurroundings } from '../flow/options.js';
import { CheckoutError } from '../http/error.js';
import type { Fetch } from '../http/request.js';
import { type Catalogue, catalogues, type Messages } from '../locales/catalogue.js';
import { isRightToLeft } from '../money/amount.js';
import { LanguageError } from './errors.js';
import { CheckoutErrorEvent } from './events.js';
import { pagePresence } from './presence.js';
import { stepStyles } from './step-styles.js';
import { theme } from './theme.js';

/**
 * What every checkout element is: set up by attributes, in one language, with a key to encrypt with, and in a form or
 * not.
 *
 * @event {CheckoutReadyEvent} checkout-ready - Set up, and takes input.
 * @event {CheckoutChangeEvent} checkout-change - What the payer entered has changed.
 * @event {CheckoutSubmitEvent} checkout-submit - The payer confirmed. `preventDefault()` stops before anything is sent.
 * @event {CheckoutRedirectEvent} checkout-redirect - The payer is about to leave for 3-D Secure. After `preventDefault()`
 * sending the payer there is yours.
 * @event {CheckoutOutcomeEvent} checkout-outcome - How it ended, as far as the gateway told. An `unknown` may be followed
 * by one final outcome.
 * @event {CheckoutErrorEvent} checkout-error - Something went wrong. A decline is no error.
 * @event {CheckoutCancelEvent} checkout-cancel - The waiting was stopped; what was sent stays sent.
 *
 * @slot - What stands between the tags shows until the script has loaded: what to do without it.
 * @slot brand-visa - Your licensed art for the brand, instead of its name. Likewise `brand-mastercard`, `brand-maestro`,
 * `brand-amex`, `brand-mir`, `brand-belkart`, `brand-unionpay`, `brand-jcb`, `brand-diners`, `brand-discover`,
 * `brand-uzcard`, `brand-humo`, `brand-troy`, `brand-elo`, `brand-verve`, `brand-rupay`.
 *
 * @csspart base - Everything.
 * @csspart test - The badge of test mode.
 * @csspart setup-error - What the developer has to mend.
 * @csspart heading - The heading of a step.
 * @csspart card - The fields of each card.
 * @csspart legend - The title of each card.
 * @csspart field - A label, its input, and what is said of it.
 * @csspart label - The label of each input.
 * @csspart input - Each input.
 * @csspart brand - The card's brand, inside its number's input.
 * @csspart error - The complaint about a field.
 * @csspart remark - A hint about a field, which does not stop the payer.
 * @csspart saved - A saved card, and the way to another.
 * @csspart button - Each button.
 * @csspart link - The link to the bank's page.
 * @csspart dialog - The dialog with the bank's page in it.
 *
 * @cssproperty --checkout-color-accent - Buttons, links, focus.
 * @cssproperty --checkout-color-on-accent - Text on the accent.
 * @cssproperty --checkout-color-text - Text.
 * @cssproperty --checkout-color-muted - Labels, hints, and what is disabled.
 * @cssproperty --checkout-color-surface - Behind cards and steps.
 * @cssproperty --checkout-color-field - Behind what is typed.
 * @cssproperty --checkout-color-border - Borders.
 * @cssproperty --checkout-color-danger - Complaints and failure.
 * @cssproperty --checkout-color-success - Success.
 * @cssproperty --checkout-color-warning - Hints, test mode, and what is not known.
 * @cssproperty --checkout-radius - Corners of fields and buttons; those of cards are 1.4 times as round.
 * @cssproperty --checkout-space - Between things, and around what is inside them.
 * @cssproperty --checkout-inline-size - How wide the element becomes at most.
 * @cssproperty --checkout-font - As the CSS property `font`.
 */
export abstract class CheckoutElement extends LitElement {
  static readonly formAssociated = true;

  static override styles = [theme, stepStyles];

  static override properties = {
    checkoutUrl: { attribute: 'checkout-url' },
    publicKey: { attribute: 'public-key' },
    trackingId: { attribute: 'tracking-id' },
    returnUrl: { attribute: 'return-url' },
    returnOrigins: { attribute: 'return-origins' },
    redirectOrigins: { attribute: 'redirect-origins' },
    notificationUrl: { attribute: 'notification-url' },
    test: { type: Boolean },
    language: { converter: (text: string | null) => text || 'en' },
    name: {},
    encryptionKey: { attribute: false },
    messages: { attribute: false },
    prepare: { attribute: false },
    resolveStatus: { attribute: false },
    fetch: { attribute: false },
  };

  /** Required. The gateway's checkout address, https (http on loopback). */
  declare checkoutUrl: string | null;
  /** Required. The shop's public key in bare base64, as the gateway shows it. */
  declare publicKey: string | null;
  /**
   * Your id. Absent: each attempt gets a new one. A fixed id is good for one attempt, unless `prepare` names others.
   */
  declare trackingId: string | null;
  /** Where 3-D Secure sends the payer back to. Absent: this page. Absolute, and of the page's origin. */
  declare returnUrl: string | null;
  /** Other origins that `return-url` may be of, separated by spaces. */
  declare returnOrigins: string | null;
  /**
   * The only origins the payer may be sent to for 3-D Secure, separated by spaces. Absent: any https address that the
   * gateway names.
   */
  declare redirectOrigins: string | null;
  /** Where the gateway posts its signed notifications to. */
  declare notificationUrl: string | null;
  /** For test cards. A badge says so. */
  declare test: boolean;
  /**
   * Of the element, the gateway's pages and its e-mails, for example `ru` or `ar-EG`. The page's own language is not
   * assumed.
   * @default en
   */
  declare language: string;
  /** In a form: its data gets the transaction's uid under this name, never card data. */
  declare name: string | null;
  /** Another key to encrypt with than `public-key`: a JWK, the address of a JWK Set, or an async function. */
  declare encryptionKey: KeySource | undefined;
  /** Sentences to say instead of the element's own, by key, in its `language`; numbers can have plural forms. */
  declare messages: Partial<Messages> | undefined;
  /**
   * Async: called with `{attempt, amount, currency}` before each attempt, returns `{trackingId}` or nothing. A rejection
   * stops the attempt before anything is sent.
   */
  declare prepare: FlowSurroundings['prepare'];
  /**
   * Async: called with `{trackingId, uid}` when the gateway doesn't tell how an attempt ended, returns `{outcome}` as your
   * server knows it, within 15 seconds.
   */
  declare resolveStatus: FlowSurroundings['resolveStatus'];
  /**
   * Makes the requests.
   * @default globalThis.fetch
   */
  declare fetch: Fetch;

  protected readonly internals = this.attachInternals();
  /** What keeps the element from working; empty when nothing does. */
  protected errors: readonly CheckoutError[] = [];
  #key: Promise<EncryptionKey> | undefined;
  #keySource: unknown;
  #keyError: CheckoutError | undefined;
  #told: ReadonlySet<string> = new Set();
  /** What it says: until the language's own catalogue is here, that of the language before, English at first. */
  #catalogue: Catalogue = catalogues.find('en')!;
  #awaitsCatalogue = false;
  #hadFocus = false;
  #shownStep: string | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor() {
    super();
    this.language = 'en';
    this.test = false;
    this.fetch = (url, init) => globalThis.fetch(url, init);
  }

  /** Where the payment stands. */
  abstract get step(): string;

  /** The form this element is in. */
  get form(): HTMLFormElement | null {
    return this.internals.form;
  }

  /** Standard validity: `valueMissing` until it can be submitted. */
  get validity(): ValidityState {
    return this.internals.validity;
  }

  /** Whether it can be submitted; says nothing at the fields. */
  checkValidity(): boolean {
    return this.internals.checkValidity();
  }

  /** To where the payer goes on. */
  override focus(options?: FocusOptions): void {
    const { renderRoot: root } = this;
    // A later step begins with its heading; the form is still there, but hidden.
    (root.querySelector<HTMLElement>('h2') ?? root.querySelector('input'))?.focus(options);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#unsubscribe = pagePresence.subscribe(() => this.requestUpdate());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unsubscribe?.();
  }

  /** Reads the attributes after one has changed, and sets up anew what depends on them. */
  protected abstract configure(): void;

  protected override willUpdate(changed: PropertyValues): void {
    this.#hadFocus = this.matches(':focus-within');
    if (changed.has('language')) this.#learn();
    const { properties } = this.constructor as typeof CheckoutElement;
    if (!this.hasUpdated || Object.keys(properties).some((name) => changed.has(name))) this.configure();
  }

  protected override updated(_changed: PropertyValues): void {
    const { step } = this;
    const moved = this.#shownStep !== undefined && this.#shownStep !== step;
    this.#shownStep = step;
    // The focused button has gone with its step; the next heading takes over, and is read out.
    if (moved && this.#hadFocus) this.focus();
  }

  /** Every sentence, and the language they are in. */
  protected get words(): Catalogue {
    const { messages, language } = this;
    return { ...this.#catalogue, ...(messages && { language, ...messages }) };
  }

  /** Where its lines begin. That of a language still loading holds at once: its words then come into their own layout. */
  protected get direction(): 'ltr' | 'rtl' {
    return isRightToLeft(this.#awaitsCatalogue ? this.language : this.words.language) ? 'rtl' : 'ltr';
  }

  /** Takes the catalogue of its language, or loads it first. */
  #learn(): void {
    const { language } = this;
    const settle = (catalogue?: Catalogue): void => {
      if (this.language !== language) return;
      this.#catalogue = catalogue ?? this.#catalogue;
      this.#awaitsCatalogue = false;
      this.requestUpdate();
    };
    const atHand = catalogues.find(language);
    this.#catalogue = atHand ?? this.#catalogue;
    this.#awaitsCatalogue = !atHand;
    if (atHand) return;
    catalogues.load(language).then(settle, (cause: unknown) => {
      settle();
      this.dispatchEvent(new CheckoutErrorEvent(new LanguageError(language, cause)));
    });
  }

  /** The key to seal with. */
  protected get key(): Promise<EncryptionKey> {
    return this.#key ?? Promise.reject(new TypeError('The element is not set up yet.'));
  }

  /** Imports the key before it is needed, when its source has changed. */
  protected importKey(publicKey: string): void {
    const source = this.encryptionKey ?? publicKey;
    if (source === this.#keySource) {
      if (this.#keyError) this.fail([this.#keyError]);
      return;
    }
    this.#keySource = source;
    this.#keyError = undefined;
    const key = this.encryptionKey ? findKey(this.encryptionKey, this.fetch) : importPublicKey(publicKey);
    this.#key = key;
    key.catch((error: unknown) => {
      if (this.#key !== key) return;
      if (!(error instanceof CheckoutError)) throw error;
      this.#keyError = error;
      this.fail([error]);
      this.requestUpdate();
    });
  }

  /** Shows what keeps the element from working, and tells the page of what it has not been told yet. */
  protected fail(errors: readonly CheckoutError[]): void {
    this.errors = errors;
    const fresh = errors.filter(({ message }) => !this.#told.has(message));
    this.#told = new Set(errors.map(({ message }) => message));
    for (const error of fresh) this.dispatchEvent(new CheckoutErrorEvent(error));
  }

  /** Above the content: test mode, and what the developer has to mend. */
  protected renderNotices(): TemplateResult {
    const { test_badge: badge, not_set_up: title } = this.words;
    return html`
      ${this.test ? html`<p part="test" class="test">${badge}</p>` : nothing}
      ${this.errors.length > 0
        ? html`<div part="setup-error" class="setup" role="alert">
            <p><strong>${title}</strong></p>
            <ul lang="en" dir="ltr">
              ${this.errors.map(({ message }) => html`<li>${message}</li>`)}
            </ul>
          </div>`
        : nothing}
    `;
  }
}
