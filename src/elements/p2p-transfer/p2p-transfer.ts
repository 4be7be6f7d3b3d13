import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { systemRandom } from '../../checkout/seal.js';
import { systemClock } from '../../clock/clock.js';
import type { TransferRecord } from '../../flow/record.js';
import type { TransferSettings } from '../../flow/request-body.js';
import type { Outcome, Quote, State } from '../../flow/state.js';
import { fill } from '../../locales/catalogue.js';
import type { BillingAddress } from '../../wire/address.js';
import type { Customer } from '../../wire/transfer-request.js';
import { AmountField } from '../amount-field.js';
import { CardFieldset } from '../card-fieldset.js';
import { brandName } from '../brand-name.js';
import { Challenge } from '../challenge.js';
import { CheckoutElement } from '../checkout-element.js';
import { CheckoutChangeEvent, CheckoutReadyEvent } from '../events.js';
import { FlowController } from '../flow-controller.js';
import { isOffline } from '../presence.js';
import type { SavedCard } from '../saved-card.js';
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
export class P2pTransferElement extends CheckoutElement {
  static override properties = {
    ...CheckoutElement.properties,
    currency: {},
    description: {},
    amount: {},
    minAmount: { attribute: 'min-amount' },
    maxAmount: { attribute: 'max-amount' },
    expiredAt: { attribute: 'expired-at' },
    p2pType: { attribute: 'p2p-type' },
    customer: { attribute: false },
    senderBillingAddress: { attribute: false },
    recipientBillingAddress: { attribute: false },
    receiptText: { attribute: false },
    challenge: {},
    collect: {},
    saveCard: { type: Boolean, attribute: 'save-card' },
    sourceCard: { attribute: false },
    recipientCard: { attribute: false },
  };

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
  /** ISO 8601 time until which the transfer must be confirmed. */
  declare expiredAt: string | null;
  /** Operation type issued by the processing center. */
  declare p2pType: string | null;
  /** How the payer gets to 3-D Secure: `redirect`, `popup` or `dialog`. */
  declare challenge: string | null;
  /** Fields to ask for from the beginning: `holder`, `recipient-holder`, `recipient-expiry`, separated by spaces. */
  declare collect: string | null;
  /** Whether the gateway is asked for tokens of the cards, which come with the outcome's transaction. */
  declare saveCard: boolean;
  /** The payer's saved card, instead of a typed one: `{token, brand, last_4}`. */
  declare sourceCard: SavedCard | undefined;
  /** The recipient's saved card, instead of a typed one: `{token, brand, last_4}`. */
  declare recipientCard: SavedCard | undefined;
  /** Sender (spec 2.5). */
  declare customer: Customer | undefined;
  /** Sender's address (spec 2.5). */
  declare senderBillingAddress: BillingAddress | undefined;
  /** Recipient's address (spec 2.5). */
  declare recipientBillingAddress: BillingAddress | undefined;
  /** Lines added to the e-mail the customer gets. */
  declare receiptText: readonly string[] | undefined;
  readonly #cards = new CardFieldset(this, {
    key: () => this.key,
    random: systemRandom,
    now: () => systemClock.now(),
    changed: () => this.#entered(),
  });
  readonly #amount = new AmountField(this, () => this.#amountTerms(), () => this.#entered());
  readonly #waiting = new Waiting(this, systemClock);
  readonly #deadline = new Waiting(this, systemClock);
  readonly #challenge = new Challenge(this, () => this.#settings?.challenge ?? 'redirect');
  readonly #controller = new FlowController(this, 'p2p', this.#cards, this.#challenge, (state, previous) => this.#moved(state, previous));
  #settings: CheckedAttributes | undefined;
  constructor() {
    super();
    this.saveCard = false;
  }

  /** Where the transfer stands: `details`, `transferring`, `authentication`, `settling` or `outcome`. */
  override get step(): State['step'] {
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

  /** Asks for the fee now. */
  async check(): Promise<void> {
    await this.#controller.flow?.check();
  }

  /** Does what the button does. */
  async submit(): Promise<void> {
    const { flow } = this.#controller;
    if (!flow || this.errors.length > 0 || this.#isOver) return;
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
    void this.#controller.findUnfinished();
  }

  /** Whether it can be submitted; says at the fields what is wrong. */
  reportValidity(): boolean {
    if (this.checkValidity()) return true;
    this.#amount.complain();
    this.#cards.focusFirstInvalid();
    return false;
  }

  /** To where the payer goes on: the first field that is not filled in, or the heading of a later step. */
  override focus(options?: FocusOptions): void {
    const unfinished = this.step === 'details' ? this.#cards.firstUnfinished() : undefined;
    if (unfinished) unfinished.focus(options);
    else super.focus(options);
  }

  /** @internal A surrounding form's reset: a payment in flight goes on, and "don't pay again" stays to be read. */
  formResetCallback(): void {
    if (this.outcome !== 'unknown') this.reset();
  }

  protected override updated(changed: PropertyValues): void {
    const valid = this.outcome === 'successful' || (this.#cards.state.complete && this.#sum() !== undefined);
    this.internals.setValidity(
      valid ? {} : { valueMissing: true },
      valid ? '' : this.words['number.empty'],
      this.renderRoot.querySelector('input') ?? undefined,
    );
    super.updated(changed);
  }

  protected override render(): TemplateResult {
    const { state, unfinished } = this.#controller;
    const { language } = this;
    const messages = this.words;
    const settings = this.#settings;
    const offline = settings !== undefined && isOffline(settings.checkoutUrl);
    const waiting = waitingText(this.#waiting.elapsed, offline, messages);
    const waits = state.step === 'transferring' || state.step === 'settling';
    const now = systemClock.now();
    const { last4, brand } = this.#cards.state.recipient;
    return html`
      <div part="base" class="base" lang=${messages.language} dir=${this.direction}>
        ${this.renderNotices()}
        ${settings && this.errors.length === 0
          ? detailsView({
              state,
              messages,
              language,
              currency: settings.currency,
              fixedAmount: settings.amount,
              source: this.#cards.render('credit_card', messages),
              recipient: this.#cards.render('recipient_card', messages),
              amount: settings.amount === undefined ? this.#amount.render(messages) : undefined,
              typed: this.#amount.minor,
              goesTo: last4 && fill(messages.card_ending, { brand: brandName(brand) ?? messages.card, last4 }),
              savesCard: this.saveCard,
              timeLeft: settings.expiredAt === undefined ? undefined : Date.parse(settings.expiredAt) - now,
              secondsToWait:
                state.step === 'details' ? Math.max(0, Math.ceil(((state.retryAt ?? 0) - now) / 1000)) : 0,
              unfinished,
              show: (record: TransferRecord) => void this.#controller.takeUp(record),
              submit: () => void this.submit(),
            })
          : nothing}
        <div aria-live="polite">
          ${waits
            ? waitingView(state, waiting, messages, language, this.#challenge, {
                showCancel: this.#waiting.elapsed >= VERY_SLOW, cancel: () => this.cancel(),
              })
            : nothing}
          ${state.step === 'authentication' ? authenticationView(state, messages, language, this.#challenge) : nothing}
          ${state.step === 'outcome'
            ? outcomeView(state, messages, language, {
                tryAgain: this.#controller.flow?.mayTryAgain ? () => this.#controller.flow?.tryAgain() : undefined,
                another: this.#controller.flow?.mayFollow ? () => this.reset() : undefined,
                askAgain: () => void this.resume(),
              })
            : nothing}
        </div>
      </div>
    `;
  }

  protected override configure(): void {
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
        language: this.language,
        challenge: text(this.challenge),
        collect: text(this.collect),
      },
      window.location.origin,
    );
    if ('errors' in result) {
      this.fail(result.errors);
      return;
    }
    const { settings } = result;
    this.#settings = settings;
    this.fail([]);
    this.#amount.refresh();
    this.#cards.collect(settings.collect);
    this.#cards.save('credit_card', this.sourceCard);
    this.#cards.save('recipient_card', this.recipientCard);
    if (settings.expiredAt) this.#deadline.countDownTo(Date.parse(settings.expiredAt));
    else this.#deadline.end();
    this.importKey(settings.publicKey);
    const made = this.#controller.make({
      checkoutUrl: settings.checkoutUrl,
      publicKey: settings.publicKey,
      redirectOrigins: () => this.#settings?.redirectOrigins,
      settings: () => this.#transferSettings(),
    });
    if (made) void this.#start();
    this.#controller.flow?.changed();
  }

  async #start(): Promise<void> {
    await this.updateComplete;
    // Its failure is shown and reported where the key is imported.
    if (!(await this.key.then(() => true, () => false))) return;
    this.#cards.refresh();
    this.#amount.refresh();
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    await this.#controller.takeUp(undefined, visit?.type === 'reload');
    // The gateway adds uid and status to the address it sends the payer back to; a page's own uid stands alone.
    const back = new URLSearchParams(window.location.search);
    const uid = back.has('status') && back.get('uid');
    if (uid && this.step === 'details') await this.#controller.flow?.resumeElsewhere(uid);
    this.dispatchEvent(new CheckoutReadyEvent());
  }

  /** Whether the time to confirm has passed: the gateway would refuse. */
  get #isOver(): boolean {
    const { expiredAt } = this.#settings ?? {};
    return expiredAt !== undefined && Date.parse(expiredAt) <= systemClock.now();
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
      // Read once more for each attempt: a page that navigates by itself has another address by then.
      returnUrl: returnUrl ?? window.location.href.replace(/#.*$/, ''),
      notificationUrl,
      expiredAt,
      p2pType,
      test: this.test || undefined,
      // Gateways of this family know languages, not regions.
      language: this.language.split('-')[0]!.toLowerCase(),
      customer: this.customer,
      senderBillingAddress: this.senderBillingAddress,
      recipientBillingAddress: this.recipientBillingAddress,
      receiptText: this.receiptText,
      saveCard: this.saveCard,
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
      // What changed meanwhile (address, key) holds from the next payment on.
      if (state.step === 'details') this.requestUpdate('publicKey');
      this.internals.setFormValue(state.step === 'outcome' ? (state.attempt.uid ?? null) : null);
    }
    if (state.step === 'details' && previous !== state) {
      const amount = state.problems.find(({ path }) => path[0] === 'amount');
      if (amount && this.#settings?.amount === undefined) this.#amount.showRefusal(amount.messages.join(', '));
    }
  }
}
