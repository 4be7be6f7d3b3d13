import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { type EncryptionKey, findKey, importPublicKey, type KeySource } from '../../checkout/key.js';
import { systemRandom } from '../../checkout/seal.js';
import { systemClock } from '../../clock/clock.js';
import type { TransferRecord } from '../../flow/record.js';
import type { TransferSettings } from '../../flow/request-body.js';
import type { Outcome, Quote, State } from '../../flow/state.js';
import type { TransferFlowOptions } from '../../flow/transfer-flow.js';
import { CheckoutError } from '../../http/error.js';
import type { Fetch } from '../../http/request.js';
import { catalogueOf, type Messages } from '../../locales/catalogue.js';
import type { BillingAddress } from '../../wire/address.js';
import type { Customer } from '../../wire/transfer-request.js';
import { AmountField } from '../amount-field.js';
import { CardFieldset } from '../card-fieldset.js';
import { CheckoutChangeEvent, CheckoutReadyEvent } from '../events.js';
import { FlowController } from '../flow-controller.js';
import { pagePresence } from '../presence.js';
import { quoteText } from '../price-text.js';
import { theme } from '../theme.js';
import { Waiting } from '../waiting.js';
import { detailsView } from './details-view.js';
import { outcomeView } from './outcome-view.js';
import { type CheckedAttributes, readAttributes } from './settings.js';
import { authenticationView, SLOW, VERY_SLOW, waitingText, waitingView } from './waiting-view.js';

/**
 * A card-to-card transfer: two cards, the amount, the fee before paying, 3-D Secure out and back, and the true outcome.
 *
 * @event checkout-ready - Set up, and takes input.
 * @event checkout-change - What the payer entered has changed; `valid` tells whether it can be submitted.
 * @event checkout-quote - The gateway told the price: `amount`, `currency`, `fee`, `estimated`, `total`, in minor units.
 * @event checkout-submit - The payer confirmed; `preventDefault()` stops it before anything is sent.
 * @event checkout-redirect - The payer is about to leave for 3-D Secure; after `preventDefault()` the page sends him.
 * @event checkout-outcome - `outcome` ("successful", "failed", "unknown"), `final`, `trackingId`, `transaction`.
 * @event checkout-error - `error`, with a `code` and the `party` that can act.
 * @event checkout-cancel - The waiting was stopped.
 *
 * @slot - Shown until the element is defined: what to do without script.
 * @slot brand-visa - Licensed art for a brand, likewise `brand-mastercard`, `brand-mir`, …
 *
 * @csspart base - Everything.
 * @csspart card - Each card's fields.
 * @csspart button - Each button.
 * @csspart input - Each input.
 * @csspart error - Each field's complaint.
 * @csspart price - Where the fee stands.
 * @csspart heading - The heading of a step.
 */
export class P2pTransferElement extends LitElement {
  static readonly formAssociated = true;

  static override styles = theme;

  static override properties = {
    checkoutUrl: { attribute: 'checkout-url' },
    publicKey: { attribute: 'public-key' },
    currency: {},
    description: {},
    amount: {},
    minAmount: { attribute: 'min-amount' },
    maxAmount: { attribute: 'max-amount' },
    trackingId: { attribute: 'tracking-id' },
    returnUrl: { attribute: 'return-url' },
    returnOrigins: { attribute: 'return-origins' },
    redirectOrigins: { attribute: 'redirect-origins' },
    notificationUrl: { attribute: 'notification-url' },
    expiredAt: { attribute: 'expired-at' },
    p2pType: { attribute: 'p2p-type' },
    test: { type: Boolean },
    language: {},
    name: {},
    encryptionKey: { attribute: false },
    messages: { attribute: false },
    prepare: { attribute: false },
    resolveStatus: { attribute: false },
    customer: { attribute: false },
    senderBillingAddress: { attribute: false },
    recipientBillingAddress: { attribute: false },
    receiptText: { attribute: false },
    fetch: { attribute: false },
  };

