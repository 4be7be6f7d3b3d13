import { type LitElement, nothing, type ReactiveController, type TemplateResult } from 'lit';
import { systemClock } from '../../clock/clock.js';
import type { PaymentSettings } from '../../flow/payment-kind.js';
import type { PaymentRecord } from '../../flow/record/payment-record.js';
import { isQuestionRepeated, isUnderWay, type Outcome, type State } from '../../flow/state.js';
import { Announcer } from '../base/announcer.js';
import type { Speech } from '../base/speech.js';
import { isOffline } from '../page/visible-and-online.js';
import { RenderTimer } from '../session/render-timer.js';
import { elsewhereView } from '../steps/earlier/elsewhere-view.js';
import { earlierPaymentsView, type EarlierPaymentViews } from '../steps/earlier/earlier-payments-view.js';
import { StepFocus } from '../steps/step-focus.js';
import { leftErrors, stepSentences } from '../steps/step-sentences.js';
import { StepTransition } from '../steps/step-transition.js';
import { type StepsContext, stepsView } from '../steps/steps-view.js';
import { SLOW, VERY_SLOW } from '../steps/waiting-view.js';
import { keptLabels } from './kept-labels.js';
import type { Payment, PaymentHost } from './payment.js';
import { StatusAdvice } from './status-advice.js';

/** The element that the payment is shown in. */
export type ViewHost = PaymentHost &
  LitElement & {
    readonly step: State['step'];
    readonly outcome: Outcome['outcome'] | undefined;
  };

/** What is shown of a payment. */
type ShownPayment = Pick<Payment<PaymentSettings>, 'state' | 'flow' | 'challenge' | 'earlierPayments' | 'resume'>;

/** What the view of a payment reads from its element. */
export interface PaymentViewOptions {
  /** Whether the element is set up, and shows the fields for a payment. */
  readonly canPay: () => boolean;
  /** Further sentences to announce, besides the steps and the fields' errors, by the name of their subject. */
  readonly sentences: () => readonly (readonly [name: string, text: string])[];
}

/** What is shown around and after the form of a payment. */
export class PaymentView implements ReactiveController {
  readonly #payment: ShownPayment;
  readonly #timer: RenderTimer;
  /** Announces changes away from the focus to screen readers. */
  readonly #announcer: Announcer;
  #isCounting = false;

  constructor(host: ViewHost, payment: ShownPayment, { canPay, sentences }: PaymentViewOptions) {
    this.#payment = payment;
    this.#timer = new RenderTimer(host, systemClock);
    this.#announcer = new Announcer(host, () => {
      const root = host.renderRoot;
      return new Map([...leftErrors(host), ...leftErrors(root), ...stepSentences(root), ...sentences()]);
    });
    host.addController(this.#announcer);
    // Before the focus: it scrolls only to what is still out of view.
    host.addController(new StepTransition(host));
    host.addController(new StepFocus(host));
    host.addController(new StatusAdvice(host, canPay));
    host.addController(this);
  }

  hostUpdated(): void {
    // After an edit, the input may equal an earlier attempt again, so that the button is locked.
    const waits = this.secondsToWait > 0;
    if (waits && !this.#isCounting) this.#timer.countDown(() => this.#payment.flow?.waitFor ?? 0);
    this.#isCounting = waits;
  }

  /** Called after each change of the payment's state. */
  follow(state: State, previous: State): void {
    // The sentence has not changed, so nothing would be announced, and the press would seem lost.
    if (isQuestionRepeated(state, previous)) this.#announcer.read('.price, .remark[part=problem]');
    const begins = state.step !== previous.step && isUnderWay(state) && state.step !== 'authentication';
    if (begins) this.#timer.begin(SLOW, VERY_SLOW);
  }

  /** How many seconds the button stays locked, because the gateway would reject the payment as a duplicate. */
  get secondsToWait(): number {
    const { state, flow } = this.#payment;
    return state.step === 'details' ? Math.ceil((flow?.waitFor ?? 0) / 1000) : 0;
  }

  /** The button's text while it stays locked. */
  waitText(speech: Speech): string | undefined {
    const { words } = speech;
    const { secondsToWait: seconds } = this;
    const text = this.#payment.flow?.isNextAfterSuccess ? words.next_wait : words.transfer_wait;
    return seconds > 0 ? speech.fill(text, { seconds }) : undefined;
  }

  /** The notices about earlier payments, above the form. */
  renderEarlierPayments(speech: Speech, moveFocus: () => void): EarlierPaymentViews {
    const { state, earlierPayments, challenge } = this.#payment;
    const show = (record: PaymentRecord): void => void this.#payment.resume(record);
    const isOpen = state.step === 'details';
    const earlier = earlierPaymentsView(earlierPayments, isOpen, { speech, moveFocus, show, labels: keptLabels });
    const elsewhere = state.step === 'details' ? state.elsewhere : undefined;
    const link = elsewhere?.redirectUrl && challenge.renderLink(elsewhere.redirectUrl, speech.words);
    // Above the form: below its button, the payer would read it after they have paid again.
    return { ...earlier, notices: [earlier.notices, elsewhere ? elsewhereView(speech.words, link) : nothing] };
  }

  /** Every step after the form. */
  renderSteps(
    context: Omit<StepsContext, 'state' | 'speech' | 'challenge' | 'elapsed' | 'offline' | 'cancel'> & {
      readonly speech: Speech;
    },
    checkoutUrl: string | undefined,
  ): TemplateResult {
    const { state, challenge } = this.#payment;
    return stepsView({
      ...context,
      state: keptLabels.named(state),
      challenge,
      elapsed: this.#timer.elapsed,
      offline: checkoutUrl !== undefined && isOffline(checkoutUrl),
      cancel: () => this.#payment.flow?.cancel(),
    });
  }
}
