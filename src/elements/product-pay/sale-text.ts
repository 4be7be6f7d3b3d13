import { fill } from '../../locales/catalogue.js';
import type { OrderCatalogue } from '../../locales/order-words.js';
import { sumText } from '../price-text.js';
import { type Offer, priceOf } from './offer.js';

/** What the gateway said of the payer's press. Nothing was paid. */
export interface Notice {
  readonly message: string;
  /** The price that it refused, where that has changed; in minor units. */
  readonly refused?: { readonly amount: number | undefined; readonly currency: string | undefined } | undefined;
}

const sumOf = (offer: Offer, language: string): string => {
  const { amount, currency } = priceOf(offer);
  return sumText(amount, currency, language);
};

/** What the button says that pays. */
export function pressText(offer: Offer, words: OrderCatalogue, language: string): string {
  if (offer.plan && priceOf(offer).amount === 0) return words['plan.pay_nothing'];
  return fill(offer.plan ? words['plan.pay'] : words['order.pay'], { amount: sumOf(offer, language) });
}

/** The words for an outcome after which there is nothing left to try: what was refused came too late. */
export const lateWords = (words: OrderCatalogue, reason: 'sold_out' | 'expired' | undefined): OrderCatalogue =>
  reason ? { ...words, no_retry: words[`${reason}_late`] } : words;

/** What the payer reads of a change. */
export function noticeText(notice: Notice, offer: Offer, words: OrderCatalogue, language: string): string {
  const { amount, currency } = priceOf(offer);
  const { message, refused } = notice;
  // Until the new price is here, nobody may read the old one as what it is now.
  return refused && (refused.amount !== amount || refused.currency !== currency)
    ? fill(words.price_changed, { amount: sumOf(offer, language) })
    : fill(words.offer_changed, { message: message.replace(/\.$/, '') });
}
