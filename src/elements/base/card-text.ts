import type { CardFacts } from '../../card/card.js';
import { fill } from '../../locales/fill.js';
import type { Words } from '../../locales/messages.js';
import type { CardData } from '../../wire/response/transaction.js';
import { brandName } from './brand-name.js';

/** The label of a card, if the text beside it has the card's last four digits: a frame gets its sentences from the page. */
export const labelBeside = ({ label, last4 }: CardFacts, card: string): string | undefined =>
  last4 && card.includes(last4) ? label : undefined;

/** A card's text after its label: "Mum (Visa •••• 1111)". The label is isolated, so that its direction does not move the digits. */
export function withLabel(facts: CardFacts, card: string): string {
  const label = labelBeside(facts, card);
  return label ? `\u2068${label}\u2069 (${card})` : card;
}

/** A card by its label, brand and last four digits. Undefined without the digits. */
export const cardText = (words: Words, facts: CardFacts = {}): string | undefined => answeredCardText(words, undefined, facts);

/** The card of an answer in the same words. The label of the card that was used names no card with other digits. */
export function answeredCardText(words: Words, card: CardData | null | undefined, used: CardFacts = {}): string | undefined {
  const text = maskedCardText(words, card, used);
  return text && used.last4 === (card?.last_4 ?? used.last4) ? withLabel(used, text) : text;
}

/** The same without the label, for others than the payer. */
export function maskedCardText(words: Words, card: CardData | null | undefined, used: CardFacts = {}): string | undefined {
  const last4 = card?.last_4 ?? used.last4;
  return last4 && fill(words.card_ending, { brand: brandName(card?.brand ?? used.brand) ?? words.card, last4 });
}
