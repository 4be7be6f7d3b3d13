import { html, nothing, type TemplateResult } from 'lit';
import { type BrandId, BRANDS } from '../../card/brand.js';

/** The brand's name, or the merchant's licensed art for it in a slot. */
export function brandMark(id: BrandId | undefined): TemplateResult {
  const brand = BRANDS.find((each) => each.id === id);
  return html`<span part="brand" class="brand"
    >${brand ? html`<slot name="brand-${brand.id}">${brand.name}</slot>` : nothing}</span
  >`;
}
