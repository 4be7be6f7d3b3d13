import type { CardFacts } from '../../card/card.js';
import type { Binding, SealedSections } from '../../checkout/seal.js';
import type { RequiredFields } from '../../wire/response/check.js';
import type { FieldError } from '../../wire/response/error-body.js';

/** The state of the card fields, without their content. */
export interface CardSourceState {
  /** The numbers, and everything else that a check has to include, are valid: a check can be made. */
  readonly checkable: boolean;
  /** Everything a payment needs is valid. */
  readonly complete: boolean;
  /** Changes whenever the content of a field that a check seals changes. An older quote is then void. */
  readonly revision: number;
  readonly source: CardFacts;
  /** Empty for payments without a recipient's card. */
  readonly recipient: CardFacts;
  /** Both cards are the same, as far as is known: the money would go back to its source. */
  readonly sameCard: boolean;
}

/** What is emptied of a form. */
export type Emptied = 'verification_value' | 'all';

/** What the flow asks of the form. */
export type CardCommand =
  /** Opens the fields that the gateway asked for (spec 2.3), and includes them in checks from now on. */
  | { readonly kind: 'require'; readonly fields: RequiredFields }
  /** Shows the gateway's complaints at the fields they name. */
  | { readonly kind: 'refuse'; readonly errors: readonly FieldError[] }
  /** Empties the verification value, or with `all` every field. */
  | { readonly kind: 'clear'; readonly what: Emptied }
  /** Moves the focus to the first field that is not filled in. */
  | { readonly kind: 'focus'; readonly where: 'unfinished' };

/**
 * The flow's way to the form, in this document or in a frame. Nothing here exposes a card number, and the form owns the key that it
 * seals with.
 */
export interface CardPort {
  readonly snapshot: CardSourceState;
  /** In this document, the snapshot shows the effects at once. */
  post(command: CardCommand): void;
  /**
   * Seals what the operation needs: for a check the numbers and required fields, for a payment everything.
   *
   * @param revision The revision of the cards to seal.
   * @returns undefined when the cards have changed since: the payer saw the price of other cards.
   */
  seal(binding: Binding, revision: number): Promise<SealedSections | undefined>;
  /** RFC 7638 thumbprint of the key that seals, by which records of different shops are distinguished. */
  thumbprint(): Promise<string>;
}
