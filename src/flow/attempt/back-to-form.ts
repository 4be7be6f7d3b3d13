import type { CheckoutError } from '../../http/error.js';
import type { FieldError } from '../../wire/response/error-body.js';
import type { PaymentRecord } from '../record/payment-record.js';
import type { ConfirmedPayment, ConfirmReason, Price } from '../state.js';

/** Why an attempt leads back to the form. Nothing was sent, or the gateway refused the whole request. */
export type BackToForm =
  /** `price`: it stays known, because nothing about it has changed. */
  | { readonly why: 'stopped'; readonly trouble?: CheckoutError | undefined; readonly price?: Price }
  | { readonly why: 'question'; readonly reason: ConfirmReason; readonly price: Price }
  | { readonly why: 'problems'; readonly problems: readonly FieldError[] }
  /** The merchant's server reports that the order with a fixed tracking id is paid. */
  | { readonly why: 'paid_before'; readonly payment: ConfirmedPayment }
  /** The gateway refused the whole request, in another element or tab. */
  | { readonly why: 'withdrawn' }
  /** Another tab or visit has sent this payment, or a newer attempt at it. */
  | { readonly why: 'sent_before'; readonly record: PaymentRecord };
