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

/** Whether two sections have the same card. Of a saved card, perhaps only brand and last four digits are known. */
export function isSameCard({ saved, facts, digits }: ComparedCard, other: ComparedCard): boolean {
  if (!saved && !other.saved) return checkPan(digits).state === 'valid' && digits === other.digits;
  if (saved && saved.token === other.saved?.token) return true;
  const { last4, brand } = facts;
  const theirs = other.facts;
  return last4 !== undefined && last4 === theirs.last4 && (brand ?? theirs.brand) === (theirs.brand ?? brand);
}
