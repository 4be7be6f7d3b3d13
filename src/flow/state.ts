import type { CardFacts } from '../card/card.js';
import type { CheckoutError } from '../http/error.js';
import type { Fee } from '../money/commission.js';
import type { RequiredFields } from '../wire/response/check.js';
import type { FieldError } from '../wire/response/error-body.js';
import type { Subscription } from '../wire/response/subscription.js';
import type { Transaction } from '../wire/response/transaction.js';
import type { OutcomeRule } from './outcome/rule.js';

/** The price of a payment, as far as it is known before money moves. */
export type Quote =
  /** `isDue`: there was a price, or a check for one, and the next check follows as soon as the payer pauses. */
  | { readonly status: 'none'; readonly isDue?: boolean | undefined }
  | { readonly status: 'running' }
  /**
   * `confirm`: what the payer has to agree to by another press. `isUnread`: they were asked a moment ago and can't have read
   * it; until then a press does nothing.
   */
  | {
      readonly status: 'given';
      readonly price: Price;
      readonly confirm?: Question | undefined;
      readonly isUnread?: boolean | undefined;
    }
  | { readonly status: 'impossible'; readonly message: string | undefined }
  | { readonly status: 'fields'; readonly required: RequiredFields }
  | { readonly status: 'unavailable'; readonly error: CheckoutError };

/** Whether a check runs, or follows in a moment. */
export const isChecking = (quote: Quote): boolean =>
  quote.status === 'running' || (quote.status === 'none' && quote.isDue === true);

/** How long (ms) a press does not count as an answer to what has just appeared: a double click must not answer a question. */
export const TIME_TO_READ = 1500;

/** Why the payer is asked again before a payment whose price they have agreed to. */
export type ConfirmReason =
  /** Both cards are the same. */
  | 'same_card'
  /** An equal payment has an unknown outcome. */
  | 'unfinished'
  /** A payment that the payer put aside, or an equal one, waits for its confirmation at the bank. */
  | 'unconfirmed'
  /** An equal payment has just succeeded. */
  | 'repeated'
  /** The order is being paid elsewhere: one of its transactions is not final. */
  | 'pending'
  /** The merchant's server did not say whether the order is paid. */
  | 'unanswered'
  /** The merchant's server reports the order as paid, without the sum that would prove it. */
  | 'reported_paid';

/** A question to the payer before money moves. Another press answers yes. */
export type Question =
  /** They pressed before they could see this price. */
  | 'first_seen'
  /** The price is higher than the one they saw. */
  | 'risen'
  | ConfirmReason;

/** An amount and what the transfer costs on top of it. */
export interface Price {
  /** Minor units, credited to the recipient card. */
  readonly amount: number;
  readonly currency: string;
  /** Undefined if the gateway returned no fee, which is not a fee of 0. */
  readonly fee: Fee | undefined;
}

/** One try to move money, beginning with the press of the button. */
export interface Attempt {
  /** Random: several attempts may have one tracking id, and each changes only its own record. */
  readonly id: string;
  readonly trackingId: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** When the request first left (ms). */
  readonly startedAt: number;
  /** When its last copy left, if it was sent more than once (ms). Then no failure proves anything: another copy may have paid. */
  readonly repeatedAt?: number | undefined;
  /**
   * How far the gateway's time was ahead of the device's when the request first left, or else when the attempt ended (ms); undefined if no
   * answer had named it. The device's clock may be set later, which changes the difference, but not when the request left.
   */
  readonly ahead?: number | undefined;
  readonly source: CardFacts;
  readonly recipient: CardFacts;
  readonly jobId?: string | undefined;
  readonly uid?: string | undefined;
}

/** The sum that was paid, or should have been. */
export interface PaidSum {
  /** Minor units; undefined where the payer types the amount and it is not known. */
  readonly amount: number | undefined;
  readonly currency: string;
}

/**
 * A payment that this browser has no record of, as the merchant's server confirmed it: by the id that it was asked
 * about, and with the page's sum.
 */
export type ConfirmedPayment = PaidSum &
  ({ readonly trackingId: string; readonly uid?: undefined } | { readonly trackingId?: undefined; readonly uid: string }) & {
    readonly [Unknown in Exclude<keyof Attempt, 'trackingId' | 'uid' | 'amount' | 'currency'>]?: undefined;
  };

