import type { ToFrame } from '../../channel/to-frame.js';
import type { SectionName } from '../../wire/request/card-section.js';
import type { RequiredFields } from '../../wire/response/check.js';
import type { Binding, PlainSection, SealedSections } from '../../checkout/seal.js';
import type { SavedCards } from './saved/saved-choice.js';

/** Seals with the shop's key. */
export interface Sealer {
  readonly thumbprint: string;
  seal(
    sections: Partial<Readonly<Record<SectionName, PlainSection>>>,
    binding: Binding & { readonly attempt?: string },
  ): Promise<SealedSections>;
}

/** The sentence that is a card's title. A frame knows these. */
export type CardLegend = Extract<ToFrame, { kind: 'set' }>['sections'][number];

/** The title of each card that an element asks for, by section. A section without a title has no card. */
export interface CardLegends {
  readonly credit_card: CardLegend;
  readonly recipient_card?: CardLegend;
}

/** The value of `fields` with which the page writes the inputs. */
export const SLOT = 'slot';

/** The page's settings for the card fields. */
export interface CardFieldsSettings {
  /** Fields to show from the start, by section. */
  readonly collect: RequiredFields;
  /** Whether the focus moves to the next field once no further digit can belong to the card number. */
  readonly autoAdvance: boolean;
  /** The saved cards to choose from, by section. */
  readonly saved: Partial<Readonly<Record<SectionName, SavedCards | undefined>>>;
}
