import type { OrderRequest } from '../../../src/wire/request/order.js';
import type { OrderOffer } from '../../../src/wire/response/order.js';
import type { TransactionType, VisibleField } from '../../../src/wire/request/product.js';
import type { PresentedCard } from '../issuer/decide.js';
import type { Shop } from '../shop/shops.js';
import type { JobRecord, Purchase, Store } from '../store/store.js';

/** An order that passed every check, on its way to be taken. Lives only as long as its request. */
export interface Order {
  /** Of the payment that the order makes. */
  readonly uid: string;
  readonly shop: Shop;
  readonly request: OrderRequest;
  readonly card: PresentedCard;
  /** Of the payer's device. */
  readonly ip: string;
  /** The language that the payer is told about the payment in. */
  readonly language: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** What became of a thing that was ordered. */
export interface Taken {
  readonly purchase: Purchase;
  /** What the order's job answers. */
  readonly work: JobRecord['work'];
}

/** Why nobody can buy a thing at the moment. */
export type Unavailability = 'sold out' | 'expired';

/** Something behind a confirm_url, as it is at the moment that it was looked up: a product or a plan. */
export interface ForSale {
  readonly id: string;
  readonly shopId: number;
  /** Names it to the payer, and is the description of its payment. */
  readonly name: string;
  readonly description: string | null;
  /** Charged by the order itself, in minor units. */
  readonly amount: number;
  readonly currency: string;
  /** Of its page. */
  readonly language: string;
  readonly test: boolean;
  readonly transactionType: TransactionType;
  /** Which of the buyer's data an order must bring. */
  readonly asks: readonly VisibleField[];
  /** Where the payer goes after the payment, unless the order says otherwise; null: to the shop. */
  readonly returnUrl: string | null;
  /** Lines added to the e-mail that the buyer gets (spec 2.5, receipt_text). */
  readonly receiptText: readonly string[];
  readonly unavailable: Unavailability | undefined;
  /** When nobody can buy it any more, in milliseconds since the epoch; null: never. An open payment fails then, too. */
  readonly expiresAt: number | null;
  /** What everybody may know of it: the answer to `GET {confirm_url}`. */
  readonly offer: OrderOffer;
  /** What its page says beside name and description, the price first: a label and a text each. */
  facts(language: string): readonly (readonly [label: string, text: string])[];
  /**
   * Does what an order of it brings beside the payment, within the transaction of `store`; undefined, and nothing done,
   * when another buyer was faster.
   */
  take(order: Order, store: Store): Promise<Taken | undefined>;
}

/** Looks up a thing for sale, in the store that is handed in; undefined for an id that is of another kind or unknown. */
export type FindForSale = (id: string, store: Store) => Promise<ForSale | undefined>;
