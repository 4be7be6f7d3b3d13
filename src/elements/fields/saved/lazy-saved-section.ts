import { html, type TemplateResult } from 'lit';
import type { CardDraft, CardFacts } from '../../../card/card.js';
import { isExpired, type SavedCard } from '../../../card/saved-card.js';
import type { FormMessages } from '../../../locales/messages.js';
import type { SavedCards } from './saved-choice.js';
import type { SavedSection } from './saved-section.js';

/** The saved cards of a section. The module that shows them is loaded once it is needed. */
export class LazySavedSection {
  readonly #create: () => SavedSection | undefined;
  readonly #now: () => number;
  #section: SavedSection | undefined;
  /** The saved cards that can't be shown yet, because the module is loading. */
  #pending: SavedCards | undefined;

  /**
   * @param create Creates the section for saved cards. Returns undefined while its module is loading.
   * @param now Milliseconds since 1970.
   */
  constructor(create: () => SavedSection | undefined, now: () => number) {
    this.#create = create;
    this.#now = now;
  }

  /** The saved card that is chosen. */
  get card(): SavedCard | undefined {
    return this.#section?.card;
  }

  /** Brand and last four digits of that card. */
  get facts(): CardFacts | undefined {
    return this.#section?.facts;
  }

  /** The first digits of that card's brand, by which its verification value is checked. */
  get draft(): CardDraft | undefined {
    return this.#section?.draft;
  }

  /** Whether saved cards that are still loading decide which fields the payer has to fill in. */
  get isPending(): boolean {
    return this.#pending !== undefined;
  }

  /** Whether the payer types a card. */
  get isCardTyped(): boolean {
    // Expired cards can't be chosen, so the fields are open before the list is shown. The page's cards are not validated yet, and
    // an item may be null.
    if (this.#pending) return this.#pending.cards.every((card: SavedCard | null) => card && isExpired(card, this.#now()));
    return this.#section?.isCardTyped !== false;
  }

  /** Whether the payer still has to choose. */
  get isOpen(): boolean {
    return this.#section?.isOpen === true;
  }

  /** The element of the list that takes the focus; undefined without a list. */
  get focusTarget(): HTMLElement | undefined {
    return this.#section?.focusTarget;
  }

  /**
   * Sets the page's saved cards.
   *
   * @param isTyping Whether the payer has begun to type a card.
   * @returns whether anything has changed.
   */
  take(given: SavedCards | undefined, isTyping: boolean): boolean {
    const before = this.#pending;
    const hasCards = given !== undefined && given.cards.length > 0;
    if (hasCards) this.#section ??= this.#create();
    this.#pending = hasCards && !this.#section ? given : undefined;
    // A security code that was typed while the cards were loading does not mean that the payer is typing another card.
    const isNew = this.#section?.take(given, isTyping && !before) ?? false;
    return isNew || JSON.stringify(before) !== JSON.stringify(this.#pending);
  }

  /** Lets the payer type a card. */
  leave(): void {
    this.#section?.leave();
  }

  /** Returns to the initial choice. */
  reset(): void {
    this.#section?.reset();
  }

  /** Shows that the payer has to choose a card. @returns the element that takes the focus. */
  complain(): HTMLElement | undefined {
    return this.#section?.complain();
  }

  /** The saved cards, or a placeholder of the same height while they are loading, so that nothing moves. */
  render(words: FormMessages): TemplateResult | undefined {
    return this.#pending ? placeholderOf(this.#pending) : this.#section?.render(words);
  }
}

/** A list ends with a row for another card. */
function placeholderOf({ isList, cards }: SavedCards): TemplateResult {
  const row = html`<div class="choice"></div>`;
  return html`<div class="saved-cards" aria-hidden="true">
    ${isList ? html`<div class="choices">${cards.map(() => row)}${row}</div>` : html`<div class="saved"></div>`}
  </div>`;
}
