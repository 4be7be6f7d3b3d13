import { html, nothing, type TemplateResult } from 'lit';
import type { MessageKey, Words } from '../../locales/messages.js';
import { planView } from '../offer/plan-view.js';
import type { PaymentLink } from '../offer/payment-link.js';
import { skeletonView } from '../offer/skeleton-view.js';
import type { Speech } from '../base/speech.js';
import { endOf, leftOf, type Offer } from '../offer/offer.js';
import type { OfferResource } from './offer-resource.js';
import { unavailableText } from '../offer/offer-text.js';
import { type OrderContext, orderView } from '../offer/order-view.js';

/** The offer: its name and price or terms, how many are left, and until when it can be bought. */
function offerView(
  { product, plan }: Offer,
  speech: Speech<MessageKey>,
  /** Whether it can still be bought; otherwise how many are left, and until when, is not shown. */
  open: boolean,
): TemplateResult {
  if (plan) return planView(plan, speech);
  const { words } = speech;
  const left = leftOf(product);
  const end = endOf(product);
  return html`
    <div part="offer" class="offer">
      <h2 part="name"><bdi>${product.name}</bdi></h2>
      <p part="price" class="sum">${speech.sum(product.amount, product.currency)}</p>
      ${product.description ? html`<p part="description" class="goes-to"><bdi>${product.description}</bdi></p>` : nothing}
      ${open && left ? html`<p part="left" class="goes-to">${speech.fill(words.left, { count: left })}</p>` : nothing}
      ${
        open && end !== undefined
          ? html`<p part="deadline" class="goes-to">${speech.fill(words.offered_until, { time: speech.date(end) })}</p>`
          : nothing
      }
    </div>
  `;
}

/** Why it can't be bought. */
const unavailableView = (text: string, again: { words: Words<MessageKey>; ask: () => void } | undefined): TemplateResult => html`
  <div part="unavailable" class="unavailable" role="status">
    <p>${text}</p>
    ${again ? html`<button part="button" type="button" class="quiet" @click=${again.ask}>${again.words.try_again}</button>` : nothing}
  </div>
`;

/** The data and actions of the view of an offer. */
export interface OfferContext extends Omit<OrderContext, 'isHidden'> {
  readonly resource: OfferResource;
  /** Whether an error keeps the element from working. */
  readonly isBroken: boolean;
  /** Whether the card's fields may be shown: not with a key that must not be used. */
  readonly takesCards: boolean;
  readonly link: PaymentLink;
  readonly askAgain: () => void;
}

/** The offer, and below it the form, the payment link, or why it can't be bought. */
export function shopView(context: OfferContext): TemplateResult {
  const { state, resource, offer, speech, isBroken } = context;
  const { words } = speech;
  const { settings, failure } = resource;
  const isOpen = state.step === 'details';
  const isEarly = isOpen && resource.isEarly;
  const isHidden = isBroken || isEarly;
  const unavailable = isOpen && !isEarly ? unavailableText(resource, words) : undefined;
  const again = failure && failure !== 'unknown' ? { words, ask: context.askAgain } : undefined;
  const mode = isOpen && !unavailable ? resource.mode : undefined;
  const isReady = isOpen && !unavailable && !isHidden;
  const hasForm = settings?.order && context.takesCards && (mode === 'form' || !isOpen);
  return html`
    ${offer && !(isOpen && isHidden) ? offerView(offer, speech, isOpen && !unavailable) : nothing}
    ${(isReady && !mode) || isEarly ? skeletonView(words) : nothing}
    ${unavailable ? unavailableView(unavailable, again) : nothing}
    ${isReady && mode === 'link' && settings?.payUrl ? context.link.render(settings.payUrl, words, context.isDisabled) : nothing}
    ${hasForm ? orderView({ ...context, isHidden }) : nothing}
  `;
}
