import { html, type TemplateResult } from 'lit';
import type { OrderCatalogue } from '../../locales/order-words.js';

/** The place of what is still to come: the form, the link, or the terms. */
export const skeletonView = (words: OrderCatalogue): TemplateResult => html`
  <div part="skeleton" class="skeleton" role="status" aria-label=${words.offer_loading}>
    <span></span><span></span>
  </div>
`;
