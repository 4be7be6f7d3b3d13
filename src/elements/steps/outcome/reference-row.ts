import { html, nothing, svg, type TemplateResult } from 'lit';
import type { Messages } from '../../../locales/catalogue.js';

const COPY = svg`<path d="M7 7V4.5A1.5 1.5 0 0 1 8.5 3h7A1.5 1.5 0 0 1 17 4.5v7a1.5 1.5 0 0 1-1.5 1.5H13M4.5 7h7A1.5 1.5 0 0 1 13 8.5v7a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 3 15.5v-7A1.5 1.5 0 0 1 4.5 7z"></path>`;

/** The reference to quote to support, with a button that copies it. Shown in full: the payer may have to read it out. */
export function referenceRow(reference: string | undefined, words: Messages): TemplateResult | typeof nothing {
  if (!reference) return nothing;
  const copy = async ({ currentTarget }: Event): Promise<void> => {
    const button = currentTarget as HTMLButtonElement;
    const status = button.nextElementSibling;
    // Insecure pages have no clipboard, and a payer may refuse it: then the whole reference is selected.
    const done = await Promise.resolve(
      navigator.clipboard?.writeText(reference) ?? Promise.reject(new Error('no clipboard')),
    ).then(
      () => true,
      () => false,
    );
    if (done && status) status.textContent = words.copied;
    else if (button.previousElementSibling) getSelection()?.selectAllChildren(button.previousElementSibling);
  };
  return html`<div>
    <dt>${words.reference}</dt>
    <dd class="reference"
      ><span dir="auto">${reference}</span
      ><button part="button" type="button" class="quiet icon" aria-label=${words.copy_reference} @click=${copy}
        ><svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true">${COPY}</svg></button
      ><span class="goes-to" role="status"></span
    ></dd>
  </div>`;
}
