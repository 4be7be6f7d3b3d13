import { html, type TemplateResult } from 'lit';
import type { PlanMessageKey, Words } from '../../locales/messages.js';

/** The placeholder of a form, link or terms that are still to come. */
export const skeletonView = (words: Words<PlanMessageKey>): TemplateResult => html`
  <div part="skeleton" class="skeleton" role="status" aria-label=${words.offer_loading}>
    <span></span><span></span>
  </div>
`;
