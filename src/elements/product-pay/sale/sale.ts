import type { State } from '../../../flow/state.js';
import type { Product } from '../../../wire/response/product.js';
import type { Described } from '../../offer/page-description.js';
import { offerBoughtBy } from './bought-offer.js';
import type { Offer } from '../offer.js';
import type { Notice } from './sale-text.js';
import { type CheckedSale, isSameSale, settingsMeanwhile } from '../settings.js';

/** The state of a sale. */
export interface Sale {
  /** The description on the merchant's page. */
  readonly described: Described<Product>;
  /** The validated attributes; undefined until they were valid for the first time. */
  readonly settings: CheckedSale | undefined;
  /** Whether the page may still pass on the description: its absence is not an error yet. */
  readonly isEarly: boolean;
  /** The offer that the payment, under way or ended, is for; undefined without a payment, or if that is unknown. */
  readonly bought: Offer | undefined;
  /** Whether the page has set another offer since, which is shown after this payment. */
  readonly isReplaced: boolean;
  /** Why the last press paid nothing, if that belongs to no field. */
  readonly notice: Notice | undefined;
  /** Whether the payer has asked for the offer again, and waits for the answer. */
  readonly isAwaited: boolean;
}

export const initialSale: Sale = {
  described: { state: 'none' },
  settings: undefined,
  isEarly: false,
  bought: undefined,
  isReplaced: false,
  notice: undefined,
  isAwaited: false,
};

/** The events of a sale. */
export type SaleEvent =
  /** The attributes are wrong. */
  | { readonly type: 'misconfigured' }
  /** The attributes are right; `isPayable`: nothing else keeps the element from working. */
  | {
      readonly type: 'configured';
      readonly described: Described<Product>;
      readonly settings: CheckedSale;
      readonly isEarly: boolean;
      readonly isPayable: boolean;
      readonly isUnderWay: boolean;
    }
  /** The gateway has answered with its offer, while the payment was in the state `payment`. */
  | { readonly type: 'learned'; readonly offer: Offer | undefined; readonly payment: State }
  | { readonly type: 'moved'; readonly offer: Offer | undefined; readonly payment: State }
  /** A press paid nothing; `undefined` removes the notice: another press begins, or the form is emptied. */
  | { readonly type: 'noticed'; readonly notice: Notice | undefined }
  | { readonly type: 'asked_again' }
  /** The answer to `asked_again` is shown. */
  | { readonly type: 'answered' };

/** The state of a sale after an event. */
export function nextSale(sale: Sale, event: SaleEvent): Sale {
  switch (event.type) {
    case 'misconfigured':
      return { ...sale, isEarly: false };
    case 'configured':
      return configured(sale, event);
    case 'learned':
      // A payment may have been resumed before the offer was known.
      return event.payment.step === 'details'
        ? sale
        : { ...sale, bought: sale.bought ?? offerBoughtBy(event.payment, event.offer) };
    case 'moved':
      return event.payment.step === 'details'
        ? { ...sale, bought: undefined, isReplaced: false }
        : { ...sale, bought: sale.bought ?? offerBoughtBy(event.payment, event.offer) };
    case 'noticed':
      return { ...sale, notice: event.notice };
    case 'asked_again':
      return { ...sale, isAwaited: true };
    case 'answered':
      return { ...sale, isAwaited: false };
  }
}

function configured(
  sale: Sale,
  { described, settings, isEarly, isPayable, isUnderWay }: Extract<SaleEvent, { type: 'configured' }>,
): Sale {
  const last = sale.settings;
  // The page can't change the order of a payment under way, but it may set the next order's id.
  if (last && isUnderWay) {
    return { ...sale, isEarly, isReplaced: !isSameSale(settings, last), settings: settingsMeanwhile(last, settings) };
  }
  // Keeps the last settings, and with them the payer's input, until there is an offer again.
  if ((!isPayable || isEarly) && last?.order) return { ...sale, isEarly };
  return { ...sale, isEarly, described, settings };
}
