import { html, type TemplateResult } from 'lit';
import type { CardDraft, CardFacts } from '../../../card/card.js';
import { isExpired, type SavedCard } from '../../../card/saved-card.js';
import type { FormMessages } from '../../../locales/messages.js';
import type { SavedCards } from './saved-choice.js';
import type { SavedSection } from './saved-section.js';

/** The place of a section's saved cards. What shows them is there once it is needed and loaded. */
export class SavedPlace {
  readonly #open: () => SavedSection | undefined;
  readonly #now: () => number;
  #section: SavedSection | undefined;
  /** What can't be shown yet. */
  #toCome: SavedCards | undefined;

  /**
   * @param open Opens what shows saved cards; undefined: it is still to come.
   * @param now Milliseconds since 1970.
   */
  constructor(open: () => SavedSection | undefined, now: () => number) {
    this.#open = open;
    this.#now = now;
  }

  /** The card that stands in the section. */
  get card(): SavedCard | undefined {
    return this.#section?.card;
  }

  /** What is known about that card. */
  get facts(): CardFacts | undefined {
    return this.#section?.facts;
  }

  /** What stands for its number, by which its verification value is validated. */
  get draft(): CardDraft | undefined {
    return this.#section?.draft;
  }

  /** Whether it depends on saved cards that can't be shown yet what the payer has to fill in. */
  get isToCome(): boolean {
    return this.#toCome !== undefined;
  }

  /** Whether the payer types a card. */
  get isAnother(): boolean {
    // Of expired cards the payer can choose none, so the fields are open before the cards can be shown. The page's cards are not
    // judged yet, and one of them may be nothing.
    if (this.#toCome) return this.#toCome.cards.every((card: SavedCard | null) => card && isExpired(card, this.#now()));
    return this.#section?.isAnother !== false;
  }

  /** Whether the payer still has to choose. */
  get isOpen(): boolean {
    return this.#section?.isOpen === true;
  }

  /** Where the focus comes to in a list; undefined without one. */
  get stop(): HTMLElement | undefined {
    return this.#section?.stop;
  }

  /**
   * Takes what the page has set.
   *
   * @param isTyping Whether the payer has begun to type a card.
   * @returns whether anything is new.
   */
  take(given: SavedCards | undefined, isTyping: boolean): boolean {
    const before = this.#toCome;
    const hasCards = given !== undefined && given.cards.length > 0;
    if (hasCards) this.#section ??= this.#open();
    this.#toCome = hasCards && !this.#section ? given : undefined;
    // A security code that was typed before the cards could be shown is no other card.
    const isNew = this.#section?.take(given, isTyping && !before) ?? false;
    return isNew || JSON.stringify(before) !== JSON.stringify(this.#toCome);
  }

  /** Lets the payer type a card. */
  leave(): void {
    this.#section?.leave();
  }

  /** Back to what is chosen at first. */
  reset(): void {
    this.#section?.reset();
  }

  /** Shows that a card has to be chosen. @returns where. */
  complain(): HTMLElement | undefined {
    return this.#section?.complain();
  }

  /** The saved cards, or the room that they will take: nothing moves when they come. */
  render(words: FormMessages): TemplateResult | undefined {
    return this.#toCome ? roomOf(this.#toCome) : this.#section?.render(words);
  }
}

/** A list ends with a row for another card. */
function roomOf({ isList, cards }: SavedCards): TemplateResult {
  const row = html`<div class="choice"></div>`;
  return html`<div class="saved-cards" aria-hidden="true">
    ${isList ? html`<div class="choices">${cards.map(() => row)}${row}</div>` : html`<div class="saved"></div>`}
  </div>`;
}
