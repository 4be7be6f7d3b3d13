import { caretBehind } from '../../card/edit.js';
import { digitsIn } from '../../card/unicode-digits.js';

/** Whether an input has the focus within its page or shadow root. */
export const hasFocus = (input: Element): boolean => (input.getRootNode() as Document | ShadowRoot).activeElement === input;

/**
 * Sets the text that an input shows, and keeps what is selected in it: Tab selects everything, and what is typed next replaces it. A
 * caret, or the end of a selected part, stays behind the same digit.
 */
export function rewrite(input: HTMLInputElement, text: string): void {
  const { value, selectionStart: start, selectionEnd: end, selectionDirection: direction } = input;
  if (value === text) return;
  input.value = text;
  // In some browsers, setting the caret of an input without the focus would steal the focus.
  if (start === null || end === null || !hasFocus(input)) return;
  if (start === 0 && end === value.length) return input.select();
  const at = (index: number): number => {
    const ahead = value.slice(0, index);
    return caretBehind(text, digitsIn(ahead).length, /\P{Nd}$/u.test(ahead));
  };
  input.setSelectionRange(at(start), at(end), direction ?? undefined);
}
