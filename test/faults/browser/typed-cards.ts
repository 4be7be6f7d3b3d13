import type { EncryptionKey } from '../../../src/checkout/key.js';
import type { Random } from '../../../src/checkout/seal.js';
import type { CardSource } from '../../../src/flow/cards/card-source.js';
import { type CardDrafts, type PlainCards, plainCards } from '../../../src/flow/cards/plain-cards.js';

/** Card fields that a payer types into. Cleared fields can be typed again. */
export class TypedCards implements CardSource {
  readonly #means: { readonly key: EncryptionKey; readonly random: Random; readonly now: () => number };
  #cards: PlainCards;
  #typed = 0;

  constructor(drafts: CardDrafts, means: { readonly key: EncryptionKey; readonly random: Random; readonly now: () => number }) {
    this.#means = means;
    this.#cards = plainCards(drafts, means);
  }

  /** Fills every field. */
  type(drafts: CardDrafts): void {
    this.#typed += 1000;
    this.#cards = plainCards(drafts, this.#means);
  }

  get state(): CardSource['state'] {
    const { state } = this.#cards;
    return { ...state, revision: this.#typed + state.revision };
  }

  require: CardSource['require'] = (fields) => this.#cards.require(fields);
  showErrors: CardSource['showErrors'] = (errors) => this.#cards.showErrors(errors);
  seal: CardSource['seal'] = (binding, revision) => this.#cards.seal(binding, revision - this.#typed);
  thumbprint: CardSource['thumbprint'] = () => this.#cards.thumbprint();
  clear: CardSource['clear'] = (what) => this.#cards.clear(what);
  focusFirstInvalid: CardSource['focusFirstInvalid'] = () => this.#cards.focusFirstInvalid();
}
