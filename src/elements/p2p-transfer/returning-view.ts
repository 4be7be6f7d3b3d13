import { html, type TemplateResult } from 'lit';
import type { Words } from '../../locales/messages.js';

/** Shown while the payer may be back from a payment, until it is known. It claims no result. */
export const returningView = (words: Words): TemplateResult =>
  html`<section part="waiting" class="waiting" role="status"><h2>${words.settling}</h2></section>`;
