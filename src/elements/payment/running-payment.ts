import type { LitElement, ReactiveController, TemplateResult } from 'lit';
import { sealSections, systemRandom } from '../../checkout/seal.js';
import { systemClock } from '../../clock/clock.js';
import type { CardSource } from '../../flow/cards/card-source.js';
import type { PaymentFlowOptions } from '../../flow/options.js';
import type { AnyPaymentFlow } from '../../flow/payment-flow.js';
import type { PaymentSettings } from '../../flow/payment-kind.js';
import type { PaymentRecord } from '../../flow/record/payment-record.js';
import { isQuestionRepeated } from '../../flow/repeated-question.js';
import { isUnderWay, type Outcome, type State } from '../../flow/state.js';
import type { CheckoutError } from '../../http/error.js';
import type { Catalogue, FormCatalogue, OrderMessages } from '../../locales/catalogue.js';
import { wholeCatalogue } from '../../locales/whole-catalogue.js';
import { Announcer } from '../base/announcer.js';
import type { Speech } from '../base/speech.js';
import { adoptStylesOnly } from '../base/system-font.js';
import { type Sealer, SLOT } from '../fields/card-fields.js';
import { FramedFields } from '../fields/framed/framed-fields.js';
import type { FramedFieldsOptions } from '../fields/framed/framed-options.js';
import { framedStyles } from '../fields/framed/framed-styles.js';
import { SavedSection, type SavedSectionOptions } from '../fields/saved/saved-section.js';
import { savedStyles } from '../fields/saved/saved-styles.js';
import { adoptStyles } from '../fields/slotted/adopt-styles.js';
import { isOffline } from '../page/visible-and-online.js';
import { Challenge, type ChallengeMode } from '../session/challenge.js';
import { FlowController, type FlowHost, type FlowTerms } from '../session/flow-controller.js';
import { ShopKeys } from '../session/shop-keys.js';
import { Startup, type StartupSteps } from '../session/startup.js';
import { RenderTimer } from '../session/render-timer.js';
import { earlierPaymentsView, type EarlierPaymentViews } from '../steps/earlier/earlier-payments-view.js';
import { validityMessage } from '../steps/validity-message.js';
import { PageTitle } from '../steps/page-title.js';
import { StepFocus } from '../steps/step-focus.js';
import { StepTransition } from '../steps/step-transition.js';
import { leftErrors, stepSentences } from '../steps/step-sentences.js';
import { stepStyles } from '../steps/step-styles.js';
import { type StepsContext, stepsView } from '../steps/steps-view.js';
import { SLOW, VERY_SLOW } from '../steps/waiting-view.js';
import { StatusAdvice } from './status-advice.js';

/** For saved cards beside inputs that the page has written. */
const SLOTTED_STYLES = [savedStyles];

/** The element whose payment it is. */
export type RunningPaymentHost = FlowHost &
  LitElement & {
    readonly pageTitle: boolean;
    readonly fields: string | null;
    readonly step: State['step'];
    readonly outcome: Outcome['outcome'] | undefined;
  };

/** The settings that the payment reads from its element, and the callbacks by which it reports to it. */
export interface RunningPaymentHooks {
  readonly cards: CardSource;
  /** How the payer gets to 3-D Secure. */
  readonly challenge: () => ChallengeMode;
  /** Called when it is known whether a key can be used. */
  readonly keysChanged: () => void;
  /** Called when the payment's state has changed. */
  readonly moved: (state: State, previous: State) => void;
  /** Whether the element is set up, and shows the fields for a payment. */
  readonly takesCards: () => boolean;
  /** Further sentences to announce, besides the steps and the fields' errors, by the name of their subject. */
  readonly sentences: () => readonly (readonly [name: string, text: string])[];
}

/** The differences between kinds of payment. */
export interface RunningPaymentKind<Settings extends PaymentSettings> {
  readonly Flow: new (options: PaymentFlowOptions<Settings>) => AnyPaymentFlow;
}

