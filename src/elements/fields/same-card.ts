import type { CardFacts } from '../../card/card.js';
import { checkPan } from '../../card/pan.js';
import type { SavedCard } from '../../card/saved-card.js';

/** The properties by which the cards of two sections are compared. */
interface ComparedCard {
  readonly saved: SavedCard | undefined;
  readonly facts: CardFacts;
  /** The digits of a typed card. */
  readonly digits: string;
}

/** Whether two sections surely have the same card: two typed numbers, or one saved card. */
export function isSameCard({ saved, digits }: ComparedCard, other: ComparedCard): boolean {
  if (saved || other.saved) return saved?.token === other.saved?.token;
  return checkPan(digits).state === 'valid' && digits === other.digits;
}

/**
 * Whether they seem to: of a saved card, perhaps only brand and last four digits are known. Not for a frame: with saved cards of its own, a
 * page could find out what the payer types there.
 */
export function isLikeCard(one: ComparedCard, other: ComparedCard): boolean {
  if (isSameCard(one, other)) return true;
  const { last4, brand } = one.facts;
  const theirs = other.facts;
  if ((!one.saved && !other.saved) || last4 === undefined) return false;
  return last4 === theirs.last4 && (brand ?? theirs.brand) === (theirs.brand ?? brand);
}
