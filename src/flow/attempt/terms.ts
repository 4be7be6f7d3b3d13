import type { CheckoutError } from '../../http/error.js';
import type { FieldError } from '../../wire/response/error-body.js';
import type { FlowSurroundings } from '../options.js';
import type { PaymentKind, PaymentSettings } from '../payment-kind.js';
import type { PaymentRecord } from '../record/payment-record.js';
import type { ConfirmedPayment, Doubt, Event, Price, State } from '../state.js';
import type { Inquiry } from '../outcome/inquiry.js';
import type { Questions } from './questions.js';
import type { RepeatGuard } from './repeat-guard.js';

/** The terms of an attempt. They are frozen when the payer confirms, so the page can't change them later. */
export interface Terms<Settings> {
  readonly price: Price;
  readonly settings: Settings;
  /** The revision of the cards that the price is for. */
  readonly revision: number;
  /** Which attempt of this form it is: 1, 2, … */
  readonly attempt: number;
}

/** Why an attempt leads back to the form. Nothing was sent, or the gateway refused the whole request. */
export type BackToForm =
  | { readonly why: 'stopped'; readonly trouble?: CheckoutError | undefined }
  | { readonly why: 'doubt'; readonly doubt: Doubt; readonly price: Price }
  | { readonly why: 'problems'; readonly problems: readonly FieldError[] }
  /** The merchant's server reports that the order with a fixed tracking id is paid. */
  | { readonly why: 'paid_before'; readonly payment: ConfirmedPayment }
  /** Another tab or visit has sent this payment. */
  | { readonly why: 'sent_before'; readonly record: PaymentRecord };

/** The dependencies of an attempt. */
export interface AttemptOptions<Settings extends PaymentSettings> {
  readonly surroundings: FlowSurroundings;
  readonly kind: PaymentKind<Settings>;
  readonly guard: RepeatGuard;
  readonly questions: Questions;
  readonly inquiry: Inquiry;
  /** Whether the payer can see the attempt. */
  readonly isShown: () => boolean;
  /** Changes the state of the flow and returns it; undefined when the flow no longer shows this attempt. */
  readonly dispatch: (event: Event) => State | undefined;
}
