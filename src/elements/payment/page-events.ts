import type { Attempt, State } from '../../flow/state.js';
import type { Trace } from '../../flow/trace.js';
import type { CheckoutError } from '../../http/error.js';
import { dispatchAndLog } from '../base/dispatch-and-log.js';
import { CheckoutCancelEvent, CheckoutErrorEvent, CheckoutOutcomeEvent } from '../events.js';

/** Something that happens after each change of a payment's state. */
export type Reaction = (state: State, previous: State) => void;

/** Reports an error to the page. */
export function report(host: HTMLElement, error: CheckoutError): void {
  dispatchAndLog(host, new CheckoutErrorEvent(error));
}

/** Turns the states of a payment into events of its element. */
export function pageEvents(host: HTMLElement, trace: Trace): readonly Reaction[] {
  let reportedUnknown: Attempt['trackingId'] | undefined;
  return [
    (state, previous) => {
      // A new attempt is reported even if it has the same id.
      if (state.step === 'transferring' && previous.step === 'details') reportedUnknown = undefined;
    },
    (state, previous) => {
      if (state.step !== 'details') return;
      const { quote, trouble } = state;
      const before = previous.step === 'details' ? previous : undefined;
      if (quote.status === 'unavailable' && quote !== before?.quote) report(host, quote.error);
      if (trouble && trouble !== before?.trouble) report(host, trouble);
    },
    (state, previous) => {
      if (state.step !== 'outcome' || (previous.step === 'outcome' && previous.result === state.result)) return;
      const { attempt, result, rule } = state;
      const { trackingId } = attempt;
      if (result.outcome === 'unknown') {
        if ('reason' in result && result.reason === 'canceled') host.dispatchEvent(new CheckoutCancelEvent());
        // Reported once, however often the payer asks again.
        if (reportedUnknown === trackingId) return;
        reportedUnknown = trackingId;
      }
      const { outcome, transaction, subscription } = result;
      host.dispatchEvent(new CheckoutOutcomeEvent({ outcome, rule, trackingId: trackingId ?? '', transaction, subscription }));
      // Hidden unless the developer asks for it, but for an outcome that somebody has to find out.
      console[outcome === 'unknown' ? 'info' : 'debug'](
        `<${host.localName}> ${outcome} (${rule}), tracking id ${trackingId ?? 'unknown'}. For support:\n${trace.text}`,
      );
    },
  ];
}
