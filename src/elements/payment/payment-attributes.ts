import type { FlowSurroundings } from '../../flow/options.js';
import { attributes, switches } from '../base/attributes.js';
import { CardElement } from './card-element.js';

/**
 * The attributes, properties, slots, parts and states of every payment element.
 *
 * @slot brand-visa - Your licensed art for the brand, instead of its name. Likewise `brand-mastercard`, `brand-maestro`,
 * `brand-amex`, `brand-mir`, `brand-belkart`, `brand-unionpay`, `brand-jcb`, `brand-diners`, `brand-discover`,
 * `brand-uzcard`, `brand-humo`, `brand-troy`, `brand-elo`, `brand-verve`, `brand-rupay`.
 *
 * @slot isolated-fields - With `fields-url`: the frame, which the element puts there as its own child. Leave it where it is.
 *
 * @csspart heading - The heading of a step.
 * @csspart card - The fields of each card.
 * @csspart legend - The title of each card.
 * @csspart field - A label, its input, and the text under it.
 * @csspart label - The label of each input.
 * @csspart input - Each input.
 * @csspart brand - The card's brand, inside its number's field.
 * @csspart error - What is wrong with a field.
 * @csspart remark - A hint about a field, which does not stop the payer.
 * @csspart isolated-fields - With `fields-url`: the frame with the card fields, or the message shown if it can't be loaded.
 * @csspart saved - A saved card and the choice of another; in a list, the row of one card.
 * @csspart saved-cards - The list of saved cards to choose from.
 * @csspart remove - The button that asks whether to remove a saved card.
 * @csspart link - The link to the bank's page.
 * @csspart elsewhere - The notice that the order is being paid in another window or browser.
 * @csspart window - The text about the window with the bank's page.
 * @csspart dialog - The dialog with the bank's page in it.
 * @csspart unfinished - The offer to show a payment that was left unfinished.
 * @csspart ended - The outcome of an earlier payment that no element has shown; also `successful` or `failed`.
 * @csspart waiting - The step in which the payer waits.
 * @csspart stages - How far the payment is: sent, bank, done.
 * @csspart authentication - The step on the way to 3-D Secure.
 * @csspart unrecognized - The step in which an address names a payment that was not confirmed.
 * @csspart outcome - The step that shows how the payment ended.
 * @csspart successful - The outcome of a successful payment.
 * @csspart failed - The outcome of a failed payment.
 * @csspart unknown - An outcome that is not known yet.
 * @csspart reason - Why a payment was declined, and what to do next.
 * @csspart bank-message - The bank's own message about a failed payment.
 * @csspart sum - The amount of the outcome.
 * @csspart time - When the gateway made the payment.
 * @csspart details - Cards, fee and references of the outcome.
 * @csspart more - The control that opens the references that only support needs.
 * @csspart receipt - The link to the receipt.
 *
 * @cssstate recognizing - The page's address names a payment that this browser has no record of: your server is asked.
 * @cssstate unrecognized - That payment was not confirmed; the payer can go to the form.
 * @cssstate details - The form is shown.
 * @cssstate transferring - The payment is on its way.
 * @cssstate authentication - The payer is about to go to 3-D Secure.
 * @cssstate settling - The payer is back, or asks again: the gateway is asked for the outcome.
 * @cssstate outcome - The outcome is shown; one of the next three is set too.
 * @cssstate successful - The payment succeeded.
 * @cssstate failed - The payment failed.
 * @cssstate unknown - The outcome is not known yet.
 */
export abstract class PaymentAttributesElement extends CardElement {
  static override properties = {
    ...CardElement.properties,
    ...attributes('trackingId', 'returnUrl', 'returnOrigins', 'redirectOrigins', 'notificationUrl', 'challenge', 'name'),
    ...switches('pageTitle'),
    prepare: { attribute: false },
    resolveStatus: { attribute: false },
  };

  /**
   * Your id, up to 50 bytes: a longer one may not fit next to a card. Absent: each attempt gets a new one. A fixed id can
   * be used for one attempt, unless `prepare` returns others.
   */
  declare trackingId: string | null;
  /** The address that 3-D Secure sends the payer back to: absolute, and of the page's origin. Absent: this page. */
  declare returnUrl: string | null;
  /** Other origins that `return-url` may be of, separated by spaces. */
  declare returnOrigins: string | null;
  /**
   * The only origins the payer may be sent to for 3-D Secure, separated by spaces. Absent: any https address that the
   * gateway names.
   */
  declare redirectOrigins: string | null;
  /** The address that the gateway posts its signed notifications to. Absolute, because the gateway does not know your page. */
  declare notificationUrl: string | null;
  /**
   * How the payer gets to 3-D Secure: `redirect` leaves this page and returns to it; `popup` opens a window, `dialog`
   * shows the bank's page over this one. Banks may refuse a dialog. Where this page itself is in a frame, `redirect` opens a
   * window too: the frame's `sandbox` has to allow `allow-popups` and `allow-popups-to-escape-sandbox`.
   * @default redirect
   */
  declare challenge: string | null;
  /** Puts the outcome before the page's title while it is shown. */
  declare pageTitle: boolean;
  /** In a form: its data gets the transaction's uid under this name, never card data. */
  declare name: string | null;
  /**
   * Async: called with `{attempt, amount, currency}` before each attempt, returns `{trackingId}` within 30 seconds, or
   * nothing. A rejection, or an object without an id, stops the attempt before anything is sent.
   */
  declare prepare: FlowSurroundings['prepare'];
  /**
   * Async: called with `{trackingId, uid, startedAt}`, returns `{outcome, amount, currency}` as your server knows them, within
   * 15 seconds. It is called for an attempt whose outcome the gateway doesn't report, for the order of a fixed `tracking-id`, and
   * for a payment that the page's address names. Without it, the outcome of such an attempt may stay unknown; the console warns.
   */
  declare resolveStatus: FlowSurroundings['resolveStatus'];

  constructor() {
    super();
    this.pageTitle = false;
  }
}
