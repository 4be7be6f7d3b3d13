import { checkPan, maxPanLength } from '../../../card/pan.js';
import { focusNext } from '../submit-form.js';

/**
 * Moves the focus to the next input once the number is valid and no further digit can belong to it, and the caret is at its end.
 * A caret elsewhere means that the payer is correcting a digit.
 *
 * A shorter number may be valid too. After sixteen digits of a brand that has nineteen, the last three would go to the next input.
 */
export function advanceFrom(input: HTMLInputElement, digits: string): void {
  if (digits.length < maxPanLength(digits) || checkPan(digits).state !== 'valid') return;
  if (input.selectionEnd === input.value.length) focusNext(input);
}
