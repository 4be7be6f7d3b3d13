import { paymentOf, type State } from '../../../flow/state.js';
import type { FormCatalogue } from '../../../locales/catalogue.js';
import { type OrderCatalogue, type OrderKind, orderWords } from '../../../locales/order-words.js';
import { isSubscriptionId } from '../../../wire/uid.js';
import { type Offer, priceOf } from '../offer.js';

/**
 * What a payment is for, by what is on offer where it was made, at the price that was agreed to.
 *
 * Undefined where only the gateway's name of it is known: that may be the payment for another product of the page. So is
 * a plan whose terms have changed since.
 */
export function boughtBy(state: State, offer: Offer | undefined): Offer | undefined {
  const { trackingId, amount, currency } = paymentOf(state) ?? {};
  if (!offer || trackingId === undefined || amount === undefined || currency === undefined) return undefined;
  const { product, plan } = offer;
  if (product) return { product: { ...product, amount, currency }, plan: undefined };
  const price = priceOf(offer);
  return price.amount === amount && price.currency === currency ? { plan, product: undefined } : undefined;
}

/**
 * How the texts call it: a subscription, a sum that is only held, or a plain payment (undefined).
 *
 * @param offer What the payment is for, where that is known.
 */
export function kindOf(state: State, offer: Offer | undefined): Exclude<OrderKind, 'order'> | undefined {
  if (offer?.plan) return 'plan';
  const { uid } = paymentOf(state) ?? {};
  const { subscription, transaction } = state.step === 'outcome' ? state.result : {};
  // A subscription can be recognized by its id at least (spec 2.8).
  if (subscription || (uid !== undefined && isSubscriptionId(uid))) return 'plan';
  // The transaction's type decides, and the offer's until that is known.
  const type = transaction?.type ?? offer?.product?.transaction_type;
  return type === 'authorization' ? 'hold' : undefined;
}

/** The words for it. */
export function saleWords(words: FormCatalogue, state: State, offer: Offer | undefined): OrderCatalogue {
  const kind = kindOf(state, offer);
  const isFree = kind === 'plan' && paymentOf(state)?.amount === 0;
  return orderWords(words, 'order', ...(kind ? [kind] : []), ...(isFree ? (['free'] as const) : []));
}
