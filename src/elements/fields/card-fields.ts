import type { CardSource, CardSourceState } from '../../flow/cards/card-source.js';
import type { CheckoutError } from '../../http/error.js';
import type { FormMessages } from '../../locales/catalogue.js';
import type { SectionName } from '../../wire/request/card-section.js';
import type { RequiredFields } from '../../wire/response/check.js';
import type { Binding, PlainSection, SealedSections } from '../../checkout/seal.js';
import type { SavedCards } from './saved/saved-choice.js';

/** What may be known of the card fields. Another object after each change; never the digits. */
export interface CardFieldsState extends CardSourceState {
  /** Whether what the payer has to fill in depends on something that is still to come. */
  readonly isToCome?: boolean;
  /** Whether any field holds something. */
  readonly isFilled: boolean;
  /** What the gateway asked for and is not filled in yet, by section. */
  readonly wanted: RequiredFields;
}

/** Seals with the shop's key. It comes with the later part of the script, after the fields. */
export interface Sealer {
  readonly thumbprint: string;
  seal(sections: Partial<Readonly<Record<SectionName, PlainSection>>>, binding: Binding): Promise<SealedSections>;
}

/** The value of `fields` with which the page writes the inputs. */
export const SLOT = 'slot';

/** The state of fields that are still to come. */
export const NO_CARDS: CardFieldsState = {
  checkable: false,
  complete: false,
  revision: 0,
  source: {},
  recipient: {},
  sameCard: false,
  isFilled: false,
  wanted: {},
};

/** What the page has set for the card fields. */
export interface CardFieldsSettings {
  /** Fields to open from the beginning, by section. */
  readonly collect: RequiredFields;
  /** Whether the focus moves on from a number that is there. */
  readonly autoAdvance: boolean;
  /** Saved cards that stand in the place of typed ones, or to choose from, by section. */
  readonly saved: Partial<Readonly<Record<SectionName, SavedCards | undefined>>>;
}

/**
 * The card fields of an element. The element does not know where the inputs are: in its shadow root, in the page, or in a
 * frame. It only asks the fields to show, to complain, to move the focus, and to seal.
 */
export interface CardFields extends CardSource {
  readonly state: CardFieldsState;
  /** What keeps the fields from working with what the page has set. */
  readonly fault?: CheckoutError | undefined;
  /** Calls back after each change of the state; the returned function ends that. */
  subscribe(listener: () => void): () => void;
  /** Takes settings, and leaves the others as they are; the same settings again change nothing. */
  configure(settings: Partial<CardFieldsSettings>): void;
  /** The cards block, with all cards there are, in the sentences of a language. */
  render(words: FormMessages): unknown;
  /** To be called as the payer presses the button: fields in a frame are sealed only if the payer sees them then. */
  look?(): Promise<void>;
  /** Reads the fields again: a restored page, or a browser, may have filled them without an event. */
  refresh(): void;
  /**
   * Shows and announces what is wrong, and moves the focus to the first of it.
   *
   * @param movesFocus Whether it does: false where something before the cards is wrong too.
   * @returns whether anything is wrong.
   */
  complain(movesFocus?: boolean): Promise<boolean>;
  /**
   * Moves the focus to a field.
   *
   * @returns false when there is no such field: nothing is shown, or nothing unfinished.
   */
  focus(where: 'first' | 'unfinished' | 'last', options?: FocusOptions): boolean;
}
