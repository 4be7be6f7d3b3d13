import type { FlowSurroundings } from '../../flow/options.js';
import { CardElement } from './card-element.js';

/** The attributes and properties that every payment has. */
export abstract class PaymentAttributesElement extends CardElement {
  static override properties = {
    ...CardElement.properties,
    trackingId: { attribute: 'tracking-id' },
    returnUrl: { attribute: 'return-url' },
    returnOrigins: { attribute: 'return-origins' },
    redirectOrigins: { attribute: 'redirect-origins' },
    notificationUrl: { attribute: 'notification-url' },
    challenge: {},
    name: {},
    prepare: { attribute: false },
    resolveStatus: { attribute: false },
  };

  /**
   * Your id, up to 50 bytes: a longer one may not fit beside a card. Absent: each attempt gets a new one. A fixed id is good
   * for one attempt, unless `prepare` names others.
   */
  declare trackingId: string | null;
  /** Where 3-D Secure sends the payer back to. Absent: this page. Absolute, and of the page's origin. */
  declare returnUrl: string | null;
  /** Other origins that `return-url` may be of, separated by spaces. */
  declare returnOrigins: string | null;
  /**
   * The only origins the payer may be sent to for 3-D Secure, separated by spaces. Absent: any https address that the
   * gateway names.
   */
  declare redirectOrigins: string | null;
  /** Where the gateway posts its signed notifications to. */
  declare notificationUrl: string | null;
  /**
   * How the payer gets to 3-D Secure: `redirect` leaves this page and returns to it; `popup` opens a window, `dialog`
   * shows the bank's page over this one. Banks may refuse a dialog.
   * @default redirect
   */
  declare challenge: string | null;
  /** In a form: its data gets the transaction's uid under this name, never card data. */
  declare name: string | null;
  /**
   * Async: called with `{attempt, amount, currency}` before each attempt, returns `{trackingId}` within 30 seconds, or
   * nothing. A rejection, or an object without an id, stops the attempt before anything is sent.
   */
  declare prepare: FlowSurroundings['prepare'];
  /**
   * Async: called with `{trackingId, uid, startedAt}`, returns `{outcome, amount, currency}` as your server knows them, within
   * 15 seconds. It is called for an attempt whose end the gateway doesn't report, for the order with a fixed `tracking-id`, and
   * for a payment that the page's address names. Without it, such an attempt may stay unknown for ever; the console warns.
   */
  declare resolveStatus: FlowSurroundings['resolveStatus'];
}
