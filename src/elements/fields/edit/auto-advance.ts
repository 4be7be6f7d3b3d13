import { BRANDS } from '../../../card/brand.js';
import type { CardFacts, CardField } from '../../../card/card.js';
import { focusNext } from '../submit-form.js';

/** Numbers of this length count as complete. Some brands also have longer ones, but those are rare. */
const WHOLE = 16;

interface Typed {
  readonly facts: CardFacts;
  readonly digits: string;
  readonly check: (include: readonly CardField[]) => { readonly state: string };
}

/**
 * Moves the focus to the next input once the number is valid and complete, and the caret is at its end. A caret elsewhere means
 * that the payer is correcting a digit.
 */
export function advanceFrom(input: HTMLInputElement, card: Typed): void {
  const lengths = BRANDS.find(({ id }) => id === card.facts.brand)?.lengths ?? [];
  const whole = Math.min(WHOLE, lengths.at(-1) ?? WHOLE);
  if (card.check(['number']).state !== 'valid' || card.digits.length < whole) return;
  if (input.selectionEnd === input.value.length) focusNext(input);
}
