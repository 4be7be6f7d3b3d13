import type { CardFacts } from '../../card/card.js';
import type { Subject } from '../../channel/to-frame.js';
import type { PaidSum, State } from '../../flow/state.js';
import type { PaymentTerms } from './payment-settings.js';

/** The form of the step `details`: what differs between the elements that take a card. The cards' own inputs are not part of it. */
export interface DetailsForm {
  /** The validated attributes; undefined until they are right. */
  readonly terms: () => PaymentTerms | undefined;
  /** What a press pays for, as far as it is known. Isolated fields show it. */
  readonly subject: () => Subject | undefined;
  /** Whether a form with cards is shown in this step. */
  readonly hasCards: () => boolean;
  /** Whether any input contains text. */
  readonly isFilled: () => boolean;
  /** Whether everything that a payment needs is filled in. */
  readonly isComplete: () => boolean;
  /** Shows all errors. @returns the first wrong input. */
  readonly complain: () => HTMLElement | undefined;
  /** Moves the focus to the first input that is not filled in. @returns false when all are. */
  readonly focusUnfinished: (options?: FocusOptions) => boolean;
  /** Whether the inputs are above the cards, so that their errors come first. */
  readonly comesFirst: boolean;
  /** Reads the inputs again: a browser may have filled them without an event, for example when it restored the page. */
  readonly refresh: () => void;
  /** Empties the inputs. */
  readonly clear: () => void;
  /** Prepares another try of an attempt, after the page was left meanwhile: its sum is known. Card data is never kept. */
  readonly refill?: (attempt: PaidSum & { readonly recipient?: CardFacts | undefined }) => void;
  /** Called when the payment's state has changed. */
  readonly stateChanged: (state: State, previous: State) => void;
  /** Called once the element is set up, where it announces by itself that it takes input. */
  readonly ready?: () => void;
  /** Waits until the price of a payment here is known, or can't be known: an answer is compared with it. */
  readonly priceIsKnown?: () => Promise<void>;
  /** Sentences to announce, besides the steps and the fields' errors, by the name of their subject. */
  readonly sentences?: () => [name: string, text: string][];
  /** Whether the payer types the amount. Absent: they don't. */
  readonly isAmountTyped?: () => boolean;
  /** Whether an outcome may offer another try, or another payment. Absent: it may. */
  readonly takesMore?: () => boolean;
  /** Whether a surrounding form may be sent without a payment made here. Absent: it may not. */
  readonly isOptional?: () => boolean;
}
