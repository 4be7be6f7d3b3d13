import type { Buyer } from '../../wire/request/order.js';
import type { Product } from '../../wire/response/product.js';
import { attributes, switches } from '../base/attributes.js';
import type { OrderSettings } from '../../flow/request/order-body.js';
import { PaymentElement } from '../payment/payment-element.js';

/** A product as the gateway returns it, or the part of it that your page passes on. */
export type ProductOnOffer = Partial<Product>;

/**
 * The attributes, properties and parts of what is for sale, beside those of every payment.
 *
 * @csspart offer - What is on offer.
 * @csspart name - Its name.
 * @csspart price - What it costs.
 * @csspart description - What it is.
 * @csspart left - How many are left.
 * @csspart deadline - Until when it can be bought.
 * @csspart terms - The terms of a plan.
 * @csspart unavailable - Why it can't be bought.
 * @csspart skeleton - The place of the form, before it is known whether there is one.
 * @csspart order-form - Everything from the buyer's data to the button.
 * @csspart buyer-form - The form around the buyer's data.
 * @csspart source-form - The form around the card.
 * @csspart buyer - The fields for what the product asks of its buyer.
 * @csspart source-card - The fields of the card.
 * @csspart problem - What is wrong but belongs to no field.
 * @csspart submit - The button that pays.
 * @csspart payment-link - The way to the payment link.
 * @csspart qr - The link as a QR code.
 * @csspart copied - That the link was copied.
 */
export abstract class ProductAttributesElement extends PaymentElement<OrderSettings> {
  static override properties = {
    ...PaymentElement.properties,
    ...attributes('payUrl', 'confirmUrl', 'mode', 'src', 'visibleFields'),
    ...switches('qr'),
    product: { attribute: false },
    customer: { attribute: false },
  };

  /** The payment link: the product's `pay_url`. For the link, and where the gateway takes no orders from pages. */
  declare payUrl: string | null;
  /** The address that takes orders: the product's `confirm_url`. With it and `public-key` the card form is here. */
  declare confirmUrl: string | null;
  /**
   * `auto` asks `confirm-url` whether orders are taken from pages, and is the payment link where they are not; `form` reports
   * an error instead; `link` asks nothing.
   * @default auto
   */
  declare mode: string | null;
  /** Your address with the product as JSON, where it stands neither in `product` nor between the tags. */
  declare src: string | null;
  /** Further fields to ask the buyer for, by the names of `visible_fields`, separated by spaces. */
  declare visibleFields: string | null;
  /** Shows the payment link as a QR code too. */
  declare qr: boolean;
  /** The product, as the gateway returned it to your server (spec 2.7). */
  declare product: ProductOnOffer | undefined;
  /** What you know of the buyer, by the names of `visible_fields`, `ip`, `device_id`, `external_id`. */
  declare customer: Buyer | undefined;

  constructor() {
    super();
    this.qr = false;
  }
}
