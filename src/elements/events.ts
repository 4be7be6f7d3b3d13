import type { SavedCard } from '../card/saved-card.js';
import type { CheckoutError } from '../http/error.js';
import { eventOptions } from './event-options.js';
import type {
  CheckoutCancelEvent,
  CheckoutOutcomeEvent,
  CheckoutQuoteEvent,
  CheckoutRedirectEvent,
  CheckoutSubmitEvent,
  CheckoutUnavailableEvent,
} from './payment-events.js';

/** `checkout-ready`: the element is set up and takes input. */
export class CheckoutReadyEvent extends Event {
  constructor() {
    super('checkout-ready', eventOptions());
  }
}

/** `checkout-change`: the payer's input has changed. */
export class CheckoutChangeEvent extends Event {
  /** Whether it can be submitted. */
  readonly valid: boolean;

  constructor(valid: boolean) {
    super('checkout-change', eventOptions());
    this.valid = valid;
  }
}

/**
 * `checkout-error`: something went wrong; `error.party` names who can act. An error that the merchant has to fix also goes to
 * the console, once, unless `preventDefault()` is called.
 */
export class CheckoutErrorEvent extends Event {
  /** Has a `code`, and the `party` that can act. */
  readonly error: CheckoutError;

  constructor(error: CheckoutError) {
    super('checkout-error', eventOptions(true));
    this.error = error;
  }
}

/**
 * `checkout-restart`: the time to confirm is over, and the payer starts again. The page reloads, unless `preventDefault()` is
 * called: then set another `expired-at`.
 */
export class CheckoutRestartEvent extends Event {
  constructor() {
    super('checkout-restart', eventOptions(true));
  }
}

/**
 * `checkout-card-remove`: the payer wants a saved card removed, and has confirmed it. Delete it on your server, then set the
 * list without it: until then the card stays in the list.
 */
export class CheckoutCardRemoveEvent extends Event {
  /** The card, as it is in your list. */
  readonly card: SavedCard;
  /** The property with the list. */
  readonly list: 'savedCards' | 'savedRecipients';

  constructor(card: SavedCard, list: CheckoutCardRemoveEvent['list']) {
    super('checkout-card-remove', eventOptions());
    this.card = card;
    this.list = list;
  }
}

/** The elements' events by name. */
export interface CheckoutEventMap {
  'checkout-ready': CheckoutReadyEvent;
  'checkout-change': CheckoutChangeEvent;
  'checkout-quote': CheckoutQuoteEvent;
  'checkout-submit': CheckoutSubmitEvent;
  'checkout-redirect': CheckoutRedirectEvent;
  'checkout-outcome': CheckoutOutcomeEvent;
  'checkout-error': CheckoutErrorEvent;
  'checkout-cancel': CheckoutCancelEvent;
  'checkout-restart': CheckoutRestartEvent;
  'checkout-card-remove': CheckoutCardRemoveEvent;
  'checkout-unavailable': CheckoutUnavailableEvent;
}

declare global {
  // All events bubble out of their shadow roots, so every element, the document and the window receive them.
  interface GlobalEventHandlersEventMap extends CheckoutEventMap {}
  interface ShadowRootEventMap extends CheckoutEventMap {}
}
