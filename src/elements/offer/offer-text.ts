import type { State } from '../../flow/state.js';
import { fill, type MessageKey, type Words } from '../../locales/catalogue.js';
import type { FieldError } from '../../wire/response/error-body.js';
import { asSentence } from '../base/gateway-message.js';
import type { Speech } from '../base/speech.js';
import type { CheckoutUnavailableEvent } from '../events.js';
import type { Act } from '../form/port.js';
import { type Offer, priceOf, type refusalAt } from './offer.js';

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
  const problem = problems.find(({ path: [section, field] }) =>
    section === 'customer' ? !asksFor(field) : section !== 'credit_card',
  );
  const isPrice = previous.step === 'transferring' && ['amount', 'currency'].includes(problem?.path[0] ?? '');
  return problem && { message: problem.messages.join(', '), refused: isPrice ? previous.attempt : undefined };
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

/** What is known of an offer beside the offer itself. */
export interface OfferStatus {
  /** What the payment, under way or ended, is for; undefined without a payment, or if that is unknown. */
  readonly bought: Offer | undefined;
  /** Whether the page has set another offer since, which is shown after this payment. */
  readonly isReplaced: boolean;
  /** Why it can't be bought now. */
  readonly refusal: ReturnType<typeof refusalAt>;
  /** Why it could not be loaded. Undefined for errors that only the developer can fix: the payer does not see them. */
  readonly failure: CheckoutUnavailableEvent['reason'] | undefined;
}

/** The words for the steps after the form: the buttons must not promise this offer again if another one follows. */
export function wordsAfter(
  words: Words<MessageKey>,
  { isReplaced, bought, refusal }: Omit<OfferStatus, 'failure'>,
): Words<MessageKey> {
  if (isReplaced) return { ...words, another: words.different, try_again: words.different, another_card: words.different };
  // Why another try is pointless.
  return bought && refusal ? { ...words, no_retry: words[`${refusal}_late`] } : words;
}

/** The text why it can't be bought; undefined: it can, or that is not known yet. */
export function unavailableText(
  { refusal, failure }: Pick<OfferStatus, 'refusal' | 'failure'>,
  words: Words<MessageKey>,
): string | undefined {
  if (refusal) return refusal === 'sold_out' ? words.sold_out : words.offer_over;
  return failure && (failure === 'unknown' ? words.not_offered : words.failed_to_load);
}

/** Whether a notice names the price. It does so only once that is the new one: the refused one must not be shown as current. */
export function namesPrice({ refused }: Notice, offer: Offer): boolean {
  const { amount, currency } = priceOf(offer);
  return refused !== undefined && (refused.amount !== amount || refused.currency !== currency);
}

/** The payer's text about a refused order. */
export function noticeText(notice: Notice, offer: Offer, speech: Speech<MessageKey>): string {
  const { words } = speech;
  return namesPrice(notice, offer)
    ? fill(words.price_changed, { amount: sumOf(offer, speech) })
    : fill(words.offer_changed, { message: asSentence(notice.message) }).replace(/ \u2068?\u2069? /, ' ');
}
