import type { FlowSurroundings } from './options.js';
import type { PaymentSettings } from './payment-kind.js';
import { type Attempt, type ConfirmedPayment, isUnconfirmed, isUnknown, type State } from './state.js';

/** The merchant's settings that decide what the payer can do next. */
type Merchant = Pick<FlowSurroundings, 'prepare' | 'resolveStatus'> & { readonly settings: () => PaymentSettings };

/**
 * Whether another attempt may follow the one that has ended: each needs a tracking id of its own. A payment that failed in another
 * browser was not an attempt of this one.
 */
export function mayFollow(state: State, merchant: Merchant): boolean {
  if (state.step !== 'outcome') return false;
  const isOwn = state.attempt.startedAt !== undefined || state.result.outcome !== 'failed';
  return !isOwn || getsOtherId(state.attempt, merchant);
}

/** Whether another attempt would have another tracking id than this one. */
function getsOtherId(attempt: Pick<Attempt, 'trackingId'> | ConfirmedPayment, { settings, prepare }: Merchant): boolean {
  const { trackingId } = settings();
  return trackingId === undefined || prepare !== undefined || trackingId !== attempt.trackingId;
}

/**
 * Whether the payer may go back to the form from a payment that the bank has not confirmed. A copy of its request may have paid, and
 * then the form is no place for them.
 */
export const mayChange = (state: State, merchant: Merchant): boolean =>
  isUnconfirmed(state) && getsOtherId(state.attempt, merchant);

/** Whether a failure may be followed by another try with the same cards. */
export const mayTryAgain = (state: State, merchant: Merchant): boolean =>
  state.step === 'outcome' && state.result.outcome === 'failed' && mayFollow(state, merchant);

/** Whether there is a way to ask how an attempt of unknown outcome ended. The job of a duplicate has nothing more to report. */
export const mayAsk = (state: State, { resolveStatus }: Merchant): boolean =>
  isUnknown(state) && (resolveStatus !== undefined || (state.attempt.jobId !== undefined && state.result.reason !== 'duplicate'));
