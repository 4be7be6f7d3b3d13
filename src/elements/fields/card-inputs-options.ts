import type { MessageKey } from '../../locales/messages.js';
import type { SlottedCard } from './slotted/slotted-card.js';
import type { SavedSectionOptions } from './saved/saved-section.js';

/** The settings and callbacks of a card section. */
export interface CardInputsOptions extends Omit<SavedSectionOptions, 'onPick'> {
  /** The card's title. */
  readonly legend: MessageKey;
  /** The card's inputs in the page, with `fields="slot"`. */
  readonly slotted?: SlottedCard | undefined;
  /** Called after a change; `isSealedByCheck`: of a text that a check seals. */
  readonly onEdit: (isSealedByCheck: boolean) => void;
  /** The form's currency, and what to do with a figure in it that was pasted with the card number. */
  readonly currency?: (() => string | undefined) | undefined;
  readonly takeSum?: ((figure: string) => void) | undefined;
  /** In a frame: whether it is the payer who has just moved the focus. See `FieldOptions`. */
  readonly hasLeft?: (() => boolean) | undefined;
}
