import { isExpired, type SavedCard } from '../../../card/saved-card.js';

/** The saved cards of a section, as the page has set them. */
export interface SavedCards {
  /** A single card stands for the typed one until the payer asks for another; from a list they choose. */
  readonly isList: boolean;
  readonly cards: readonly SavedCard[];
  /** The token of the one that is chosen at first. */
  readonly chosen: string | undefined;
  /** Whether the payer can remove cards of the list. */
  readonly isRemovable?: boolean | undefined;
}

/** Where the page has set none. */
export const NO_SAVED_CARDS: SavedCards = { isList: false, cards: [], chosen: undefined };

/** How a section chooses. */
interface ChoiceOptions {
  /** Whether the first usable card of a list is chosen at first. Else the payer has to choose. */
  readonly isEager: boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Which of its saved cards stands in a section, or that the payer types another one. */
export class SavedChoice {
  readonly #options: ChoiceOptions;
  #given = NO_SAVED_CARDS;
  /** Undefined: nothing is chosen yet. */
  #picked: SavedCard | 'another' | undefined = 'another';
  /** Whether it was the payer who chose. */
  #hasPicked = false;
  /** The token of the card that the payer is asked about, before it is removed. */
  asked: string | undefined;
  /** The token of a card whose removal the page was asked for. */
  #leaving: string | undefined;

  constructor(options: ChoiceOptions) {
    this.#options = options;
  }

  get given(): SavedCards {
    return this.#given;
  }

  /** The saved card that stands in the section. */
  get card(): SavedCard | undefined {
    return this.#picked === 'another' ? undefined : this.#picked;
  }

  /** Whether the payer types a card. */
  get isAnother(): boolean {
    return this.#picked === 'another';
  }

  /** Whether the payer still has to choose. */
  get isOpen(): boolean {
    return this.#picked === undefined;
  }

  isExpired(card: SavedCard): boolean {
    return isExpired(card, this.#options.now());
  }

  /**
   * Takes what the page has set. What the payer has chosen stays, as long as it is there.
   *
   * @param isTyping Whether the payer has begun to type a card, which a list leaves alone.
   * @returns undefined when nothing is new: a page that is drawn again hands over equal objects. Else the card that is gone, of
   * those the payer has asked to remove.
   */
  take(given: SavedCards = NO_SAVED_CARDS, isTyping = false): { readonly gone: SavedCard | undefined } | undefined {
    const before = this.#given;
    if (JSON.stringify(given) === JSON.stringify(before)) return undefined;
    this.#given = given;
    const { card, isAnother } = this;
    const same = card && this.#usable.find(({ token }) => token === card.token);
    const staysAnother = isAnother && given.isList && (this.#hasPicked || isTyping);
    if (same) this.#picked = same;
    else if (!staysAnother) this.reset();
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

  /** Back to what is chosen at first. */
  reset(): void {
    const { isList, cards, chosen } = this.#given;
    const usable = this.#usable;
    const first = usable.find(({ token }) => token === chosen);
    this.#hasPicked = false;
    const waits = isList && !this.#options.isEager && cards.length > 0;
    this.#picked = first ?? (waits ? (usable.length > 0 ? undefined : 'another') : (usable[0] ?? 'another'));
    this.asked = undefined;
  }

  /** The page is asked to remove a card. */
  leave(card: SavedCard): void {
    this.#leaving = card.token;
    this.asked = undefined;
  }

  get #usable(): readonly SavedCard[] {
    return this.#given.cards.filter((card) => !this.isExpired(card));
  }
}
