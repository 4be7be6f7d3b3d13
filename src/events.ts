/** The events of the elements, without the elements: for code that listens to them, or dispatches them in a test. */
export {
  CheckoutCardRemoveEvent,
  CheckoutChangeEvent,
  CheckoutErrorEvent,
  type CheckoutEventMap,
  CheckoutReadyEvent,
  CheckoutRestartEvent,
} from './elements/events.js';
export {
  CheckoutCancelEvent,
  CheckoutOutcomeEvent,
  CheckoutQuoteEvent,
  CheckoutRedirectEvent,
  CheckoutSubmitEvent,
  CheckoutUnavailableEvent,
} from './elements/payment-events.js';
