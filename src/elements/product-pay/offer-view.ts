import { html, nothing, type TemplateResult } from 'lit';
import { fill } from '../../locales/catalogue.js';
import type { OrderCatalogue } from '../../locales/order-words.js';
import { termsText } from '../offer/plan-terms.js';
import { dateText, sumText } from '../base/price-text.js';
import { endOf, leftOf, type Offer } from './offer.js';

/** What is on offer: its name, what it costs, and how long or how many times it can be bought. */
export function offerView(
  { product, plan }: Offer,
  words: OrderCatalogue,
  language: string,
  /** Whether it can still be bought: what is left is no longer of interest afterwards. */
  open: boolean,
): TemplateResult {
  if (plan) {
    return html`
      <div part="offer" class="offer">
        <h2 part="name">${plan.title}</h2>
        <div part="terms">${termsText(plan, words, language).map((sentence) => html`<p>${sentence}</p>`)}</div>
      </div>
    `;
  }
  const left = leftOf(product);
  const end = endOf(product);
  return html`
    <div part="offer" class="offer">
      <h2 part="name" dir="auto">${product.name}</h2>
      <p part="price" class="sum">${sumText(product.amount, product.currency, language)}</p>
      ${product.description ? html`<p part="description" class="goes-to" dir="auto">${product.description}</p>` : nothing}
      ${open && left ? html`<p part="left" class="goes-to">${fill(words.left, { count: left }, words.language)}</p>` : nothing}
      ${open && end !== undefined
        ? html`<p part="deadline" class="goes-to">${fill(words.offered_until, { time: dateText(end, language) })}</p>`
        : nothing}
    </div>
  `;
}

/** Why it can't be bought. */
export const unavailableView = (text: string, again: { words: OrderCatalogue; ask: () => void } | undefined): TemplateResult => html`
  <div part="unavailable" class="unavailable" role="status">
    <p>${text}</p>
    ${again ? html`<button part="button" type="button" class="quiet" @click=${again.ask}>${again.words.try_again}</button>` : nothing}
  </div>
`;
