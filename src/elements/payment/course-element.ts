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
import { KeptPress } from '../session/kept-press.js';
import { PartLoader } from '../session/part-loader.js';
import { mayBeReturning } from '../session/returning.js';
import type { ShopKeys } from '../session/shop-keys.js';
import type { Course, LaterPart } from './course.js';
import { PaymentAttributesElement } from './payment-attributes.js';
import type { PaymentTerms } from './payment-settings.js';

/** An element whose fields are there at once, and the course of whose payment may be loaded later. */
export abstract class CourseElement<
  Settings extends PaymentSettings,
  Opened extends Course<Settings> = Course<Settings>,
> extends PaymentAttributesElement {
  /** What follows the fields; undefined until the later part is loaded. */
  protected course: Opened | undefined;
  #loader: PartLoader<LaterPart<Settings, Opened>> | undefined;
  /** A press that comes before the cards can be sealed, or before it is known what an earlier visit left. */
  protected readonly press = new KeptPress(this, () => this.#lapse());
  /** Whether a press had no effect before there was a flow to say so. */
  protected hasLapsed = false;
  #mayReturn: boolean | undefined;

  constructor() {
    super();
    const laterPart = this.laterPart();
    if (typeof laterPart === 'function') {
      this.#loader = new PartLoader(this, {
        load: laterPart,
        clock: systemClock,
        arrived: (part) => this.#open(part),
        failed: (error) => this.dispatchEvent(new CheckoutErrorEvent(error)),
      });
    } else this.#open(laterPart);
  }

  /** What comes after the fields, or what loads it. */
  protected abstract laterPart(): LaterPart<Settings, Opened> | ((attempt: number) => Promise<LaterPart<Settings, Opened>>);

  /** Its settings; undefined until they are right. */
  protected abstract get terms(): PaymentTerms | undefined;

  /** Whether it is set up, and shows the fields for a payment. */
  protected abstract get takesCards(): boolean;

  /** How it ended; undefined before. */
  abstract get outcome(): Outcome['outcome'] | undefined;

  /** Where the payment stands. */
  abstract get step(): State['step'];

  /** What there is to announce beside the steps and the complaints, by what it is about. */
  protected sentences(): [name: string, text: string][] {
    return [];
  }

  /** The payment has moved on. */
  protected abstract moved(state: State, previous: State): void;

  /** Waits until it is known what a payment here costs, or that it can't be known: an answer is compared with that. */
  protected async priceIsKnown(): Promise<void> {}

  /** Where the payment stands. */
  protected get state(): State {
    return this.course?.state ?? { ...initialState, hasLapsed: this.hasLapsed };
  }

  /** Why the later part is not there; it is tried again at the next press. */
  protected get partError(): PartError | undefined {
    return this.#loader?.error;
  }

  protected override get keys(): ShopKeys | undefined {
    return this.course?.keys;
  }

  protected override sealer(): Promise<Sealer> {
    return this.course?.sealer() ?? Promise.reject(new TypeError('The element is not set up yet.'));
  }

  /** Whether the payer may be back from a payment, as long as that is not known: also where the later part can't be loaded. */
  protected get isReturning(): boolean {
    this.#mayReturn ??= mayBeReturning('p2p');
    this.#mayReturn &&= this.course?.isSetUp !== true && this.state.step === 'details';
    return this.#mayReturn;
  }

  protected override isolate(options: FramedFieldsOptions): FramedFields | undefined {
    return this.course?.isolate(options);
  }

  protected override openSaved(options: SavedSectionOptions): SavedSection | undefined {
    return this.course?.openSaved(options);
  }

  /** Tries once more to load the later part. */
  protected loadAgain(): void {
    this.#loader?.request();
  }

  /** Waits until the later part is there and set up, or can't be loaded. */
  protected async opened(): Promise<void> {
    await this.#loader?.settled;
    await this.press.untilDrawn();
  }

  /**
   * Makes the flow, or another one when address or key changed: it takes up what was left, or waits for the payer.
   *
   * @returns whether a new one was made.
   */
  protected make(terms: Omit<FlowTerms<Settings>, 'Flow'>): boolean {
    const steps = {
      refresh: () => this.refresh(),
      ready: () => this.announceReady(),
      priceIsKnown: () => this.priceIsKnown(),
    };
    const isNew = this.course?.make(terms, steps) ?? false;
    if (isNew && this.hasLapsed) this.course?.flow?.lapse();
    return isNew;
  }

  /**
   * Carries out the payer's press, or keeps it until the element is set up.
   *
   * @param subject What it pays for: another JSON than at the time of the press calls it off.
   */
  protected async submitWhenSetUp(subject: () => unknown): Promise<void> {
    const settings = (): unknown => [this.encryptionKey, this.errors.length, this.partError?.code];
    const all = (): unknown => [subject(), settings(), this.cards.state, this.state.step];
    this.hasLapsed = false;
    this.loadAgain();
    if (!(await this.press.until(() => this.course?.isSetUp === true, all))) return;
    await this.cards.look();
    await this.course?.flow?.submit();
  }

  /** Keeps the press until it is known what the payer has to fill in. */
  protected async submitOnceFieldsAreKnown(): Promise<void> {
    this.loadAgain();
    const isKnown = (): boolean => !this.cards.state.isToCome || this.partError !== undefined;
    const isDue = await this.press.until(isKnown, () => '');
    if (isDue && !this.partError) await this.submit();
  }

  /** Reads the inputs again: a restored page, or a browser, may have filled them without an event. */
  protected refresh(): void {
    this.cards.refresh();
  }

  /** Announces that the element takes input. */
  protected announceReady(): void {
    this.announce(new CheckoutReadyEvent());
  }

  #open({ openCourse }: LaterPart<Settings, Opened>): void {
    this.course = openCourse(this, {
      cards: this.cards,
      challenge: () => this.terms?.challenge ?? 'redirect',
      keysChanged: () => this.reconsider(),
      moved: (state, previous) => this.moved(state, previous),
      takesCards: () => this.takesCards,
      sentences: () => this.sentences(),
    });
    // Sets up with it.
    this.reconsider();
  }

  #lapse(): void {
    this.hasLapsed = true;
    this.course?.flow?.lapse();
  }
}
