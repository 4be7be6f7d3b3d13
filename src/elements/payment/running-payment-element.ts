import { systemClock } from '../../clock/clock.js';
import type { PaymentSettings } from '../../flow/payment-kind.js';
import { initialState, type Outcome, type State } from '../../flow/state.js';
import type { PartError } from '../errors.js';
import { CheckoutErrorEvent, CheckoutReadyEvent } from '../events.js';
import type { Sealer } from '../fields/card-fields.js';
import type { FramedFields } from '../fields/framed/framed-fields.js';
import type { FramedFieldsOptions } from '../fields/framed/framed-options.js';
import type { SavedSection, SavedSectionOptions } from '../fields/saved/saved-section.js';
import type { FlowTerms } from '../session/flow-controller.js';
import { DeferredPress } from '../session/deferred-press.js';
import { PartLoader } from '../session/part-loader.js';
import { mayBeReturning } from '../session/may-be-returning.js';
import type { ShopKeys } from '../session/shop-keys.js';
import type { RunningPayment, LaterPart } from './running-payment.js';
import { PaymentAttributesElement } from './payment-attributes.js';
import type { PaymentTerms } from './payment-settings.js';

/** An element whose fields are there at once. The part that carries out the payment may be loaded later. */
export abstract class RunningPaymentElement<
  Settings extends PaymentSettings,
  Opened extends RunningPayment<Settings> = RunningPayment<Settings>,
> extends PaymentAttributesElement {
  /** Carries out the payment; undefined until the later part is loaded. */
  protected payment: Opened | undefined;
  #loader: PartLoader<LaterPart<Settings, Opened>> | undefined;
  /** Defers a press that comes before the cards can be sealed, or before earlier payments are known. */
  protected readonly press = new DeferredPress(this, () => this.#dropPress());
  /** Whether a press had no effect before there was a flow whose state shows that. */
  protected hasDroppedPress = false;
  #mayReturn: boolean | undefined;

  constructor() {
    super();
    const laterPart = this.laterPart();
    if (typeof laterPart === 'function') {
      this.#loader = new PartLoader(this, {
        load: laterPart,
        clock: systemClock,
        loaded: (part) => this.#open(part),
        failed: (error) => this.dispatchEvent(new CheckoutErrorEvent(error)),
      });
    } else this.#open(laterPart);
  }

  /** The later part, or the function that loads it. */
  protected abstract laterPart(): LaterPart<Settings, Opened> | ((attempt: number) => Promise<LaterPart<Settings, Opened>>);

  /** Its settings; undefined until they are right. */
  protected abstract get terms(): PaymentTerms | undefined;

  /** Whether it is set up, and shows the fields for a payment. */
  protected abstract get takesCards(): boolean;

  /** How the payment ended; undefined before. */
  abstract get outcome(): Outcome['outcome'] | undefined;

  /** The step that the payment is in. */
  abstract get step(): State['step'];

  /** Further sentences to announce, besides the steps and the fields' errors, by the name of their subject. */
  protected sentences(): [name: string, text: string][] {
    return [];
  }

  /** Called when the payment's state has changed. */
  protected abstract moved(state: State, previous: State): void;

  /** Waits until the price of a payment here is known, or can't be known: an answer is compared with it. */
  protected async priceIsKnown(): Promise<void> {}

  /** The payment's state. */
  protected get state(): State {
    return this.payment?.state ?? { ...initialState, hasLapsed: this.hasDroppedPress };
  }

  /** Why the later part is not there; the next press loads it again. */
  protected get partError(): PartError | undefined {
    return this.#loader?.error;
  }

  protected override get keys(): ShopKeys | undefined {
    return this.payment?.keys;
  }

  protected override sealer(): Promise<Sealer> {
    return this.payment?.sealer() ?? Promise.reject(new TypeError('The element is not set up yet.'));
  }

  /** Whether the payer may be back from a payment of a kind. True until that is known, also if the later part can't be loaded. */
  protected isReturning(kind: string): boolean {
    this.#mayReturn ??= mayBeReturning(kind);
    this.#mayReturn &&= this.payment?.isSetUp !== true && this.state.step === 'details';
    return this.#mayReturn;
  }

  protected override isolate(options: FramedFieldsOptions): FramedFields | undefined {
    return this.payment?.isolate(options);
  }

  protected override createSavedSection(options: SavedSectionOptions): SavedSection | undefined {
    return this.payment?.createSavedSection(options);
  }

  /** Loads the later part, if it is not there. */
  protected loadAgain(): void {
    this.#loader?.request();
  }

  /** Waits until the later part is there and set up, or can't be loaded. */
  protected async opened(): Promise<void> {
    await this.#loader?.settled;
    await this.press.untilRendered();
  }

  /**
   * Makes the flow, or another one when the address or the key has changed. The flow resumes an earlier payment if there is one.
   *
   * @returns whether a new one was made.
   */
  protected make(terms: Omit<FlowTerms<Settings>, 'Flow'>): boolean {
    const steps = {
      refresh: () => this.refresh(),
      ready: () => this.announceReady(),
      priceIsKnown: () => this.priceIsKnown(),
    };
    const isNew = this.payment?.make(terms, steps) ?? false;
    if (isNew && this.hasDroppedPress) this.payment?.flow?.lapse();
    return isNew;
  }

  /**
   * Carries out the payer's press, or keeps it until the element is set up.
   *
   * @param subject What the press pays for: if its JSON changes, the press is dropped.
   */
  protected async submitWhenSetUp(subject: () => unknown): Promise<void> {
    const settings = (): unknown => [this.encryptionKey, this.errors.length, this.partError?.code];
    const all = (): unknown => [subject(), settings(), this.cards.state, this.state.step];
    this.hasDroppedPress = false;
    this.loadAgain();
    if (!(await this.press.until(() => this.payment?.isSetUp === true, all))) return;
    await this.cards.checkVisibility();
    await this.payment?.flow?.submit();
  }

  /** Keeps the press until it is known which fields the payer has to fill in. */
  protected async submitOnceFieldsAreKnown(): Promise<void> {
    this.loadAgain();
    const isKnown = (): boolean => !this.cards.state.isPending || this.partError !== undefined;
    const isDue = await this.press.until(isKnown, () => '');
    if (isDue && !this.partError) await this.submit();
  }

  /** Reads the inputs again: a browser may have filled them without an event, for example when it restored the page. */
  protected refresh(): void {
    this.cards.refresh();
  }

  /** Announces that the element takes input. */
  protected announceReady(): void {
    this.announce(new CheckoutReadyEvent());
  }

  #open({ openPayment }: LaterPart<Settings, Opened>): void {
    this.payment = openPayment(this, {
      cards: this.cards,
      challenge: () => this.terms?.challenge ?? 'redirect',
      keysChanged: () => this.reconsider(),
      moved: (state, previous) => this.moved(state, previous),
      takesCards: () => this.takesCards,
      sentences: () => this.sentences(),
    });
    // Sets the element up with the later part.
    this.reconsider();
  }

  #dropPress(): void {
    this.hasDroppedPress = true;
    this.payment?.flow?.lapse();
  }
}
