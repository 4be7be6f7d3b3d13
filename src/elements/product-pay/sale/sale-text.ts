import type { State } from '../../../flow/state.js';
import { fill } from '../../../locales/catalogue.js';
import type { OrderMessages, Words } from '../../../locales/messages.js';
import type { FieldError } from '../../../wire/response/error-body.js';
import { asSentence } from '../../base/gateway-message.js';
import type { Speech } from '../../base/speech.js';
import type { Act } from '../../form/port.js';
import { type Offer, priceOf } from '../offer.js';

/** Why the gateway refused an order. Nothing was paid. */
export interface Notice {
  readonly message: string;
  /** The price that it refused, if the price is the reason; in minor units. */
  readonly refused?: { readonly amount: number | undefined; readonly currency: string | undefined } | undefined;
}

/** The notice for problems that belong to no field; undefined without such problems. `previous` is the state in which they arose. */
export function noticeOf(
  problems: readonly FieldError[],
  previous: State,
  asksFor: (field: string | undefined) => boolean,
): Notice | undefined {
  const other = problems.find(({ path: [section, field] }) =>
    section === 'customer' ? !asksFor(field) : section !== 'credit_card',
  );
  const isPrice = previous.step === 'transferring' && ['amount', 'currency'].includes(other?.path[0] ?? '');
  return other && { message: other.messages.join(', '), refused: isPrice ? previous.attempt : undefined };
}

const sumOf = (offer: Offer, speech: Speech): string => {
  const { amount, currency } = priceOf(offer);
  return speech.sum(amount, currency);
};

/** What a press of the button does. */
export function actOf(offer: Offer | undefined): Act {
  if (!offer?.plan) return 'pay';
  return priceOf(offer).amount === 0 ? 'subscribe_free' : 'subscribe_and_pay';
}

/** The changes of an offer since the payer pressed. */
export interface OfferChange {
  /** Whether the page now offers something else. */
  readonly isReplaced: boolean;
  /** Why another try is pointless. */
  readonly refusal: 'sold_out' | 'expired' | undefined;
}

/** The words for the steps after the form: the buttons must not promise this offer again if another one follows. */
export function wordsAfter(words: Words<OrderMessages>, { isReplaced, refusal }: OfferChange): Words<OrderMessages> {
  if (isReplaced) return { ...words, another: words.different, try_again: words.different, another_card: words.different };
  return refusal ? { ...words, no_retry: words[`${refusal}_late`] } : words;
}

/** The payer's text about a refused order. */
export function noticeText(notice: Notice, offer: Offer, speech: Speech<OrderMessages>): string {
  const { words } = speech;
  const { amount, currency } = priceOf(offer);
  const { message, refused } = notice;
  // Names the price only once it is the new one: the refused one must not be shown as current.
  return refused && (refused.amount !== amount || refused.currency !== currency)
    ? fill(words.price_changed, { amount: sumOf(offer, speech) })
    : fill(words.offer_changed, { message: asSentence(message) }).replace(/ \u2068?\u2069? /, ' ');
}
