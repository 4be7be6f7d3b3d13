import { paymentOf, type State } from '../../../flow/state.js';
import type { Words } from '../../../locales/catalogue.js';
import type { OrderMessages } from '../../../locales/messages.js';
import { type OrderKind, orderWords } from '../../../locales/order-words.js';
import { isSubscriptionId } from '../../../wire/uid.js';
import { type Offer, priceOf } from '../offer.js';

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

/**
 * The kind of payment that the texts speak of: a subscription, an authorization hold, or a plain payment (undefined).
 *
 * @param offer The offer that the payment is for, if it is known.
 */
export function kindOf(state: State, offer: Offer | undefined): Exclude<OrderKind, 'order'> | undefined {
  if (offer?.plan) return 'plan';
  const { uid } = paymentOf(state) ?? {};
  const { subscription, transaction } = state.step === 'outcome' ? state.result : {};
  // Without an offer, a subscription can be recognized by its id (spec 2.8).
  if (subscription || (uid !== undefined && isSubscriptionId(uid))) return 'plan';
  // The transaction's type decides; until that is known, the offer's.
  const type = transaction?.type ?? offer?.product?.transaction_type;
  return type === 'authorization' ? 'hold' : undefined;
}

export function saleWords(words: Words, state: State, offer: Offer | undefined): Words<OrderMessages> {
  const kind = kindOf(state, offer);
  const isFree = kind === 'plan' && paymentOf(state)?.amount === 0;
  return orderWords(words, 'order', ...(kind ? [kind] : []), ...(isFree ? (['free'] as const) : []));
}
