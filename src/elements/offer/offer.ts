import { paymentOf, type State } from '../../flow/state.js';
import { exponentOf } from '../../money/currency.js';
import { firstCharge, type Plan } from '../../wire/response/plan.js';
import type { Product } from '../../wire/response/product.js';
import { quoted } from '../base/setting-reader.js';
import type { DescriptionProblem } from './page-description.js';

/** A product to buy, or a plan to subscribe to. */
export type Offer =
  | { readonly product: Product; readonly plan?: undefined }
  | { readonly plan: Plan; readonly product?: undefined };

/** The reason why a product can't be sold, whatever the source of its description: a price that can't be paid (spec 2.7). */
export function problemOf({ amount, currency }: Product): DescriptionProblem | undefined {
  if (amount <= 0) return { path: 'amount', expected: 'a price from 1 on, in minor units,', got: String(amount) };
  if (exponentOf(currency) !== undefined) return undefined;
  return { path: 'currency', expected: 'an ISO 4217 code in use', got: quoted(currency) };
}

/** The first charge, in minor units, and its currency. */
export const priceOf = ({ product, plan }: Offer): { readonly amount: number; readonly currency: string } =>
  product ? { amount: product.amount, currency: product.currency } : { amount: firstCharge(plan), currency: plan.currency };

/** The time (ms) at which an offer ends; undefined: never. */
export function endOf({ immortal, expired_at: expiredAt }: Pick<Product, 'immortal' | 'expired_at'>): number | undefined {
  const end = immortal ? Number.NaN : Date.parse(expiredAt ?? '');
  return Number.isFinite(end) ? end : undefined;
}

/** How many are left; undefined: there is no limit, or it is unknown. */
export const leftOf = ({ infinite, quantity }: Pick<Product, 'infinite' | 'quantity'>): number | undefined =>
  // Spec 2.7: samples show 0 for an infinite product.
  infinite ? undefined : (quantity ?? undefined);

/** Why a product can't be bought at the time `now` (ms); undefined: it can. */
export function refusalAt(product: Product, now: number): 'sold_out' | 'expired' | undefined {
  if (Number(leftOf(product)) <= 0) return 'sold_out';
  const end = endOf(product);
  return end !== undefined && end <= now ? 'expired' : undefined;
}

/**
 * The offer that a payment is for, at the price that the payer agreed to.
 *
 * Undefined for a payment that is known by its uid alone, which may be for another product of the page, and for a plan whose
 * price has changed since.
 */
export function offerBoughtBy(state: State, offer: Offer | undefined): Offer | undefined {
  const { trackingId, amount, currency } = paymentOf(state) ?? {};
  if (!offer || trackingId === undefined || amount === undefined || currency === undefined) return undefined;
  const { product, plan } = offer;
  if (product) return { product: { ...product, amount, currency }, plan: undefined };
  const price = priceOf(offer);
  return price.amount === amount && price.currency === currency ? { plan, product: undefined } : undefined;
}
