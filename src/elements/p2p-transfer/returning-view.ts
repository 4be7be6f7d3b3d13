import { html, type TemplateResult } from 'lit';
import type { FormMessages } from '../../locales/catalogue.js';

/**
 * Shown while the payer may be back from a payment, and the code that can check is not loaded yet. It claims no result.
 *
 * @param loadAgain Loads that code once more; given if it could not be loaded.
 */
export const returningView = (words: FormMessages, loadAgain: (() => void) | undefined): TemplateResult =>
  loadAgain
    ? html`
        <section part="unrecognized" class="outcome unrecognized" role="alert">
          <h2 part="heading"><span class="mark" aria-hidden="true"></span>${words.unrecognized}</h2>
          <p>${words.part_missing_return}</p>
          <div class="actions"><button part="button" type="button" @click=${loadAgain}>${words.check_again}</button></div>
        </section>
      `
    : html`<section part="waiting" class="waiting" role="status"><h2>${words.settling}</h2></section>`;
