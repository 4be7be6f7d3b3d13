import type { FormMessageKey } from '../../locales/messages.js';
import type { InputName } from './card-input-forms.js';
import type { SlottedCard } from './slotted/slotted-card.js';
import type { SavedSection, SavedSectionOptions } from './saved/saved-section.js';

/** What a card section needs of the fields it is part of. */
export interface CardInputsOptions extends Omit<SavedSectionOptions, 'onPick'> {
  /** The card's title. */
  readonly legend: FormMessageKey;
  /** Opens what shows saved cards; undefined: it is still to come. */
  readonly openSaved: (options: SavedSectionOptions) => SavedSection | undefined;
  /** The inputs that the page has written. */
  readonly slotted?: SlottedCard | undefined;
  /** Called with each input whose text has changed, or, without a name, when only complaints have. */
  readonly onEdit: (input?: InputName) => void;
}
