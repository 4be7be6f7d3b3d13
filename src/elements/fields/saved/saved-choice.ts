import type { Clock } from '../../../clock/clock.js';
import { isExpired, type SavedCard } from '../../../card/saved-card.js';

/** The saved cards of a section, as the page has set them. The payer chooses one, or types another. */
export interface SavedCards {
  readonly cards: readonly SavedCard[];
  /** The token of the card that is chosen initially. */
  readonly chosen: string | undefined;
  /** Whether the payer can remove cards. */
  readonly isRemovable?: boolean | undefined;
}

/** The value if the page has set no saved cards. */
export const NO_SAVED_CARDS: SavedCards = { cards: [], chosen: undefined };

/** The options of a choice. */
interface ChoiceOptions {
  /** Whether the first usable card is chosen initially. If not, the payer has to choose. */
  readonly isEager: boolean;
  readonly clock: Clock;
}

/** The choice in a section: one of its saved cards, or typing another one. */
export class SavedChoice {
  readonly #options: ChoiceOptions;
  #given = NO_SAVED_CARDS;
  /** Undefined while nothing is chosen. */
  #picked: SavedCard | 'another' | undefined = 'another';
  /** Whether it was the payer who chose. */
  #hasPicked = false;
  /** The token of the card that the question "Remove this card?" is about. */
  asked: string | undefined;
  /** The tokens that the gateway doesn't know. */
  readonly #refused = new Set<string>();
  /** The token of the card that the page was asked to remove. */
  #leaving: string | undefined;

  constructor(options: ChoiceOptions) {
    this.#options = options;
  }

  get given(): SavedCards {
    return this.#given;
  }

  /** The saved card that is chosen. */
  get card(): SavedCard | undefined {
    return this.#picked === 'another' ? undefined : this.#picked;
  }

  /** Whether the payer types a card. */
  get isCardTyped(): boolean {
    return this.#picked === 'another';
  }

  /** Whether the payer still has to choose. */
  get isOpen(): boolean {
    return this.#picked === undefined;
  }

  /** Why a card can't be used; undefined if it can. */
  flawOf(card: SavedCard): 'card_expired' | 'card_unusable' | undefined {
    if (this.#refused.has(card.token)) return 'card_unusable';
    return isExpired(card, this.#options.clock.now()) ? 'card_expired' : undefined;
  }

  /** The gateway doesn't know the chosen card. The payer chooses another one, or types one if none is left. */
  refuse({ token }: SavedCard): void {
    this.#refused.add(token);
    this.#picked = this.#usable.length > 0 ? undefined : 'another';
    this.asked = undefined;
  }

  /**
   * Sets the page's saved cards. The payer's choice stays as long as it is among them; one that they have not made follows `chosen`.
   *
   * @param isTyping Whether the payer has begun to type a card. Saved cards do not interrupt that.
   * @returns undefined if nothing has changed: a page that renders again passes equal objects. Otherwise `gone` is the card that
   * the payer asked to remove, if it is no longer in the list.
   */
  take(cards: SavedCards | undefined, isTyping: () => boolean): { readonly gone: SavedCard | undefined } | undefined {
    const before = this.#given;
    const given = cards ?? NO_SAVED_CARDS;
    if (JSON.stringify(given) === JSON.stringify(before)) return undefined;
    this.#given = given;
    const { card, isCardTyped } = this;
    const same = card && this.#usable.find(({ token }) => token === card.token);
    const isSettled = this.#hasPicked || isTyping();
    const staysTyped = isCardTyped && isSettled;
    const isNamed = given.chosen !== before.chosen && !isSettled;
    if (same && !isNamed) this.#picked = same;
    else if (!staysTyped) this.reset();
    const gone = before.cards.find(({ token }) => token === this.#leaving && !given.cards.some((each) => each.token === token));
    if (gone) this.#leaving = undefined;
    this.asked = undefined;
    return { gone };
  }

  pick(picked: SavedCard | 'another'): void {
    this.#picked = picked;
    this.#hasPicked = true;
    this.asked = undefined;
  }

  /** Returns to the initial choice. */
  reset(): void {
    const { cards, chosen } = this.#given;
    const usable = this.#usable;
    const first = usable.find(({ token }) => token === chosen);
    this.#hasPicked = false;
    const waits = !this.#options.isEager && cards.length > 0;
    this.#picked = first ?? (waits ? (usable.length > 0 ? undefined : 'another') : (usable[0] ?? 'another'));
    this.asked = undefined;
  }

  /** Remembers that the page was asked to remove a card. */
  leave(card: SavedCard): void {
    this.#leaving = card.token;
    this.asked = undefined;
  }

  get #usable(): readonly SavedCard[] {
    return this.#given.cards.filter((card) => !this.flawOf(card));
  }
}
