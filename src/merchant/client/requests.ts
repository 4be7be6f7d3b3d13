import type { CheckRequest } from '../../wire/request/check.js';
import type { CustomerRequest } from '../../wire/request/customer.js';
import type { PlanRequest } from '../../wire/request/plan.js';
import type { ProductRequest } from '../../wire/request/product.js';
import type { SubscriptionRequest } from '../../wire/request/subscription.js';
import type { TransferRequest } from '../../wire/request/transfer.js';

/** Only the fields that the spec names; the schemas accept others, but here a misspelled field is a type error. */
export type Named<Request> = Request extends readonly (infer Item)[]
  ? readonly Named<Item>[]
  : Request extends object
    ? { [Field in keyof Request as string extends Field ? never : Field]: Named<Request[Field]> }
    : Request;

/** Spec 2.2: asks whether a transfer is possible. `amount` in minor units. */
export type TransferCheck = Named<CheckRequest>;

/**
 * Spec 2.5: a transfer. `amount` in minor units. Set a `tracking_id`: without it, the outcome of a transfer whose
 * answer was lost can't be queried.
 */
export type NewTransfer = Named<TransferRequest>;

/** Spec 2.7: a product. The client sends `amount` and `quantity` as text, as the gateway reads them. */
export type NewProduct = Omit<Named<ProductRequest>, 'amount' | 'quantity'> & {
  /** The price in minor units: 12.50 USD is `1250`. */
  readonly amount: number;
  /** How many are for sale: a whole number, 0 or more. Required unless `infinite` is `true`. */
  readonly quantity?: number | undefined;
};

/** Spec 4.2: the fields of a product to change; the others stay as they are. */
export type ProductChanges = Partial<NewProduct>;

/** Spec 2.8: a subscription plan. Amounts in minor units. */
export type NewPlan = Named<PlanRequest>;

/** Spec 2.9: a customer. */
export type NewCustomer = Named<CustomerRequest>;

/** A record that the gateway has, by its id. */
export interface ById {
  readonly id: string;
}

/**
 * A subscription of a plan. The spec has no such request; gateways of the family accept it. Without a `card`, the payer types
 * theirs at the answer's `redirect_url`.
 */
export type NewSubscription = Omit<Named<SubscriptionRequest>, 'plan' | 'customer' | 'card' | 'settings'> & {
  /** The plan, or a new one. */
  readonly plan: ById | NewPlan;
  /** The customer, or a new one. Required with a card. */
  readonly customer?: ById | NewCustomer | undefined;
  /** The token of a saved card, which is charged at once. */
  readonly card?: { readonly token: string } | undefined;
};

/** @throws TypeError when a sum or a quantity is not a whole number of at least `least`. */
export function wholeAmount(field: string, value: number, least: number): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  const unit = field === 'quantity' ? '' : ' of minor units, 100.00 USD as 10000';
  throw new TypeError(`${field}: expected a whole number${unit}, ${least} or more; got ${String(value)}.`);
}

/**
 * The body of a product request: price and quantity become decimal text (spec 2.7).
 *
 * @throws TypeError when one of them is not a whole number. The gateway checks everything else.
 */
export function productBody({ amount, quantity, ...rest }: ProductChanges): Record<string, unknown> {
  return {
    ...rest,
    ...(amount !== undefined && { amount: String(wholeAmount('amount', amount, 1)) }),
    ...(quantity !== undefined && { quantity: String(wholeAmount('quantity', quantity, 0)) }),
  };
}
