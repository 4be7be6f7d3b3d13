import { type LitElement, nothing, type ReactiveController, type TemplateResult } from 'lit';
import { sealSections, systemRandom } from '../../checkout/seal.js';
import { systemClock } from '../../clock/clock.js';
import type { CardPort } from '../../flow/cards/card-port.js';
import type { AnyPaymentFlow } from '../../flow/payment-flow.js';
import type { PaymentSettings } from '../../flow/payment-kind.js';
import type { PaymentRecord } from '../../flow/record/payment-record.js';
import { isQuestionRepeated } from '../../flow/repeated-question.js';
import { initialState, isUnderWay, type Outcome, type State } from '../../flow/state.js';
import type { CheckoutError } from '../../http/error.js';
import type { Messages, OrderMessages } from '../../locales/messages.js';
import { Announcer } from '../base/announcer.js';
import type { Speech } from '../base/speech.js';
import type { Sealer } from '../fields/card-fields.js';
import { isOffline } from '../page/visible-and-online.js';
import { Challenge, type ChallengeMode } from '../session/challenge.js';
import { FlowController, type FlowHost, type FlowTerms, type StartupSteps } from '../session/flow-controller.js';
import { mayBeReturning } from '../session/may-be-returning.js';
import { ShopKeys } from '../session/shop-keys.js';
import { RenderTimer } from '../session/render-timer.js';
import { elsewhereView } from '../steps/earlier/elsewhere-view.js';
import { earlierPaymentsView, type EarlierPaymentViews } from '../steps/earlier/earlier-payments-view.js';
import { validityMessage } from '../steps/validity-message.js';
import { StepFocus } from '../steps/step-focus.js';
import { StepTransition } from '../steps/step-transition.js';
import { leftErrors, stepSentences } from '../steps/step-sentences.js';
import { type StepsContext, stepsView } from '../steps/steps-view.js';
import { SLOW, VERY_SLOW } from '../steps/waiting-view.js';
import { keptLabels } from './kept-labels.js';
import { StatusAdvice } from './status-advice.js';

/** The element whose payment it is. */
export type PaymentHost = FlowHost &
  LitElement & {
    readonly step: State['step'];
    readonly outcome: Outcome['outcome'] | undefined;
  };

/** The settings that the payment reads from its element, and the callbacks by which it reports to it. */
export interface PaymentOptions {
  readonly cards: CardPort;
  /** How the payer gets to 3-D Secure. */
  readonly challenge: () => ChallengeMode;
  /** Called when it is known whether a key can be used. */
  readonly keysChanged: () => void;
  /** Called when the payment's state has changed. */
  readonly stateChanged: (state: State, previous: State) => void;
  /** Whether the element is set up, and shows the fields for a payment. */
  readonly takesCards: () => boolean;
  /** Further sentences to announce, besides the steps and the fields' errors, by the name of their subject. */
  readonly sentences: () => readonly (readonly [name: string, text: string])[];
}

/** The payment of an element: its keys, its flow, and everything that is shown around and after the form. */
export class Payment<Settings extends PaymentSettings> implements ReactiveController {
  readonly #options: PaymentOptions;
  readonly #challenge: Challenge;
  readonly #renderTimer: RenderTimer;
  readonly #controller: FlowController;
  /** Announces changes away from the focus to screen readers. */
  readonly #announcer: Announcer;
  #isCounting = false;
  #mayReturn: boolean | undefined;
  readonly keys: ShopKeys;

