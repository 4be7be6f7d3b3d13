import type { ToPage } from '../channel/to-page.js';
import type { CardFacts } from '../card/card.js';
import type { CardFieldsState } from '../elements/fields/card-fields.js';

type Published = Extract<ToPage, { kind: 'state' }>;

/**
 * Withholds the facts about a card until its number is complete. Otherwise a page could empty the fields while the payer types:
 * the next digits would count as the first ones, although they come from the middle of the number.
 */
const wholeOnly = (facts: CardFacts): CardFacts => (facts.last4 === undefined ? {} : facts);

/**
 * The state of the fields as the page receives it. The fields' own revision rises with every edit. If it were published, the page
 * could count the digits of a number and time the keystrokes. So the page gets a separate revision, which rises only with edits
 * before or after which a check is possible.
 */
export class PublishedState {
  #revision = 0;
  /** The fields' own revision when the published one last rose. */
  #inner = 0;
  #last = '';
  #wasCheckable = false;

  /** Returns the state to send, or undefined if the page already has it. */
  next({ revision: inner, ...fields }: CardFieldsState, seen: number, hasFocus: boolean): Published | undefined {
    if (inner !== this.#inner && (this.#wasCheckable || fields.checkable)) {
      this.#revision += 1;
      this.#inner = inner;
    }
    this.#wasCheckable = fields.checkable;
    const [source, recipient] = [wholeOnly(fields.source), wholeOnly(fields.recipient)];
    const state = { ...fields, source, recipient, revision: this.#revision } as Published['state'];
    const published: Published = { kind: 'state', seen, hasFocus, state };
    const text = JSON.stringify(published);
    if (text === this.#last) return undefined;
    this.#last = text;
    return published;
  }

  /** Whether the fields are unchanged since the page's revision. */
  isCurrent(revision: number, inner: number): boolean {
    return revision === this.#revision && inner === this.#inner;
  }
}
