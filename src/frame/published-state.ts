import type { ToPage } from '../channel/to-page.js';
import type { CardFacts } from '../card/card.js';
import { EMPTY_FORM, type FormSnapshot } from '../elements/form/port.js';

/** The body of a message about the state. */
export type Published = Omit<Extract<ToPage, { kind: 'state' }>, 'kind'>;

/** How the payer has entered a card: chosen among saved ones, still typing its number, gone from it to the button, or done with it. */
export type Entry = 'saved' | 'typing' | 'pressing' | 'left';

/** Whether the payer may press without having done anything else since they typed the number. */
const isAtIt = (entry: Entry | undefined): boolean => entry === 'typing' || entry === 'pressing';

/** The facts of one card as the page receives them. */
class PublishedFacts {
  #told: string | undefined;
  #isWithheld = false;

  /**
   * Withholds the facts of a typed card until the payer has left its number, and again once they have edited it: from the facts of
   * one prefix after another, a page could put the number together. Only an accepted press brings them back.
   */
  next(facts: CardFacts, entry: Entry, isAccepted: boolean): CardFacts {
    if (entry === 'saved') return facts;
    const text = facts.last4 === undefined ? undefined : JSON.stringify(facts);
    if (text !== this.#told && this.#told !== undefined) this.#isWithheld = true;
    const isKnown = text !== undefined && text === this.#told && !this.#isWithheld;
    const isDue = text !== undefined && (isAccepted || (entry !== 'typing' && !this.#isWithheld));
    if (!isKnown && !isDue) return {};
    if (isAccepted) this.#isWithheld = false;
    this.#told = text;
    return facts;
  }

  /** The inputs are empty: the next card is another one. */
  forget(): void {
    this.#told = undefined;
    this.#isWithheld = false;
  }
}

/** What the page was last told of all that a number that is being typed could change, and the form's own revision then. */
interface Told extends Pick<FormSnapshot, 'checkable' | 'complete' | 'isFilled' | 'missing' | 'revision'> {
  readonly inner: number;
}

/**
 * The state of the form as the page receives it. The form's own revision rises with every edit. If it were published, the page
 * could count the digits of a number and time the keystrokes. So the page gets a separate revision, which rises only with edits
 * before or after which a check is possible. While a number is typed, it rises once, when a check becomes possible, and nothing more is
 * told: some numbers are valid at several lengths. It rises once more when the payer leaves the number or presses, even if they have changed
 * nothing. What a message of the page changes is told at once, unless the payer has typed on.
 */
export class PublishedState {
  readonly #source = new PublishedFacts();
  readonly #recipient = new PublishedFacts();
  #told: Told = { ...EMPTY_FORM, inner: 0 };
  #last = '';
  #entries: readonly Entry[] = [];
  /** Whether the revision has to rise once more, when the payer leaves the number or presses. */
  #owes = false;

  /**
   * @param entries How the payer has entered the two cards.
   * @param isAccepted Whether the payer has just pressed the button for exactly this.
   * @param before The form's own revision before the page's message that has just been carried out, if this follows one.
   * @returns the state to send, or undefined if the page already has it.
   */
  next(
    { revision: inner, ...form }: FormSnapshot,
    {
      seen,
      hasFocus,
      entries,
      isAccepted = false,
      before,
    }: {
      readonly seen: number;
      readonly hasFocus: boolean;
      readonly entries: readonly [source: Entry, recipient: Entry];
      readonly isAccepted?: boolean;
      readonly before?: number | undefined;
    },
  ): Published | undefined {
    const wasHeld = this.#told.checkable && this.#entries.some(isAtIt);
    const hasLeft = entries.some((entry, index) => isAtIt(this.#entries[index]) && !isAtIt(entry));
    const isTyping = entries.some(isAtIt);
    const isOver = isAccepted || hasLeft;
    const isOrdered = before !== inner && before === this.#told.inner;
    if (!wasHeld || !isTyping || isOver || isOrdered) {
      const { checkable, complete, isFilled, missing } = form;
      const isEdited = inner !== this.#told.inner || (isOver && this.#owes);
      const isRisen = isEdited && (this.#told.checkable || checkable);
      const at = isRisen ? { revision: this.#told.revision + 1, inner } : {};
      this.#told = { ...this.#told, checkable, complete, isFilled, missing, ...at };
    }
    const isHeld = isTyping && this.#told.checkable;
    if (isOver) this.#owes = false;
    else if (isHeld && (!wasHeld || inner !== this.#told.inner)) this.#owes = true;
    this.#entries = entries;
    const source = this.#source.next(form.source, entries[0], isAccepted);
    const recipient = this.#recipient.next(form.recipient, entries[1], isAccepted);
    // With saved cards of its own, a page could ask for each four digits in turn whether they are those of a card that is withheld.
    const sameCard = form.sameCard && source === form.source && recipient === form.recipient;
    const { inner: _, ...told } = this.#told;
    const state = { ...form, ...told, source, recipient, sameCard };
    const published: Published = { seen, hasFocus, state };
    const text = JSON.stringify(published);
    if (text === this.#last) return undefined;
    this.#last = text;
    return published;
  }

  /** Called when the page has emptied the cards. */
  cleared(): void {
    this.#source.forget();
    this.#recipient.forget();
    this.#owes = false;
    this.#entries = [];
  }

  /** Whether the form is unchanged since the page's revision. */
  isCurrent(revision: number, inner: number): boolean {
    return revision === this.#told.revision && inner === this.#told.inner;
  }
}
