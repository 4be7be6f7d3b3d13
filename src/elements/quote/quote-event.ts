import type { State } from '../../flow/state.js';
import { CheckoutQuoteEvent } from '../events.js';

/** Reports a price that the gateway has just returned. */
export function announceQuote(element: EventTarget, state: State, previous: State): void {
  if (state.step !== 'details' || state.quote.status !== 'given') return;
  const { price } = state.quote;
  // The price is the same if only a question about it was added.
  if (previous.step === 'details' && previous.quote.status === 'given' && previous.quote.price === price) return;
  const { fee, amount, currency } = price;
  const figure = fee && fee.kind !== 'terms' ? fee : undefined;
  element.dispatchEvent(
    new CheckoutQuoteEvent({
      amount,
      currency,
      fee: figure?.fee,
      feeCurrency: fee?.currency,
      estimated: fee !== undefined && fee.kind !== 'exact',
      total: figure?.kind === 'exact' ? figure.total : undefined,
    }),
  );
}
