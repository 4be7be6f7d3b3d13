import { html, nothing, type TemplateResult } from 'lit';
import type { Clock } from '../../../clock/clock.js';
import { byId, type FieldHost } from '../text-field.js';
import { fill, type Words } from '../../../locales/messages.js';
import type { CardDraft, CardFacts } from '../../../card/card.js';
import type { SectionName } from '../../../wire/request/card-section.js';
import { artCopy } from '../brand/art-copy.js';
import type { SavedCard } from '../../../card/saved-card.js';
import { draftOfBrand, savedCardName, savedFacts } from './saved-facts.js';
import { savedCardsView } from './saved-cards-view.js';
import { type SavedCards, SavedChoice } from './saved-choice.js';

/** The card that the saved ones are for. */
interface Card {
  readonly section: SectionName;
  readonly host: FieldHost;
  readonly root: ParentNode;
  picked(): void;
  remove(card: SavedCard): void;
}

interface SavedSectionOptions {
  readonly clock: Clock;
  /** The form that the page has written. Its id is then the prefix of all ids. */
  readonly slotted: { readonly form: HTMLFormElement | undefined } | undefined;
}

/** The saved cards of a section: the choice, its error, and the announcement of a removal. */
export class SavedSection {
  readonly #of: Card;
  readonly #options: SavedSectionOptions;
  readonly #choice: SavedChoice;
  #isWrong = false;
  /** Whether the page has ever set saved cards. */
  #isUsed = false;
  /** The card that was removed last. */
  #gone: SavedCard | undefined;

  constructor(card: Card, options: SavedSectionOptions) {
    this.#of = card;
    this.#options = options;
    // The element may choose one of the payer's own cards, but never a recipient.
    this.#choice = new SavedChoice({ isEager: card.section === 'credit_card', clock: options.clock });
  }

  /** The saved card that is chosen. */
  get card(): SavedCard | undefined {
    return this.#choice.card;
  }

  /** Brand and last four digits of that card. */
  get facts(): CardFacts | undefined {
    return this.card && savedFacts(this.card);
  }

  /** The first digits of that card's brand, by which its verification value is checked. */
  get draft(): CardDraft | undefined {
    return this.facts && draftOfBrand(this.facts);
  }

  /** Whether the payer types a card. */
  get isCardTyped(): boolean {
    return this.#choice.isCardTyped;
  }

  /** Whether the payer still has to choose. */
  get isOpen(): boolean {
    return this.#choice.isOpen;
  }

  /**
   * Sets the page's saved cards.
   *
   * @param isTyping Whether the payer has begun to type a card.
   * @returns whether anything has changed.
   */
  take(given: SavedCards | undefined, isTyping: () => boolean): boolean {
    this.#isUsed ||= given !== undefined && given.cards.length > 0;
    const news = this.#choice.take(given, isTyping);
    if (!news) return false;
    this.#isWrong = false;
    this.#gone = news.gone;
    if (news.gone) void this.#keepFocus();
    return true;
  }

  /** Lets the payer type a card. */
  leave(): void {
    this.#pick('another');
  }

  /** Returns to the initial choice. */
  reset(): void {
    this.#isWrong = false;
    this.#choice.reset();
  }

  /** The gateway doesn't know the chosen card: its row says so, and the payer needs another one. */
  refuse(): void {
    if (!this.card) return;
    this.#choice.refuse(this.card);
    this.#of.picked();
  }

  /** Shows that the payer has to choose a card. @returns the element that takes the focus. */
  complain(): HTMLElement | undefined {
    this.#isWrong = this.isOpen;
    return this.isOpen ? this.focusTarget : undefined;
  }

  /** Where the payer chooses a card: the list's element that takes the focus. Undefined without a list. */
  get focusTarget(): HTMLElement | undefined {
    const find = (selector: string) => this.#block?.querySelector<HTMLElement>(selector) ?? undefined;
    return find(':checked') ?? find('[type=radio]:enabled');
  }

  /** Undefined where the page has set no saved cards. */
  render(words: Words): TemplateResult | undefined {
    if (!this.#isUsed) return undefined;
    const list = savedCardsView({
      id: this.#id,
      choice: this.#choice,
      isRecipient: this.#of.section === 'recipient_card',
      words,
      artFor: (card) => artCopy(this.#of.root, savedFacts(card).brand, `${this.#id} ${card.token}`),
      complaint: this.#isWrong ? words.choose_card : undefined,
      pick: this.#pick,
      ask: (card) => this.#ask(card),
      remove: (card) => this.#remove(card),
    });
    // Screen readers announce only changes of a status element that is already in the page.
    const status = this.#gone ? fill(words.card_removed, { card: savedCardName(this.#gone, words) }) : nothing;
    return html`<div class="saved-cards" id="${this.#id}-saved">${list}<p class="spoken" role="status">${status}</p></div>`;
  }

  readonly #pick = (picked: SavedCard | 'another'): void => {
    this.#isWrong = false;
    this.#choice.pick(picked);
    this.#of.picked();
  };

  #ask(card: SavedCard | undefined): void {
    const questioned = this.#choice.asked;
    this.#choice.asked = card?.token;
    void this.#redrawn().then(() => this.#button(questioned)?.focus());
  }

  #remove(card: SavedCard): void {
    this.#choice.leave(card);
    void this.#keepFocus();
    this.#of.remove(card);
  }

  /** The button to focus: "Keep" while a question is open, and afterwards the button that opened it. */
  #button(asked: string | undefined): HTMLElement | undefined {
    const index = this.#choice.given.cards.findIndex(({ token }) => token === asked);
    const selector = this.#choice.asked === undefined ? `.choice:nth-child(${index + 1}) .remove` : '.keep';
    return this.#block?.querySelector<HTMLElement>(selector) ?? undefined;
  }

  /** Moves the focus to the chosen card, because removing a row would lose it or leave it in another row. */
  async #keepFocus(): Promise<void> {
    const hadFocus = this.#block?.querySelector(':focus') != null;
    await this.#redrawn();
    if (hadFocus) (this.focusTarget ?? this.#block?.parentElement?.querySelector('input'))?.focus();
  }

  #redrawn(): Promise<boolean> {
    const { host } = this.#of;
    host.requestUpdate();
    return host.updateComplete;
  }

  get #id(): string {
    return this.#options.slotted?.form?.id || this.#of.section;
  }

  get #block(): HTMLElement | undefined {
    return this.#of.root.querySelector<HTMLElement>(byId(`${this.#id}-saved`)) ?? undefined;
  }
}
