import { html, nothing, type TemplateResult } from 'lit';
import type { OrderCatalogue } from '../../../locales/order-words.js';
import type { Speech } from '../../base/speech.js';
import type { PaymentLink } from '../../offer/payment-link.js';
import { skeletonView } from '../../offer/skeleton-view.js';
import type { Offer } from '../offer.js';
import { offerView, unavailableView } from '../offer-view.js';
import { type OrderContext, orderView } from '../order-view.js';
import { noticeText, pressText } from './sale-text.js';
import type { Sale } from './sale.js';
import { type Known, lossOf, unavailableText, wayOf } from './standing.js';

/** What is shown of a sale, down to the button. */
export interface SaleContext extends Omit<OrderContext, 'press' | 'notice' | 'isAway' | 'speech'> {
  readonly sale: Sale;
  readonly known: Known;
  /** What is on offer or, once the payer has pressed, what was. */
  readonly offer: Offer | undefined;
  readonly speech: Speech<OrderCatalogue>;
  /** Whether an error keeps the element from working. */
  readonly isBroken: boolean;
  /** Whether the card's fields may be there: with a key that must not be used, nothing may be typed. */
  readonly takesCards: boolean;
  readonly link: PaymentLink;
  readonly isQrShown: boolean;
  readonly askAgain: () => void;
}

/** What is on offer, and the way to buy it: the form, the payment link, or why it can't be bought. */
export function saleView(context: SaleContext): TemplateResult {
  const { state, sale, known, offer, speech, isBroken } = context;
  const { words } = speech;
  const { settings, notice } = sale;
  const isOpen = state.step === 'details';
  const isEarly = isOpen && sale.isEarly;
  const isAway = isBroken || isEarly;
  const unavailable = isOpen && !isEarly ? unavailableText(known, words) : undefined;
  const loss = lossOf(known);
  const again = loss && loss !== 'unknown' ? { words, ask: context.askAgain } : undefined;
  const way = isOpen && !unavailable ? wayOf(known) : undefined;
  const isReady = isOpen && !unavailable && !isAway;
  const hasForm = settings?.order && context.takesCards && (way === 'form' || !isOpen);
  return html`
    ${offer && !(isOpen && isAway) ? offerView(offer, speech, isOpen && !unavailable) : nothing}
    ${(isReady && !way) || isEarly ? skeletonView(words) : nothing}
    ${unavailable ? unavailableView(unavailable, again) : nothing}
    ${isReady && way === 'link' && settings?.payUrl ? context.link.render(settings.payUrl, words, context.isQrShown) : nothing}
    ${
      hasForm
        ? orderView({
            ...context,
            isAway,
            press: offer ? pressText(offer, speech) : '',
            notice: offer && notice && noticeText(notice, offer, speech),
          })
        : nothing
    }
  `;
}
