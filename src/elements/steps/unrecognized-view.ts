import { html, type TemplateResult } from 'lit';
import type { Words } from '../../locales/catalogue.js';
import { markView } from './outcome/mark.js';

// These steps show nothing from the page's address, because anyone can make up an address.

/** The merchant's server is asked about the payment that the page's address names. */
export const recognizingView = (words: Words): TemplateResult => html`
  <section part="waiting" class="waiting">
    <h2 part="heading" tabindex="-1"><span class="spinner" aria-hidden="true"></span>${words.recognizing}</h2>
    <p>${words.keep_open}</p>
  </section>
`;

/** The server did not confirm that payment: it may not exist, or the payer may have just paid. */
export const unrecognizedView = (words: Words, toForm: () => void): TemplateResult => html`
  <section part="unrecognized" class="outcome unrecognized">
    <h2 part="heading" tabindex="-1">${markView('unrecognized')}${words.unrecognized}</h2>
    <p>${words.unrecognized_text}</p>
    <div class="actions">
      <button part="button" type="button" @click=${toForm}>${words.to_form}</button>
    </div>
  </section>
`;
