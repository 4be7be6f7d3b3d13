import { html, type TemplateResult } from 'lit';
import { type BrandId, BRANDS } from '../../../card/brand.js';

// The icons that a form shows are templates without expressions, which render fastest.
/** A card of no brand. The brands' logos need a licence, and a look-alike would be worse than none. */
export const CARD_GLYPH = html`<svg class="glyph" viewBox="0 0 32 20" aria-hidden="true"
  ><rect x=".75" y=".75" width="30.5" height="18.5" rx="2.5" fill="none" stroke="currentColor" stroke-width="1.5"></rect
  ><path d="M1 6.5h30" stroke="currentColor" stroke-width="2.5"></path
></svg>`;

/**
 * The brand's short name in a frame, or the merchant's licensed art for it in a slot.
 *
 * @param art A copy of that art, for a slot that is not the first one of its name.
 */
export function brandMark(id: BrandId | undefined, art?: Element): TemplateResult {
  const brand = BRANDS.find((each) => each.id === id);
  if (!brand) return html`<span part="brand" class="brand">${CARD_GLYPH}</span>`;
  return html`<span part="brand" class="brand"
    ><slot name="brand-${brand.id}"
      >${art ?? html`<span class="name">${brand.short ?? brand.name}</span>`}</slot
    ></span
  >`;
}

/** Shows where the verification value is printed: behind the signature, or on the front above the number if it has four digits. */
export const codeMark = (isOnFront: boolean): TemplateResult =>
  isOnFront
    ? html`<span class="brand" aria-hidden="true"
        ><svg class="glyph" viewBox="0 0 32 20" aria-hidden="true"
          ><rect x=".75" y=".75" width="30.5" height="18.5" rx="2.5" fill="none" stroke="currentColor" stroke-width="1.5"></rect
          ><path d="M4 13h14" stroke="currentColor" stroke-width="1.5"></path
          ><circle class="code" cx="25" cy="8" r="4.25" fill="currentColor"></circle
        ></svg
      ></span>`
    : html`<span class="brand" aria-hidden="true"
        ><svg class="glyph" viewBox="0 0 32 20" aria-hidden="true"
          ><rect x=".75" y=".75" width="30.5" height="18.5" rx="2.5" fill="none" stroke="currentColor" stroke-width="1.5"></rect
          ><path d="M1 5.5h30" stroke="currentColor" stroke-width="3"></path
          ><rect x="19" y="10" width="9" height="5.5" rx="1" fill="currentColor"></rect
        ></svg
      ></span>`;