/** The part of an element that is loaded after its fields. */
export interface LaterPart<Settings extends PaymentSettings, Opened extends RunningPayment<Settings> = RunningPayment<Settings>> {
  readonly openPayment: (host: RunningPaymentHost, hooks: RunningPaymentHooks) => Opened;
}

/**
 * The running payment of an element: its keys, its flow, and everything that is shown around and after the form. It is the later
 * part of an element, loaded while the payer types.
 */
export class RunningPayment<Settings extends PaymentSettings> implements ReactiveController {
  protected readonly host: RunningPaymentHost;
  readonly #hooks: RunningPaymentHooks;
  readonly #kind: RunningPaymentKind<Settings>;
  readonly #challenge: Challenge;
  readonly #renderTimer: RenderTimer;
  readonly #controller: FlowController;
  readonly #startup: Startup;
  /** Announces changes away from the focus to screen readers. */
  readonly #announcer: Announcer;
  #isCounting = false;
  #releaseStyles: (() => void) | undefined;
  readonly keys: ShopKeys;

  constructor(host: RunningPaymentHost, hooks: RunningPaymentHooks, kind: RunningPaymentKind<Settings>) {
    this.host = host;
    this.#hooks = hooks;
    this.#kind = kind;
    this.keys = new ShopKeys(hooks.keysChanged);
    this.#renderTimer = new RenderTimer(host, systemClock);
    this.#challenge = new Challenge(host, hooks.challenge);
    this.#controller = new FlowController(host, hooks.cards, this.#challenge, (state, previous) => this.moved(state, previous));
    this.#startup = new Startup(host);
    this.#announcer = new Announcer(host, () => {
      const root = host.renderRoot;
      return new Map([...leftErrors(host), ...leftErrors(root), ...stepSentences(root), ...hooks.sentences()]);
    });
    host.addController(this.#announcer);
    // Before the focus: it scrolls only to what is still out of view.
    host.addController(new StepTransition(host));
    host.addController(new StepFocus(host));
    host.addController(new PageTitle(host));
    host.addController(new StatusAdvice(host, hooks.takesCards));
    host.addController(this);
  }

  hostConnected(): void {
    const { elementStyles } = this.host.constructor as typeof LitElement;
    const root = this.host.renderRoot as ShadowRoot;
    adoptStylesOnly(root, [...elementStyles, savedStyles, framedStyles, stepStyles]);
  }

  hostDisconnected(): void {
    this.#releaseStyles?.();
    this.#releaseStyles = undefined;
  }

  hostUpdated(): void {
    if (this.host.fields === SLOT && this.host.isConnected) {
      this.#releaseStyles ??= adoptStyles(this.host.getRootNode() as Document | ShadowRoot, SLOTTED_STYLES);
    }
    // After an edit, the input may equal an earlier attempt again, so that the button is locked.
    const waits = this.secondsToWait > 0;
    if (waits && !this.#isCounting) this.#renderTimer.countDown(() => this.flow?.waitFor ?? 0);
    this.#isCounting = waits;
  }

  get state(): State {
    return this.#controller.state;
  }

  /** Undefined before the element is set up. */
  get flow(): AnyPaymentFlow | undefined {
    return this.#controller.flow;
  }

  /** Whether earlier payments are known, so that a press can be carried out. */
  get isSetUp(): boolean {
    return this.#startup.isOver;
  }

  /** How many seconds the button stays locked, because the gateway would reject the payment as a duplicate. */
  get secondsToWait(): number {
    return this.state.step === 'details' ? Math.ceil((this.flow?.waitFor ?? 0) / 1000) : 0;
  }

  /** The button's text while it stays locked. */
  waitText(speech: Speech): string | undefined {
    const { words } = speech;
    const { secondsToWait: seconds } = this;
    return seconds > 0
      ? speech.fill(this.flow?.isNextAfterSuccess ? words.next_wait : words.transfer_wait, { seconds })
      : undefined;
  }

  /** Seals with the shop's key; rejects when the key is invalid or not allowed. */
  async sealer(): Promise<Sealer> {
    const key = await this.keys.key;
    return { thumbprint: key.thumbprint, seal: (sections, binding) => sealSections(sections, binding, key, systemRandom) };
  }

  /** Fields in a frame that the page can't read. */
  isolate(options: FramedFieldsOptions): FramedFields {
    return new FramedFields(this.host, options);
  }

  /** The view of a section's saved cards. */
  createSavedSection(options: SavedSectionOptions): SavedSection {
    return new SavedSection(options, wholeCatalogue);
  }

  /** The sum that the payer is asked to pay; undefined before the element is set up. */
  get sum(): Pick<PaymentSettings, 'amount' | 'currency'> | undefined {
    return this.#controller.sum;
  }

  /** Makes the flow, or another one when the address or the key has changed, and starts it. */
  make(terms: Omit<FlowTerms<Settings>, 'Flow'>, steps: StartupSteps): boolean {
    const isNew = this.#controller.make({ ...terms, Flow: this.#kind.Flow });
    if (isNew) this.#startup.start(this.keys.key, this.#controller, steps);
    return isNew;
  }

  /** Resumes the payment this tab was in the middle of, or that of a record. */
  async resume(record?: PaymentRecord): Promise<void> {
    await this.#controller.resume(record);
  }

  /** Whether there are records of payments whose outcome is unknown. */
  get hasUnfinished(): boolean {
    return this.#controller.earlierPayments.unfinished.length > 0;
  }

  /** Looks for unfinished payments and unseen outcomes. */
  async findEarlierPayments(): Promise<void> {
    await this.#controller.earlierPayments.find();
  }

  report(error: CheckoutError): void {
    this.#controller.report(error);
  }

  /** The notices about earlier payments, above the form. */
  renderEarlierPayments(speech: Speech<FormCatalogue>, moveFocus: () => void): EarlierPaymentViews {
    const show = (record: PaymentRecord): void => void this.resume(record);
    return earlierPaymentsView(this.#controller.earlierPayments, this.state.step === 'details', {
      speech: inFull(speech),
      moveFocus,
      show,
    });
  }

  /** Every step after the form. */
  renderSteps(
    context: Omit<StepsContext, 'state' | 'speech' | 'challenge' | 'elapsed' | 'offline' | 'cancel'> & {
      readonly speech: Speech<FormCatalogue & Partial<Pick<OrderMessages, 'charge'>>>;
    },
    checkoutUrl: string | undefined,
  ): TemplateResult {
    return stepsView({
      ...context,
      speech: inFull(context.speech),
      state: this.state,
      challenge: this.#challenge,
      elapsed: this.#renderTimer.elapsed,
      offline: checkoutUrl !== undefined && isOffline(checkoutUrl),
      cancel: () => this.flow?.cancel(),
    });
  }

  /** The message that keeps a surrounding form from being sent; undefined once the payment is made. */
  missing(complete: boolean, words: FormCatalogue): string | undefined {
    return validityMessage(this.state, complete, wholeCatalogue(words));
  }

  protected moved(state: State, previous: State): void {
    // The sentence has not changed, so nothing would be announced, and the press would seem lost.
    if (isQuestionRepeated(state, previous)) this.#announcer.read('[part=price], .remark[part=problem]');
    const begins = state.step !== previous.step && isUnderWay(state) && state.step !== 'authentication';
    if (begins) this.#renderTimer.begin(SLOW, VERY_SLOW);
    this.#hooks.moved(state, previous);
  }
}

/** The same language with the texts of every step. */
export const inFull = <Words extends FormCatalogue>(speech: Speech<Words>): Speech<Words & Catalogue> =>
  speech.with(wholeCatalogue(speech.words));
