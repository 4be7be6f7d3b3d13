import { html, nothing, type TemplateResult } from 'lit';
import type { OrderMessages, Words } from '../../locales/messages.js';
import { termsText } from '../offer/plan-terms.js';
import type { Speech } from '../base/speech.js';
import { endOf, leftOf, type Offer } from './offer.js';

/** The offer: its name and price or terms, how many are left, and until when it can be bought. */
export function offerView(
  { product, plan }: Offer,
  speech: Speech<OrderMessages>,
  /** Whether it can still be bought; otherwise how many are left, and until when, is not shown. */
  open: boolean,
): TemplateResult {
  const { words } = speech;
  if (plan) {
    return html`
      <div part="offer" class="offer">
        <h2 part="name">${plan.title}</h2>
        <div part="terms">${termsText(plan, speech).map((sentence) => html`<p>${sentence}</p>`)}</div>
      </div>
    `;
  }
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
export const unavailableView = (
  text: string,
  again: { words: Words<OrderMessages>; ask: () => void } | undefined,
): TemplateResult => html`
  <div part="unavailable" class="unavailable" role="status">
    <p>${text}</p>
    ${again ? html`<button part="button" type="button" class="quiet" @click=${again.ask}>${again.words.try_again}</button>` : nothing}
  </div>
`;