  constructor(host: PaymentHost, options: PaymentOptions) {
    this.#options = options;
    this.keys = new ShopKeys(options.keysChanged);
    this.#renderTimer = new RenderTimer(host, systemClock);
    this.#challenge = new Challenge(host, options.challenge);
    this.#controller = new FlowController(host, options.cards, this.#challenge, (state, previous) =>
      this.#stateChanged(state, previous),
    );
    this.#announcer = new Announcer(host, () => {
      const root = host.renderRoot;
      return new Map([...leftErrors(host), ...leftErrors(root), ...stepSentences(root), ...options.sentences()]);
    });
    host.addController(this.#announcer);
    // Before the focus: it scrolls only to what is still out of view.
    host.addController(new StepTransition(host));
    host.addController(new StepFocus(host));
    host.addController(new StatusAdvice(host, options.takesCards));
    host.addController(this);
  }

  hostConnected(): void {}

  hostUpdated(): void {
    // After an edit, the input may equal an earlier attempt again, so that the button is locked.
    const waits = this.secondsToWait > 0;
    if (waits && !this.#isCounting) this.#renderTimer.countDown(() => this.flow?.waitFor ?? 0);
    this.#isCounting = waits;
  }

  get state(): State {
    return this.flow?.state ?? initialState;
  }

  /** Undefined before the element is set up. */
  get flow(): AnyPaymentFlow | undefined {
    return this.#controller.flow;
  }

  /** Whether earlier payments are known, so that a press can be carried out. */
  get isSetUp(): boolean {
    return this.flow !== undefined && this.#controller.isStarted;
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

  /** The sum that the payer is asked to pay; undefined before the element is set up. */
  get sum(): Pick<PaymentSettings, 'amount' | 'currency'> | undefined {
    return this.#controller.sum;
  }

  /** Takes the settings that are drawn before there is a flow. */
  ask(settings: () => Settings): void {
    this.#controller.settings = settings;
  }

  /**
   * Makes the flow, or another one when the address or the key has changed. It resumes an earlier payment if there is one.
   *
   * @returns whether a new one was made.
   */
  createFlow(terms: FlowTerms<Settings>, steps: StartupSteps): boolean {
    return this.#controller.createFlow(terms, () => this.keys.key, steps);
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

  /** Whether the payer may be back from a payment of a kind. True until that is known. */
  isReturning(kind: string): boolean {
    this.#mayReturn ??= mayBeReturning(kind);
    this.#mayReturn &&= !this.isSetUp && this.state.step === 'details';
    return this.#mayReturn;
  }

  report(error: CheckoutError): void {
    this.#controller.report(error);
  }

  /** The notices about earlier payments, above the form. */
  renderEarlierPayments(speech: Speech, moveFocus: () => void): EarlierPaymentViews {
    const show = (record: PaymentRecord): void => void this.resume(record);
    const isOpen = this.state.step === 'details';
    const earlier = earlierPaymentsView(this.#controller.earlierPayments, isOpen, {
      speech,
      moveFocus,
      show,
      labels: keptLabels,
    });
    const { elsewhere } = this.state.step === 'details' ? this.state : {};
    const link = elsewhere?.redirectUrl && this.#challenge.renderLink(elsewhere.redirectUrl, speech.words);
    // Above the form: below its button, the payer would read it after they have paid again.
    return { ...earlier, notices: [earlier.notices, elsewhere ? elsewhereView(speech.words, link) : nothing] };
  }

  /** Every step after the form. */
  renderSteps(
    context: Omit<StepsContext, 'state' | 'speech' | 'challenge' | 'elapsed' | 'offline' | 'cancel'> & {
      readonly speech: Speech<Messages & Partial<Pick<OrderMessages, 'charge'>>>;
    },
    checkoutUrl: string | undefined,
  ): TemplateResult {
    return stepsView({
      ...context,
      state: keptLabels.named(this.state),
      challenge: this.#challenge,
      elapsed: this.#renderTimer.elapsed,
      offline: checkoutUrl !== undefined && isOffline(checkoutUrl),
      cancel: () => this.flow?.cancel(),
    });
  }

  /** The message that keeps a surrounding form from being sent; undefined once the payment is made. */
  missing(complete: boolean, words: Messages): string | undefined {
    return validityMessage(this.state, complete, words);
  }

  #stateChanged(state: State, previous: State): void {
    keptLabels.follow(state);
    // The sentence has not changed, so nothing would be announced, and the press would seem lost.
    if (isQuestionRepeated(state, previous)) this.#announcer.read('[part=price], .remark[part=problem]');
    const begins = state.step !== previous.step && isUnderWay(state) && state.step !== 'authentication';
    if (begins) this.#renderTimer.begin(SLOW, VERY_SLOW);
    this.#options.stateChanged(state, previous);
  }
}