/** Why the outcome of an attempt is unknown. */
export type UnknownReason =
  /** The request left and no usable answer came. */
  | 'no_answer'
  /** The gateway refused the request, in a way that doesn't rule out that an earlier copy of it was accepted. */
  | 'refused'
  /** The gateway rejected this request as a duplicate of one that it has accepted. */
  | 'duplicate'
  /** The gateway no longer knows the job. */
  | 'job_lost'
  /** The job took too long. */
  | 'overdue'
  /** The job failed with `finished: false`: money may still move. */
  | 'job_failed'
  /** The answer is not what the contract describes. */
  | 'off_contract'
  /** It failed, and says itself that money moved: a time of payment, a successful bank part, a first charge that is not final. */
  | 'contradictory'
  /** The answer is about another transaction than the one that is known, or than this attempt's. */
  | 'other_transaction'
  /** The address for 3-D Secure is not one the payer may be sent to. */
  | 'redirect_refused'
  /** `cancel()` ended the waiting. */
  | 'canceled';

/** How an attempt ended, as far as the gateway reported; for a plan with its subscription. */
export type Outcome = { readonly subscription?: Subscription | undefined } & (
  | { readonly outcome: 'successful'; readonly transaction: Transaction | undefined }
  /** `message`: the gateway's own message, if no transaction contains it. */
  | { readonly outcome: 'failed'; readonly transaction?: Transaction | undefined; readonly message?: string | undefined }
  /** `redirectUrl`: the bank's page, where the merchant's server reports that the payment waits for it. */
  | {
      readonly outcome: 'unknown';
      readonly reason: UnknownReason;
      readonly transaction?: Transaction | undefined;
      readonly redirectUrl?: string | undefined;
    }
);

/** An outcome that can't change any more. */
export type FinalOutcome = Exclude<Outcome, { outcome: 'unknown' }>;

/**
 * A press that waits until it is known what was paid before, for its price, or for the key. An edit, or a change of what it pays for,
 * cancels it.
 */
export interface WaitingPress {
  readonly status: 'waiting';
  /** That of the cards that it was made with. */
  readonly revision: number;
  /** Whether the button promised only to show the price. Whatever price comes, such a press pays nothing. */
  readonly isForPrice: boolean;
}

/** The payer's last press, as long as the form has to remember it. */
export type Press =
  | WaitingPress
  /** It had no effect, and nothing else in the form explains why. Nothing was sent, and the payer has to press again. */
  | { readonly status: 'ignored' };

/** The state of a payment. */
export type State =
  /** An address names a payment that this browser has no record of: the merchant's server is asked about it. */
  | { readonly step: 'recognizing'; readonly uid: string }
  /** That payment was not confirmed. The address may be made up, so nothing in it is shown. */
  | { readonly step: 'unrecognized'; readonly uid: string }
  | {
      readonly step: 'details';
      readonly quote: Quote;
      /** The gateway's complaints about fields that the payer can edit. */
      readonly problems: readonly FieldError[];
      /** Why the last press had no effect; nothing was sent. */
      readonly trouble?: CheckoutError | undefined;
      readonly press?: Press | undefined;
      /** The order is being paid elsewhere. `redirectUrl`: where that payment can go on. */
      readonly elsewhere?: { readonly redirectUrl: string | undefined } | undefined;
    }
  | { readonly step: 'transferring'; readonly attempt: Attempt }
  | {
      readonly step: 'authentication';
      readonly attempt: Attempt;
      /** Undefined if the gateway returned only a subscription. */
      readonly transaction: Transaction | undefined;
      readonly redirectUrl: string;
    }
  /** `redirectUrl`: since the payer is back, the gateway has answered that the challenge is still open; they can go on with it. */
  | { readonly step: 'settling'; readonly attempt: Attempt; readonly redirectUrl?: string | undefined }
  | { readonly step: 'outcome'; readonly attempt: Attempt; readonly result: Outcome; readonly rule: OutcomeRule }
  | { readonly step: 'outcome'; readonly attempt: ConfirmedPayment; readonly result: FinalOutcome; readonly rule: OutcomeRule };

/** The events while the payer fills in the form. */
export type FormEvent =
  | { readonly type: 'edited'; readonly isDue?: boolean }
  | { readonly type: 'pressed'; readonly press: WaitingPress }
  | { readonly type: 'quoting' }
  | { readonly type: 'quoted'; readonly quote: Exclude<Quote, { status: 'running' }> }
  /** `confirm`: the price has risen since the payer saw it. */
  | { readonly type: 'priced'; readonly price: Price; readonly confirm?: 'risen' | undefined }
  /** Whether the order is being paid elsewhere. */
  | { readonly type: 'ordered'; readonly elsewhere: DetailsState['elsewhere'] }
  | { readonly type: 'questioned'; readonly reason: ConfirmReason }
  /** The payer has had time to read the question. */
  | { readonly type: 'read' }
  | { readonly type: 'started'; readonly press: WaitingPress; readonly attempt: Attempt }
  /** The press has no effect, for a reason that is not the form's to tell. */
  | { readonly type: 'prevented' }
  /** The payer's press has no effect. */
  | { readonly type: 'ignored' };

