import { systemClock } from '../../../clock/clock.js';
import type { OrderCatalogue } from '../../../locales/order-words.js';
import type { CheckoutUnavailableEvent } from '../../payment-events.js';
import { type Asked, type Offer, whyNot } from '../offer.js';
import type { Sale } from './sale.js';

/** What is known of a sale: by the page, and by the gateway. */
export interface Known extends Pick<Sale, 'described' | 'settings'> {
  /** The gateway's answer; undefined: none yet. */
  readonly asked: Asked | undefined;
}

/** What is on offer: the gateway's answer counts, where it has been asked. */
export function offerOf({ described, asked }: Known): Offer | undefined {
  if (asked?.state === 'here') return asked.offer;
  return described.state === 'here' ? { product: described.item, plan: undefined } : undefined;
}

/** What the buyer is asked for, by the names of `visible_fields`. */
export function fieldsOf(known: Known): readonly string[] {
  const { product, plan } = offerOf(known) ?? {};
  // Spec 2.9: a subscription makes a customer, who has an e-mail.
  const asked = plan ? ['email'] : (product?.visible_fields ?? []);
  return [...asked, ...(known.settings?.visibleFields ?? [])];
}

/** How it is paid; undefined while that is not known, or when it can't be. */
export function wayOf({ settings, asked }: Known): 'form' | 'link' | undefined {
  const { order, payUrl, mode } = settings ?? {};
  if (!order) return payUrl ? 'link' : undefined;
  if (asked?.state === 'here') return 'form';
  return asked?.state === 'elsewhere' && mode === 'auto' && payUrl ? 'link' : undefined;
}

/** Why a product that is known can't be bought at this moment. */
export function refusalOf(known: Known): 'sold_out' | 'expired' | undefined {
  const { product } = offerOf(known) ?? {};
  return product && whyNot(product, systemClock.now());
}

/** Why nothing is known that a payer could buy; what only the developer can fix is not shown to payers. */
export function lossOf(known: Known): CheckoutUnavailableEvent['reason'] | undefined {
  const { described, settings, asked } = known;
  if (settings?.lacks) return described.state === 'missing' && described.from === 'server' ? described.reason : undefined;
  if (asked?.state !== 'elsewhere' || described.state === 'coming' || wayOf(known) === 'link') return undefined;
  return asked.reason;
}

/** Whether it can't be bought, for any reason. */
export const isUnavailable = (known: Known): boolean => (refusalOf(known) ?? lossOf(known)) !== undefined;

/** Whether it is known how it can be bought, or that it can't. */
export const isDecided = (known: Known): boolean => wayOf(known) !== undefined || isUnavailable(known);

/** What the payer reads of something that can't be bought; undefined: it can, or that is not known yet. */
export function unavailableText(known: Known, words: OrderCatalogue): string | undefined {
  const refusal = refusalOf(known);
  if (refusal) return refusal === 'sold_out' ? words.sold_out : words.offer_over;
  const loss = lossOf(known);
  return loss && (loss === 'unknown' ? words.not_offered : words.failed_to_load);
}
