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
 * @event {CheckoutQuoteEvent} checkout-quote - The gateway told the price. Sums are in minor units.
 *
 * @csspart details-step - The form, with all that follows down to the button.
 * @csspart source-form - The form around the card to send from.
 * @csspart recipient-form - The form around everything from the recipient's card to the button.
 * @csspart source-card - The fields of the card to send from.
 * @csspart recipient-card - The fields of the recipient's card.
 * @csspart amount - The amount, where the page has fixed it.
 * @csspart currency - The code inside the amount's input.
 * @csspart problem - What is wrong but belongs to no field.
 * @csspart goes-to - The masked card that the money goes to.
 * @csspart price - The fee, or why there is none yet.
 * @csspart deadline - How much time is left to confirm.
 * @csspart saves-card - That the cards will be saved.
 * @csspart submit - The button that sends.
 * @csspart unfinished - The offer to show a transfer that was left unfinished.
 * @csspart waiting - The step in which the payer waits.
 * @csspart authentication - The step on the way to 3-D Secure.
 * @csspart outcome - How it ended.
 * @csspart successful - The outcome, when it is that; likewise `failed` and `unknown`.
 * @csspart failed - The outcome, when it is that.
 * @csspart unknown - The outcome, when it is that.
 * @csspart details - Amount, recipient and references of the outcome.
 * @csspart receipt - The link to the receipt.
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

  /** Required. ISO 4217 code. */
  declare currency: string | null;
  /** Required. What the transfer is for. */
  declare description: string | null;
  /** Minor units (`10000` is 100.00 USD). Absent: the payer types it. */
  declare amount: string | number | null;
  /** Minor units: the least that the payer may type. */
  declare minAmount: string | number | null;
  /** Minor units: the most that the payer may type. */
  declare maxAmount: string | number | null;
  /** ISO 8601 time with offset, until which the transfer must be confirmed. The time left is shown. */
  declare expiredAt: string | null;
  /** Operation type issued by the processing center: up to 3 letters or digits. */
  declare p2pType: string | null;
  /**
   * How the payer gets to 3-D Secure: `redirect` leaves this page and returns to it; `popup` opens a window, `dialog`
   * shows the bank's page over this one. Banks may refuse a dialog.
   * @default redirect
   */
  declare challenge: string | null;
  /**
   * Fields to ask for even where the gateway doesn't require them, separated by spaces: `holder`, `recipient-holder`,
   * `recipient-expiry`.
   */
  declare collect: string | null;
  /** Asks for tokens of the cards (spec 2.5), which come with the outcome's `transaction`. The payer is told. */
  declare saveCard: boolean;
  /** The payer's saved card, `{token, brand, last_4}` as in an earlier `transaction`: only the security code is typed. */
  declare sourceCard: SavedCard | undefined;
  /** The recipient's saved card, likewise: nothing is typed. */
  declare recipientCard: SavedCard | undefined;
  /** The sender: `{ip, email, device_id, external_id}` (spec 2.5). */
  declare customer: Customer | undefined;
  /** The sender's address: `{first_name, last_name, country, city, state, zip, address, phone}` (spec 2.5). */
  declare senderBillingAddress: BillingAddress | undefined;
  /** The recipient's address, with the same fields (spec 2.5). */
  declare recipientBillingAddress: BillingAddress | undefined;
  /** Lines added to the e-mail that the customer gets. */
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
  #countedTo: number | undefined;
  #askedAt: number | undefined;
  constructor() {
    super();
    this.saveCard = false;
  }

  /** Where the transfer stands: `details`, `transferring`, `authentication`, `settling` or `outcome`. */
  override get step(): State['step'] {
    return this.#controller.state.step;
  }

  /** What is known of the price; sums are in minor units. Undefined after the details. */
  get quote(): Quote | undefined {
    const { state } = this.#controller;
    return state.step === 'details' ? state.quote : undefined;
  }

  /** How it ended: `successful`, `failed` or `unknown`; undefined before. */
  get outcome(): Outcome['outcome'] | undefined {
    const { state } = this.#controller;
    return state.step === 'outcome' ? state.result.outcome : undefined;
  }

  /** Asks for the fee now. */
  async check(): Promise<void> {
    await this.#controller.flow?.check();
  }

  /** Does what the button does: says what is wrong with the fields, or sends the transfer. */
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
    // What is typed now may be what was sent a moment ago.
    const until = this.step === 'details' ? this.#controller.flow?.retryAt : undefined;
    if (until !== this.#countedTo) {
      this.#countedTo = until;
      if (until !== undefined) this.#waiting.countDownTo(until);
    }
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
              wanted: this.#cards.wanted,
              goesTo: last4 && fill(messages.card_ending, { brand: brandName(brand) ?? messages.card, last4 }),
              savesCard: this.saveCard,
              timeLeft: settings.expiredAt === undefined ? undefined : Date.parse(settings.expiredAt) - now,
              secondsToWait:
                state.step === 'details' ? Math.ceil(((this.#controller.flow?.retryAt ?? now) - now) / 1000) : 0,
              unfinished,
              show: (record: TransferRecord) => void this.#controller.takeUp(record),
              submit: () => void this.submit(),
            })
          : nothing}
        <div aria-live="polite">
          ${waits
            ? waitingView(state, waiting, messages, language, this.#challenge, {
                showCancel: this.#waiting.elapsed >= VERY_SLOW || (state.step === 'settling' && state.redirectUrl !== undefined),
                cancel: () => this.cancel(),
              })
            : nothing}
          ${state.step === 'authentication' ? authenticationView(state, messages, language, this.#challenge) : nothing}
          ${state.step === 'outcome'
            ? outcomeView(state, messages, language, {
                tryAgain: this.#controller.flow?.mayTryAgain ? () => this.#controller.flow?.tryAgain() : undefined,
                another: this.#controller.flow?.mayFollow ? () => this.reset() : undefined,
                askAgain: this.#controller.flow?.mayAsk ? () => void this.#askAgain() : undefined,
                askedAt: this.#askedAt,
              })
            : nothing}
        </div>
      </div>
    `;
  }

  protected override configure(): void {
    const result = readAttributes(this, window.location.origin, this.getAttribute('test'));
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

  async #askAgain(): Promise<void> {
    await this.resume();
    this.#askedAt = systemClock.now();
    this.requestUpdate();
  }

  async #start(): Promise<void> {
    await this.updateComplete;
    // Its failure is shown and reported where the key is imported.
    if (!(await this.key.then(() => true, () => false))) return;
    this.#cards.refresh();
    this.#amount.refresh();
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    // Scripts that follow on the page get to listen before anything is told.
    if (visit?.domContentLoadedEventStart === 0 && document.readyState !== 'complete') {
      await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
    }
    this.dispatchEvent(new CheckoutReadyEvent());
    await this.#controller.takeUp(undefined, visit?.type === 'reload');
    // The gateway adds uid and status to the address it sends the payer back to; a page's own uid stands alone.
    const back = new URLSearchParams(window.location.search);
    // Of several the last: the gateway adds its own at the end.
    const uid = back.has('status') && back.getAll('uid').at(-1);
    if (uid && this.step === 'details') await this.#controller.flow?.resumeElsewhere(uid);
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
      returnUrl: returnUrl ?? ownAddress(),
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

/** This page's address, without what the gateway added to it when the payer came back from an earlier attempt. */
function ownAddress(): string {
  const url = new URL(window.location.href);
  url.hash = '';
  const { searchParams: given } = url;
  if (given.has('uid') && given.has('status')) for (const name of ['uid', 'status', 'token']) given.delete(name);
  return url.href;
}