/** The events of a payment. */
export type FlowEvent =
  | FormEvent
  | { readonly type: 'complained'; readonly problems: readonly FieldError[] }
  /** The request leaves now, for the first time or once more. */
  | { readonly type: 'sent'; readonly attempt: Attempt }
  /** The gateway refused the request as a whole, in another element or tab. */
  | { readonly type: 'withdrawn' }
  /** `quote`: the quote that the payer has to confirm by another press. */
  | { readonly type: 'stopped'; readonly trouble?: CheckoutError | undefined; readonly quote?: Quote | undefined }
  | { readonly type: 'accepted'; readonly jobId: string }
  | { readonly type: 'identified'; readonly uid: string }
  | { readonly type: 'challenged'; readonly transaction: Transaction | undefined; readonly redirectUrl: string }
  | { readonly type: 'resumed'; readonly attempt: Attempt }
  | { readonly type: 'returned'; readonly redirectUrl?: string | undefined }
  /** The payer goes back to the form from a payment that the bank has not confirmed. */
  | { readonly type: 'changing' }
  | { readonly type: 'ended'; readonly result: Outcome; readonly rule: OutcomeRule }
  /** The page's address names a payment. */
  | { readonly type: 'hinted'; readonly uid: string }
  | { readonly type: 'confirmed'; readonly payment: ConfirmedPayment; readonly outcome: 'successful' | 'failed' }
  | { readonly type: 'unconfirmed' }
  | { readonly type: 'reset' };

/** A payment whose request is about to leave, or has left, and which has not ended. */
export type StateUnderWay = Extract<State, { step: 'transferring' | 'authentication' | 'settling' }>;

/** Whether a payment is under way. */
export const isUnderWay = (state: State): state is StateUnderWay =>
  state.step === 'transferring' || state.step === 'authentication' || state.step === 'settling';

/**
 * Whether the gateway has answered, since the payer is back from the bank, that the bank has not confirmed the payment. Where the
 * request was repeated, another copy may have paid, so the answer proves nothing about this payment.
 */
export const isUnconfirmed = (state: State): state is UnconfirmedState =>
  state.step === 'settling' && state.redirectUrl !== undefined && state.attempt.repeatedAt === undefined;

/** The bank's page, where a payment can go on there. */
export const bankPageOf = (state: State): string | undefined => {
  if (state.step === 'outcome') return 'redirectUrl' in state.result ? state.result.redirectUrl : undefined;
  return 'redirectUrl' in state ? state.redirectUrl : undefined;
};

/** The payment that a state is about, if there is one. */
export const paymentOf = (state: State): Attempt | ConfirmedPayment | undefined =>
  'attempt' in state ? state.attempt : undefined;

/** An attempt that the bank has not confirmed. */
export type UnconfirmedState = Extract<State, { step: 'settling' }> & { readonly redirectUrl: string };

/** An attempt whose outcome is not known. */
export type UnknownState = {
  readonly step: 'outcome';
  readonly attempt: Attempt;
  readonly result: Extract<Outcome, { outcome: 'unknown' }>;
  readonly rule: OutcomeRule;
};

/** The form, before anything is sent. */
export type DetailsState = Extract<State, { step: 'details' }>;

/** The press that waits in a form, if there is one. */
export const waitingPress = (state: State): WaitingPress | undefined =>
  state.step === 'details' && state.press?.status === 'waiting' ? state.press : undefined;

/** The state in which every payment begins. */
export const initialState: DetailsState = { step: 'details', quote: { status: 'none' }, problems: [] };

/** Whether it is not known how an attempt ended. */
export const isUnknown = (state: State): state is UnknownState => state.step === 'outcome' && state.result.outcome === 'unknown';

/** The gateway's id of a payment: the subscription's id, or the transaction's uid. */
export const uidOf = ({ subscription, transaction }: Outcome): string | undefined => subscription?.id ?? transaction?.uid;

/** Whether the payer is asked the same question again: their press had no effect, or something has changed meanwhile. */
export function isQuestionRepeated(state: State, previous: State): boolean {
  if (state.step !== 'details' || previous.step !== 'details') return false;
  const { quote } = state;
  const { quote: before } = previous;
  if (quote.status !== 'given' || before.status !== 'given' || quote.confirm === undefined) return false;
  return quote.confirm === before.confirm && quote.isUnread === true && before.isUnread !== true;
}
