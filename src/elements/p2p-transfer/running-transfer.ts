import type { TemplateResult } from 'lit';
import { systemClock } from '../../clock/clock.js';
import type { TransferSettings } from '../../flow/request/transfer-body.js';
import type { Quote, State } from '../../flow/state.js';
import { TransferFlow } from '../../flow/transfer-flow.js';
import { fill, type FormCatalogue, type Messages } from '../../locales/catalogue.js';
import { wholeCatalogue } from '../../locales/whole-catalogue.js';
import type { RequiredFields } from '../../wire/response/check.js';
import type { Speech } from '../base/speech.js';
import { RunningPayment, type RunningPaymentHooks, type RunningPaymentHost, inFull } from '../payment/running-payment.js';
import { RenderTimer } from '../session/render-timer.js';
import { troubleText } from '../steps/trouble-text.js';
import { amountRefusal, refusedAmount } from './price/amount-refusal.js';
import { type DeadlineContext, deadlineSentence, deadlineView } from './deadline-view.js';
import { shownPrice } from './price/price-view.js';
import { announceQuote } from './price/quote-event.js';
import type { TransferAttributes } from './settings/form-settings.js';
import { type CheckedAttributes, readAttributes } from './settings/read-attributes.js';
import type { PressSubject, ShownPrice } from './price/shown-price.js';
import { type Entered, transferSettings } from './settings/transfer-settings.js';

/** The running transfer of an element: adds its price and its deadline to what every payment has. */
export class RunningTransfer extends RunningPayment<TransferSettings> {
  readonly #deadline: RenderTimer;
  #hasSent = false;

  constructor(host: RunningPaymentHost, hooks: RunningPaymentHooks) {
    super(host, hooks, { Flow: TransferFlow });
    this.#deadline = new RenderTimer(host, systemClock);
  }

  /** Validates the attributes. @param origin The page's own origin. */
  read(given: TransferAttributes, origin: string): ReturnType<typeof readAttributes> {
    return readAttributes(given, origin);
  }

  /** The settings of the transfer to send. */
  settings(attributes: CheckedAttributes, entered: Entered): TransferSettings {
    return transferSettings(attributes, entered);
  }

  /**
   * The price as the form shows it.
   *
   * @param missing The fields that the gateway asked for and that are still empty.
   * @param changeCards Brings the payer back to the cards.
   */
  price(subject: PressSubject, missing: RequiredFields, changeCards: () => void): ShownPrice {
    const speech = inFull(subject.speech);
    return shownPrice(this.#quote(missing), { ...subject, speech, wait: this.waitText(speech), changeCards });
  }

  /** The text of an error that belongs to no input. */
  problem(words: FormCatalogue, { isTest, isAmountFixed }: { isTest: boolean; isAmountFixed: boolean }): string | undefined {
    const { state } = this;
    if (state.step !== 'details') return undefined;
    const all: Messages = wholeCatalogue(words);
    const { trouble, hasLapsed } = state;
    if (trouble) return troubleText(trouble, all, isTest);
    const refusal = isAmountFixed ? this.amountRefusal : undefined;
    if (refusal !== undefined) return fill(all.amount_refused, { message: refusal });
    return hasLapsed ? all.nothing_sent : undefined;
  }

  /** The gateway's reason for refusing the amount; undefined when it did not. */
  get amountRefusal(): string | undefined {
    return amountRefusal(this.state);
  }

  /** Reports to the page that the gateway refused the amount that it has fixed, in minor units. */
  reportRefusal(amount: number, refusal: string): void {
    this.report(refusedAmount(amount, refusal));
  }

  /** Counts down to a time (ms since 1970); undefined: there is no deadline. */
  countDownTo(deadline: number | undefined): void {
    if (deadline === undefined) this.#deadline.end();
    else this.#deadline.countDownTo(deadline);
  }

  /** The time by which the payer has to confirm. @param left Milliseconds until then. */
  renderDeadline(left: number, speech: Speech<FormCatalogue>, startAgain: () => void): TemplateResult {
    return deadlineView(this.#deadlineContext(left, speech), startAgain);
  }

  /** The announcement of the deadline for screen readers. */
  deadlineSentence(left: number, speech: Speech<FormCatalogue>): string {
    return deadlineSentence(this.#deadlineContext(left, speech));
  }

  protected override moved(state: State, previous: State): void {
    announceQuote(this.host, state, previous);
    this.#hasSent ||= state.step !== 'details';
    super.moved(state, previous);
  }

  #deadlineContext(left: number, speech: Speech<FormCatalogue>): DeadlineContext {
    return { left, speech: inFull(speech), mayHaveSent: this.#hasSent || this.hasUnfinished };
  }

  /** The quote to show. It names only the fields that are still empty. */
  #quote(missing: RequiredFields): Quote {
    const { state } = this;
    if (state.step !== 'details') return { status: 'none' };
    if (state.quote.status !== 'fields') return state.quote;
    const hasMissing = [missing.credit_card, missing.recipient_card].some((fields) => fields && fields.length > 0);
    return hasMissing ? { status: 'fields', required: missing } : { status: 'running', pressed: false };
  }
}
