import type { ToPage } from '../channel/to-page.js';
import type { CardFieldsState } from '../elements/fields/card-fields.js';

type Published = Extract<ToPage, { kind: 'state' }>;

/**
 * What the page gets to know of the fields. Their revision rises with every edit; published like that, it would count the
 * digits of a number, and time the keys. So the page gets another one, which rises only where a check can be made before or
 * after the edit, and is the same for all edits between.
 */
export class PublishedState {
  #revision = 0;
  /** The revision of the fields that the published one stands for. */
  #inner = 0;
  #last = '';
  #wasCheckable = false;

  /** What to send; undefined: the page knows it already. */
  next({ revision: inner, ...facts }: CardFieldsState, seen: number, hasFocus: boolean): Published | undefined {
    if (inner !== this.#inner && (this.#wasCheckable || facts.checkable)) {
      this.#revision += 1;
      this.#inner = inner;
    }
    this.#wasCheckable = facts.checkable;
    const state = { ...facts, revision: this.#revision } as Published['state'];
    const published: Published = { kind: 'state', seen, hasFocus, state };
    const text = JSON.stringify(published);
    if (text === this.#last) return undefined;
    this.#last = text;
    return published;
  }

  /** Whether the fields are still what the page means by a revision. */
  isCurrent(revision: number, inner: number): boolean {
    return revision === this.#revision && inner === this.#inner;
  }
}
