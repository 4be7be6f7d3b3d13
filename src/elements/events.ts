import type { SavedCard } from '../card/saved-card.js';
import type { CheckoutError } from '../http/error.js';
import type { Subscription } from '../wire/response/subscription.js';
import type { Transaction } from '../wire/response/transaction.js';

const options = (cancelable = false): EventInit => ({ bubbles: true, composed: true, cancelable });

/** `checkout-ready`: the element is set up and takes input. */
export class CheckoutReadyEvent extends Event {
  constructor() {
    super('checkout-ready', options());
  }
}

/** `checkout-change`: what the payer entered has changed; `valid`: it can be submitted. */
export class CheckoutChangeEvent extends Event {
  /** Whether it can be submitted. */
  readonly valid: boolean;

  constructor(valid: boolean) {
    super('checkout-change', options());
    this.valid = valid;
  }
}

/** `checkout-quote`: the gateway returned what the transfer costs (spec 2.3). Sums are in minor units. */
export class CheckoutQuoteEvent extends Event {
  /** Minor units: what the recipient gets. */
  readonly amount: number;
  /** ISO 4217 code of `amount` and `total`. */
  readonly currency: string;
  /** Minor units of `feeCurrency`. Undefined: the gateway returned none. */
  readonly fee: number | undefined;
  /** ISO 4217 code. */
  readonly feeCurrency: string | undefined;
  /** Whether the fee was computed from the gateway's terms, instead of returned as a sum. */
  readonly estimated: boolean;
  /** Minor units: amount and fee. Only for a fee that was returned in the transfer's currency. */
  readonly total: number | undefined;

  constructor(quote: Pick<CheckoutQuoteEvent, 'amount' | 'currency' | 'fee' | 'feeCurrency' | 'estimated' | 'total'>) {
    super('checkout-quote', options());
    this.amount = quote.amount;
    this.currency = quote.currency;
    this.fee = quote.fee;
    this.feeCurrency = quote.feeCurrency;
    this.estimated = quote.estimated;
    this.total = quote.total;
  }
}

/** `checkout-submit`: the payer confirmed. `preventDefault()` stops it before anything is sent. */
export class CheckoutSubmitEvent extends Event {
  /** Minor units. */
  readonly amount: number;
  /** ISO 4217 code. */
  readonly currency: string;

  constructor(amount: number, currency: string) {
    super('checkout-submit', options(true));
    this.amount = amount;
    this.currency = currency;
  }
}

/**
 * `checkout-redirect`: the payer is about to leave, for 3-D Secure or to pay at the gateway. After `preventDefault()` the
 * page sends him.
 */
export class CheckoutRedirectEvent extends Event {
  /** The bank's page, the payment link, or the plan's page. */
  readonly url: string;
  /** The attempt's id; empty where none has begun. */
  readonly trackingId: string;

  constructor(url: string, trackingId: string) {
    super('checkout-redirect', options(true));
    this.url = url;
    this.trackingId = trackingId;
  }
}

/**
 * `checkout-outcome`: how the payment ended.
 *
 * `unknown` is not `failed`: the money may have moved. It may be followed by exactly one final outcome.
 */
export class CheckoutOutcomeEvent extends Event {
  /** `successful`, `failed`, or `unknown`: the money may have moved. */
  readonly outcome: 'successful' | 'failed' | 'unknown';
  /** Whether no other outcome can follow. */
  readonly final: boolean;
  /** The attempt's id; empty where your server confirmed a payment that it was asked for by uid alone. */
  readonly trackingId: string;
  /** The gateway's transaction (spec 2.6), masked as it came; undefined without one. */
  readonly transaction: Transaction | undefined;
  /** The subscription to a plan; undefined for other payments. */
  readonly subscription: Subscription | undefined;

  constructor(
    outcome: CheckoutOutcomeEvent['outcome'],
    trackingId: string,
    transaction: Transaction | undefined,
    subscription?: Subscription,
  ) {
    super('checkout-outcome', options());
    this.outcome = outcome;
    this.final = outcome !== 'unknown';
    this.trackingId = trackingId;
    this.transaction = transaction;
    this.subscription = subscription;
  }
}

/**
 * `checkout-error`: something went wrong; `error.party` names who can act. What the merchant has to fix also goes to the
 * console, once, unless `preventDefault()` is called.
 */
export class CheckoutErrorEvent extends Event {
  /** Has a `code`, and the `party` that can act. */
  readonly error: CheckoutError;

  constructor(error: CheckoutError) {
    super('checkout-error', options(true));
    this.error = error;
  }
}

/** `checkout-cancel`: the payer, or `cancel()`, stopped the waiting. */
export class CheckoutCancelEvent extends Event {
  constructor() {
    super('checkout-cancel', options());
  }
}

/**
 * `checkout-restart`: the time to confirm is over, and the payer starts again. The page is loaded anew, unless
 * `preventDefault()` is called: then set another `expired-at`.
 */
export class CheckoutRestartEvent extends Event {
  constructor() {
    super('checkout-restart', options(true));
  }
}

/**
 * `checkout-card-remove`: the payer wants a saved card removed, and has confirmed it. Delete it on your server, then set the
 * list without it: until then the card stays in the list.
 */
export class CheckoutCardRemoveEvent extends Event {
  /** The card, as it stands in your list. */
  readonly card: SavedCard;
  /** The property with the list. */
  readonly list: 'savedCards' | 'savedRecipients';

  constructor(card: SavedCard, list: CheckoutCardRemoveEvent['list']) {
    super('checkout-card-remove', options());
    this.card = card;
    this.list = list;
  }
}

/**
 * `checkout-unavailable`: what is on offer can't be bought here.
 *
 * Where the gateway reports this only after the payer's press, `checkout-outcome` comes first: `failed`, final, with the
 * `trackingId` of the order to close. Nothing was paid. A price that has changed is no outcome: the form stays, and
 * takes another press.
 */
export class CheckoutUnavailableEvent extends Event {
  /**
   * `sold_out`, `expired`; `unknown`: the gateway knows no such thing; `unreadable`: its description can't be read;
   * `unreachable`: no answer came.
   */
  readonly reason: 'sold_out' | 'expired' | 'unknown' | 'unreadable' | 'unreachable';

  constructor(reason: CheckoutUnavailableEvent['reason']) {
    super('checkout-unavailable', options());
    this.reason = reason;
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
  // All events bubble and leave their shadow roots: every element, the document and the window hear them.
  interface GlobalEventHandlersEventMap extends CheckoutEventMap {}
  interface ShadowRootEventMap extends CheckoutEventMap {}
}
