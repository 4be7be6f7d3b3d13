import type { CardFacts } from '../../card/card.js';
import type { PaidSum, State } from '../../flow/state.js';
import type { BuyerFields } from '../fields/buyer/buyer-fields.js';
import type { Subject } from '../form/port.js';
import type { PaymentTerms } from './payment-settings.js';

/** What differs between the elements that take a card, in the step `details`. */
export interface DetailsForm {
  /** The validated attributes; undefined until they are right. */
  readonly terms: () => PaymentTerms | undefined;
  /** What a press pays for, as far as it is known. */
  readonly subject: () => Subject | undefined;
  /** Whether a form with cards is shown in this step. */
  readonly hasCards: () => boolean;
  /** The inputs above the form, for the buyer's data. */
  readonly buyer?: BuyerFields;
  /** Called when the payer's input is cleared. */
  readonly cleared: () => void;
  /** Prepares another try of an attempt, after the page was left meanwhile: its sum is known. Card data is never kept. */
  readonly triedAgain?: (
    attempt: PaidSum & { readonly source?: CardFacts | undefined; readonly recipient?: CardFacts | undefined },
  ) => void;
  /** Called when the payment's state has changed. */
  readonly stateChanged: (state: State, previous: State) => void;
  /** Called once the element is set up, where it announces by itself that it takes input. */
  readonly ready?: () => void;
  /** Waits until the price of a payment here is known, or can't be known: an answer is compared with it. */
  readonly priceIsKnown?: () => Promise<void>;
  /** Sentences to announce, besides the steps and the fields' errors, by the name of their subject. */
  readonly sentences?: () => [name: string, text: string][];
  /** Called when the time to confirm is over, and the payer wants to start again. */
  readonly startAgain?: () => void;
  /** Whether an outcome may offer another try, or another payment. Absent: it may. */
  readonly takesMore?: () => boolean;
  /** Goes back to the form with the cards of a payment that has succeeded; undefined without their tokens and their numbers. */
  readonly sendAgain?: () => (() => void) | undefined;
  /** Whether a surrounding form may be sent without a payment made here. Absent: it may not. */
  readonly isOptional?: () => boolean;
}
