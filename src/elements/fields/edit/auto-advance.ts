import { BRANDS } from '../../../card/brand.js';
import type { CardFacts, CardField } from '../../../card/card.js';
import { focusNext } from '../submit-form.js';

/** Numbers of this length count as complete: a brand's longer ones are rare. */
const WHOLE = 16;

interface Typed {
  readonly facts: CardFacts;
  readonly digits: string;
  readonly check: (include: readonly CardField[]) => { readonly state: string };
}

/** Moves the focus on from a valid number that is whole, with the caret behind it: elsewhere, the payer corrects a digit. */
export function advanceFrom(input: HTMLInputElement, card: Typed): void {
  const lengths = BRANDS.find(({ id }) => id === card.facts.brand)?.lengths ?? [];
  const whole = Math.min(WHOLE, lengths.at(-1) ?? WHOLE);
  if (card.check(['number']).state !== 'valid' || card.digits.length < whole) return;
  if (input.selectionEnd === input.value.length) focusNext(input);
}
