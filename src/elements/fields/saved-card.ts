import { html, type TemplateResult } from 'lit';
import type { CardDraft, CardFacts } from '../../card/card.js';
import { BRANDS } from '../../card/brand.js';
import { fill, type Messages } from '../../locales/messages.js';
import { brandName, brandNamed } from '../base/brand-name.js';

/**
 * A card the gateway keeps: its token from an earlier transaction made with `save-card` (spec 2.6), and what to show of
 * it. The spelling is the gateway's, so that a transaction's `credit_card` can be passed on as it is.
 */
export interface SavedCard {
  readonly token: string;
  readonly brand?: string | null | undefined;
  readonly last_4?: string | null | undefined;
}

/** What is known about a saved card. */
export function savedFacts({ brand, last_4: last4 }: SavedCard): CardFacts {
  const known = brandNamed(brand);
  return { ...(known && { brand: known.id }), ...(last4 && { last4 }) };
}

/** The first digits of a saved card's brand, by which its verification value is validated; not the digits of any card. */
export const draftOfBrand = ({ brand }: CardFacts): CardDraft => {
  const [prefix] = BRANDS.find(({ id }) => id === brand)?.ranges.split(/[ -]/) ?? [];
  return prefix === undefined ? {} : { number: prefix };
};

/** The saved card, and a button to type another one. */
export function savedCardView({ brand, last_4: last4 }: SavedCard, messages: Messages, useAnother: () => void): TemplateResult {
  const name = brandName(brand) ?? messages.card;
  return html`
    <div class="saved" part="saved">
      <span dir="auto">${last4 ? fill(messages.card_ending, { brand: name, last4 }) : name}</span>
      <button part="button" type="button" class="quiet" @click=${useAnother}>${messages.another_card}</button>
    </div>
  `;
}
