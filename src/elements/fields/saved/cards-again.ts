import type { CardFacts } from '../../../card/card.js';
import type { SavedCard } from '../../../card/saved-card.js';
import type { CardData } from '../../../wire/response/transaction.js';
import type { SectionName } from '../../../wire/request/card-section.js';
import { readSavedCard } from './read-saved-cards.js';
import { NO_SAVED_CARDS, type SavedCards } from './saved-choice.js';
import { savedFacts } from './saved-facts.js';

/**
 * The card of an answer as a saved card; undefined without a token that can be used.
 *
 * @param used The card that was to be used, whose label it has if it is that one.
 */
export function savedCardOf(card: CardData | null | undefined, used: CardFacts | undefined): SavedCard | undefined {
  const isUsed = used?.last4 !== undefined && used.last4 === card?.last_4;
  return card?.token ? readSavedCard({ ...card, label: isUsed ? used.label : undefined }) : undefined;
}

const looks = (card: SavedCard): string => JSON.stringify([savedFacts(card).brand, card.last_4]);

type Sections<Value> = { readonly [Section in SectionName]?: Value | undefined };

/**
 * The saved cards with which a payment began, among those that the page supplies now: by brand and last four digits, and a recipient's by
 * its label, too, because the same digits can be another person's. Without one of several.
 */
export function cardsUsed(
  used: Sections<CardFacts>,
  given: Sections<SavedCards>,
): { readonly [Section in SectionName]?: SavedCard } {
  const cardsBySection = Object.entries(given).flatMap(([name, list]) => {
    const section = name as SectionName;
    const { brand, last4, label } = used[section] ?? {};
    const cards = list?.cards.filter(
      (card) =>
        card.last_4 === last4 &&
        savedFacts(card).brand === brand &&
        (section === 'credit_card' || (card.label ?? undefined) === label),
    );
    return last4 !== undefined && cards?.length === 1 ? [[section, cards[0]] as const] : [];
  });
  return Object.fromEntries(cardsBySection);
}

/** The page's saved cards with one chosen. Added to them, it replaces its like, which may be the same card under another token. */
export function withChosen(given: SavedCards = NO_SAVED_CARDS, card: SavedCard): SavedCards {
  const isIn = given.cards.some(({ token }) => token === card.token);
  if (isIn) return { ...given, chosen: card.token };
  // The page would not know which card the payer wants removed.
  return { cards: [card, ...given.cards.filter((each) => looks(each) !== looks(card))], chosen: card.token };
}
