import type { CardSource, CardSourceState } from '../../flow/cards/card-source.js';
import type { CheckoutError } from '../../http/error.js';
import type { MessageKey, Messages } from '../../locales/messages.js';
import type { SectionName } from '../../wire/request/card-section.js';
import type { RequiredFields } from '../../wire/response/check.js';
import type { Binding, PlainSection, SealedSections } from '../../checkout/seal.js';
import type { SavedCards } from './saved/saved-choice.js';

/**
 * The state of the card fields. It is a new object after each change, and never contains a whole card number or a verification
 * value.
 */
export interface CardFieldsState extends CardSourceState {
  /** Whether any field contains text. */
  readonly isFilled: boolean;
  /** The fields that the gateway asked for and the payer has not filled in, by section. */
  readonly missing: RequiredFields;
}

/** Seals with the shop's key. */
export interface Sealer {
  readonly thumbprint: string;
  seal(
    sections: Partial<Readonly<Record<SectionName, PlainSection>>>,
    binding: Binding & { readonly attempt?: string },
  ): Promise<SealedSections>;
}

/** The title of each card that an element asks for, by section. A section without a title has no card. */
export interface CardLegends {
  readonly credit_card: MessageKey;
  readonly recipient_card?: MessageKey;
}

/** The value of `fields` with which the page writes the inputs. */
export const SLOT = 'slot';

/** The state of card fields that are still loading. */
export const NO_CARDS: CardFieldsState = {
  checkable: false,
  complete: false,
  revision: 0,
  source: {},
  recipient: {},
  sameCard: false,
  isFilled: false,
  missing: {},
};

/** The page's settings for the card fields. */
export interface CardFieldsSettings {
  /** Fields to show from the start, by section. */
  readonly collect: RequiredFields;
  /** Whether the focus moves to the next field once no further digit can belong to the card number. */
  readonly autoAdvance: boolean;
  /** Saved cards by section: one that replaces the typed card, or a list to choose from. */
  readonly saved: Partial<Readonly<Record<SectionName, SavedCards | undefined>>>;
}

/**
 * The card fields of an element. The element does not know where the inputs are: in its shadow root, in the page, or in a frame.
 * It only asks the fields to render, to show errors, to move the focus, and to seal.
 */
export interface CardFields extends CardSource {
  readonly state: CardFieldsState;
  /** The error that keeps the fields from working with the page's settings. */
  readonly error?: CheckoutError | undefined;
  /** Calls the listener after each change of the state. @returns a function that removes the listener. */
  subscribe(listener: () => void): () => void;
  /** Changes the given settings and keeps the others. Passing the same settings again changes nothing. */
  configure(settings: Partial<CardFieldsSettings>): void;
  /** Renders all cards, with the sentences of one language. */
  render(words: Messages): unknown;
  /** To be called when the payer presses the button: fields in a frame are sealed only if the payer sees them at that moment. */
  checkVisibility?(): Promise<void>;
  /** Reads the fields again: a restored page, or a browser, may have filled them without an event. */
  refresh(): void;
  /**
   * Shows and announces all errors, and moves the focus to the first.
   *
   * @param movesFocus False if something before the cards has an error too, and gets the focus.
   * @returns whether there are any errors.
   */
  complain(movesFocus?: boolean): Promise<boolean>;
  /**
   * Moves the focus to a field.
   *
   * @returns false if no field is shown, or if `unfinished` is asked for and all are complete.
   */
  focus(where: 'first' | 'unfinished' | 'last', options?: FocusOptions): boolean;
}
