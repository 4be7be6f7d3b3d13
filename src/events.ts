/** The events of the elements, without the elements: for code that listens to them, or dispatches them in a test. */
export {
  CheckoutCancelEvent,
  CheckoutCardRemoveEvent,
  CheckoutChangeEvent,
  CheckoutErrorEvent,
  type CheckoutEventMap,
  CheckoutOutcomeEvent,
  CheckoutQuoteEvent,
  CheckoutReadyEvent,
  CheckoutRedirectEvent,
  CheckoutRestartEvent,
  CheckoutSubmitEvent,
  CheckoutUnavailableEvent,
} from './elements/events.js';