  /** `{checkout_url}` of the gateway. */
  declare checkoutUrl: string | null;
  /** The shop's public key, bare base64. */
  declare publicKey: string | null;
  /** ISO 4217 code. */
  declare currency: string | null;
  /** What the transfer is for. */
  declare description: string | null;
  /** Minor units; absent: the payer types it. */
  declare amount: string | number | null;
  /** Minor units: the least the payer may type. */
  declare minAmount: string | number | null;
  /** Minor units: the most the payer may type. */
  declare maxAmount: string | number | null;
  /** The merchant's id for the transfer; absent: each attempt gets one of its own. */
  declare trackingId: string | null;
  /** Where 3-D Secure returns to; absent: this page. */
  declare returnUrl: string | null;
  /** Other origins that `return-url` may be of, separated by spaces. */
  declare returnOrigins: string | null;
  /** The only origins the payer may be sent to for 3-D Secure, separated by spaces. */
  declare redirectOrigins: string | null;
  /** Where the gateway posts notifications to. */
  declare notificationUrl: string | null;
  /** ISO 8601 time until which the transfer must be confirmed. */
  declare expiredAt: string | null;
  /** Operation type issued by the processing center. */
  declare p2pType: string | null;
  /** Whether only test cards are meant. */
  declare test: boolean;
  /** Language of the element, and of the gateway's pages and e-mails. */
  declare language: string;
  /** Name in a surrounding form's data, which gets the transaction's uid. */
  declare name: string | null;
  /** Another key to encrypt with than `public-key`. */
  declare encryptionKey: KeySource | undefined;
  /** Sentences to say instead of the element's own. */
  declare messages: Partial<Messages> | undefined;

  /** Names each attempt; may make an order for it first. */
  declare prepare: TransferFlowOptions['prepare'];
  /** Asks the merchant's server how an attempt ended, when the gateway does not tell. */
  declare resolveStatus: TransferFlowOptions['resolveStatus'];
  /** Sender (spec 2.5). */
  declare customer: Customer | undefined;
  /** Sender's address (spec 2.5). */
  declare senderBillingAddress: BillingAddress | undefined;
  /** Recipient's address (spec 2.5). */
  declare recipientBillingAddress: BillingAddress | undefined;
  /** Lines added to the e-mail the customer gets. */
  declare receiptText: readonly string[] | undefined;
  /** Makes the requests; the page's own `fetch` unless set. */
  declare fetch: Fetch;

