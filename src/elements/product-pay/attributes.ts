import type { Buyer } from '../../wire/request/order.js';
import type { Product } from '../../wire/response/product.js';
import { attributes } from '../base/attributes.js';
import type { OrderSettings } from '../../flow/request/order-body.js';
import { PaymentElement } from '../payment/payment-element.js';

/** A product as the gateway returns it, or the part of it that your page passes on. */
export type ProductOnOffer = Partial<Product>;

/**
 * The attributes, properties and parts of a sale, in addition to those of every payment.
 *
 * @csspart offer - The product or plan.
 * @csspart name - Its name.
 * @csspart price - Its price.
 * @csspart description - Its description.
 * @csspart left - How many are left.
 * @csspart deadline - The time until which it can be bought.
 * @csspart terms - The terms of a plan.
 * @csspart unavailable - Why it can't be bought.
 * @csspart skeleton - The placeholder, before it is known whether there is a form.
 * @csspart order-form - Everything from the buyer's data to the button.
 * @csspart buyer-form - The form around the buyer's data.
 * @csspart source-form - The form around the card.
 * @csspart buyer - The fields for the buyer's data that the product asks for.
 * @csspart source-card - The fields of the card.
 * @csspart problem - An error that belongs to no field.
 * @csspart submit - The button that pays.
 * @csspart payment-link - The payment link, with a button to copy it.
 * @csspart copied - The message that the link was copied.
 */
export abstract class ProductAttributesElement extends PaymentElement<OrderSettings> {
  static override properties = {
    ...PaymentElement.properties,
    ...attributes('payUrl', 'confirmUrl', 'mode', 'src', 'visibleFields'),
    product: { attribute: false },
    customer: { attribute: false },
  };

  /** The payment link: the product's `pay_url`. Used in the mode `link`, and if the gateway takes no orders from pages. */
  declare payUrl: string | null;
  /** The address that takes orders: the product's `confirm_url`. With it and `public-key` the element shows a card form. */
  declare confirmUrl: string | null;
  /**
   * `auto` asks `confirm-url` whether it takes orders from pages, and falls back to the payment link if not; `form` reports
   * an error instead; `link` always shows the payment link.
   * @default auto
   */
  declare mode: string | null;
  /** Your address that returns the product as JSON, if it is neither in `product` nor between the tags. */
  declare src: string | null;
  /** Further fields to ask the buyer for, by the names of `visible_fields`, separated by spaces. */
  declare visibleFields: string | null;
  /** The product, as the gateway returned it to your server (spec 2.7). */
  declare product: ProductOnOffer | undefined;
  /** The buyer's data that you know already, by the names of `visible_fields`, `ip`, `device_id`, `external_id`. */
  declare customer: Buyer | undefined;

  constructor() {
    super();
  }
}
