import { systemClock } from '../../../clock/clock.js';
import type { OrderMessages, Words } from '../../../locales/messages.js';
import type { CheckoutUnavailableEvent } from '../../events.js';
import { type OfferAnswer, type Offer, refusalAt } from '../offer.js';
import type { Sale } from './sale.js';

/** The page's description and settings of a sale, and the gateway's answer. */
export interface SaleFacts extends Pick<Sale, 'described' | 'settings'> {
  /** The gateway's answer; undefined: none yet. */
  readonly answer: OfferAnswer | undefined;
}

/** The offer. If the gateway has answered, its answer counts. */
export function offerOf({ described, answer }: SaleFacts): Offer | undefined {
  if (answer?.state === 'here') return answer.offer;
  return described.state === 'here' ? { product: described.item, plan: undefined } : undefined;
}

/** The fields to ask the buyer for, by the names of `visible_fields`. */
export function fieldsOf(known: SaleFacts): readonly string[] {
  const { product, plan } = offerOf(known) ?? {};
  // Spec 2.9: a subscription makes a customer, who has an e-mail.
  const asked = plan ? ['email'] : (product?.visible_fields ?? []);
  return [...asked, ...(known.settings?.visibleFields ?? [])];
}

/** Whether it is paid by the form or the link; undefined while that is unknown, or if it can't be paid. */
export function resolvedMode({ settings, answer }: SaleFacts): 'form' | 'link' | undefined {
  const { order, payUrl, mode } = settings ?? {};
  if (!order) return payUrl ? 'link' : undefined;
  if (answer?.state === 'here') return 'form';
  return answer?.state === 'elsewhere' && mode === 'auto' && payUrl ? 'link' : undefined;
}

/** Why a known product can't be bought now. */
export function refusalOf(known: SaleFacts): 'sold_out' | 'expired' | undefined {
  const { product } = offerOf(known) ?? {};
  return product && refusalAt(product, systemClock.now());
}

/** Why the offer could not be loaded. Undefined for errors that only the developer can fix: the payer does not see them. */
export function loadFailureOf(known: SaleFacts): CheckoutUnavailableEvent['reason'] | undefined {
  const { settings, answer } = known;
  return !settings?.noWayToPay && answer?.state === 'elsewhere' && resolvedMode(known) !== 'link' ? answer.reason : undefined;
}

/** Whether it can't be bought, for any reason. */
export const isUnavailable = (known: SaleFacts): boolean => (refusalOf(known) ?? loadFailureOf(known)) !== undefined;

/** Whether it is known how it can be bought, or that it can't. */
export const isDecided = (known: SaleFacts): boolean => resolvedMode(known) !== undefined || isUnavailable(known);

/** The text why it can't be bought; undefined: it can, or that is not known yet. */
export function unavailableText(known: SaleFacts, words: Words<OrderMessages>): string | undefined {
  const refusal = refusalOf(known);
  if (refusal) return refusal === 'sold_out' ? words.sold_out : words.offer_over;
  const failure = loadFailureOf(known);
  return failure && (failure === 'unknown' ? words.not_offered : words.failed_to_load);
}
