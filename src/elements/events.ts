import type { AnyCheckoutError } from './any-error.js';
import type { SavedCard } from '../card/saved-card.js';
import type { OutcomeRule } from '../flow/outcome/rule.js';
import type { CheckoutError } from '../http/error.js';
import type { Subscription } from '../wire/response/subscription.js';
import type { Transaction } from '../wire/response/transaction.js';

/** The options of every event: it bubbles out of shadow roots, up to the window. */
const eventOptions = (cancelable = false): EventInit => ({ bubbles: true, composed: true, cancelable });

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
  /** Has a literal `code`, by which TypeScript tells the classes apart, and the `party` that can act. */
  readonly error: AnyCheckoutError;

  constructor(error: CheckoutError) {
    super('checkout-error', eventOptions(true));
    // Whatever an element reports is one of the union: test/errors.test.ts reads every class of error.
    this.error = error as AnyCheckoutError;
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

/** `checkout-quote`: the gateway returned the price of the transfer (spec 2.3). Sums are in minor units. */
export class CheckoutQuoteEvent extends Event {
  /** Minor units: the amount that the recipient receives. */
  readonly amount: number;
  /** ISO 4217 code of `amount` and `total`. */
  readonly currency: string;
  /** Minor units of `feeCurrency`. Undefined: the gateway returned none. */
  readonly fee: number | undefined;
  /** ISO 4217 code. */
  readonly feeCurrency: string | undefined;
  /** Whether the fee was computed from the gateway's terms, instead of returned as a sum. */
  readonly estimated: boolean;
  /** Minor units: the sum of amount and fee. Only if the gateway returned the fee, in the transfer's currency. */
  readonly total: number | undefined;

  constructor(quote: Pick<CheckoutQuoteEvent, 'amount' | 'currency' | 'fee' | 'feeCurrency' | 'estimated' | 'total'>) {
    super('checkout-quote', eventOptions());
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
    super('checkout-submit', eventOptions(true));
    this.amount = amount;
    this.currency = currency;
  }
}

/**
 * `checkout-redirect`: the payer is about to leave, for 3-D Secure or to pay at the gateway. After `preventDefault()` the
 * page has to send them there itself.
 */
export class CheckoutRedirectEvent extends Event {
  /** The bank's page, the payment link, or the plan's page. */
  readonly url: string;
  /** The attempt's id; empty if there is no attempt. */
  readonly trackingId: string;

  constructor(url: string, trackingId: string) {
    super('checkout-redirect', eventOptions(true));
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
  /** Whether it is proved, so that the element asks no further: false for `unknown` alone. */
  readonly final: boolean;
  /** The rule that gave the outcome, for your support and the gateway's; docs/outcomes.md explains each. */
  readonly rule: OutcomeRule;
  /** The attempt's id; empty if your server confirmed a payment that is known by its uid alone. */
  readonly trackingId: string;
  /** The gateway's transaction (spec 2.6), masked as it came; undefined without one. */
  readonly transaction: Transaction | undefined;
  /** The subscription to a plan; undefined for other payments. */
  readonly subscription: Subscription | undefined;

  constructor(ended: Pick<CheckoutOutcomeEvent, 'outcome' | 'rule' | 'trackingId'> & Partial<CheckoutOutcomeEvent>) {
    super('checkout-outcome', eventOptions());
    this.outcome = ended.outcome;
    this.final = ended.outcome !== 'unknown';
    this.rule = ended.rule;
    this.trackingId = ended.trackingId;
    this.transaction = ended.transaction;
    this.subscription = ended.subscription;
  }
}

/** `checkout-cancel`: the payer, or `cancel()`, stopped the waiting. */
export class CheckoutCancelEvent extends Event {
  constructor() {
    super('checkout-cancel', eventOptions());
  }
}

/**
 * `checkout-unavailable`: the product or plan can't be bought here.
 *
 * If the gateway reports this only after the payer's press, `checkout-outcome` comes first: `failed`, final, with the
 * `trackingId` of the order to close. Nothing was paid. A changed price is not an outcome: the form stays, and takes
 * another press.
 */
export class CheckoutUnavailableEvent extends Event {
  /**
   * `sold_out`, `expired`; `unknown`: the gateway knows no such product or plan; `unreadable`: its description can't be read;
   * `unreachable`: no answer came.
   */
  readonly reason: 'sold_out' | 'expired' | 'unknown' | 'unreadable' | 'unreachable';

  constructor(reason: CheckoutUnavailableEvent['reason']) {
    super('checkout-unavailable', eventOptions());
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
  // All events bubble out of their shadow roots, so every element, the document and the window receive them.
  interface GlobalEventHandlersEventMap extends CheckoutEventMap {}
  interface ShadowRootEventMap extends CheckoutEventMap {}
}
