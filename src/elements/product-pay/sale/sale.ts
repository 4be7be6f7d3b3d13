import type { State } from '../../../flow/state.js';
import type { Product } from '../../../wire/response/product.js';
import type { Described } from '../../offer/description.js';
import { boughtBy } from './bought.js';
import type { Offer } from '../offer.js';
import type { Notice } from './sale-text.js';
import { type CheckedSale, isSameSale, settingsMeanwhile } from '../settings.js';

/** What is for sale, and how far the payer has got with it. */
export interface Sale {
  /** The description on the merchant's page. */
  readonly described: Described<Product>;
  /** Its attributes; undefined until they were right for the first time. */
  readonly settings: CheckedSale | undefined;
  /** Whether the page may still hand over what is on offer: nothing is wrong yet. */
  readonly isEarly: boolean;
  /** What the payment under way, or ended, is for; undefined without a payment, or where that is not known. */
  readonly bought: Offer | undefined;
  /** Whether the page has put something else on offer since, which is shown when the payer goes on. */
  readonly isReplaced: boolean;
  /** Why the last press paid nothing, where that belongs to no field. */
  readonly notice: Notice | undefined;
  /** Whether the payer has asked again for what is on offer, and waits for the answer. */
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

/** What happens to a sale. */
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
  /** The gateway has answered what is on offer, while the payment was in the state `payment`. */
  | { readonly type: 'learned'; readonly offer: Offer | undefined; readonly payment: State }
  | { readonly type: 'moved'; readonly offer: Offer | undefined; readonly payment: State }
  /** A press paid nothing; undefined: the next one begins, or the form is emptied. */
  | { readonly type: 'noticed'; readonly notice: Notice | undefined }
  | { readonly type: 'asked_again' }
  /** What the payer asked for again is shown, or that it can't be. */
  | { readonly type: 'answered' };

/** What a sale is after an event. */
export function sell(sale: Sale, event: SaleEvent): Sale {
  switch (event.type) {
    case 'misconfigured':
      return { ...sale, isEarly: false };
    case 'configured':
      return configured(sale, event);
    case 'learned':
      // Taken up before it was known what is sold here.
      return event.payment.step === 'details' ? sale : { ...sale, bought: sale.bought ?? boughtBy(event.payment, event.offer) };
    case 'moved':
      return event.payment.step === 'details'
        ? { ...sale, bought: undefined, isReplaced: false }
        : { ...sale, bought: sale.bought ?? boughtBy(event.payment, event.offer) };
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
  // What the payer has paid, and where, is not for the page to change. The next order's id counts already.
  if (last && isUnderWay) {
    return { ...sale, isEarly, isReplaced: !isSameSale(settings, last), settings: settingsMeanwhile(last, settings) };
  }
  // What was typed stays, for what is on offer next.
  if ((!isPayable || isEarly) && last?.order) return { ...sale, isEarly };
  return { ...sale, isEarly, described, settings };
}
