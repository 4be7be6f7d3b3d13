import { BRANDS } from '../../../card/brand.js';
import type { CardFacts } from '../../../card/card.js';
import { focusNext } from '../submit-form.js';

/** Numbers of this length count as complete: a brand's longer ones are rare. */
const WHOLE = 16;

/** Moves the focus on from a valid number that is whole, with the caret behind it: elsewhere, the payer corrects a digit. */
export function advanceFrom(
  input: HTMLInputElement,
  { facts, digits }: { readonly facts: CardFacts; readonly digits: string },
): void {
  const lengths = BRANDS.find(({ id }) => id === facts.brand)?.lengths ?? [];
  const whole = Math.min(WHOLE, lengths.at(-1) ?? WHOLE);
  if (input.selectionEnd === input.value.length && digits.length >= whole) focusNext(input);
}
