import { html, nothing, type TemplateResult } from 'lit';
import type { Words } from '../../../locales/catalogue.js';
import { copyOrSelect } from './copy-or-select.js';

/**
 * A reference in full, with the part first that the payer reads out first: "order-8ffcafb1" of "order-8ffcafb1-3c5e-…". Support often
 * needs no more, but may find only the whole: it is no code of its own, and nothing is cut off.
 */
export function referenceText(reference: string): TemplateResult {
  const head = reference.length > 20 ? (reference.match(/^.{8,20}?(?=[-_:.])/)?.[0] ?? '') : reference;
  return html`<span dir="auto"><strong class="head">${head}</strong>${reference.slice(head.length)}</span>`;
}

/** The reference to quote to support, with a button that copies it. Shown in full: the payer may have to read it out. */
export function referenceRow(reference: string | undefined, words: Words): TemplateResult | typeof nothing {
  if (!reference) return nothing;
  const copy = ({ currentTarget }: Event): void => {
    const { previousElementSibling: shown, nextElementSibling: status } = currentTarget as Element;
    void copyOrSelect(reference, words.copied, status!, shown);
  };
  return html`<div>
    <dt>${words.reference}</dt>
    <dd class="reference"
      >${referenceText(reference)}<button part="button" type="button" class="quiet icon" aria-label=${words.copy_reference} @click=${copy}
        ><svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true"><path d="M8 8V3h13v13h-5M3 8h13v13H3z"></path></svg></button
      ><span class="goes-to" role="status"></span
    ></dd>
  </div>`;
}
