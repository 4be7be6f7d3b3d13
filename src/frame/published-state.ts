import type { ToPage } from '../channel/to-page.js';
import type { CardFacts } from '../card/card.js';
import type { FormState } from '../elements/form/pay-form.js';

type Published = Extract<ToPage, { kind: 'state' }>;

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

/**
 * The state of the form as the page receives it. The form's own revision rises with every edit. If it were published, the page
 * could count the digits of a number and time the keystrokes. So the page gets a separate revision, which rises only with edits
 * before or after which a check is possible. While a number is typed, it rises once, when a check becomes possible, and nothing more is
 * told: some numbers are valid at several lengths. It rises once more when the payer leaves the number or presses, even if they have changed
 * nothing.
 */
export class PublishedState {
  readonly #source = new PublishedFacts();
  readonly #recipient = new PublishedFacts();
  #revision = 0;
  /** The form's own revision when the published one last rose. */
  #inner = 0;
  #last = '';
  #wasCheckable = false;
  #entries: readonly Entry[] = [];
  /** Whether the revision has to rise once more, when the payer leaves the number or presses. */
  #owes = false;
  /** What is told while a number is typed; undefined while all is told. */
  #held: Pick<FormState, 'checkable' | 'complete' | 'isFilled' | 'missing'> | undefined;

  /**
   * @param entries How the payer has entered the two cards.
   * @param isAccepted Whether the payer has just pressed the button for exactly this.
   * @returns the state to send, or undefined if the page already has it.
   */
  next(
    { revision: inner, ...form }: FormState,
    {
      seen,
      hasFocus,
      entries,
      isAccepted = false,
    }: {
      readonly seen: number;
      readonly hasFocus: boolean;
      readonly entries: readonly [source: Entry, recipient: Entry];
      readonly isAccepted?: boolean;
    },
  ): Published | undefined {
    const hasLeft = entries.some((entry, index) => isAtIt(this.#entries[index]) && !isAtIt(entry));
    const isTyping = entries.some(isAtIt);
    this.#entries = entries;
    const isOver = isAccepted || hasLeft;
    const held = isOver || !isTyping ? undefined : this.#held;
    if (!held) {
      const isEdited = inner !== this.#inner || (isOver && this.#owes);
      if (isEdited && (this.#wasCheckable || form.checkable || this.#held)) {
        this.#revision += 1;
        this.#inner = inner;
      }
      this.#wasCheckable = form.checkable;
    }
    const { checkable, complete, isFilled, missing } = held ?? form;
    const isHeld = isTyping && checkable;
    if (isOver) this.#owes = false;
    else if (isHeld && (!this.#held || inner !== this.#inner)) this.#owes = true;
    this.#held = isHeld ? { checkable, complete, isFilled, missing } : undefined;
    const source = this.#source.next(form.source, entries[0], isAccepted);
    const recipient = this.#recipient.next(form.recipient, entries[1], isAccepted);
    // With saved cards of its own, a page could ask for each four digits in turn whether they are those of a card that is withheld.
    const sameCard = form.sameCard && source === form.source && recipient === form.recipient;
    const told = { checkable, complete, isFilled, missing, source, recipient, sameCard, revision: this.#revision };
    const state = { ...form, ...told } as Published['state'];
    const published: Published = { kind: 'state', seen, hasFocus, state };
    const text = JSON.stringify(published);
    if (text === this.#last) return undefined;
    this.#last = text;
    return published;
  }

  /** To be called when the page has emptied the cards. */
  cleared(): void {
    this.#source.forget();
    this.#recipient.forget();
    this.#held = undefined;
    this.#owes = false;
    this.#entries = [];
  }

  /** Whether the form is unchanged since the page's revision. */
  isCurrent(revision: number, inner: number): boolean {
    return revision === this.#revision && inner === this.#inner;
  }
}
