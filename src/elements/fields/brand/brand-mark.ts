import { html, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import { type BrandId, BRANDS } from '../../../card/brand.js';

// Our own drawings, in colours close to those of the brands. The brands' logos need a licence.
const DISC = svg`<circle cx="21" cy="10" r="5" fill="#fff" fill-opacity=".85"></circle>`;
const WAVE = svg`<path d="M0 14C8 6 14 18 32 7v10a3 3 0 0 1-3 3H3a3 3 0 0 1-3-3z" fill="#fff" fill-opacity=".4"></path>`;
const BARS = svg`<path d="M17 5h4v10h-4zm6 0h4v10h-4z" fill="#fff" fill-opacity=".75"></path>`;
const CHIP = svg`<rect x="4" y="6" width="7" height="6" rx="1" fill="#fff" fill-opacity=".8"></rect>`;

const LOOKS: Readonly<Record<BrandId, readonly [color: string, shape: SVGTemplateResult]>> = {
  amex: ['#1769b5', CHIP],
  belkart: ['#1f7a4d', CHIP],
  diners: ['#31557f', DISC],
  discover: ['#c85a12', DISC],
  elo: ['#28323d', DISC],
  humo: ['#7a5a1e', WAVE],
  jcb: ['#1d4f9c', BARS],
  maestro: ['#b01e3c', DISC],
  mastercard: ['#c8420a', DISC],
  mir: ['#14804a', WAVE],
  rupay: ['#22559c', WAVE],
  troy: ['#0f7d8c', BARS],
  unionpay: ['#0d6b74', BARS],
  uzcard: ['#1f62b0', WAVE],
  verve: ['#a3202e', DISC],
  visa: ['#1f3fa8', WAVE],
};

/** An icon of a card, 32 by 20 units, in the colour of its brand. */
const drawing = (id: BrandId): TemplateResult => {
  const [color, shape] = LOOKS[id];
  return html`<svg class="glyph" viewBox="0 0 32 20" aria-hidden="true"><rect width="32" height="20" rx="3" fill=${color}></rect>${shape}</svg>`;
};

// The icons that a form shows first are templates without expressions, which render fastest.
const UNKNOWN = html`<svg class="glyph" viewBox="0 0 32 20" aria-hidden="true"
  ><rect x=".75" y=".75" width="30.5" height="18.5" rx="2.5" fill="none" stroke="currentColor" stroke-width="1.5"></rect
  ><path d="M1 6.5h30" stroke="currentColor" stroke-width="2.5"></path
></svg>`;

/** A card icon in the colour of its brand, for places that show the brand's name themselves. */
export const cardGlyph = (id: BrandId | undefined): TemplateResult => (id ? drawing(id) : UNKNOWN);

/**
 * The brand's icon and short name, or the merchant's licensed art for it in a slot.
 *
 * @param art A copy of that art, for a slot that is not the first one of its name.
 */
export function brandMark(id: BrandId | undefined, art?: Element): TemplateResult {
  const brand = BRANDS.find((each) => each.id === id);
  if (!brand) return html`<span part="brand" class="brand">${UNKNOWN}</span>`;
  return html`<span part="brand" class="brand"
    ><slot name="brand-${brand.id}"
      >${art ?? html`${drawing(brand.id)}${brand.short ?? brand.name}`}</slot
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
