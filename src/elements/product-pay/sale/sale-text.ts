import type { State } from '../../../flow/state.js';
import { fill } from '../../../locales/catalogue.js';
import type { OrderCatalogue } from '../../../locales/order-words.js';
import type { FieldError } from '../../../wire/response/error-body.js';
import type { Speech } from '../../base/speech.js';
import { type Offer, priceOf } from '../offer.js';

/** Why the gateway refused the payer's press. Nothing was paid. */
export interface Notice {
  readonly message: string;
  /** The price that it refused, where that has changed; in minor units. */
  readonly refused?: { readonly amount: number | undefined; readonly currency: string | undefined } | undefined;
}

/** The notice for problems that belong to no field; undefined without such problems. `previous` is the step in which they came. */
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

/** The text of the button that pays. */
export function pressText(offer: Offer, speech: Speech<OrderCatalogue>): string {
  const { words } = speech;
  if (offer.plan && priceOf(offer).amount === 0) return words['plan.pay_nothing'];
  return fill(offer.plan ? words['plan.pay'] : words['order.pay'], { amount: sumOf(offer, speech) });
}

/** What has come of an offer since the payer pressed. */
export interface Since {
  /** Whether the page has put something else in its place. */
  readonly isReplaced: boolean;
  /** Why there is nothing left to try: what was refused came too late. */
  readonly refusal: 'sold_out' | 'expired' | undefined;
}

/** The words for the steps after the form: a payer who goes on to another offer does not buy or try this one again. */
export function wordsAfter(words: OrderCatalogue, { isReplaced, refusal }: Since): OrderCatalogue {
  if (isReplaced) return { ...words, another: words.different, try_again: words.different };
  return refusal ? { ...words, no_retry: words[`${refusal}_late`] } : words;
}

/** What the payer reads of a change. */
export function noticeText(notice: Notice, offer: Offer, speech: Speech<OrderCatalogue>): string {
  const { words } = speech;
  const { amount, currency } = priceOf(offer);
  const { message, refused } = notice;
  // Until the new price is here, the old one must not be shown as the current one.
  return refused && (refused.amount !== amount || refused.currency !== currency)
    ? fill(words.price_changed, { amount: sumOf(offer, speech) })
    : fill(words.offer_changed, { message: message.replace(/\.$/, '') });
}
