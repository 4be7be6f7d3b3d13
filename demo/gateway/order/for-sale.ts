import type { OrderRequest } from '../../../src/wire/request/order.js';
import type { TransactionType, VisibleField } from '../../../src/wire/request/product.js';
import type { OrderOffer } from '../../../src/wire/response/order.js';
import type { PresentedCard } from '../issuer/decide.js';
import type { Shop } from '../shop/shops.js';
import type { JobRecord, Purchase, Store } from '../store/store.js';

/** A valid order. Lives only as long as its request. */
export interface Order {
  /** Uid of its payment. */
  readonly uid: string;
  readonly shop: Shop;
  readonly request: OrderRequest;
  readonly card: PresentedCard;
  /** Address of the payer's device. */
  readonly ip: string;
  /** The language of the payment's pages and e-mails. */
  readonly language: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The result of an order. */
export interface OrderResult {
  readonly purchase: Purchase;
  /** The work of the order's job. */
  readonly work: JobRecord['work'];
}

/** Why an item is unavailable. */
export type Unavailability = 'sold out' | 'expired';

/** A product or a plan behind a confirm_url, at the time of the lookup. */
export interface ForSale {
  readonly id: string;
  readonly shopId: number;
  /** Its name on the page, and the description of its payment. */
  readonly name: string;
  readonly description: string | null;
  /** The price of the order, in minor units. */
  readonly amount: number;
  readonly currency: string;
  /** The language of its page. */
  readonly language: string;
  readonly test: boolean;
  readonly transactionType: TransactionType;
  /** The buyer's fields that an order requires. */
  readonly asks: readonly VisibleField[];
  /** Where the payer goes after the payment, unless the order has its own address; null: to the shop. */
  readonly returnUrl: string | null;
  /** Where the payer goes instead, after a payment that succeeded or failed. */
  readonly successUrl?: string | null;
  readonly failUrl?: string | null;
  /** Where the merchant is notified, unless the order has its own address; null: at the shop's. */
  readonly notificationUrl: string | null;
  /** The merchant's id of the order, unless the order has its own. */
  readonly trackingId?: string | null;
  /** Additional lines of the e-mail to the buyer (spec 2.5, receipt_text). */
  readonly receiptText: readonly string[];
  readonly unavailable: Unavailability | undefined;
  /** When the sale ends, and open payments fail, in milliseconds since the epoch; null: never. */
  readonly expiresAt: number | null;
  /** Its public part: the response to `GET {confirm_url}`. */
  readonly offer: OrderOffer;
  /** The further facts on its page as pairs of label and text, the price first. */
  facts(language: string): readonly (readonly [label: string, text: string])[];
  /** Sentences below the card form about the time after the payment. */
  notes(language: string): readonly string[];
  /** Takes an item for an order, within the transaction of `store`; undefined when another buyer got the last one. */
  take(order: Order, store: Store): Promise<OrderResult | undefined>;
}

/** Looks up an item in a store; undefined for an unknown id or one of another kind. */
export type FindForSale = (id: string, store: Store) => Promise<ForSale | undefined>;
