import { html, nothing, type TemplateResult } from 'lit';
import type { OrderMessages } from '../../../locales/messages.js';
import type { Speech } from '../../base/speech.js';
import type { PaymentLink } from '../../offer/payment-link.js';
import { skeletonView } from '../../offer/skeleton-view.js';
import type { Offer } from '../offer.js';
import { offerView, unavailableView } from '../offer-view.js';
import { type OrderContext, orderView } from '../order-view.js';
import { actOf, noticeText } from './sale-text.js';
import type { Sale } from './sale.js';
import { type SaleFacts, loadFailureOf, unavailableText, resolvedMode } from './sale-status.js';

/** The data and actions of a sale's view. */
export interface SaleContext extends Omit<OrderContext, 'act' | 'notice' | 'isHidden' | 'speech'> {
  readonly sale: Sale;
  readonly known: SaleFacts;
  /** The current offer or, once the payer has pressed, the one that they bought. */
  readonly offer: Offer | undefined;
  readonly speech: Speech<OrderMessages>;
  /** Whether an error keeps the element from working. */
  readonly isBroken: boolean;
  /** Whether the card's fields may be shown: not with a key that must not be used. */
  readonly takesCards: boolean;
  readonly link: PaymentLink;
  readonly askAgain: () => void;
}

/** The offer, and below it the form, the payment link, or why it can't be bought. */
export function saleView(context: SaleContext): TemplateResult {
  const { state, sale, known, offer, speech, isBroken } = context;
  const { words } = speech;
  const { settings, notice } = sale;
  const isOpen = state.step === 'details';
  const isEarly = isOpen && sale.isEarly;
  const isHidden = isBroken || isEarly;
  const unavailable = isOpen && !isEarly ? unavailableText(known, words) : undefined;
  const failure = loadFailureOf(known);
  const again = failure && failure !== 'unknown' ? { words, ask: context.askAgain } : undefined;
  const mode = isOpen && !unavailable ? resolvedMode(known) : undefined;
  const isReady = isOpen && !unavailable && !isHidden;
  const hasForm = settings?.order && context.takesCards && (mode === 'form' || !isOpen);
  return html`
    ${offer && !(isOpen && isHidden) ? offerView(offer, speech, isOpen && !unavailable) : nothing}
    ${(isReady && !mode) || isEarly ? skeletonView(words) : nothing}
    ${unavailable ? unavailableView(unavailable, again) : nothing}
    ${isReady && mode === 'link' && settings?.payUrl ? context.link.render(settings.payUrl, words, context.isDisabled) : nothing}
    ${
      hasForm
        ? orderView({
            ...context,
            isHidden,
            act: actOf(offer),
            notice: offer && notice && noticeText(notice, offer, speech),
          })
        : nothing
    }
  `;
}
