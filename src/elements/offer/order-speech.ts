import { paymentOf, type State } from '../../flow/state.js';
import type { MessageKey, Words } from '../../locales/catalogue.js';
import { type OrderKind, orderWords } from '../../locales/order-words.js';
import { isSubscriptionId } from '../../wire/uid.js';
import type { Offer } from './offer.js';

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

/** The words for a payment of that kind. */
export function offerWords(words: Words, state: State, offer: Offer | undefined): Words<MessageKey> {
  const kind = kindOf(state, offer);
  const isFree = kind === 'plan' && paymentOf(state)?.amount === 0;
  return orderWords(words, 'order', ...(kind ? [kind] : []), ...(isFree ? (['free'] as const) : []));
}
