import type { CardDraft, CardFacts } from '../../../card/card.js';
import { BRANDS } from '../../../card/brand.js';
import type { SavedCard } from '../../../card/saved-card.js';
import { fill, type Words } from '../../../locales/messages.js';
import { brandName, brandNamed } from '../../base/brand-name.js';
import { withLabel } from '../../base/card-text.js';

/** Brand, last four digits and label of a saved card, as far as they are known. A label never stands without the digits. */
export function savedFacts({ brand, last_4: last4, label }: SavedCard): CardFacts {
  const brandRow = brandNamed(brand);
  return { ...(brandRow && { brand: brandRow.id }), ...(last4 && { last4, ...(label && { label }) }) };
}

/**
 * A draft with the first digits of a brand, so that a saved card's verification value can be checked. They are not the digits of
 * any card.
 */
export const draftOfBrand = ({ brand }: CardFacts): CardDraft => {
  const [prefix] = BRANDS.find(({ id }) => id === brand)?.ranges.split(/[ -]/) ?? [];
  return prefix === undefined ? {} : { number: prefix };
};

/** A saved card in words: "Visa •••• 0000". */
export function savedCardText({ brand, last_4: last4 }: SavedCard, words: Words): string {
  const name = brandNamed(brand)?.short ?? brandName(brand) ?? words.card;
  return last4 ? fill(words.card_ending, { brand: name, last4 }) : name;
}

/** The same, with its label: "Mum (Visa •••• 0000)". */
export const savedCardName = (card: SavedCard, words: Words): string => withLabel(savedFacts(card), savedCardText(card, words));