  readonly #internals = this.attachInternals();
  readonly #cards = new CardFieldset(this, {
    key: () => this.#key ?? Promise.reject(new TypeError('The element is not set up yet.')),
    random: systemRandom,
    now: () => systemClock.now(),
    changed: () => this.#entered(),
  });
  readonly #amount = new AmountField(this, () => this.#amountTerms(), () => this.#entered());
  readonly #waiting = new Waiting(this, systemClock);
  readonly #controller = new FlowController(this, 'p2p', this.#cards, (state, previous) => this.#moved(state, previous));
  #settings: CheckedAttributes | undefined;
  #key: Promise<EncryptionKey> | undefined;
  #errors: readonly CheckoutError[] = [];
  #hadFocus = false;
  #step: State['step'] = 'details';
  #unsubscribe: (() => void) | undefined;

  constructor() {
    super();
    this.language = 'en';
    this.test = false;
    this.fetch = (url, init) => globalThis.fetch(url, init);
  }

  /** Where the transfer stands: `details`, `transferring`, `authentication`, `settling` or `outcome`. */
  get step(): State['step'] {
    return this.#controller.state.step;
  }

  /** What is known of the price. */
  get quote(): Quote | undefined {
    const { state } = this.#controller;
    return state.step === 'details' ? state.quote : undefined;
  }

  /** How it ended, once it has. */
  get outcome(): Outcome['outcome'] | undefined {
    const { state } = this.#controller;
    return state.step === 'outcome' ? state.result.outcome : undefined;
  }

  /** The form this element is in. */
  get form(): HTMLFormElement | null {
    return this.#internals.form;
  }

  /** Standard validity: `valueMissing` until the form can be submitted. */
  get validity(): ValidityState {
    return this.#internals.validity;
  }

  /** Asks for the fee now. */
  async check(): Promise<void> {
    await this.#controller.flow?.check();
  }

  /** Does what the button does. */
  async submit(): Promise<void> {
    const { flow } = this.#controller;
    if (!flow || this.#errors.length > 0) return;
    const amount = this.#settings?.amount === undefined && this.step === 'details' ? this.#amount.complain() : undefined;
    // Cards come first on the page, so their complaint takes the focus first.
    if (amount && this.#cards.state.complete) amount.focus();
    else await flow.submit();
  }

  /** Takes up the transfer this tab was in the middle of, or asks again after an unknown outcome. */
  async resume(): Promise<void> {
    await this.#controller.takeUp();
  }

  /** Stops waiting; what has been sent stays sent. */
  cancel(): void {
    this.#controller.flow?.cancel();
  }

  /** Back to an empty form, unless a payment is in flight. */
  reset(): void {
    if (!['details', 'outcome'].includes(this.step)) return;
    this.#amount.clear();
    this.#controller.flow?.reset();
  }

  /** Whether the form can be submitted. */
  checkValidity(): boolean {
    return this.#internals.checkValidity();
  }

  /** The same, and says at the fields what is wrong. */
  reportValidity(): boolean {
    if (this.checkValidity()) return true;
    this.#amount.complain();
    this.#cards.focusFirstInvalid();
    return false;
  }

  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('h2, input')?.focus(options);
  }

  /** @internal A surrounding form's reset; a payment in flight goes on. */
  formResetCallback(): void {
    this.reset();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#unsubscribe = pagePresence.subscribe(() => this.requestUpdate());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unsubscribe?.();
  }

  protected override willUpdate(changed: PropertyValues): void {
    this.#hadFocus = this.matches(':focus-within');
    const own = Object.keys(P2pTransferElement.properties);
    if (!this.hasUpdated || own.some((name) => changed.has(name))) this.#configure(changed);
  }

  protected override updated(): void {
    const valid = this.#cards.state.complete && this.#sum() !== undefined;
    this.#internals.setValidity(
      valid ? {} : { valueMissing: true },
      valid ? '' : this.#words.number,
      this.renderRoot.querySelector('input') ?? undefined,
    );
    if (this.#step === this.step) return;
    this.#step = this.step;
    // The focused button has gone with its step; the next heading takes over, and is read out.
    if (this.#hadFocus) this.renderRoot.querySelector<HTMLElement>('h2, input')?.focus();
  }

  protected override render(): TemplateResult {
    const { state, unfinished } = this.#controller;
    const { language } = this;
    const messages = this.#words;
    const settings = this.#settings;
    const offline = typeof navigator === 'object' && !navigator.onLine;
    const waiting = waitingText(this.#waiting.elapsed, offline, messages);
    const waits = state.step === 'transferring' || state.step === 'settling';
    const now = systemClock.now();
    return html`
      <div part="base" class="base" lang=${language}>
        ${this.test ? html`<p part="test" class="test">${messages.test_badge}</p>` : nothing}
        ${this.#errors.length > 0
          ? html`<div part="setup-error" class="setup" role="alert">
              <p><strong>${messages.not_set_up}</strong></p>
              <ul>${this.#errors.map(({ message }) => html`<li>${message}</li>`)}</ul>
            </div>`
          : nothing}
        <p class="unseen" role="status">${this.#spoken(state, waiting)}</p>
        ${settings && this.#errors.length === 0
          ? detailsView({
              state,
              messages,
              language,
              currency: settings.currency,
              fixedAmount: settings.amount,
              source: this.#cards.render('credit_card', messages),
              recipient: this.#cards.render('recipient_card', messages),
              amount: this.#amount.render(messages),
              typed: this.#amount.minor,
              secondsToWait:
                state.step === 'details' ? Math.max(0, Math.ceil(((state.retryAt ?? 0) - now) / 1000)) : 0,
              unfinished,
              show: (record: TransferRecord) => void this.#controller.takeUp(record),
              submit: () => void this.submit(),
            })
          : nothing}
        ${waits
          ? waitingView(state, waiting, messages, language, {
              showCancel: this.#waiting.elapsed >= VERY_SLOW, cancel: () => this.cancel(),
            })
          : nothing}
        ${state.step === 'authentication' ? authenticationView(state, messages, language) : nothing}
        ${state.step === 'outcome'
          ? outcomeView(state, messages, language, {
              tryAgain: this.#controller.flow?.mayTryAgain ? () => this.#controller.flow?.tryAgain() : undefined,
              another: () => this.reset(),
              askAgain: () => void this.resume(),
            })
          : nothing}
      </div>
    `;
  }

  get #words(): Messages {
    return { ...catalogueOf(this.language), ...this.messages };
  }

  /** What a screen reader is told as it happens; headings are read when they get the focus. */
  #spoken(state: State, waiting: string): string {
    const messages = this.#words;
    if (state.step === 'details') return state.quote.status === 'none' ? '' : quoteText(state.quote, messages, this.language);
    if (state.step === 'outcome') return messages[state.result.outcome];
    return state.step === 'authentication' ? messages.authentication : waiting;
  }

  #configure(changed: PropertyValues): void {
    const text = (value: string | number | null | undefined): string | null => (value == null ? null : String(value));
    const result = readAttributes(
      {
        checkoutUrl: text(this.checkoutUrl),
        publicKey: text(this.publicKey),
        currency: text(this.currency),
        description: text(this.description),
        amount: text(this.amount),
        minAmount: text(this.minAmount),
        maxAmount: text(this.maxAmount),
        trackingId: text(this.trackingId),
        returnUrl: text(this.returnUrl),
        returnOrigins: text(this.returnOrigins),
        redirectOrigins: text(this.redirectOrigins),
        notificationUrl: text(this.notificationUrl),
        expiredAt: text(this.expiredAt),
        p2pType: text(this.p2pType),
      },
      new URL(window.location.href),
    );
    if ('errors' in result) {
      this.#fail(result.errors);
      return;
    }
    const { settings } = result;
    const newKey = !this.#key || changed.has('publicKey') || changed.has('encryptionKey');
    this.#settings = settings;
    this.#errors = [];
    this.#amount.refresh();
    if (newKey) this.#importKey(settings.publicKey);
    const made = this.#controller.make({
      checkoutUrl: settings.checkoutUrl,
      publicKey: settings.publicKey,
      redirectOrigins: () => this.#settings?.redirectOrigins,
      settings: () => this.#transferSettings(),
    });
    if (made) void this.#start();
    this.#controller.flow?.changed();
  }

  #importKey(publicKey: string): void {
    const { encryptionKey: source } = this;
    const key = source ? findKey(source, this.fetch) : importPublicKey(publicKey);
    this.#key = key;
    key.catch((error: unknown) => {
      if (this.#key !== key) return;
      if (!(error instanceof CheckoutError)) throw error;
      this.#fail([error]);
      this.requestUpdate();
    });
  }

  async #start(): Promise<void> {
    await this.updateComplete;
    const key = this.#key;
    // Its failure is shown and reported where the key is imported.
    if (!(await key?.then(() => true, () => false))) return;
    this.#cards.refresh();
    this.#amount.refresh();
    await this.#controller.takeUp();
    this.dispatchEvent(new CheckoutReadyEvent());
  }

  #fail(errors: readonly CheckoutError[]): void {
    const told = new Set(this.#errors.map(({ message }) => message));
    this.#errors = errors;
    for (const error of errors) if (!told.has(error.message)) this.#controller.report(error);
  }

  #sum(): number | undefined {
    return this.#settings?.amount ?? this.#amount.minor;
  }

  #amountTerms() {
    const { currency = 'USD', least, most } = this.#settings ?? {};
    return { currency, least, most, language: this.language };
  }

  #transferSettings(): TransferSettings {
    const { currency, description, trackingId, returnUrl, notificationUrl, expiredAt, p2pType } = this.#settings!;
    return {
      amount: this.#sum(),
      currency,
      description,
      trackingId,
      returnUrl,
      notificationUrl,
      expiredAt,
      p2pType,
      test: this.test || undefined,
      language: this.language,
      customer: this.customer,
      senderBillingAddress: this.senderBillingAddress,
      recipientBillingAddress: this.recipientBillingAddress,
      receiptText: this.receiptText,
    };
  }

  #entered(): void {
    this.#controller.flow?.changed();
    this.requestUpdate();
    this.dispatchEvent(new CheckoutChangeEvent(this.#cards.state.complete && this.#sum() !== undefined));
  }

  #moved(state: State, previous: State): void {
    if (state.step !== previous.step) {
      if (state.step === 'transferring') this.#waiting.begin(SLOW, VERY_SLOW);
      else if (state.step === 'settling') this.#waiting.begin(SLOW, VERY_SLOW);
      else if (state.step === 'details' && state.retryAt) this.#waiting.countDownTo(state.retryAt);
      if (state.step === 'outcome') this.#internals.setFormValue(state.attempt.uid ?? null);
    }
    if (state.step === 'details' && previous !== state) {
      const amount = state.problems.find(({ path }) => path[0] === 'amount');
      if (amount && this.#settings?.amount === undefined) this.#amount.showRefusal(amount.messages.join(', '));
    }
  }
}
