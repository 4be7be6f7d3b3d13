import type { Shown } from '../../../card/edit.js';
import { hasFocus } from './rewrite.js';

const withoutSpaces = (text: string): string => text.replace(/\s/g, '');

/**
 * Keeps the lines of a pasted or dropped text apart. Browsers replace each line break with a space, so a card number and the
 * security code below it would be read as one number. Here a tab replaces the line break, because no number contains one.
 */
export class LineBreaks {
  /** The text that the input should have after the edit. Card data, so it is kept only until then. */
  #meant: Shown | undefined;

  /** To be called before an edit. */
  remember(event: Event): void {
    const { data, dataTransfer } = event as Partial<InputEvent>;
    const lines = (data ?? dataTransfer?.getData('text/plain') ?? '').trim().split(/\s*[\n\r]\s*/);
    this.#meant = undefined;
    if (lines.length === 1) return;
    const { value, selectionStart, selectionEnd } = event.currentTarget as HTMLInputElement;
    const ahead = value.slice(0, selectionStart ?? undefined) + lines.join('\t');
    this.#meant = { text: ahead + value.slice(selectionEnd ?? value.length), caret: ahead.length };
  }

  /** To be called after an edit. Inserts the tabs, unless the page's scripts have set another text. */
  restore(input: HTMLInputElement): void {
    const meant = this.#meant;
    this.#meant = undefined;
    if (!meant || withoutSpaces(meant.text) !== withoutSpaces(input.value)) return;
    input.value = meant.text;
    if (hasFocus(input)) input.setSelectionRange(meant.caret, meant.caret);
  }
}
