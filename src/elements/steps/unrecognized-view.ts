import { html, type TemplateResult } from 'lit';
import type { Messages } from '../../locales/catalogue.js';

// Nothing of the address is shown in these steps: anybody can write one.

/** The merchant's server is asked about the payment that the page's address names. */
export const recognizingView = (messages: Messages): TemplateResult => html`
  <section part="waiting" class="waiting">
    <h2 part="heading" tabindex="-1"><span class="spinner" aria-hidden="true"></span>${messages.recognizing}</h2>
    <p>${messages.keep_open}</p>
  </section>
`;

/** Nobody confirmed that payment: perhaps there is none, perhaps the payer has just paid. */
export const unrecognizedView = (messages: Messages, toForm: () => void): TemplateResult => html`
  <section part="unrecognized" class="outcome unrecognized">
    <h2 part="heading" tabindex="-1"><span class="mark" aria-hidden="true"></span>${messages.unrecognized}</h2>
    <p>${messages.unrecognized_text}</p>
    <div class="actions">
      <button part="button" type="button" @click=${toForm}>${messages.to_form}</button>
    </div>
  </section>
`;
