import { html, nothing, type TemplateResult } from 'lit';
import type { Words } from '../../../locales/catalogue.js';

/**
 * The notice that the order is being paid in another window or browser.
 *
 * @param link To the bank's page, if the payment waits for it.
 */
export const elsewhereView = (words: Words, link?: unknown): TemplateResult => html`
  <div part="elsewhere" class="unfinished">
    <p><strong>${words.elsewhere}</strong>${link ? html`<br />${words.authentication_open}` : nothing}</p>
    ${link ?? nothing}
  </div>
`;
